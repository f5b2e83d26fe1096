//! Every place of a text that names something, with what it names: nodes, fields and style rules.
//!
//! One walk over the tree, with the names resolved as the model resolved them. Definition, references, hover, the
//! modifiers of tokens and the fixes that need a name all read this list; nothing else looks names up.
//!
//! ```
//! use tracklight::machine::Machine;
//! use tracklight::service::Uses;
//! let machine = Machine::parse("task a; a -> b -> a");
//! let uses = Uses::of(&machine);
//! let a = uses.at(5).unwrap();
//! assert_eq!(uses.of_target(&a.target).count(), 3);
//! ```

mod stubs;
mod target;
mod walk;

use crate::machine::Machine;
use crate::machine::model::{Class, NodeIdx};
use crate::syntax::parse;
use crate::syntax::tree::Item;
use crate::text::Span;

pub use target::{Role, Target, Use};
pub(in crate::service) use walk::is_condition;

/// All uses of a text, in text order.
#[derive(Clone, Debug, Default)]
pub struct Uses {
    list: Vec<Use>,
}

impl Uses {
    /// All of them.
    pub fn list(&self) -> &[Use] {
        &self.list
    }

    /// Collects the uses of a machine's own text. Linear.
    pub fn of(machine: &Machine) -> Uses {
        Self::within(machine, Span::ALL)
    }

    /// Those of the items that overlap a span.
    pub fn within(machine: &Machine, span: Span) -> Uses {
        Self::sorted(walk::collect(machine, span))
    }

    /// Those of a script that stands in for the stub of a node, as JSON text. Spans are of that text.
    pub fn of_script(machine: &Machine, step: NodeIdx, json: &str) -> Uses {
        const KEY: &str = "stub:";
        let tree = parse(&format!("{KEY}{json}"));
        let script = tree.items.first().and_then(|item| match item {
            Item::Attribute(attribute) => attribute.value.as_ref(),
            _ => None,
        });
        let mut list = script.map_or_else(Vec::new, |script| walk::collect_script(machine, &tree, script, step));
        for name_use in &mut list {
            let moved = |offset: u32| offset.saturating_sub(KEY.len() as u32);
            name_use.span = Span { start: moved(name_use.span.start), end: moved(name_use.span.end) };
            name_use.start = moved(name_use.start);
        }
        Self::sorted(list)
    }

    fn sorted(mut list: Vec<Use>) -> Uses {
        list.sort_by_key(|name_use| (name_use.span.start, name_use.role));
        // A declaration inside an edge is an end of it too.
        list.dedup_by(|later, first| later.span == first.span);
        Uses { list }
    }

    /// The use at a byte offset; at the seam of two the one behind it.
    pub fn at(&self, offset: u32) -> Option<&Use> {
        let next = self.list.partition_point(|name_use| name_use.span.start <= offset);
        self.list.get(next.checked_sub(1)?).filter(|name_use| offset <= name_use.span.end)
    }

    /// The uses inside a span.
    pub fn inside(&self, span: Span) -> &[Use] {
        let from = self.list.partition_point(|name_use| name_use.span.start < span.start);
        let rest = self.list.get(from..).unwrap_or_default();
        let count = rest.partition_point(|name_use| name_use.span.start < span.end);
        rest.get(..count).unwrap_or_default()
    }

    /// All uses of one thing, its declarations among them.
    pub fn of_target(&self, target: &Target) -> impl Iterator<Item = &Use> {
        self.list.iter().filter(move |name_use| name_use.target == *target)
    }

    /// Where something is declared: the name of a node, the key of a field, the first rule of a selector. What is
    /// not declared is where it is first used; a field of an open context that only runs add is nowhere.
    pub fn declaration(&self, machine: &Machine, target: &Target) -> Option<Span> {
        let declared =
            || self.of_target(target).find(|name_use| name_use.role == Role::Declaration).map(|name_use| name_use.span);
        match target {
            Target::Node(node) => {
                let node = &machine.nodes[*node];
                node.span.and(node.name_span).or_else(declared).or(node.name_span)
            }
            Target::Field(owner, name) => {
                // The fields of an imported node are declared in its file.
                let key = || Some(machine.nodes[(*owner)?].attribute(name)?.key_span);
                declared().or_else(key)
            }
            Target::Event(name) => {
                let event = machine.event(name).map(|at| machine.events[at].node);
                let first = || self.of_target(target).next().map(|name_use| name_use.span);
                declared().or_else(|| machine.nodes[event?].name_span).or_else(first)
            }
            Target::Selector(name) => {
                let mut rules = machine.nodes.iter().filter(|node| node.class == Class::Style);
                rules.find(|node| node.annotations.iter().any(|annotation| annotation.name == *name))?.name_span
            }
        }
    }
}
