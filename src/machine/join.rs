//! Joins as they are declared: one declaration per id, united over all edges that carry it.

use std::sync::{Arc, OnceLock};

use crate::machine::bind::Binder;
use crate::machine::fan_out::{parameter, positional};
use crate::machine::model::{Annotation, Binding, Edge, EdgeIdx};
use crate::machine::table::Table;
use crate::words;

/// The names of join annotations.
pub const JOINS: &[&str] = &["barrier", "wait", "sync", "join", "merge"];

/// A join: where paths wait for each other.
#[derive(Clone, Debug)]
pub struct Join {
    /// What its edges call it.
    pub id: Arc<str>,
    /// The fan-out group whose paths it joins; each fan-out has its own instance then.
    pub group: Option<Arc<str>>,
    /// How many paths it waits for.
    pub mode: Mode,
    /// How the values of its paths are merged; `None` if each path continues by itself.
    pub merge: Option<Strategy>,
    /// Ticks after the first arrival.
    pub timeout: Option<u32>,
    /// What happens then.
    pub on_timeout: OnTimeout,
    /// Field rules of a merging join, each once, in source order.
    pub gather: Vec<Gather>,
    /// The edges that carry it, in source order.
    pub edges: Vec<EdgeIdx>,
    /// By node: a path there can arrive. Found when it is first asked for.
    pub(super) reach: OnceLock<Vec<bool>>,
}

/// How many paths a join waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// All that can arrive.
    All,
    /// The first paths up to this number; `any` is 1.
    First(u32),
}

impl Mode {
    /// `all`, `any` or the number.
    pub fn text(self) -> String {
        match self {
            Mode::All => "all".to_owned(),
            Mode::First(1) => "any".to_owned(),
            Mode::First(count) => count.to_string(),
        }
    }
}

/// What a timeout does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnTimeout {
    /// Every waiting path fails.
    #[default]
    Fail,
    /// The join continues with the paths that are there.
    Proceed,
}

words! {
    /// What a merge takes where several paths changed a field differently.
    pub enum Strategy {
        /// The value of the last arrival.
        LastWins = "last_wins",
        /// The value of the first arrival.
        FirstWins = "first_wins",
        /// What each added to a list.
        Append = "append",
        /// The list of all values.
        Collect = "collect",
        /// A map from branch to value.
        Keyed = "keyed",
        /// The value of the continuing path.
        Keep = "keep",
        /// None: the join fails.
        Error = "error",
    }
}

words! {
    /// What a gather rule makes of the values.
    pub enum As {
        /// A longer list.
        Append = "append",
        /// A list of them.
        Collect = "collect",
        /// One map of theirs.
        Merge = "merge",
        /// A map from branch to value.
        Keyed = "keyed",
        /// The value of the last arrival.
        LastWins = "last_wins",
    }
}

/// One field rule: values of the joined paths go into a field of the continuing path.
#[derive(Clone, Debug, PartialEq)]
pub struct Gather {
    /// A field and a walk into it.
    pub from: Binding,
    /// A field and a walk into it.
    pub into: Binding,
    /// How.
    pub mode: As,
}

/// What the annotation of one edge gives; the rest is left to the other edges and the defaults.
struct Written {
    id: Option<Arc<str>>,
    group: Option<Arc<str>>,
    mode: Option<Mode>,
    merge: Option<Option<Strategy>>,
    timeout: Option<u32>,
    on_timeout: Option<OnTimeout>,
    /// It merges unless it says otherwise.
    merges: bool,
}

impl Written {
    fn read(annotation: &Annotation) -> Self {
        let text = |name: &str| parameter(annotation, name);
        let bare = positional(annotation);
        let mode = text("mode").and_then(|mode| match mode.trim() {
            word if word.eq_ignore_ascii_case("all") => Some(Mode::All),
            word if word.eq_ignore_ascii_case("any") => Some(Mode::First(1)),
            count => count.parse().ok().filter(|count| *count > 0).map(Mode::First),
        });
        let merge = text("merge").and_then(|merge| match merge.trim() {
            word if word.eq_ignore_ascii_case("false") => Some(None),
            word if word.eq_ignore_ascii_case("true") => Some(Some(Strategy::LastWins)),
            word => Strategy::from_word(&word.to_ascii_lowercase()).map(Some),
        });
        let on_timeout = text("onTimeout").and_then(|word| match word.trim() {
            word if word.eq_ignore_ascii_case("fail") => Some(OnTimeout::Fail),
            word if word.eq_ignore_ascii_case("proceed") => Some(OnTimeout::Proceed),
            _ => None,
        });
        // Beside other arguments a lone word has lost its quotes; with dots it is taken for the name it looks like.
        let is_name = annotation.qualified || annotation.value.is_none();
        let of_list = bare.as_ref().filter(|bare| is_name && bare.contains('.'));
        Written {
            group: text("group").or_else(|| of_list.map(|list| list.replace('.', "_").into())),
            id: text("id").or(bare).filter(|id| !id.is_empty()),
            mode,
            merge,
            timeout: text("timeout").and_then(|ticks| ticks.trim().parse().ok()).filter(|ticks| *ticks > 0),
            on_timeout,
            merges: annotation.is(&["join", "merge"]),
        }
    }
}

/// All joins by id, of the edges that can carry one.
pub(super) fn unite_all(
    edges: &Table<EdgeIdx, Edge>,
    can_join: impl Fn(EdgeIdx) -> bool,
    binder: &Binder,
) -> Vec<Join> {
    let mut found: Vec<(Arc<str>, EdgeIdx, Written)> = Vec::new();
    for (at, edge) in edges.entries().filter(|(at, _)| can_join(*at)) {
        if let Some(annotation) = edge.annotation(JOINS) {
            let mut written = Written::read(annotation);
            let id = written.id.take().unwrap_or_else(|| binder.nodes[edge.target].id.clone());
            found.push((id, at, written));
        }
    }
    found.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
    let mut joins: Vec<Join> = Vec::new();
    let mut rest = found.into_iter().peekable();
    while let Some((id, at, mut first)) = rest.next() {
        let mut join = Join {
            id,
            group: None,
            mode: Mode::All,
            merge: None,
            timeout: None,
            on_timeout: OnTimeout::Fail,
            gather: Vec::new(),
            edges: vec![at],
            reach: OnceLock::new(),
        };
        while let Some((_, at, later)) = rest.next_if(|(id, ..)| *id == join.id) {
            // What an earlier edge says counts.
            first.group = first.group.or(later.group);
            first.mode = first.mode.or(later.mode);
            first.merge = first.merge.or(later.merge);
            first.timeout = first.timeout.or(later.timeout);
            first.on_timeout = first.on_timeout.or(later.on_timeout);
            first.merges |= later.merges;
            join.edges.push(at);
        }
        for at in &join.edges {
            let edge = &edges[*at];
            let rules = edge.annotations.iter().filter(|annotation| annotation.is(&["gather"]) && !annotation.is_off());
            // Edges of one join that are written together all carry the rule.
            for rule in rules.filter_map(|rule| read_gather(rule, edge, binder)) {
                if !join.gather.contains(&rule) {
                    join.gather.push(rule);
                }
            }
            first.merges |= edge.annotation(&["gather"]).is_some();
        }
        join.group = first.group;
        join.mode = first.mode.unwrap_or(Mode::All);
        join.merge = first.merge.unwrap_or(first.merges.then_some(Strategy::LastWins));
        join.timeout = first.timeout;
        join.on_timeout = first.on_timeout.unwrap_or_default();
        joins.push(join);
    }
    joins
}

/// A rule whose two places are fields of contexts.
fn read_gather(rule: &Annotation, edge: &Edge, binder: &Binder) -> Option<Gather> {
    let place = |name: &str| {
        let words: Vec<Arc<str>> = parameter(rule, name)?.trim().split('.').map(Arc::from).collect();
        let binding = binder.name(edge.scope, &words).binding;
        matches!(binding, Binding::Field(..) | Binding::Undeclared(..)).then_some(binding)
    };
    let mode = match parameter(rule, "as") {
        Some(word) => As::from_word(&word.trim().to_ascii_lowercase())?,
        None => As::Append,
    };
    Some(Gather { from: place("from")?, into: place("into")?, mode })
}

impl Join {
    /// How many paths it waits for; `None` for all.
    pub fn count(&self) -> Option<u32> {
        match self.mode {
            Mode::All => None,
            Mode::First(count) => Some(count),
        }
    }
}
