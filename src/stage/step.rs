//! One step of all actors (rule S1): the phases, in their order, each over all
//! actors in order of arrival. What a change or a call is stands elsewhere.

use std::mem;
use std::sync::Arc;

use super::actor::Actor;
use super::crowd::find;
use super::mail::Letter;
use super::{ActorId, Answer, Brain, Callback, EventKind, Input, Machine, Stage, To, view};
use crate::fsm::Why;
use crate::random::Stream;

impl Stage {
    /// Plays one step (rule S1) with what came from outside since the last one, in
    /// order. Whatever the brain answers, the step comes to its end.
    pub fn step(&mut self, brain: &mut dyn Brain, inputs: Vec<Input>) {
        let mut actors = mem::take(&mut self.actors);
        self.open(&mut actors);
        self.take_inputs(brain, &mut actors, inputs);
        for actor in &mut actors {
            if actor.new && !actor.left {
                self.arrive(brain, actor);
            }
        }
        self.deliver_due(brain, &mut actors);
        for actor in &mut actors {
            self.execute(brain, actor);
        }
        for actor in &mut actors {
            self.drive(brain, actor);
        }
        for actor in &mut actors {
            self.advance(actor);
        }
        let events = mem::take(&mut self.tree_events);
        for actor in &mut actors {
            self.follow_clips(brain, actor, &events);
        }
        self.tree_events = events;
        self.close(brain, &mut actors);
        self.actors = actors;
    }

    /// Begins a step: who left is forgotten, who comes is there.
    fn open(&mut self, actors: &mut Vec<Actor>) {
        self.now = self.cast.rate.start_of(self.step);
        self.dt = self.cast.rate.length_of(self.step);
        self.events.clear();
        self.events.append(&mut self.early);
        self.tree_events.clear();
        self.pans.clear();
        self.pan[0] = self.pan[1];
        actors.retain(|actor| !actor.left);
        for actor in actors.iter_mut() {
            actor.used.clear();
            actor.tripped = false;
            actor.before = (actor.x, actor.y);
            if actor
                .bubble
                .as_ref()
                .is_some_and(|bubble| bubble.until <= self.now)
            {
                actor.bubble = None;
            }
        }
        self.let_in(actors);
    }

    /// Phase 0: reloads, then the reset key, then keys, pointer and messages.
    fn take_inputs(&mut self, brain: &mut dyn Brain, actors: &mut Vec<Actor>, inputs: Vec<Input>) {
        let time = self.now.seconds();
        let mut reset = false;
        let mut swapped = Vec::new();
        view::change(&mut self.world).input.begin();
        let (reloads, others): (Vec<_>, Vec<_>) = inputs
            .into_iter()
            .partition(|input| matches!(input, Input::Reload { .. }));
        for input in reloads.into_iter().chain(others) {
            match input {
                Input::Key { key, down } => {
                    let key = self.resolve(key);
                    view::change(&mut self.world).input.change(key, down, time);
                }
                Input::Pointer { x, y } => {
                    view::change(&mut self.world).input.pointer = (f64::from(x), f64::from(y));
                }
                Input::Send { to, name, data } => self.mail.post_now(Letter {
                    due: self.now,
                    sender: None,
                    from: None,
                    payer: "".into(),
                    number: 0,
                    to: if *to == *"*" { To::All } else { To::Actor(to) },
                    name,
                    data,
                }),
                Input::Reload { cast, files } => {
                    swapped.extend(self.swap(brain, actors, *cast, &files));
                }
                Input::Reset => reset = true,
            }
        }
        self.snapshot(actors);
        for id in swapped {
            if let Some(actor) = find(actors, id) {
                self.after_swap(brain, actor);
            }
        }
        if reset {
            let resting = |actor: &&mut Actor| actor.resting && !actor.left;
            for actor in actors.iter_mut().filter(resting) {
                self.begin_again(brain, actor);
            }
        }
    }

    /// Phase 1: an actor's memory is made, then `on_start`, then its first state.
    pub(super) fn arrive(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        actor.new = false;
        let kind = Arc::clone(&actor.kind);
        let Some(behaviour) = &kind.behaviour else {
            self.tell(actor, EventKind::Start { state: None });
            return;
        };
        let random = Stream::new(self.cast.seed, &[&actor.name]);
        match brain.arrive(actor.id, &actor.name, &kind, &actor.with, random) {
            Ok(()) => actor.memory = true,
            Err(fault) => {
                self.fault(actor, fault, "data");
                actor.resting = true;
                self.tell(actor, EventKind::Start { state: None });
                return;
            }
        }
        let mut asked = None;
        if behaviour.on_start {
            let outcome = self.call(brain, actor, &Callback::Start);
            asked = outcome.and_then(|outcome| outcome.machine);
        }
        match &behaviour.fsm {
            Some(fsm) => {
                let first = match asked {
                    Some(Machine::Change(to)) => to,
                    _ => fsm.initial,
                };
                self.begin(brain, actor, first, Why::Start);
            }
            None => self.tell(actor, EventKind::Start { state: None }),
        }
    }

    /// The reset key: a resting actor begins again in its initial state.
    fn begin_again(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        actor.resting = false;
        actor.strikes = 0;
        actor.faults.clear();
        actor.fsm.current = None;
        actor.fsm.path.clear();
        if !actor.memory {
            self.arrive(brain, actor);
        } else if let Some(initial) = actor.kind.fsm().map(|fsm| fsm.initial) {
            self.begin(brain, actor, initial, Why::Start);
        }
    }

    /// Phase 3: `global`, execute of the state then present, and if neither asked
    /// for a change the declared transitions.
    fn execute(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        let kind = Arc::clone(&actor.kind);
        let Some(behaviour) = &kind.behaviour else {
            return;
        };
        let dt = self.dt.seconds();
        let mut asked = false;
        if behaviour.global
            && let Some(outcome) = self.call(brain, actor, &Callback::Global { dt })
            && let Some(machine) = outcome.machine
        {
            asked = true;
            self.change(brain, actor, machine, Why::Global);
        }
        let Some(fsm) = &behaviour.fsm else { return };
        let Some(state) = actor.fsm.current else {
            return;
        };
        if fsm.state(state).execute
            && let Some(outcome) = self.call(brain, actor, &Callback::Execute { dt })
            && let Some(machine) = outcome.machine
        {
            asked = true;
            self.change(brain, actor, machine, Why::Execute);
        }
        if asked {
            return;
        }
        for (index, transition) in fsm.transitions.iter().enumerate() {
            let from = transition.from.as_ref();
            if transition.to == state || from.is_some_and(|from| !from.contains(&state)) {
                continue;
            }
            let when = Callback::When { transition: index };
            let outcome = self.call(brain, actor, &when);
            if outcome.is_some_and(|outcome| matches!(outcome.answer, Answer::When(true, _))) {
                let to = Machine::Change(transition.to);
                self.change(brain, actor, to, Why::Transition);
                return;
            }
        }
    }

    /// Phase 4: drivers, by parameter name.
    fn drive(&mut self, brain: &mut dyn Brain, actor: &mut Actor) {
        let kind = Arc::clone(&actor.kind);
        let Some(behaviour) = &kind.behaviour else {
            return;
        };
        let dt = self.dt.seconds();
        for (driver, def) in behaviour.drivers.iter().enumerate() {
            let callback = Callback::Drive { driver, dt };
            let Some(outcome) = self.call(brain, actor, &callback) else {
                continue;
            };
            if let Answer::Number(value) = outcome.answer
                && let Some(param) = kind.drivers.get(driver)
                && actor.set_param(*param, value).is_err()
            {
                let message = format!(
                    "the driver of {:?} gave {value}: it must be a finite number",
                    def.param
                );
                self.blame(actor, &callback.label(&kind), message);
            }
            if let Some(machine) = outcome.machine {
                self.change(brain, actor, machine, Why::Driver(def.param.clone()));
            }
        }
    }

    /// Phase 5: time passes.
    fn advance(&mut self, actor: &mut Actor) {
        if actor.left {
            return;
        }
        let kind = Arc::clone(&actor.kind);
        actor.clips.give(&kind);
        actor.give_params();
        let first = self.tree_events.len();
        let events = &mut self.tree_events;
        actor.clips.advance(&kind, self.now, self.dt, events);
        actor.walk_root();
        for block in actor.clips.gone_astray(&kind) {
            let text = format!(
                "the index of the Transition {block} is out of range: its last input stays"
            );
            self.tell(actor, EventKind::Notice { text });
        }
        let most = self.limits.events;
        let over = self.tree_events.len() - first > most;
        self.tree_events.truncate(first + most);
        actor.clips.events = first..self.tree_events.len();
        if over {
            let text =
                format!("more than {most} events of clips in a step: the others are dropped");
            self.tell(actor, EventKind::Notice { text });
        }
        if actor.fsm.current.is_some() {
            actor.fsm.state_time += self.dt;
        }
    }

    /// Ends a step: who is to leave leaves, letters and spawns go on their way.
    fn close(&mut self, brain: &mut dyn Brain, actors: &mut [Actor]) {
        self.settle_removals(actors);
        self.admit(actors);
        self.let_out(brain, actors);
        self.tell_befallen(brain, actors);
        let refused = self.mail.collect(&self.limits);
        let mut told: Option<ActorId> = None;
        for letter in refused {
            // By sender: each is told once.
            if told.replace(letter.from.unwrap_or(ActorId::HOST)) != letter.from {
                let text = format!(
                    "the message {:?} is dropped: too many are on their way",
                    letter.name
                );
                self.notice_to(actors, letter.from, text);
            }
        }
        for actor in actors.iter_mut() {
            actor.strikes = if actor.tripped { actor.strikes + 1 } else { 0 };
            actor.resting |= actor.strikes >= self.limits.strikes;
        }
        self.add_pans();
        self.step += 1;
    }

    /// Tells the actors of a behaviour what befell all of it; the same thing once.
    fn tell_befallen(&mut self, brain: &mut dyn Brain, actors: &[Actor]) {
        let befallen = brain.befallen();
        for (i, (key, text)) in befallen.iter().enumerate() {
            if befallen[..i].iter().any(|other| *other == befallen[i]) {
                continue;
            }
            for actor in actors.iter().filter(|actor| !actor.left) {
                let behaviour = actor.kind.behaviour.as_ref();
                if behaviour.is_some_and(|behaviour| behaviour.key == *key) {
                    self.tell(actor, EventKind::Notice { text: text.clone() });
                }
            }
        }
    }

    /// Adds up what was asked of the background, in an order that is not the actors'.
    fn add_pans(&mut self) {
        if self.pans.is_empty() {
            return;
        }
        let mut axis: Vec<f64> = self.pans.iter().map(|pan| pan.0).collect();
        axis.sort_unstable_by(f64::total_cmp);
        self.pan[1].0 += axis.iter().sum::<f64>();
        axis.clear();
        axis.extend(self.pans.iter().map(|pan| pan.1));
        axis.sort_unstable_by(f64::total_cmp);
        self.pan[1].1 += axis.iter().sum::<f64>();
    }
}
