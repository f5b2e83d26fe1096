//! Names of expressions bound to what they mean, once, so that evaluating asks no names.

use std::sync::Arc;

use crate::expr::Expr;
use crate::machine::model::{AttributeList, Binding, Bound, Builtin, Context, ContextIdx, Node, NodeIdx};
use crate::machine::names::{Found, Scopes};
use crate::machine::table::Table;
use crate::quick::Map;

/// Built-in names that come before nodes.
const FIRST: &[(&str, Builtin)] =
    &[("errorCount", Builtin::ErrorCount), ("errors", Builtin::ErrorCount), ("activeState", Builtin::ActiveState)];

/// Built-in names that come after nodes.
const LAST: &[(&str, Builtin)] = &[
    ("visits", Builtin::Visits),
    ("pathErrors", Builtin::PathErrors),
    ("attempt", Builtin::Attempt),
    ("lastError", Builtin::LastError),
    ("path", Builtin::Path),
    ("item", Builtin::Item),
    ("index", Builtin::Index),
    ("total", Builtin::Total),
    ("_mapItem", Builtin::Item),
    ("_mapIndex", Builtin::Index),
    ("_mapTotal", Builtin::Total),
];

/// Built-in names that come after attributes of the machine, because machines had such attributes before the names were
/// built in.
const WEAKEST: &[(&str, Builtin)] = &[
    ("round", Builtin::Round),
    ("event", Builtin::Event),
    ("lastEvent", Builtin::LastEvent),
    ("clock", Builtin::Clock),
];

/// The built-in name that comes before nodes where nothing follows it.
pub const ALONE: &str = "declined";

/// True for the built-in names that shadow nodes.
pub fn shadows(name: &str) -> bool {
    FIRST.iter().any(|(word, _)| *word == name)
}

/// Every built-in name, for suggestions.
pub fn builtins() -> impl Iterator<Item = &'static str> {
    FIRST.iter().chain(LAST).chain(WEAKEST).map(|(word, _)| *word).chain([ALONE, "machine"])
}

/// The parts of a machine that names lead to.
pub(crate) struct Binder<'a> {
    pub nodes: &'a Table<NodeIdx, Node>,
    pub scopes: &'a Scopes,
    pub contexts: &'a Table<ContextIdx, Context>,
    pub attributes: &'a AttributeList,
    pub context_of: &'a Map<NodeIdx, ContextIdx>,
}

/// What one name is bound to, and the node it goes through with the number of words that lead there.
pub(crate) struct Use {
    pub binding: Binding,
    pub found: Option<Found>,
}

impl Binder<'_> {
    /// Binds all names of an expression.
    pub fn bind(&self, scope: Option<NodeIdx>, expr: Expr) -> Bound {
        let names = expr.names().iter().map(|name| self.name(scope, &name.segments).binding).collect();
        Bound { expr, names }
    }

    /// Binds one name.
    pub fn name(&self, scope: Option<NodeIdx>, segments: &[Arc<str>]) -> Use {
        let words: Vec<&str> = segments.iter().map(|word| &**word).collect();
        let rest = |from: usize| -> Vec<Arc<str>> { segments.get(from..).unwrap_or_default().to_vec() };
        let first = words.first().copied().unwrap_or_default();
        let builtin =
            |list: &[(&str, Builtin)]| list.iter().find(|(word, _)| *word == first).map(|(_, builtin)| *builtin);
        if let Some(builtin) = builtin(FIRST) {
            return Use { binding: Binding::Builtin(builtin, rest(1)), found: None };
        }
        if words == [ALONE] {
            return Use { binding: Binding::Builtin(Builtin::Declined, Vec::new()), found: None };
        }
        if let Some(found) = self.scopes.prefix(self.nodes, scope, &words) {
            return Use { binding: self.below(found.node, &rest(found.used)), found: Some(found) };
        }
        let own = |name: &str| self.attributes.named(name).is_some();
        let binding = match (builtin(LAST), segments) {
            (Some(builtin), _) => Binding::Builtin(builtin, rest(1)),
            (None, [word, name, ..]) if &**word == "machine" && own(name) => Binding::Machine(name.clone(), rest(2)),
            (None, [name]) if own(name) => Binding::Machine(name.clone(), Vec::new()),
            _ => builtin(WEAKEST).map_or(Binding::Unknown, |builtin| Binding::Builtin(builtin, rest(1))),
        };
        Use { binding, found: None }
    }

    fn below(&self, node: NodeIdx, rest: &[Arc<str>]) -> Binding {
        let context = self.context_of.get(&node).copied();
        let Some((name, walk)) = rest.split_first() else {
            return context.map_or(Binding::Node(node), Binding::Context);
        };
        let walk = walk.to_vec();
        if let Some(context) = context {
            return match self.contexts[context].by_name.get(name) {
                Some(field) => Binding::Field(*field, walk),
                None => Binding::Undeclared(context, name.clone(), walk),
            };
        }
        match self.nodes[node].attribute(name) {
            Some(_) => Binding::Attribute(node, name.clone(), walk),
            None => Binding::Unknown,
        }
    }
}
