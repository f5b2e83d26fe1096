//! The cell at the right end of a head: the kind of a node, how often it was visited, or who stands there.

use std::borrow::Cow;

use crate::machine::model::{Class, NodeIdx};
use crate::schema::Role;
use crate::view::cell::{BLANK, Cell, Id};
use crate::view::limits::size;
use crate::view::look::{is_store, shown_class};
use crate::view::measure::Font;
use crate::view::plan::{Plan, Shape};
use crate::view::quote::push_number;
use crate::view::states::{State, States};
use crate::view::width::clip;

/// The width of a cell with room for the count of a short kind, or for one path.
const NARROW: u32 = 54;
/// The same for several paths.
const WIDE: u32 = 112;
/// What a cell leaves free beside its text.
const FREE: u32 = 6;
/// Columns of a kind that is written in the source.
const KIND_COLUMNS: usize = 10;
/// Ids of paths that are listed.
const IDS: usize = 3;
/// Signs of an id that is too long for its cell.
const TAIL: usize = 6;

/// What a node is, in a word.
pub fn kind(plan: &Plan, at: NodeIdx) -> Cow<'static, str> {
    let node = &plan.machine.nodes[at];
    let is_box = matches!(plan.shape(at), Shape::Cluster | Shape::Folded);
    let word = match shown_class(node.class, plan.entry(at)) {
        Class::Context => return role(plan, at).into(),
        Class::Init if !is_box => "start",
        Class::End if !is_box => "end",
        Class::Task if !is_box => "task",
        Class::State if !is_box => "state",
        Class::Tool => "tool",
        Class::Type => "type",
        _ => match node.kind.as_deref().filter(|kind| !kind.is_empty()) {
            Some(kind) => return clip(kind, KIND_COLUMNS).into(),
            None if is_box => "module",
            None => BLANK,
        },
    };
    word.into()
}

fn role(plan: &Plan, at: NodeIdx) -> &'static str {
    let context = plan.machine.context_of(at).map(|context| &plan.machine.contexts[context]);
    match context.map(|context| (context.role, context.shared)) {
        Some((Role::Input, _)) => "input",
        Some((Role::Output, _)) => "output",
        Some((Role::State, true)) => "shared",
        Some((Role::State, false)) | None => "context",
    }
}

/// The width of the cell of a node of this kind.
pub fn width(plan: &Plan, at: NodeIdx, kind: &str) -> u32 {
    let crowded = !is_store(plan.machine.nodes[at].class) && plan.crowded.has(at);
    let counted = (Font::Regular.width(kind) + Font::Regular.width(" ×99")) * size::SMALL;
    (counted.div_ceil(1000) + FREE).max(if crowded { WIDE } else { NARROW })
}

/// The id of the cell of a node.
pub fn id(class: Class, at: NodeIdx) -> Id {
    Id::Of(if class == Class::Context { "r" } else { "s" }, at.0)
}

/// The cell of a node before any run.
pub fn still(class: Class, at: NodeIdx, kind: Cow<'static, str>) -> Cell {
    Cell::new(id(class, at), kind.clone(), kind)
}

/// A count behind a text; a long one says that there are more.
pub fn push_count(text: &mut String, count: u32) {
    if count > 0 {
        text.push_str(" ×");
        push_number(text, count.min(99));
        text.push_str(if count > 99 { "+" } else { "" });
    }
}

/// What a run shows about an executable node.
pub struct NodeStatus<'a> {
    /// Its states.
    pub states: States,
    /// How often it was entered.
    pub visits: u32,
    /// The paths that its first state is about.
    pub ids: &'a [String],
    /// The nodes whose work was undone there.
    pub undid: &'a [&'a str],
}

/// The cell of an executable node in a run.
pub fn cell(at: NodeIdx, kind: Cow<'static, str>, width: u32, status: &NodeStatus) -> Cell {
    let first = status.states.iter().next().unwrap_or(State::Pending);
    let text = match status.ids {
        [] => counted(first, kind, status.visits),
        ids => listed(first.glyph(), ids, width - FREE).into(),
    };
    Cell::new(Id::Of("s", at.0), text, words(status))
}

fn counted(state: State, kind: Cow<'static, str>, visits: u32) -> Cow<'static, str> {
    if state.glyph().is_empty() && visits == 0 {
        return kind;
    }
    let mut text = String::with_capacity(20);
    if !state.glyph().is_empty() {
        text.push_str(state.glyph());
        text.push(' ');
    }
    text.push_str(&kind);
    if state != State::Compensated {
        push_count(&mut text, visits);
    }
    text.into()
}

/// Glyph and ids, as many as fit into a width in points: at least the end of the first.
fn listed(glyph: &str, ids: &[String], points: u32) -> String {
    let limit = points * 1000 / size::SMALL;
    for shown in (1..=ids.len().min(IDS)).rev() {
        let text = list(glyph, ids.get(..shown).unwrap_or(ids), ids.len() - shown);
        if Font::Regular.width(&text) <= limit {
            return text;
        }
    }
    let tail = ids.first().map_or("", |id| id.get(id.len().saturating_sub(TAIL)..).unwrap_or(id));
    list(glyph, &[format!("…{tail}")], ids.len().saturating_sub(1))
}

fn list(glyph: &str, ids: &[String], more: usize) -> String {
    let mut text = String::with_capacity(24);
    text.push_str(glyph);
    for id in ids {
        text.push(' ');
        text.push_str(id);
    }
    if more > 0 {
        text.push_str(" +");
        push_number(&mut text, more as u32);
    }
    text
}

/// States, visits and paths in words.
fn words(status: &NodeStatus) -> Cow<'static, str> {
    let first = status.states.iter().next().unwrap_or(State::Pending);
    if status.states.len() <= 1 && status.visits == 0 && status.ids.is_empty() && status.undid.is_empty() {
        return first.words().into();
    }
    let mut text = String::with_capacity(48);
    for state in status.states.iter() {
        text.push_str(if text.is_empty() { "" } else { ", " });
        text.push_str(state.words());
    }
    if !status.undid.is_empty() {
        text.push_str(", undid ");
        text.push_str(&status.undid.join(" and "));
    }
    match status.visits {
        0 => {}
        1 => text.push_str(", 1 visit"),
        visits => {
            text.push_str(", ");
            push_number(&mut text, visits);
            text.push_str(" visits");
        }
    }
    match status.ids {
        [] => {}
        ids => {
            text.push_str(if ids.len() == 1 { ", path " } else { ", paths " });
            text.push_str(&ids.join(" "));
        }
    }
    crate::text::clip(&text, 2_000).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(count: usize) -> Vec<String> {
        (1..=count).map(|number| format!("1.{number}")).collect()
    }

    #[test]
    fn as_many_ids_are_listed_as_fit_and_the_rest_is_counted() {
        assert_eq!(listed("▶", &ids(1), NARROW - FREE), "▶ 1.1");
        assert_eq!(listed("▶", &ids(2), NARROW - FREE), "▶ 1.1 1.2");
        assert_eq!(listed("▶", &ids(3), NARROW - FREE), "▶ 1.1 +2");
        assert_eq!(listed("▶", &ids(3), WIDE - FREE), "▶ 1.1 1.2 1.3");
        assert_eq!(listed("✕", &ids(5), WIDE - FREE), "✕ 1.1 1.2 1.3 +2");
        assert_eq!(listed("▶", &["1.2.3.4.5.6".to_owned()], NARROW - FREE), "▶ ….4.5.6");
    }

    #[test]
    fn counts_stay_short() {
        let text = |visits| counted(State::Visited, "task".into(), visits).into_owned();
        assert_eq!([text(0), text(3), text(99), text(100)], ["task", "task ×3", "task ×99", "task ×99+"]);
        assert_eq!(counted(State::Caught, "task".into(), 3), "✕ task ×3");
        assert_eq!(counted(State::Compensated, "task".into(), 3), "↺ task");
    }
}
