//! The parameters of a kind: those its behaviour declares and those of its
//! character's tree are one name space, in order of names. Where an actor keeps
//! their values is `actor`'s; what a script may say of them is `script`'s.

use std::mem;

use super::actor::Actor;
use super::{BehaviourDef, CharacterDef, Kind};
use crate::tree::{ParamDef, ParamId};

/// A parameter a script may set.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// Its name, default and range.
    pub def: ParamDef,
    /// Its number in the character's tree; `None`: the behaviour declares it.
    pub tree: Option<ParamId>,
}

impl Param {
    /// The value a script would set, within the range (rule R10).
    pub fn clamp(&self, value: f64) -> f64 {
        value.max(self.def.min).min(self.def.max)
    }
}

/// All parameters, in order of names. Of a name that stands in both the behaviour's
/// come first; `link` refuses those.
pub(super) fn all(character: &CharacterDef, behaviour: Option<&BehaviourDef>) -> Vec<Param> {
    let own = behaviour
        .into_iter()
        .flat_map(|behaviour| &behaviour.params);
    let own = own.map(|def| (def, None));
    let tree = character.tree.params().iter().enumerate();
    let tree = tree.map(|(i, def)| (def, Some(ParamId(i as u16))));
    let mut all: Vec<Param> = own
        .chain(tree)
        .map(|(def, tree)| Param {
            def: def.clone(),
            tree,
        })
        .collect();
    all.sort_by(|a, b| a.def.name.cmp(&b.def.name));
    all
}

impl Kind {
    /// The place in `params` of the parameter of that name.
    pub fn param(&self, name: &[u8]) -> Option<usize> {
        let order = |param: &Param| param.def.name.as_bytes().cmp(name);
        self.params.binary_search_by(order).ok()
    }

    /// The names of all parameters, in order.
    pub fn param_names(&self) -> impl Iterator<Item = &str> {
        self.params.iter().map(|param| param.def.name.as_str())
    }

    /// What the parameters hold at first.
    pub(super) fn first_params(&self) -> Vec<f64> {
        self.params.iter().map(|param| param.def.default).collect()
    }
}

impl Actor {
    /// Sets a parameter, clamped to its range (rule R10).
    ///
    /// # Errors
    /// The value is not finite, so that the parameter keeps the one it has; there is no such parameter.
    pub fn set_param(&mut self, index: usize, value: f64) -> Result<(), String> {
        let param = self.kind.params.get(index);
        let Some((param, slot)) = param.zip(self.params.get_mut(index)) else {
            return Err(format!("there is no parameter of the number {index}"));
        };
        if !value.is_finite() {
            let name = &param.def.name;
            return Err(format!(
                "the parameter {name:?} must be a finite number (it was set to {value})"
            ));
        }
        *slot = param.clamp(value);
        self.params_set |= param.tree.is_some();
        Ok(())
    }

    /// Hands the tree what was set since it last moved on: until then a script sees
    /// the clips as they are (rule M7).
    pub fn give_params(&mut self) {
        if !mem::take(&mut self.params_set) {
            return;
        }
        for (param, value) in self.kind.params.iter().zip(&self.params) {
            if let Some(id) = param.tree {
                self.clips.tree.set(&self.kind.character.tree, id, *value);
            }
        }
    }

    /// Takes over the parameters of another kind by name, within their new ranges; new ones hold their default.
    pub fn carry_params(&mut self, old: &Kind) {
        let values = mem::take(&mut self.params);
        let value = |name: &str| values.get(old.param(name.as_bytes())?).copied();
        let params = self.kind.params.iter();
        self.params = params
            .map(|param| value(&param.def.name).map_or(param.def.default, |v| param.clamp(v)))
            .collect();
        self.params_set = true;
    }
}
