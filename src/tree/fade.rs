//! The state of one Transition or `Direction8Sides`: which input is chosen, and the fade toward it
//! from the weights that were on screen when it was chosen (rule R3).

use crate::time::Time;

/// Shares of a Transition's weight among its inputs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fade {
    /// By input: its share when the fade started. Settled: all of it at `target`.
    from: Vec<f64>,
    /// The input chosen; of inputs that are one block, the first.
    target: usize,
    elapsed: Time,
    /// No time where nothing fades.
    length: Time,
    /// The index is out of range, and the last valid one stands.
    pub astray: bool,
}

impl Fade {
    /// Settled on one of `n` inputs.
    pub fn new(n: usize, target: usize) -> Fade {
        let mut fade = Fade {
            from: vec![0.0; n],
            target,
            elapsed: Time::ZERO,
            length: Time::ZERO,
            astray: false,
        };
        fade.settle();
        fade
    }

    /// The input chosen.
    pub fn target(&self) -> usize {
        self.target
    }

    /// True while weights move.
    pub fn is_running(&self) -> bool {
        self.length > Time::ZERO
    }

    /// Its time so far and in all.
    pub fn times(&self) -> (Time, Time) {
        (self.elapsed, self.length)
    }

    /// The input other than the target that weighed most when the fade started.
    pub fn source(&self) -> usize {
        let others = (0..self.from.len()).filter(|input| *input != self.target);
        let most = others.reduce(|best, input| {
            if self.from[input] > self.from[best] {
                input
            } else {
                best
            }
        });
        most.unwrap_or(self.target)
    }

    /// What is left of the fade.
    pub fn left(&self) -> Time {
        self.length - self.elapsed
    }

    /// The share of one input in `ahead`, 0..=1; all of them together are 1.
    pub fn share(&self, input: usize, ahead: Time) -> f64 {
        let from = self.from.get(input).copied().unwrap_or(0.0);
        if !self.is_running() {
            return from;
        }
        let gone = self.elapsed + ahead;
        if gone >= self.length {
            return if input == self.target { 1.0 } else { 0.0 };
        }
        let done = gone.flicks() as f64 / self.length.flicks() as f64;
        let kept = from * (1.0 - done);
        if input == self.target {
            kept + done
        } else {
            kept
        }
    }

    /// Calls `to` with each input that has a share in `ahead`, as [`Fade::share`] has it.
    pub fn each_share(&self, ahead: Time, to: &mut impl FnMut(usize, f64)) {
        let gone = self.elapsed + ahead;
        if !self.is_running() || gone >= self.length {
            to(self.target, 1.0);
            return;
        }
        for (input, from) in self.from.iter().enumerate() {
            if *from > 0.0 || input == self.target {
                to(input, self.share(input, ahead));
            }
        }
    }

    /// Begins to fade to another input, from what is shown now.
    pub fn choose(&mut self, target: usize, length: Time) {
        for input in 0..self.from.len() {
            // Each entry is read only for its own share.
            self.from[input] = self.share(input, Time::ZERO);
        }
        self.target = target;
        self.elapsed = Time::ZERO;
        self.length = length.max(Time::ZERO);
        if length <= Time::ZERO {
            self.settle();
        }
    }

    /// Real time passes; no clip's speed scales it.
    pub fn pass(&mut self, time: Time) {
        if self.is_running() {
            self.elapsed += time;
            if self.elapsed >= self.length {
                self.settle();
            }
        }
    }

    /// The same among other inputs, of which each may have been one of these (none of them twice): a fade in progress
    /// goes on in its time. What is not among them leaves its share to the rest; `None` without the target.
    pub fn remapped(&self, was: &[Option<usize>]) -> Option<Fade> {
        let target = was.iter().position(|old| *old == Some(self.target))?;
        let share = |old: &Option<usize>| old.and_then(|old| self.from.get(old)).copied();
        let mut fade = Fade {
            from: was.iter().map(|old| share(old).unwrap_or(0.0)).collect(),
            target,
            ..self.clone()
        };
        let mut shares = self.from.iter().enumerate();
        if shares.any(|(old, share)| *share > 0.0 && !was.contains(&Some(old))) {
            let kept: f64 = fade.from.iter().sum();
            if kept > 0.0 {
                fade.from.iter_mut().for_each(|share| *share /= kept);
            } else {
                fade.settle();
            }
        }
        Some(fade)
    }

    fn settle(&mut self) {
        self.elapsed = Time::ZERO;
        self.length = Time::ZERO;
        self.from.fill(0.0);
        if let Some(share) = self.from.get_mut(self.target) {
            *share = 1.0;
        }
    }
}
