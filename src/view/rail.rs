//! The contexts, tools, types and events that stand beside the flow, and how wide their cards are.

use crate::machine::Machine;
use crate::machine::model::{Class, EdgeKind, NodeIdx};
use crate::machine::table::Table;
use crate::view::cell::value_width;
use crate::view::fields::{Row, columns_of, rows_of};
use crate::view::limits::{Limits, TYPE_COLUMNS, size};
use crate::view::measure::Font;
use crate::view::options::{self, DotOptions, Extent};
use crate::view::width::clip;

/// What stands in the rail, in its order: contexts in source order, then tools, types and events.
///
/// Tools and types that a line joins to another node stay with that line, and so does what stands in a module. Without
/// anything that acts there is no flow to stand beside.
pub fn members(machine: &Machine, options: &DotOptions) -> Vec<NodeIdx> {
    if options.data != options::Data::Rows || !machine.nodes.iter().any(|node| node.class.is_executable()) {
        return Vec::new();
    }
    let mut joined = Table::beside(&machine.nodes, false);
    for edge in machine.edges.iter().filter(|edge| edge.kind == EdgeKind::Structural) {
        joined[edge.source] = true;
        joined[edge.target] = true;
    }
    // Parents come before their children: backwards, all children are decided first.
    let mut inside = Table::beside(&machine.nodes, false);
    for (at, node) in machine.nodes.entries().rev() {
        let drawn = |child: &&NodeIdx| !matches!(machine.nodes[**child].class, Class::Note | Class::Style);
        let only_stores = node.children.iter().filter(drawn).all(|child| inside[*child]);
        inside[at] = only_stores
            && match node.class {
                Class::Context | Class::Event => options.contexts,
                Class::Tool | Class::Type => node.parent.is_none() && !joined[at],
                _ => false,
            };
    }
    let members = |fits: &dyn Fn(Class) -> bool| {
        let all = machine.nodes.entries().filter(|(at, node)| inside[*at] && fits(node.class));
        all.map(|(at, _)| at).collect::<Vec<NodeIdx>>()
    };
    let mut all = members(&|class| class == Class::Context);
    all.extend(members(&|class| class != Class::Context));
    all
}

/// How the cards of a rail are made equally wide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fit {
    /// Whether fields have their types.
    pub types: bool,
    /// Columns of a name.
    pub key: usize,
    /// Columns of a value.
    pub columns: usize,
    /// Points of a card, without the line around it.
    pub width: u32,
}

/// Columns that a name and a value keep, however narrow the rail is.
const LEAST_KEY: usize = 14;
const LEAST_VALUE: usize = 10;
/// Fields of a card that are drawn when there are more than `ALL_FIELDS`.
pub const FIRST_FIELDS: usize = 10;
/// Fields of a card that are all drawn.
pub const ALL_FIELDS: usize = 12;
/// Points around key and value: the spacing of the card and the border of its panel.
const AROUND: u32 = 8;
/// Points around a name: its padding.
const PADDING: u32 = 6;

impl Fit {
    /// What makes these cards fit a width: they lose types, then the ends of names, then those of values.
    pub fn of(machine: &Machine, options: &DotOptions, members: &[NodeIdx], limits: &Limits) -> Option<Self> {
        let rail = options.rail.as_ref()?;
        let rows: Vec<Row> = members.iter().flat_map(|at| rows_of(machine, *at)).collect();
        let contexts = members.iter().filter_map(|at| machine.context_of(*at));
        let fields = contexts.flat_map(|context| &machine.contexts[context].fields);
        let most = options.columns();
        let columns = fields.map(|field| columns_of(&machine.fields[*field]).min(most)).max().unwrap_or(most);
        let heads = members.iter().map(|at| {
            let name = &machine.nodes[*at].name;
            Font::Bold.points(name, size::NAME).min(170) + Font::Regular.points("context ×99", size::SMALL) + 23
        });
        let heads = heads.max().unwrap_or(0).min(rail.width);
        let width = |types: bool, key: usize, columns: usize| {
            let names = rows.iter().map(|row| key_width(row, types, key)).max().unwrap_or(0);
            (AROUND + PADDING + names + value_width(columns)).max(heads)
        };
        let least_key = limits.key.min(LEAST_KEY);
        let mut fit = Self { types: true, key: limits.key, columns, width: 0 };
        if width(fit.types, fit.key, fit.columns) > rail.width {
            fit.types = false;
        }
        while width(fit.types, fit.key, fit.columns) > rail.width && fit.key > least_key {
            fit.key -= 1;
        }
        while width(fit.types, fit.key, fit.columns) > rail.width && fit.columns > LEAST_VALUE {
            fit.columns -= 1;
        }
        fit.width = width(fit.types, fit.key, fit.columns);
        Some(fit)
    }

    /// Points of the cell of a name, beside the cell of a value and, where paths differ, that of their ids.
    pub fn key_width(&self, ids: u32) -> u32 {
        self.width.saturating_sub(AROUND + value_width(self.columns) + ids)
    }
}

fn key_width(row: &Row, types: bool, key: usize) -> u32 {
    let kind = row.kind.filter(|_| types).map_or(0, |kind| {
        Font::Regular.points(" ", size::TEXT) + Font::Regular.points(&clip(kind, TYPE_COLUMNS), size::SMALL)
    });
    Font::Regular.points(&clip(row.name, key), size::TEXT) + kind
}

/// How much of a card is drawn.
pub fn extent(machine: &Machine, options: &DotOptions, at: NodeIdx) -> Option<Extent> {
    let rail = options.rail.as_ref()?;
    let chosen = rail.cards.get(&*machine.nodes[at].id).copied();
    let class = machine.nodes[at].class;
    let is_open = matches!(class, Class::Context | Class::Event);
    Some(chosen.unwrap_or(if is_open { Extent::Some } else { Extent::Head }))
}
