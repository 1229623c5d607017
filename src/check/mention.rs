//! What a script says by name: the texts that it gives to functions of the API and the
//! states that its callbacks return, each with its place. Whether they exist is not asked here.

use crate::error::Place;

/// What a name in a script stands for.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    /// A state of the own machine: `self:change("x")`, a callback's `return "x"`.
    State,
    /// A state or tag, own or another's: `self:is("x")`, `view:is("x")`.
    StateOrTag,
    /// A clip: `self:play("x")`.
    Clip,
    /// A clip or a trigger: `self:finished("x")`.
    ClipOrTrigger,
    /// A parameter of one's own: `self:set("x", 1)`, `self:get("x")`.
    Param,
    /// A parameter of another: `view:get("x")`.
    OtherParam,
    /// A trigger: `self:fire("x")`, `cancel`, `firing`.
    Trigger,
    /// An actor: `self:send("x", ...)`, `stage.find("x")`, `stage.remove("x")`; by `spawn` the name
    /// that a new one is given, `stage.spawn("..", { name = "x" })`.
    Actor,
    /// A message that is sent: `self:send(to, "x")`.
    Message,
    /// A key or the name of a binding: `input.pressed("x")`, `input.axis("x", "y")`, `since`, ...
    Input,
    /// A character: `stage.spawn("x", ...)`.
    Character,
    /// An actor's tag: `stage.nearest("x")`, `stage.actors("x")`, `self:states("x")` is not one.
    Tag,
    /// A box: `self:box("x")`, `self:touches(view, "x", "y")` (the first is the own one).
    Box,
}

/// Where in a behaviour a name stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Within {
    /// Somewhere; nobody can tell from the source.
    #[default]
    Elsewhere,
    /// In a callback of this state.
    State(String),
    /// In a callback of the behaviour itself (`global`, `on`, `transitions`, ...): it may run in any state.
    Behaviour,
}

/// One name in a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// What it stands for.
    pub word: Word,
    /// The name; `None` where it is not written as one text (`self:change(next_state)`).
    pub name: Option<String>,
    /// What gives it: `change`, `return`, `play`, `set`, `get`, `find`, `pressed`, ...
    pub by: String,
    /// Where the text stands, or the call where it has none.
    pub place: Place,
    /// The text stands in the call or behind `return` itself, and does not come through other code, which may well see
    /// to it that it never gets there.
    pub direct: bool,
    /// Whose callback it is.
    pub within: Within,
}
