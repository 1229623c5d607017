//! Every reader of the project behind one call: bytes in, what was wrong with them out. The mutation tests and the
//! fuzz targets use the same.

use std::collections::BTreeMap;
#[cfg(feature = "script")]
use std::io;
use std::sync::Arc;

use luppet::error::LoadErrors;
use luppet::project::{Defs, FileChange, Project, import_tree};
#[cfg(feature = "script")]
use luppet::session::{Schedule, Session};

use crate::seeds;

/// What a reader reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Settings,
    Scene,
    Character,
    Tree,
    AnimationTree,
    Picture,
    #[cfg(feature = "script")]
    Inputs,
    #[cfg(feature = "script")]
    Script,
}

/// All of them.
pub const ALL: &[Reader] = &[
    Reader::Settings,
    Reader::Scene,
    Reader::Character,
    Reader::Tree,
    Reader::AnimationTree,
    Reader::Picture,
    #[cfg(feature = "script")]
    Reader::Inputs,
    #[cfg(feature = "script")]
    Reader::Script,
];

impl Reader {
    /// The name of its test and of its fuzz target.
    pub fn name(self) -> &'static str {
        match self {
            Reader::Settings => "luppet_ron",
            Reader::Scene => "scene_ron",
            Reader::Character => "character_ron",
            Reader::Tree => "tree_ron",
            Reader::AnimationTree => "animation_tree",
            Reader::Picture => "picture",
            #[cfg(feature = "script")]
            Reader::Inputs => "input_file",
            #[cfg(feature = "script")]
            Reader::Script => "script",
        }
    }

    /// The file of the yard that its bytes stand for.
    pub fn path(self) -> &'static str {
        match self {
            Reader::Settings => "luppet.ron",
            Reader::Scene => "assets/scenes/yard.scene.ron",
            Reader::Character => "assets/characters/subject.character.ron",
            Reader::Tree => "assets/trees/subject.tree.ron",
            Reader::AnimationTree => "assets/trees/subject.animationTree",
            Reader::Picture => "assets/subject.png",
            #[cfg(feature = "script")]
            Reader::Inputs => "keys.txt",
            #[cfg(feature = "script")]
            Reader::Script => "scripts/subject.lua",
        }
    }

    /// True for Lua.
    pub fn is_script(self) -> bool {
        self.name() == "script"
    }

    /// True where every fault has a place.
    pub fn has_places(self) -> bool {
        self.is_text() && !self.is_script()
    }

    /// True where the bytes are to be text.
    pub fn is_text(self) -> bool {
        self != Reader::Picture
    }
}

/// A reader with the small project around its file.
pub struct Yard {
    reader: Reader,
    files: BTreeMap<String, Vec<u8>>,
    project: Project,
    #[cfg(feature = "script")]
    session: Session,
}

impl Yard {
    /// The sound project that lacks nothing but the bytes to read.
    pub fn new(reader: Reader) -> Yard {
        let files = seeds::yard(reader);
        let project = Project::from_files(&files).expect("the yard has assets/");
        Yard {
            reader,
            #[cfg(feature = "script")]
            session: Session::new(&project, "yard", 1).expect("the yard is sound"),
            files,
            project,
        }
    }

    /// Reads bytes as the file they stand for.
    ///
    /// # Errors
    /// All that is wrong in the whole project then.
    pub fn read(&self, content: &[u8]) -> Result<(), LoadErrors> {
        match self.reader {
            Reader::Settings | Reader::Scene | Reader::Character => self.load(content),
            Reader::Tree | Reader::AnimationTree => {
                if let Ok(printed) = import_tree(self.reader.path(), content) {
                    let again = import_tree("printed.tree.ron", printed.as_bytes());
                    let again = again.unwrap_or_else(|errors| panic!("{errors}\n{printed}"));
                    let rest = |text: &str| text.split_once('\n').map(|(_, rest)| rest.to_owned());
                    assert_eq!(rest(&again), rest(&printed), "printing is not settled");
                }
                self.load(content)
            }
            // What was decoded is kept by the project, so each picture gets one of its own.
            Reader::Picture => {
                let project = self.project_with(content);
                faults(project.defs())
            }
            #[cfg(feature = "script")]
            Reader::Inputs => self.schedule(content, &self.session).map(|_| ()),
            #[cfg(feature = "script")]
            Reader::Script => {
                let project = self.project_with(content);
                let session = Session::new(&project, "yard", 1)?;
                match session.load_errors() {
                    [] => Ok(()),
                    errors => Err(LoadErrors(errors.to_vec())),
                }
            }
        }
    }

    fn load(&self, content: &[u8]) -> Result<(), LoadErrors> {
        let change = FileChange {
            path: self.reader.path().into(),
            content: Some(Arc::from(content)),
        };
        faults(&self.project.load(&self.project.files().with(&[change])))
    }

    fn project_with(&self, content: &[u8]) -> Project {
        let mut files = self.files.clone();
        files.insert(self.reader.path().into(), content.to_vec());
        Project::from_files(&files).expect("the yard has assets/")
    }

    /// A run of the project with these bytes in it, and the inputs to give it.
    ///
    /// # Errors
    /// What does not load.
    #[cfg(feature = "script")]
    pub fn run(&self, content: &[u8]) -> Result<(Session, Schedule), LoadErrors> {
        let project = self.project_with(content);
        let session = Session::new(&project, "yard", 1)?;
        let own = match self.reader {
            Reader::Inputs => content,
            _ => seeds::INPUTS.as_bytes(),
        };
        let schedule = self.schedule(own, &session)?;
        Ok((session, schedule))
    }

    /// An input file; what its `reload` lines name is the yard's own.
    #[cfg(feature = "script")]
    fn schedule(&self, content: &[u8], session: &Session) -> Result<Schedule, LoadErrors> {
        let read = |path: &str| {
            let found = self.files.get(path).cloned();
            found.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
        };
        let text = String::from_utf8_lossy(content);
        Schedule::parse(self.reader.path(), &text, session, &read)
    }
}

/// All that is wrong in definitions.
fn faults(defs: &Defs) -> Result<(), LoadErrors> {
    let settings = defs.settings.as_ref().err().into_iter();
    let characters = defs
        .characters
        .values()
        .filter_map(|def| def.as_ref().err());
    let scenes = defs.scenes.values().filter_map(|def| def.as_ref().err());
    let all = settings.chain(characters).chain(scenes);
    let errors: Vec<_> = all.flat_map(|errors| errors.0.iter().cloned()).collect();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(LoadErrors(errors))
    }
}
