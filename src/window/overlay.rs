//! What lies over the scene: a short notice above, errors below until they are mended.

use macroquad::prelude as mq;

use crate::draw::{DrawList, Item, Sprite};
use crate::error::ScriptError;
use crate::geom::{Rgba, Transform};
use crate::session::Session;
use crate::text::Letters;

/// How long a notice stays, in seconds.
const NOTICE: f64 = 2.5;
/// How many errors are shown at once.
const SHOWN: usize = 3;

const PANEL: Rgba = Rgba {
    r: 24,
    g: 20,
    b: 32,
    a: 230,
};
const TITLE: Rgba = Rgba::rgb(255, 122, 106);
const WORDS: Rgba = Rgba::rgb(240, 236, 228);
const QUIET: Rgba = Rgba::rgb(170, 164, 180);

/// The words over the scene.
#[derive(Default)]
pub(super) struct Overlay {
    notices: Vec<(String, f64)>,
}

/// One thing wrong, as it is shown.
struct Trouble {
    place: String,
    message: String,
    still: &'static str,
}

impl Overlay {
    /// Shows a notice for a short while.
    pub(super) fn tell(&mut self, notice: &str) {
        self.notices.retain(|(told, _)| told != notice);
        self.notices.push((notice.to_owned(), NOTICE));
    }

    /// What to draw over the whole window, in device pixels; `dt` seconds went by.
    pub(super) fn frame(&mut self, session: &mut Session, dt: f64) -> DrawList {
        let dpi = mq::screen_dpi_scale();
        let (width, height) = (mq::screen_width() * dpi, mq::screen_height() * dpi);
        self.notices.retain_mut(|(_, left)| {
            *left -= dt;
            *left > 0.0
        });
        let troubles = troubles(session);
        let letters = session.letters();
        let mut list = DrawList::new((width as u32, height as u32));
        list.background = Rgba::BLACK.with_alpha(0);
        let layout = Layout {
            width,
            unit: dpi.max(1.0),
        };
        layout.notices(letters, &self.notices, &mut list.items);
        layout.troubles(letters, &troubles, height, &mut list.items);
        list
    }
}

fn troubles(session: &Session) -> Vec<Trouble> {
    let loads = session.load_errors().iter().map(|error| Trouble {
        place: match error.place {
            Some(place) if place.column > 0 => {
                format!("{}:{}:{}", error.file, place.line, place.column)
            }
            Some(place) => format!("{}:{}", error.file, place.line),
            None => error.file.clone(),
        },
        message: error.message.clone(),
        still: "The last version that loads plays on.",
    });
    let scripts = session.script_errors();
    let rests = |name: &str| {
        session
            .stage()
            .actors()
            .any(|actor| actor.resting && **actor.name == *name)
    };
    let scripts = scripts.into_iter().map(|(error, times)| Trouble {
        place: script_place(&error),
        still: if rests(&error.actor) {
            "It rests until its script is saved or F5 is pressed; everyone else plays on."
        } else {
            "Everyone else plays on."
        },
        message: match times {
            1 => error.message,
            _ => format!("{}  ({times} times)", error.message),
        },
    });
    loads.chain(scripts).collect()
}

fn script_place(error: &ScriptError) -> String {
    let ScriptError {
        script,
        line,
        callback,
        actor,
        state,
        ..
    } = error;
    let state = if state.is_empty() {
        String::new()
    } else {
        format!(" in {state}")
    };
    format!("{script}:{line}  {callback} of {actor}{state}")
}

/// Sizes in device pixels.
struct Layout {
    width: f32,
    /// Device pixels a point.
    unit: f32,
}

impl Layout {
    fn size(&self) -> f32 {
        15.0 * self.unit
    }

    fn pad(&self) -> f32 {
        8.0 * self.unit
    }

    fn notices(&self, letters: &mut Letters, notices: &[(String, f64)], out: &mut Vec<Item>) {
        let mut top = self.pad();
        for (notice, left) in notices {
            let alpha = (left.min(0.4) / 0.4 * 255.0) as u8;
            let room = self.width * 0.6;
            let text = letters.lay_out(notice, self.size(), room, 1, WORDS.with_alpha(alpha));
            let (w, h) = (text.width + 2.0 * self.pad(), text.height + self.pad());
            let panel = letters.panel(
                w,
                h,
                4.0 * self.unit,
                1,
                PANEL.with_alpha(alpha.min(PANEL.a)),
            );
            let left = (self.width - w) / 2.0;
            place(out, panel, left, top);
            place(out, text.sprites, left + self.pad(), top + self.pad() / 2.0);
            top += h + self.pad() / 2.0;
        }
    }

    /// The panel grows upward from the window's lower edge.
    fn troubles(
        &self,
        letters: &mut Letters,
        troubles: &[Trouble],
        bottom: f32,
        out: &mut Vec<Item>,
    ) {
        if troubles.is_empty() {
            return;
        }
        let room = self.width - 4.0 * self.pad();
        let mut rows = Vec::new();
        for trouble in troubles.iter().take(SHOWN) {
            rows.push(letters.lay_out(&trouble.place, self.size(), room, 1, TITLE));
            rows.push(letters.lay_out(&trouble.message, self.size(), room, 1, WORDS));
        }
        let mut foot: Vec<&str> = troubles
            .iter()
            .take(SHOWN)
            .map(|trouble| trouble.still)
            .collect();
        foot.dedup();
        let mut foot = foot.join(" ");
        if troubles.len() > SHOWN {
            foot = format!("and {} more. {foot}", troubles.len() - SHOWN);
        }
        rows.push(letters.lay_out(&foot, self.size() * 0.87, room, 1, QUIET));
        let gap = 3.0 * self.unit;
        let height: f32 = rows.iter().map(|row| row.height + gap).sum::<f32>() + 2.0 * self.pad();
        let top = (bottom - height - self.pad()).floor().max(0.0);
        let panel = letters.panel(
            self.width - 2.0 * self.pad(),
            height,
            4.0 * self.unit,
            1,
            PANEL,
        );
        place(out, panel, self.pad(), top);
        let mut y = top + self.pad();
        for row in rows {
            let step = row.height + gap;
            place(out, row.sprites, 2.0 * self.pad(), y);
            y += step;
        }
    }
}

/// Moves sprites to a place, on whole pixels so that letters stay sharp.
fn place(out: &mut Vec<Item>, sprites: Vec<Sprite>, x: f32, y: f32) {
    let shift = Transform::shift(x.round(), y.round());
    out.extend(sprites.into_iter().map(|sprite| {
        Item::Sprite(Sprite {
            transform: sprite.transform.then(shift),
            ..sprite
        })
    }));
}
