//! A brain for tests: calls closures and remembers that it did.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::script::Act;
use crate::clip::ClipId;
use crate::error::ScriptError;
use crate::fsm::StateId;
use crate::random::Stream;
use crate::stage::*;
use crate::time::Time;
use crate::tree::TriggerId;

/// What a closure of a test sees and asks for.
pub struct Ask<'a> {
    pub call: &'a Call<'a>,
    pub requests: &'a mut Requests,
    pub answer: Answer,
    pub fault: Option<Fault>,
}

impl Ask<'_> {
    pub fn me(&self) -> &Me<'_> {
        self.call.me
    }
    pub fn world(&self) -> &World {
        self.call.world
    }
    pub fn view(&self, name: &str) -> Option<&View> {
        self.world().views.iter().find(|view| &*view.name == name)
    }
    fn id(&self, state: &str) -> StateId {
        let fsm = self.me().kind.fsm().expect("a machine");
        fsm.id(state).expect("a state")
    }
    pub fn state(&self) -> String {
        let fsm = self.me().kind.fsm();
        let state = self.me().state.and_then(|id| Some(&fsm?.state(id).name));
        state.cloned().unwrap_or_default()
    }
    pub fn clip(&self, name: &str) -> ClipId {
        self.me().kind.character.clips.id(name).expect("a clip")
    }
    pub fn change(&mut self, state: &str) {
        self.requests.machine = Some(Machine::Change(self.id(state)));
    }
    pub fn restart(&mut self) {
        self.requests.machine = Some(Machine::Restart);
    }
    pub fn revert(&mut self) {
        self.requests.machine = Some(Machine::Revert);
    }
    pub fn walk(&mut self, dx: f64) {
        let me = self.call.me;
        self.requests.place = Some((me.x + dx, me.y, me.facing));
    }
    pub fn play(&mut self, clip: &str, restart: bool) {
        let clip = self.clip(clip);
        self.requests.plays.push(Play {
            clip,
            speed: 1.0,
            fade: None,
            restart,
        });
    }
    pub fn set(&mut self, param: &str, value: f64) {
        let param = self.me().kind.param(param.as_bytes());
        self.requests
            .sets
            .push((param.expect("a parameter"), value));
    }
    fn trigger(&self, name: &str) -> TriggerId {
        let tree = &self.me().kind.character.tree;
        tree.trigger(name).expect("a trigger")
    }
    pub fn fire(&mut self, trigger: &str) {
        let ask = TriggerAsk::Fire(self.trigger(trigger));
        self.requests.triggers.push(ask);
    }
    pub fn cancel(&mut self, trigger: &str) {
        let ask = TriggerAsk::Cancel(self.trigger(trigger));
        self.requests.triggers.push(ask);
    }
    /// `firing`, `finished`, both or `-`: what the actor sees of its trigger.
    pub fn shot(&self, trigger: &str) -> String {
        let seen = self.me().triggers[usize::from(self.trigger(trigger).0)];
        match (seen.firing, seen.finished) {
            (true, true) => "both",
            (true, false) => "firing",
            (false, true) => "finished",
            (false, false) => "-",
        }
        .into()
    }
    pub fn send(&mut self, to: &str, name: &str, data: Data, delay: f64) {
        self.requests.sends.push(Send {
            to: match to {
                "*" => To::All,
                "host" => To::Host,
                name => To::Actor(name.into()),
            },
            name: name.into(),
            data,
            delay: Time::from_seconds(delay).expect("a time"),
        });
    }
    pub fn spawn(&mut self, character: &str, name: &str) {
        self.requests.spawns.push(Spawn {
            character: character.into(),
            name: name.into(),
            x: None,
            y: None,
            facing: None,
            with: Vec::new(),
        });
    }
    pub fn remove(&mut self, name: &str) {
        self.requests.removes.push(name.into());
    }
    pub fn log(&mut self, text: impl Into<String>) {
        self.requests.logs.push(text.into());
    }
    pub fn number(&mut self, n: f64) {
        self.answer = Answer::Number(n);
    }
    pub fn when(&mut self, truth: bool) {
        self.answer = Answer::When(truth, None);
    }
    pub fn fail(&mut self, line: u32, text: &str) {
        self.fault = Some(Fault::Error(error(line, text)));
    }
    pub fn trip(&mut self, trip: Trip) {
        self.fault = Some(Fault::Trip(trip, error(1, "too much")));
    }
    /// `clip 2 0.25 passed`: what `self.clip`, `frame`, `progress`, `finished` say.
    pub fn seen(&self) -> String {
        let me = self.me();
        let Some(seen) = me.seen else {
            return "-".into();
        };
        let name = me.kind.character.clips.clip(seen.clip).name().to_owned();
        let passed = if me.passed[seen.clip.0 as usize] {
            " passed"
        } else {
            ""
        };
        format!("{name} {} {:.2}{passed}", seen.frame, seen.progress)
    }
}

fn error(line: u32, text: &str) -> ScriptError {
    ScriptError {
        line,
        message: text.into(),
        ..ScriptError::default()
    }
}

/// The brain: closures by behaviour and callback, and a list of what was called.
#[derive(Default)]
pub struct Fake {
    pub scripts: BTreeMap<String, BTreeMap<String, Act>>,
    /// `hero idle.enter`: actor and callback.
    pub calls: Vec<String>,
    pub there: Vec<ActorId>,
    pub last: Vec<View>,
    /// Names whose arrival fails.
    pub refuse: Vec<String>,
    /// What is to be told of behaviours.
    pub befallen: Vec<(String, String)>,
}

impl Brain for Fake {
    fn arrive(
        &mut self,
        id: ActorId,
        name: &Rc<str>,
        _kind: &Arc<Kind>,
        _with: &[(String, Data)],
        _random: Stream,
    ) -> Result<(), Fault> {
        if self.refuse.iter().any(|refused| **refused == **name) {
            return Err(Fault::Error(error(1, "no memory")));
        }
        self.there.push(id);
        Ok(())
    }
    fn leave(&mut self, id: ActorId, last: &View) {
        self.there.retain(|there| *there != id);
        self.last.push(last.clone());
    }
    fn call(&mut self, call: &Call<'_>, requests: &mut Requests) -> Result<Answer, Fault> {
        let kind = call.me.kind;
        let label = call.callback.label(kind);
        let own = match &call.callback {
            Callback::Enter { .. } | Callback::Execute { .. } | Callback::Exit { .. } => true,
            Callback::Message { level, .. }
            | Callback::Marker { level, .. }
            | Callback::Finish { level, .. }
            | Callback::Loop { level, .. } => *level == Level::State,
            _ => false,
        };
        let key = match call.me.state.zip(kind.fsm()).filter(|_| own) {
            Some((id, fsm)) => format!("{}.{label}", fsm.state(id).name),
            None => label,
        };
        self.calls.push(format!("{} {key}", call.me.name));
        let script = &kind.behaviour.as_ref().expect("a behaviour").key;
        let act = self.scripts[script].get(&key);
        let act = Rc::clone(act.unwrap_or_else(|| panic!("{script} has no {key}")));
        let mut ask = Ask {
            call,
            requests,
            answer: Answer::Nothing,
            fault: None,
        };
        (act.borrow_mut())(&mut ask);
        match ask.fault {
            Some(fault) => Err(fault),
            None => Ok(ask.answer),
        }
    }
    fn befallen(&mut self) -> Vec<(String, String)> {
        std::mem::take(&mut self.befallen)
    }
}
