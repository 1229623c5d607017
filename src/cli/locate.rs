//! Which project and which scene a command line means: names or paths both do.

use std::env;
use std::path::{Path, PathBuf};

use luppet::error::{LoadError, unknown};
use luppet::project::Project;

use super::Failure;
use super::demo::Demo;

/// A project and the name of one of its scenes.
pub(super) struct Located {
    pub project: Project,
    pub scene: String,
}

/// True for a folder that is laid out as a project.
fn is_project(folder: &Path) -> bool {
    folder.join("luppet.ron").is_file()
        || (folder.join("assets").is_dir() && folder.join("scripts").is_dir())
        || folder.join("assets/scenes").is_dir()
}

fn project_above(folder: &Path) -> Option<PathBuf> {
    folder
        .ancestors()
        .find(|folder| is_project(folder))
        .map(Path::to_path_buf)
}

/// True for a word that means a place on the disk and not the name of a scene.
fn is_path(word: &Path) -> bool {
    word.is_absolute() || word.starts_with(".") || word.starts_with("..")
}

/// The project in this folder, the nearest above it, or the demo.
fn project_here() -> Result<Project, Failure> {
    let here =
        env::current_dir().map_err(|error| Failure::System(format!("this folder: {error}")))?;
    if let Some(folder) = project_above(&here) {
        return Ok(Project::open(folder)?);
    }
    super::tell(
        "no project in this folder (assets/ and scripts/): this is the demo that luppet carries",
    );
    Ok(Project::from_files(&Demo)?)
}

/// Finds the project alone: the folder or file `path`, else `--project`, else that of this folder. A file stands for
/// the project it is in. The demo stands for nothing here: whoever checks means files of their own.
pub(super) fn project(project: Option<&Path>, path: Option<&Path>) -> Result<Project, Failure> {
    let Some(path) = path else {
        if let Some(folder) = project {
            return Ok(Project::open(folder)?);
        }
        let here = env::current_dir()
            .ok()
            .and_then(|here| project_above(&here));
        let nothing =
            "no project in this folder or above it (assets/ and scripts/): name its folder";
        let folder = here.ok_or_else(|| Failure::Usage(nothing.into()))?;
        return Ok(Project::open(folder)?);
    };
    if project.is_some() {
        let both = "a path and --project name two projects: leave one of them away";
        return Err(Failure::Usage(both.into()));
    }
    if path.is_dir() {
        // A folder inside a project stands for it, as a file does.
        let whole = path.canonicalize().ok();
        let above = whole.and_then(|whole| project_above(&whole));
        return Ok(Project::open(
            above
                .filter(|_| !is_project(path))
                .as_deref()
                .unwrap_or(path),
        )?);
    }
    if !path.is_file() {
        let shown = path.display();
        return Err(Failure::Usage(format!("{shown}: no such file or folder")));
    }
    Ok(Project::open(root_of(path)?.0)?)
}

/// The project that a file is in, and the file's path.
fn root_of(file: &Path) -> Result<(PathBuf, PathBuf), Failure> {
    let file = file
        .canonicalize()
        .map_err(|e| Failure::System(format!("{}: {e}", file.display())))?;
    let root = project_above(&file).ok_or_else(|| {
        Failure::Project(LoadError::new(file.to_string_lossy(), NOT_IN_A_PROJECT).into())
    })?;
    Ok((root, file))
}

/// Finds the project (`--project`, the path in `scene`, this folder, or the demo) and the scene.
pub(super) fn locate(project: Option<&Path>, scene: Option<&str>) -> Result<Located, Failure> {
    // What looks like a name is a path only if it is a project: a folder `brawler` of
    // recordings must not hide the scene.
    let path = scene
        .filter(|scene| scene.contains(['/', '\\', '.']) || is_project(Path::new(scene)))
        .map(Path::new);
    if let Some(gone) = path.filter(|path| is_path(path) && !path.exists()) {
        return Err(Failure::Usage(format!(
            "{}: no such file or folder",
            gone.display()
        )));
    }
    let folder = path.filter(|path| path.is_dir());
    let file = path.filter(|path| path.is_file());
    let of_path = match (folder, file) {
        (Some(folder), _) => Some((folder.to_path_buf(), None)),
        (None, Some(file)) => {
            let (root, file) = root_of(file)?;
            let inside = file
                .strip_prefix(&root)
                .unwrap_or(&file)
                .to_string_lossy()
                .replace('\\', "/");
            Some((root, Some(inside)))
        }
        (None, None) => None,
    };
    let (project, name) = match (project, of_path) {
        (Some(folder), None | Some((_, None))) => {
            (Project::open(folder)?, scene.map(str::to_owned))
        }
        (None, Some((root, inside))) => (Project::open(root)?, inside),
        (Some(folder), Some((_, Some(inside)))) => (Project::open(folder)?, Some(inside)),
        (None, None) => (project_here()?, scene.map(str::to_owned)),
    };
    let scene = match name {
        Some(name) => project.scene_named(&name)?,
        None => start_scene(&project)?,
    };
    Ok(Located { project, scene })
}

const NOT_IN_A_PROJECT: &str =
    "this file is in no project: no folder above it has assets/ and scripts/";

fn start_scene(project: &Project) -> Result<String, Failure> {
    let scenes = project.scenes();
    if let Ok(settings) = &project.defs().settings
        && let Some(start) = &settings.start
        && !scenes.contains(start)
    {
        let message = unknown("scene", start, scenes.iter().map(String::as_str));
        return Err(Failure::Project(
            LoadError::new("luppet.ron", message).into(),
        ));
    }
    project.start_scene().ok_or_else(|| {
        let message = "the project has no scene: write assets/scenes/NAME.scene.ron";
        Failure::Project(LoadError::new("assets/scenes", message).into())
    })
}
