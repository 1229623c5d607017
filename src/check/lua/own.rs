//! Which locals hold the actor itself: `self`, and whatever else a callback calls it.

use super::code::{Code, Id, Kind};
use super::owners::Role;
use super::values::{Value, Values};

/// Whether something is the actor that runs the script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Own {
    Yes,
    /// Sometimes, or nobody can tell.
    Perhaps,
    No,
}

/// For each local, whether it holds the actor.
pub(super) struct Selves {
    locals: Vec<Own>,
}

/// How often calls are gone through: each leads one call further down.
const ROUNDS: usize = 8;

impl Selves {
    pub fn new(values: &mut Values<'_>, roles: &[Role]) -> Selves {
        let code = values.code;
        let mut locals: Vec<Own> = code
            .locals
            .iter()
            .map(|local| {
                if local.name == "self" {
                    Own::Yes
                } else {
                    Own::Perhaps
                }
            })
            .collect();
        for function in code.functions.iter().filter(|function| function.has_colon) {
            locals[function.params[0]] = Own::Perhaps;
        }
        let mut is_callback = vec![false; code.locals.len()];
        for (function, role) in code.functions.iter().zip(roles) {
            if let Some(first) = function.params.first()
                && !role.owners.is_empty()
            {
                locals[*first] = Own::Yes;
                is_callback[*first] = true;
            }
        }
        let mut selves = Selves { locals };
        for _ in 0..ROUNDS {
            if !selves.round(values, &is_callback) {
                break;
            }
        }
        selves
    }

    /// Hands the actor on to the functions that are called with it.
    fn round(&mut self, values: &mut Values<'_>, is_callback: &[bool]) -> bool {
        let code = values.code;
        let mut given: Vec<Option<Own>> = vec![None; code.locals.len()];
        for call in &code.calls {
            for (function, args) in values.called(*call) {
                for (param, arg) in code.functions[function].params.iter().zip(args) {
                    let own = self.of(values, arg);
                    let before = given[*param].get_or_insert(own);
                    if *before != own {
                        *before = Own::Perhaps;
                    }
                }
            }
        }
        let mut is_new = false;
        for (local, given) in given.into_iter().enumerate() {
            let Some(given) = given else { continue };
            let is_named = code.locals[local].name == "self";
            let is_settled = is_callback[local] || is_named && given != Own::No;
            if !is_settled && self.locals[local] != given {
                self.locals[local] = given;
                is_new = true;
            }
        }
        is_new
    }

    pub fn of(&self, values: &mut Values<'_>, id: Id) -> Own {
        let code = values.code;
        if values
            .of(id)
            .iter()
            .any(|value| matches!(value, Value::Table(_)))
        {
            return Own::No;
        }
        self.by_name(code, id)
    }

    fn by_name(&self, code: &Code, id: Id) -> Own {
        match code.kind(id) {
            Kind::Local(local) => {
                let followed = code.follow(id);
                if self.locals[*local] == Own::Yes || followed == id {
                    return self.locals[*local];
                }
                self.by_name(code, followed)
            }
            Kind::Global(name) if name == "self" => Own::Yes,
            Kind::Call { callee, .. } if is_of_stage(code, *callee) => Own::No,
            Kind::Text(_) | Kind::Nothing => Own::No,
            _ => Own::Perhaps,
        }
    }
}

fn is_of_stage(code: &Code, callee: Id) -> bool {
    code.member(callee)
        .is_some_and(|(of, _)| code.is_global(of, "stage"))
}
