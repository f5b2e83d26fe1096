//! What a run adds to the picture of its machine: states, counts, values, and the edges that were taken.

use std::borrow::Cow;
use std::sync::Arc;

use crate::context::ContextMap;
use crate::context::store;
use crate::machine::model::{Context, ContextIdx, Edge, EdgeIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::run::join::{Standing, standing};
use crate::run::names::{result_word, test_condition};
use crate::run::state::{Force, Path, PathId, Phase, Run, Status};
use crate::run::templates;
use crate::value::Value;
use crate::view::cell::{self, Cell, Id, Mark};
use crate::view::paint::Name;
use crate::view::picture::{EdgeMarks, FieldMarks, NodeMarks, RunLook, StatusCells};
use crate::view::plan::Plan;
use crate::view::quote;
use crate::view::rows;
use crate::view::tables::{is_invalid, reason};
use crate::view::texts;
use crate::view::width::columns;

/// A run with what several marks ask for.
pub struct Shown<'a> {
    run: &'a Run,
    /// The paths whose values are shown.
    set: Vec<&'a Arc<Path>>,
    /// The one path of the options.
    focus: Option<&'a Arc<Path>>,
    /// Paths by the node they stand at, in path order.
    here: Table<NodeIdx, Vec<&'a Arc<Path>>>,
    any_live: bool,
    /// The joins at which paths wait.
    joins: Vec<Standing<'a>>,
    /// Fields changed by the last action, in order.
    changed: Vec<FieldId>,
}

/// The states of a node, in the order in which they decide its colour.
#[derive(Clone, Copy)]
enum State {
    Failed,
    Blocked,
    Answers,
    Agent,
    /// All live paths here are parked.
    AllParked,
    Current,
    /// Some of them are.
    Parked,
    Completed,
    Visited,
    Pending,
}

const STATES: [State; 10] = [
    State::Failed,
    State::Blocked,
    State::Answers,
    State::Agent,
    State::AllParked,
    State::Current,
    State::Parked,
    State::Completed,
    State::Visited,
    State::Pending,
];

/// Several states, by their places.
#[derive(Clone, Copy, Default)]
struct States(u16);

impl States {
    fn add(&mut self, state: State, holds: bool) {
        self.0 |= u16::from(holds) << state as u16;
    }

    fn iter(mut self) -> impl Iterator<Item = State> {
        std::iter::from_fn(move || {
            let first = STATES.get(self.0.trailing_zeros() as usize)?;
            self.0 &= self.0 - 1;
            Some(*first)
        })
    }
}

impl State {
    fn class(self) -> &'static str {
        match self {
            State::Failed => "r-failed",
            State::Blocked => "r-blocked",
            State::Answers => "r-answers",
            State::Agent => "r-agent",
            State::Current => "r-current",
            State::AllParked | State::Parked => "r-parked",
            State::Completed => "r-completed",
            State::Visited => "r-visited",
            State::Pending => "r-pending",
        }
    }

    fn glyph(self) -> &'static str {
        match self {
            State::Failed => "✕",
            State::Blocked => "⊘",
            State::Answers => "?",
            State::Agent => "…",
            State::Current => "▶",
            State::AllParked | State::Parked => "‖",
            State::Completed => "■",
            State::Visited => "✓",
            State::Pending => "",
        }
    }

    fn words(self) -> &'static str {
        match self {
            State::Failed => "failed",
            State::Blocked => "blocked",
            State::Answers => "waits for answers",
            State::Agent => "waits for its agent",
            State::Current => "current",
            State::AllParked | State::Parked => "waits at a join",
            State::Completed => "completed",
            State::Visited => "visited",
            State::Pending => "pending",
        }
    }

    fn look(self) -> Option<RunLook> {
        let (color, width) = match self {
            State::Failed => ("#c92a2a", 3.0),
            State::Blocked => ("#e67700", 3.0),
            State::Answers => ("#9c36b5", 3.0),
            State::Agent => ("#1971c2", 3.0),
            State::Current => ("#2f9e44", 3.0),
            State::AllParked | State::Parked => ("#868e96", 3.0),
            State::Completed => ("#2f9e44", 2.0),
            State::Visited => ("#1971c2", 2.0),
            State::Pending => return None,
        };
        Some(RunLook { color, width })
    }
}

impl<'a> Shown<'a> {
    /// What a drawing asks of a run.
    pub fn of(run: &'a Run, plan: &Plan) -> Self {
        let focus = plan.options.path.as_deref().and_then(PathId::parse).and_then(|id| run.path(&id));
        let mut here = Table::beside(&run.machine.nodes, Vec::new());
        for path in run.paths.values() {
            here[path.node].push(path);
        }
        let mut changed: Vec<FieldId> = run.last.changed.iter().map(|changed| changed.field).collect();
        changed.sort_unstable();
        Self {
            run,
            set: focus.map_or_else(|| run.display_set(), |path| vec![path]),
            focus,
            here,
            any_live: run.live().next().is_some(),
            joins: standing(run),
            changed,
        }
    }

    fn at(&self, node: NodeIdx) -> &[&'a Arc<Path>] {
        &self.here[node]
    }

    fn lowest_live(&self, node: NodeIdx) -> Option<&'a Arc<Path>> {
        self.at(node).iter().copied().find(|path| path.status.is_live())
    }

    /// A template in a label, with the values of the path that is nearest to it.
    pub fn resolve(&self, node: NodeIdx, text: &str) -> String {
        let path = self.lowest_live(node).or(self.focus).or(self.set.first().copied());
        match path {
            Some(path) => templates::resolve(self.run, path, text).text,
            None => texts::initial(&self.run.machine, Some(node), text),
        }
    }

    /// Adds the marks of a node.
    pub fn mark_node(&self, at: NodeIdx, marks: &mut NodeMarks, plan: &Plan) {
        let class = self.run.machine.nodes[at].class;
        if class.is_executable() {
            self.mark_states(at, marks);
        } else if let Some(context) = self.run.machine.context_of(at) {
            self.mark_context(at, context, marks, plan);
        }
    }

    /// The states of a node that was entered so often.
    fn states(&self, node: NodeIdx, entered: u32) -> States {
        let (mut states, mut live, mut parked, mut staying) = (States::default(), 0, 0, 0);
        let paths = self.at(node);
        for path in paths {
            live += usize::from(path.status.is_live());
            parked += usize::from(path.parked().is_some());
            staying += usize::from(path.status.is_live() && path.phase != Phase::Enter);
            match &path.status {
                Status::Failed(_) => states.add(State::Failed, true),
                Status::Blocked(_) => states.add(State::Blocked, true),
                Status::AwaitingAnswers => states.add(State::Answers, true),
                Status::AwaitingAgent(_) => states.add(State::Agent, true),
                Status::Completed => states.add(State::Completed, true),
                _ => {}
            }
        }
        states.add(State::AllParked, parked > 0 && parked == live);
        states.add(State::Current, live > 0);
        states.add(State::Parked, parked > 0 && parked < live);
        states.add(State::Visited, entered as usize > staying || live < paths.len());
        states.add(State::Pending, states.0 == 0);
        states
    }

    fn mark_states(&self, node: NodeIdx, marks: &mut NodeMarks) {
        let visits = self.run.node_use.get(&node).copied().unwrap_or(0);
        let states = self.states(node, visits);
        let first = states.iter().next().unwrap_or(State::Pending);
        marks.look.classes.extend(states.iter().map(State::class));
        marks.run = first.look();
        let told = if marks.title.0.is_some() { self.at(node) } else { &[] };
        for path in told {
            marks.title.add(&["\npath ", &path.id.to_string(), ": ", path.status.word()]);
            if let Some(reason) = reason(self.run, path, &self.joins) {
                marks.title.add(&[", ", &crate::text::clip(&reason, 300)]);
            }
        }
        let words: Cow<'static, str> = match states.0.count_ones() {
            1 => first.words().into(),
            _ => states.iter().map(State::words).collect::<Vec<_>>().join(", ").into(),
        };
        let entered: Cow<'static, str> = match visits {
            0 => "0 visits".into(),
            1 => "1 visit".into(),
            _ => counted("", visits, " visit").into(),
        };
        let i = node.0;
        marks.status = Some(StatusCells {
            glyph: Cell::new(Id::Of("s", i), first.glyph(), words),
            visits: Cell::new(Id::Of("k", i), times(visits), entered),
            paths: self.paths_cell(node),
        });
    }

    /// The paths at a node: those on it, or those that ended there once none is live.
    fn paths_cell(&self, node: NodeIdx) -> Cell {
        let id = Id::Of("p", node.0);
        let mut ids = Vec::new();
        for path in self.at(node) {
            if path.status.is_live() || !self.any_live && path.status.is_terminal() {
                ids.push(path.id.to_string());
            }
        }
        if ids.is_empty() {
            return Cell::new(id, "", "no path here");
        }
        Cell::new(id, fit(&ids, PATH_COLUMNS), crate::text::clip(&ids.join(" "), 2_000))
    }

    fn mark_context(&self, node: NodeIdx, at: ContextIdx, marks: &mut NodeMarks, plan: &Plan) {
        let run = self.run;
        let context = &run.machine.contexts[at];
        let versions =
            self.owners(context).into_iter().map(|(_, map)| store::version(&run.machine, &run.added, map, at));
        let version = versions.max().unwrap_or(0);
        let text = if version == 0 { String::new() } else { format!("v{version}") };
        let mut words = context.role.word().to_owned();
        for (holds, word) in [(context.shared, ", shared"), (context.open, ", open")] {
            words.push_str(if holds { word } else { "" });
        }
        marks.title.add(&["\n", &words, ", version ", &version.to_string()]);
        marks.version = Some(Cell::new(Id::Of("r", node.0), text, words));
        if plan.options.has_tables() {
            let fields = store::fields(&run.machine, &run.added, at);
            let marked = fields.into_iter().enumerate();
            marks.fields =
                marked.map(|(position, field)| self.mark_field(node, context, position, field, plan)).collect();
        }
    }

    /// Whose values of a context are shown.
    fn owners(&self, context: &Context) -> Vec<(Option<&'a PathId>, &'a ContextMap)> {
        if context.shared {
            return vec![(None, &self.run.shared)];
        }
        self.set.iter().map(|path| (Some(&path.id), &path.context)).collect()
    }

    fn mark_field(
        &self,
        node: NodeIdx,
        context: &Context,
        position: usize,
        (id, name): (FieldId, Arc<str>),
        plan: &Plan,
    ) -> FieldMarks {
        let columns = plan.options.columns();
        let declared = self.run.machine.fields.item(id);
        let owners = self.owners(context);
        let value_of = |map: &'a ContextMap| map.get(&id).map(|stored| &*stored.value);
        let cell_id = format!("v{}-{position}", node.0);
        let first = owners.first().map_or_else(
            // Nothing has started: the declared value is what there is.
            || declared.and_then(|field| field.default.as_ref()),
            |(_, map)| value_of(map),
        );
        let mut marks = FieldMarks {
            id,
            position,
            name: name.to_string(),
            kind: declared.and_then(|field| field.kind.as_deref().map(str::to_owned)),
            rows: Vec::new(),
            more: 0,
        };
        if owners.iter().all(|(_, map)| same(value_of(map), first)) {
            let mut cell = cell::of_value(Id::Value(cell_id), first, columns);
            if first.is_some_and(|value| is_invalid(self.run, id, value)) {
                cell.mark = Some(Mark::Invalid);
            }
            if let Some(before) = owners.iter().find_map(|(path, _)| self.before(*path, id)) {
                mark_changed(&mut cell, before);
            }
            marks.rows.push((None, cell));
            return marks;
        }
        let limit = plan.options.rows();
        for (path, map) in owners.iter().take(limit) {
            let Some(path) = path else { continue };
            let mut cell = cell::of_value(Id::Value(format!("{cell_id}-{path}")), value_of(map), columns);
            if value_of(map).is_some_and(|value| is_invalid(self.run, id, value)) {
                cell.mark = Some(Mark::Invalid);
            }
            if let Some(before) = self.before(Some(path), id) {
                mark_changed(&mut cell, before);
            }
            marks.rows.push((Some((*path).clone()), cell));
        }
        marks.more = owners.len().saturating_sub(limit);
        marks
    }

    /// The value before the last action, if that changed it.
    fn before(&self, path: Option<&PathId>, field: FieldId) -> Option<&'a Option<Value>> {
        if self.changed.binary_search(&field).is_err() {
            return None;
        }
        self.run.last.before(path, field)
    }

    /// Adds the marks of an edge.
    pub fn mark_edge(&self, at: EdgeIdx, edge: &Edge, marks: &mut EdgeMarks) {
        let run = self.run;
        let usage = run.edge_use.get(&at);
        let taken = usage.map_or(0, |usage| usage.taken);
        let focus = self.focus.or_else(|| self.lowest_live(edge.source));
        if run.last.edges.binary_search(&at).is_ok() {
            marks.look.classes.push("r-last");
            marks.run = Some(RunLook { color: "#2f9e44", width: 3.0 });
        }
        if taken > 0 {
            marks.look.classes.push("r-taken");
            let width = (1.0 + f64::from(taken) / 2.0).min(5.0);
            marks.run.get_or_insert(RunLook { color: "#1971c2", width });
            if marks.title.0.is_some() {
                marks.title.add(&["\n", &*taken_words(taken)]);
            }
        }
        let mut forced = usage.is_some_and(|usage| usage.forced);
        let mut skipped = false;
        for force in run.forces.iter().filter(|force| force.edge == at) {
            forced |= force.mode == Force::Take;
            skipped |= force.mode == Force::Skip;
        }
        for (holds, class, words) in
            [(forced, "r-forced", "\ntaken by hand"), (skipped, "r-skipped", "\nleft out by hand")]
        {
            if holds {
                marks.look.classes.push(class);
                marks.look.set(Name::Style, "dotted");
                marks.title.add(&[words]);
            }
        }
        if let Some(result) = focus.and_then(|path| test_condition(run, path, at)) {
            let class = match result {
                Ok(true) => "r-true",
                Ok(false) => "r-false",
                Err(_) => "r-error",
            };
            marks.look.classes.push(class);
            marks.title.add(&["\ncondition: ", result_word(&result)]);
            if let Err(message) = result {
                marks.title.add(&[", ", &crate::text::clip(&message, 300)]);
            }
        }
        if rows::has_label(edge) {
            marks.taken = Some(Cell::new(Id::Of("t", at.0), times(taken), taken_words(taken)));
        }
        if run.machine.control.join(at).is_some() {
            self.mark_join(at, marks);
        }
    }

    /// How many of the paths are there, over all instances of the join.
    fn mark_join(&self, at: EdgeIdx, marks: &mut EdgeMarks) {
        let id = self.run.machine.control.join(at).map(|join| &join.id);
        let (mut have, mut need, mut words) = (0, 0, String::new());
        for one in self.joins.iter().filter(|one| Some(&one.key.id) == id) {
            have += one.parked.len();
            need += one.need();
            let line = one.text();
            words.push_str(if words.is_empty() { "" } else { "; " });
            words.push_str(&line);
            marks.title.add(&["\n", &line]);
            if one.parked.iter().any(|path| path.parked().is_some_and(|parked| parked.exit.edge == at)) {
                if !marks.look.classes.contains(&"r-parked") {
                    marks.look.classes.push("r-parked");
                }
                marks.look.add_style("dashed");
            }
        }
        let (text, words) = match have {
            0 => (String::new(), "nobody waits here".to_owned()),
            _ => (format!("‖ {have}/{need}"), crate::text::clip(&words, 2_000)),
        };
        marks.join = Some(Cell::new(Id::Of("j", at.0), text, words));
    }
}

/// Columns of the cell that lists paths.
const PATH_COLUMNS: usize = 20;

/// As many ids as fit, and how many are left.
fn fit(ids: &[String], limit: usize) -> String {
    let all = ids.join(" ");
    if columns(&all) <= limit {
        return all;
    }
    let mut text = String::new();
    for (at, id) in ids.iter().enumerate() {
        let rest = format!("+{}", ids.len() - at - 1);
        if text.len() + id.len() + 1 + rest.len() > limit {
            let left = format!("+{}", ids.len() - at);
            return if text.is_empty() { left } else { format!("{text}{left}") };
        }
        text.push_str(id);
        text.push(' ');
    }
    all
}

fn same(a: Option<&Value>, b: Option<&Value>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => std::ptr::eq(a, b) || a == b,
        (None, None) => true,
        _ => false,
    }
}

fn mark_changed(cell: &mut Cell, before: &Option<Value>) {
    cell.mark.get_or_insert(Mark::Changed);
    let was = crate::text::clip(&cell::value_text(before.as_ref()), 1_000);
    let title = format!("was {was} → {}", cell.title);
    cell.title = cell::shown(crate::text::clip(&title, 2_000).into());
}

fn times(count: u32) -> Cow<'static, str> {
    match count {
        0 => return "".into(),
        1 => return "×1".into(),
        _ => {}
    }
    let mut text = String::from("×");
    quote::push_number(&mut text, count);
    text.into()
}

/// A number and a word for what is counted, in the plural where there is not one of it.
fn counted(before: &str, count: u32, word: &str) -> String {
    let mut text = String::with_capacity(20);
    text.push_str(before);
    quote::push_number(&mut text, count);
    text.push_str(word);
    text.push_str(if count == 1 { "" } else { "s" });
    text
}

fn taken_words(taken: u32) -> Cow<'static, str> {
    match taken {
        0 => "taken 0 times".into(),
        1 => "taken 1 time".into(),
        _ => counted("taken ", taken, " time").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_ids_are_cut_to_what_fits() {
        let ids: Vec<String> = (1..=9).map(|n| format!("1.{n}")).collect();
        assert_eq!(fit(&ids[..3], 20), "1.1 1.2 1.3");
        assert_eq!(fit(&ids, 20), "1.1 1.2 1.3 1.4 +5");
        assert_eq!(fit(&["1.2.3.4.5.6.7.8.9.10.11".to_owned()], 20), "+1");
    }
}
