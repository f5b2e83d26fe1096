//! What the fan-out annotation of an edge says: how many paths, over which list, in which group.

use std::collections::HashSet;
use std::sync::Arc;

use crate::expr;
use crate::machine::bind::Binder;
use crate::machine::model::{Annotation, Bound, Edge, EdgeIdx, EdgeKind};
use crate::machine::table::Table;
use crate::value::Value;

/// The names of fan-out annotations.
pub const FORKS: &[&str] = &["async", "spawn", "fork", "parallel"];
/// The names of data fan-out annotations.
pub const MAPS: &[&str] = &["map", "foreach", "each"];
/// The most branches of one counted edge.
pub const MAX_COUNT: u32 = 10_000;

/// The fan-out of one edge.
#[derive(Clone, Debug)]
pub struct FanOut {
    /// How many paths it spawns.
    pub branches: Branches,
    /// The name that joins know its paths by.
    pub group: Option<Arc<str>>,
    /// An edge that equals an earlier one: it never spawns.
    pub is_twin: bool,
}

impl FanOut {
    /// The list of a `@map` as it is written; of other fan-outs nothing.
    pub fn source(&self) -> &str {
        match &self.branches {
            Branches::Each { source, .. } => source,
            _ => "",
        }
    }
}

/// How many paths an edge spawns.
#[derive(Clone, Debug)]
pub enum Branches {
    /// One.
    One,
    /// So many, identical.
    Count(u32),
    /// One for each item of a list.
    Each {
        /// The list as it is written.
        source: Arc<str>,
        /// The same with its names bound; `None` if it is not an expression.
        list: Option<Arc<Bound>>,
    },
}

/// The positional argument of an annotation: its value, or a lone word beside named ones.
pub(super) fn positional(annotation: &Annotation) -> Option<Arc<str>> {
    match &annotation.value {
        Some(Value::Str(text)) => Some(text.clone()),
        Some(other) => Some(other.to_text().into()),
        None => annotation.parameters.iter().find(|(_, value)| *value == Value::Bool(true)).map(|(key, _)| key.clone()),
    }
}

/// The text of a parameter.
pub(super) fn parameter(annotation: &Annotation, name: &str) -> Option<Arc<str>> {
    match annotation.parameter(name)? {
        Value::Str(text) => Some(text.clone()),
        other => Some(other.to_text().into()),
    }
}

/// The fan-outs of all edges, by position.
pub(super) fn of_edges(edges: &Table<EdgeIdx, Edge>, binder: &Binder) -> Vec<Option<Arc<FanOut>>> {
    let mut seen: HashSet<Arc<str>> = HashSet::new();
    // The edges of one statement share their annotations: a list is read once for all of them.
    let mut last: Option<(Arc<str>, Option<Arc<Bound>>)> = None;
    let mut all = Vec::new();
    for edge in edges.iter() {
        all.push(of_edge(edge, binder, &mut last, &mut seen));
    }
    all
}

fn of_edge(
    edge: &Edge,
    binder: &Binder,
    last: &mut Option<(Arc<str>, Option<Arc<Bound>>)>,
    seen: &mut HashSet<Arc<str>>,
) -> Option<Arc<FanOut>> {
    if edge.kind != EdgeKind::Control {
        return None;
    }
    let mut fan_out = match (edge.annotation(MAPS), edge.annotation(FORKS)) {
        (Some(map), _) => {
            let named = parameter(map, "items").or_else(|| parameter(map, "source"));
            let source = named.or_else(|| positional(map)).unwrap_or_default();
            let group = parameter(map, "group").unwrap_or_else(|| source.trim().replace('.', "_").into());
            let list = match last {
                Some((text, list)) if Arc::ptr_eq(text, &source) => list.clone(),
                _ => {
                    let parsed = expr::parse(&expr::normalise(&source)).ok();
                    let list = parsed.map(|parsed| Arc::new(binder.bind(edge.scope, parsed)));
                    *last = Some((source.clone(), list.clone()));
                    list
                }
            };
            FanOut { branches: Branches::Each { source, list }, group: Some(group), is_twin: false }
        }
        (None, Some(fork)) => {
            let count = parameter(fork, "count").or_else(|| positional(fork));
            let branches = match count.and_then(|count| count.trim().parse::<u32>().ok()) {
                Some(count) => Branches::Count(count.clamp(1, MAX_COUNT)),
                None => Branches::One,
            };
            FanOut { branches, group: parameter(fork, "group"), is_twin: false }
        }
        (None, None) => return None,
    };
    fan_out.is_twin = !seen.insert(identity(edge));
    Some(Arc::new(fan_out))
}

/// Everything that distinguishes two edges.
fn identity(edge: &Edge) -> Arc<str> {
    let mut out = crate::json::Writer::default();
    out.list(&[edge.source.0, edge.target.0]);
    out.list(&edge.texts);
    if let Some(condition) = &edge.condition {
        out.string(&condition.text);
    }
    for annotation in &edge.annotations {
        out.raw("@");
        out.string(&annotation.name.to_ascii_lowercase());
        if let Some(value) = &annotation.value {
            out.string(&value.to_json());
        }
        for entry in &annotation.entries {
            out.list([&entry.target, &entry.expr]);
        }
        write_pairs(&mut out, &annotation.parameters);
    }
    write_pairs(&mut out, &edge.inline);
    write_pairs(&mut out, &edge.block);
    out.finish().into()
}

fn write_pairs(out: &mut crate::json::Writer, pairs: &[(Arc<str>, Value)]) {
    out.raw("{");
    for (key, value) in pairs {
        out.string(key);
        out.string(&value.to_json());
    }
    out.raw("}");
}
