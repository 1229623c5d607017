//! One actor's memory in its behaviour's VM: its `self`, its random stream, what
//! it has used of its bounds.

use std::rc::Rc;
use std::sync::Arc;

use mlua::{LuaString, Table};

use super::current::Tally;
use super::data;
use super::vm::Vm;
use crate::clip::ClipId;
use crate::random::Stream;
use crate::stage::{ActorId, BehaviourDef, CharacterDef, Data, Kind};
use crate::tree::TriggerId;

/// An actor as its VM knows it.
#[derive(Debug)]
pub(super) struct Actor {
    pub id: ActorId,
    pub name: Rc<str>,
    /// Its `self`.
    pub this: Table,
    /// What `self` shows read only.
    pub members: Table,
    /// Names of own fields that read nil where they are nil.
    known: Table,
    character: Arc<CharacterDef>,
    clips: Vec<LuaString>,
    triggers: Vec<LuaString>,
    previous: Option<(String, LuaString)>,
    pub random: Stream,
    pub tally: Tally,
    /// Actors it has spawned.
    pub spawned: u64,
    /// The room whose bounds its work counts against.
    pub payer: usize,
    with: Vec<(String, Data)>,
}

/// What an actor is made from.
#[derive(Debug)]
pub(super) struct Birth<'a> {
    pub id: ActorId,
    pub name: &'a Rc<str>,
    pub kind: &'a Kind,
    pub with: &'a [(String, Data)],
    pub random: Stream,
    pub payer: usize,
}

impl Actor {
    /// A fresh `self` of the behaviour's `data` with `with` over it.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn new(vm: &Vm, def: &BehaviourDef, birth: &Birth<'_>) -> mlua::Result<Actor> {
        let id = birth.id;
        let (this, members, known) = vm.prelude.new_self.call((id.0, &**birth.name))?;
        let mut actor = Actor {
            id,
            name: Rc::clone(birth.name),
            this,
            members,
            known,
            character: Arc::clone(&birth.kind.character),
            clips: clip_names(vm, &birth.kind.character)?,
            triggers: trigger_names(vm, &birth.kind.character)?,
            previous: None,
            random: birth.random,
            tally: Tally::default(),
            spawned: 0,
            payer: birth.payer,
            with: birth.with.to_vec(),
        };
        actor.fill(vm, def)?;
        Ok(actor)
    }

    /// The same actor in another VM, its `self` back at its data.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn moved(&self, vm: &Vm, def: &BehaviourDef) -> mlua::Result<Actor> {
        let (this, members, known) = vm.prelude.new_self.call((self.id.0, &*self.name))?;
        let mut actor = Actor {
            id: self.id,
            name: Rc::clone(&self.name),
            this,
            members,
            known,
            character: Arc::clone(&self.character),
            clips: clip_names(vm, &self.character)?,
            triggers: trigger_names(vm, &self.character)?,
            previous: None,
            random: self.random,
            tally: self.tally,
            spawned: self.spawned,
            payer: self.payer,
            with: self.with.clone(),
        };
        actor.fill(vm, def)?;
        Ok(actor)
    }

    /// Gives it the fields of `data` that it lacks.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn fill(&mut self, vm: &Vm, def: &BehaviourDef) -> mlua::Result<()> {
        for (name, value) in &def.data {
            let key = vm.lua.create_string(name)?;
            if self.known.raw_get::<bool>(&key)? {
                continue;
            }
            let with = self.with.iter().find(|(with, _)| with == name);
            let value = with.map_or(value, |(_, value)| value);
            self.this.raw_set(&key, data::to_lua(&vm.lua, value)?)?;
            self.known.raw_set(&key, true)?;
        }
        Ok(())
    }

    /// A clip's name as a Lua string; the character may have changed in a reload.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn clip(
        &mut self,
        vm: &Vm,
        kind: &Kind,
        clip: ClipId,
    ) -> mlua::Result<Option<LuaString>> {
        self.wear(vm, kind)?;
        Ok(self.clips.get(clip.0 as usize).cloned())
    }

    /// A trigger's name as a Lua string.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn trigger(
        &mut self,
        vm: &Vm,
        kind: &Kind,
        trigger: TriggerId,
    ) -> mlua::Result<Option<LuaString>> {
        self.wear(vm, kind)?;
        Ok(self.triggers.get(usize::from(trigger.0)).cloned())
    }

    /// Makes the names of its character, where that is another now.
    fn wear(&mut self, vm: &Vm, kind: &Kind) -> mlua::Result<()> {
        if !Arc::ptr_eq(&self.character, &kind.character) {
            self.character = Arc::clone(&kind.character);
            self.clips = clip_names(vm, &kind.character)?;
            self.triggers = trigger_names(vm, &kind.character)?;
        }
        Ok(())
    }

    /// The name of the state before, made once for each.
    ///
    /// # Errors
    /// A lack of memory.
    pub(super) fn previous(
        &mut self,
        vm: &Vm,
        name: Option<&str>,
    ) -> mlua::Result<Option<LuaString>> {
        let Some(name) = name else { return Ok(None) };
        if let Some((known, string)) = &self.previous
            && known == name
        {
            return Ok(Some(string.clone()));
        }
        let string = vm.lua.create_string(name)?;
        self.previous = Some((name.into(), string.clone()));
        Ok(Some(string))
    }
}

fn clip_names(vm: &Vm, character: &CharacterDef) -> mlua::Result<Vec<LuaString>> {
    let names = character.clips.names();
    names.map(|name| vm.lua.create_string(name)).collect()
}

fn trigger_names(vm: &Vm, character: &CharacterDef) -> mlua::Result<Vec<LuaString>> {
    let names = character.tree.triggers().iter();
    names.map(|name| vm.lua.create_string(name)).collect()
}
