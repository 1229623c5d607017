//! What a host may put into a run: keys, pointer, messages, the reset key. Each is
//! recorded with the step it takes effect in.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Logged, Session, message};
use crate::error::{ScriptError, unknown};
use crate::stage::{Data, InputKey, KEYS};

impl Session {
    /// A bound name (heard by every actor that knows it) or else a key goes down in
    /// the next step. False, and nothing done, where there is no such name.
    pub fn press(&mut self, name: &str) -> bool {
        self.named(name, true)
    }

    /// What was pressed goes up in the next step; false as for [`Session::press`].
    pub fn release(&mut self, name: &str) -> bool {
        self.named(name, false)
    }

    fn named(&mut self, name: &str, down: bool) -> bool {
        let key = if self.stage.binds(name) {
            InputKey::Name(Rc::from(name))
        } else if let Some(key) = KEYS.iter().find(|key| **key == name) {
            InputKey::Key(key)
        } else {
            return false;
        };
        self.put(Logged::Key { key, down });
        true
    }

    /// A physical key by its name goes down or up in the next step, whatever names
    /// are bound to it: the way of a window. False where there is no such key.
    pub fn key(&mut self, name: &str, down: bool) -> bool {
        let Some(key) = KEYS.iter().find(|key| **key == name) else {
            return false;
        };
        self.put(Logged::Key {
            key: InputKey::Key(key),
            down,
        });
        true
    }

    /// The pointer is there from the next step on, in whole logical pixels of the scene.
    pub fn pointer(&mut self, x: i32, y: i32) {
        self.put(Logged::Pointer { x, y });
    }

    /// Sends an actor (`"*"`: all of them) a message with named numbers; it is
    /// delivered in the next step.
    ///
    /// # Errors
    /// No actor of that name ever was on the stage; a number is not finite; too much data.
    #[allow(clippy::result_large_err)] // one a call at most, and told at once
    pub fn send<'a>(
        &mut self,
        actor: &str,
        name: &str,
        data: impl IntoIterator<Item = (&'a str, f64)>,
    ) -> Result<(), ScriptError> {
        let fields = data
            .into_iter()
            .map(|(field, value)| (field, Data::Number(value)));
        self.send_data(actor, name, Data::record(fields))
    }

    /// The same with any plain data, within the bounds on what scripts send each other.
    ///
    /// # Errors
    /// As [`Session::send`].
    #[allow(clippy::result_large_err)] // as for `send`
    pub fn send_data(&mut self, actor: &str, name: &str, data: Data) -> Result<(), ScriptError> {
        let refused = |message| {
            Err(ScriptError {
                actor: actor.to_owned(),
                callback: format!("on.{name}"),
                message,
                ..ScriptError::default()
            })
        };
        let coming =
            self.stage.steps() == 0 && self.cast.scene.actors.iter().any(|def| def.name == actor);
        if actor != "*" && !coming && !self.stage.knows(actor) {
            let now: Vec<_> = match self.stage.steps() {
                0 => self
                    .cast
                    .scene
                    .actors
                    .iter()
                    .map(|def| def.name.clone())
                    .collect(),
                _ => self
                    .stage
                    .actors()
                    .map(|shown| shown.name.to_string())
                    .collect(),
            };
            return refused(unknown("actor", actor, now.iter().map(String::as_str)));
        }
        if let Some(fault) = message::fault(&data, &self.limits) {
            return refused(fault);
        }
        self.put(Logged::Send {
            to: Rc::from(actor),
            name: name.to_owned(),
            data,
        });
        Ok(())
    }

    /// Resting actors begin again in the next step, in their initial states: the reset key.
    pub fn reset(&mut self) {
        self.put(Logged::Reset);
    }

    /// True where a bound name of some character, or a key, is called that.
    pub fn knows_input(&self, name: &str) -> bool {
        self.bindable().any(|known| known == name)
    }

    /// Every name [`Session::press`] may take: the bound ones and the keys.
    pub fn input_names(&self) -> BTreeSet<&str> {
        self.bindable().collect()
    }

    /// The same in no order, some of them more than once.
    fn bindable(&self) -> impl Iterator<Item = &str> {
        let scene = &self.cast.scene;
        let of_actors = scene.actors.iter().flat_map(|actor| actor.keys.keys());
        let kinds = self
            .cast
            .characters
            .values()
            .filter_map(|kind| kind.as_ref().ok());
        let of_characters = kinds.flat_map(|kind| kind.character.keys.keys());
        let bound = of_actors.chain(of_characters).chain(scene.keys.keys());
        bound.map(String::as_str).chain(KEYS.iter().copied())
    }

    fn put(&mut self, logged: Logged) {
        self.inputs.extend(logged.input());
        self.log.push((self.stage.steps(), logged));
    }
}
