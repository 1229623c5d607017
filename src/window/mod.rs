//! The window: macroquad's frame loop around a session. It decides nothing: keys
//! go in as inputs, draw lists come out.

mod display;
mod keys;
mod overlay;
mod paint;
mod terminal;

use std::cell::RefCell;
use std::fmt;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::rc::Rc;

use macroquad::prelude as mq;

use crate::session::{Schedule, Session};
use crate::trace;
use overlay::Overlay;
use paint::{Painter, View};
use terminal::Terminal;

/// The longest time one picture may play, in seconds: after a pause of the whole
/// program the run goes on, it does not catch up.
const LONGEST_FRAME: f64 = 0.25;

/// What a window is to show.
#[derive(Debug)]
pub struct Show {
    /// The run.
    pub session: Session,
    /// Inputs to play beside the keys.
    pub schedule: Option<Schedule>,
    /// A file for the trace of the run.
    pub trace: Option<PathBuf>,
}

/// Why there was no window, or why it closed early.
#[derive(Debug)]
pub enum Failure {
    /// No display could be opened: which piece is missing and how to get it.
    NoDisplay(String),
    /// The trace or an input could not be written or read.
    Trace(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NoDisplay(message) | Failure::Trace(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Failure {}

/// Plays a run in a window until it is closed or Esc is pressed.
///
/// # Errors
/// No display; a trace that cannot be written; an input that cannot be fed.
pub fn run(show: Show) -> Result<(), Failure> {
    if let Some(missing) = display::none_named() {
        return Err(Failure::NoDisplay(missing));
    }
    let out = match &show.trace {
        Some(path) => {
            let file = File::create(path)
                .map_err(|error| Failure::Trace(format!("{}: {error}", path.display())))?;
            Some(BufWriter::new(file))
        }
        None => None,
    };
    let (width, height) = show.session.size();
    let zoom = display::first_zoom(width, height);
    let conf = mq::Conf {
        window_title: format!("Luppet: {}", show.session.scene()),
        window_width: (width * zoom) as i32,
        window_height: (height * zoom) as i32,
        high_dpi: true,
        window_resizable: true,
        ..mq::Conf::default()
    };
    let conf = macroquad::conf::Conf {
        miniquad_conf: conf,
        default_filter_mode: mq::FilterMode::Nearest,
        draw_call_vertex_capacity: paint::QUADS_A_CALL * 4 + 4,
        draw_call_index_capacity: paint::QUADS_A_CALL * 6 + 6,
        ..macroquad::conf::Conf::default()
    };
    let opened = Rc::new(RefCell::new(false));
    let ended: Rc<RefCell<Result<(), Failure>>> = Rc::new(RefCell::new(Ok(())));
    let future = {
        let (opened, ended) = (Rc::clone(&opened), Rc::clone(&ended));
        async move {
            *opened.borrow_mut() = true;
            *ended.borrow_mut() = frames(show.session, show.schedule, out).await;
        }
    };
    // macroquad panics where it finds no display: its words go to the report, not to the terminal.
    let hook = panic::take_hook();
    let words = display::catch_words();
    let started = panic::catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, future);
    }));
    panic::set_hook(hook);
    match started {
        Ok(()) => ended.replace(Ok(())),
        Err(_) if !*opened.borrow() => Err(Failure::NoDisplay(display::explain(&words.taken()))),
        Err(payload) => panic::resume_unwind(payload),
    }
}

/// The frame loop.
async fn frames(
    mut session: Session,
    mut schedule: Option<Schedule>,
    mut out: Option<BufWriter<File>>,
) -> Result<(), Failure> {
    display::let_panics_speak();
    let mut painter = Painter::new().map_err(|error| {
        Failure::NoDisplay(format!("the graphics driver refuses a shader: {error}"))
    })?;
    let mut overlay = Overlay::default();
    let mut terminal = Terminal::default();
    let mut pointer = None;
    loop {
        let view = View::of_window(session.size());
        if mq::is_key_pressed(mq::KeyCode::Escape) {
            break;
        }
        if mq::is_key_pressed(mq::KeyCode::F5) {
            let resting = session
                .stage()
                .actors()
                .filter(|actor| actor.resting)
                .count();
            session.reset();
            overlay.tell(&match resting {
                0 => "nobody rests: nothing to begin again".into(),
                1 => "one actor begins again".into(),
                more => format!("{more} actors begin again"),
            });
        }
        keys::feed(&mut session);
        feed_pointer(&mut session, view, &mut pointer);
        let dt = f64::from(mq::get_frame_time()).min(LONGEST_FRAME);
        for _ in 0..session.due(dt) {
            if let Some(schedule) = &mut schedule {
                schedule
                    .feed(&mut session)
                    .map_err(|e| Failure::Trace(e.to_string()))?;
            }
            session.step();
            if let Some(out) = &mut out {
                trace::write_step(&session, out).map_err(|e| Failure::Trace(e.to_string()))?;
            }
        }
        terminal.tell(&mut session);
        for notice in session.take_notices() {
            overlay.tell(&notice);
        }
        let frame = session.frame_at(session.fraction(), view.letters_scale());
        let over = overlay.frame(&mut session, dt);
        mq::clear_background(mq::BLACK);
        painter.draw(&frame, session.pages(), view);
        painter.draw(&over, session.pages(), View::whole_window());
        mq::next_frame().await;
    }
    if let Some(mut out) = out {
        out.flush()
            .map_err(|error| Failure::Trace(error.to_string()))?;
    }
    Ok(())
}

fn feed_pointer(session: &mut Session, view: View, last: &mut Option<(i32, i32)>) {
    let (x, y) = mq::mouse_position();
    let (width, height) = session.size();
    let now = view.to_scene(x, y);
    let inside = (0..width as i32).contains(&now.0) && (0..height as i32).contains(&now.1);
    if inside && *last != Some(now) {
        *last = Some(now);
        session.pointer(now.0, now.1);
    }
}
