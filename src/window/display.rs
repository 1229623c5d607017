//! What a window needs of the machine, and the words for what is missing.

use std::env;
use std::panic;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

/// The libraries macroquad opens on Linux, and the Debian package of each. GL is
/// wanted once: through GLX or EGL.
const LIBRARIES: &[(&str, &str)] = &[
    ("libX11.so.6", "libx11-6"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libGL.so.1", "libgl1"),
];

/// Says that no display is named, where that is so.
pub(super) fn none_named() -> Option<String> {
    let named = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
    let needs_name = cfg!(all(unix, not(target_os = "macos")));
    (needs_name && !named("DISPLAY")).then(|| {
        let wayland = if named("WAYLAND_DISPLAY") {
            "; the Wayland session here has no XWayland: install the package xwayland"
        } else {
            ": start it from a desktop, or give it a virtual display (Debian: apt-get install xvfb, then xvfb-run luppet)"
        };
        format!("no display: the window needs an X11 display and DISPLAY is not set{wayland}")
    })
}

/// The words for a window that did not open.
pub(super) fn explain(panicked: &str) -> String {
    let missing: Vec<_> = LIBRARIES
        .iter()
        .filter(|(file, _)| !is_installed(file))
        .collect();
    if !missing.is_empty() {
        let files: Vec<_> = missing.iter().map(|(file, _)| *file).collect();
        let packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
        return format!(
            "no window: {} is missing (Debian: apt-get install {})",
            files.join(", "),
            packages.join(" ")
        );
    }
    let display = env::var("DISPLAY").unwrap_or_default();
    if panicked.contains("XOpenDisplay") {
        return format!(
            "no display: nothing answers at DISPLAY={display:?}; is an X server running there?"
        );
    }
    let reason = if panicked.is_empty() {
        "no reason was given"
    } else {
        panicked
    };
    format!(
        "no window: the display {display:?} has no usable OpenGL ({reason}); Debian: apt-get install libgl1-mesa-dri"
    )
}

fn is_installed(file: &str) -> bool {
    let folders = ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"];
    let triple = format!("{}-linux-gnu", env::consts::ARCH);
    let beside = |folder: &&str| {
        Path::new(folder).join(file).exists() || Path::new(folder).join(&triple).join(file).exists()
    };
    if folders.iter().any(beside) || !cfg!(target_os = "linux") {
        return true;
    }
    let known = Command::new("ldconfig").arg("-p").output();
    known.is_ok_and(|out| String::from_utf8_lossy(&out.stdout).contains(file))
}

/// What was said by panics since [`catch_words`].
#[derive(Clone)]
pub(super) struct Words(Arc<Mutex<String>>);

impl Words {
    pub(super) fn taken(&self) -> String {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// From now on panics are kept instead of printed.
pub(super) fn catch_words() -> Words {
    let words = Words(Arc::new(Mutex::new(String::new())));
    let kept = words.clone();
    panic::set_hook(Box::new(move |info| {
        let said = info.payload();
        let said = said
            .downcast_ref::<String>()
            .map(String::as_str)
            .or(said.downcast_ref().copied());
        let mut kept = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
        said.unwrap_or_default().clone_into(&mut kept);
    }));
    words
}

/// The window is there: a panic from here on is a fault of ours and is told as usual.
pub(super) fn let_panics_speak() {
    drop(panic::take_hook());
}

/// How large the window is at first: the largest whole zoom that leaves room on a
/// common laptop screen of 1366 by 768.
pub(super) fn first_zoom(width: u32, height: u32) -> u32 {
    (1300 / width.max(1)).min(700 / height.max(1)).clamp(1, 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_window_fits_a_small_screen() {
        let cases = [
            ((480, 270), 2),
            ((320, 180), 3),
            ((64, 64), 8),
            ((4096, 4096), 1),
            ((1, 1), 8),
        ];
        for ((width, height), zoom) in cases {
            assert_eq!(first_zoom(width, height), zoom, "{width}x{height}");
        }
    }

    #[test]
    fn the_words_say_what_to_do() {
        assert!(explain("XOpenDisplay() failed!").contains("is an X server running"));
        assert!(explain("eglMakeCurrent failed").contains("libgl1-mesa-dri"));
    }
}
