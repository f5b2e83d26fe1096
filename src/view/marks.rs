//! What a run adds to the picture of its machine: states, counts, values, and the edges that were taken.

use std::borrow::Cow;
use std::sync::Arc;

use crate::context::ContextMap;
use crate::context::store;
use crate::machine::initial;
use crate::machine::model::{Context, ContextIdx, Edge, EdgeIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::run::state::outcome::TestResult;
use crate::run::state::{Force, Path, PathId, Phase, Run, Setback, Status};
use crate::run::step::join::{OpenJoin, open_joins};
use crate::run::step::names::test_condition;
use crate::run::step::templates;
use crate::value::Value;
use crate::view::access::Row;
use crate::view::cell::{self, Cell, Id, Mark};
use crate::view::edge_label::{self, EdgeLine};
use crate::view::look::Look;
use crate::view::paint::Name;
use crate::view::plan::{Plan, Shape};
use crate::view::quote;
use crate::view::states::{State, States};
use crate::view::status::{self, NodeStatus};
use crate::view::tables::{is_invalid, reason};
use crate::view::texts::Texts;
use crate::view::values::FieldMarks;

/// A run with what several marks need.
pub struct Shown<'a> {
    run: &'a Run,
    /// The paths whose values are shown.
    set: Vec<&'a Arc<Path>>,
    /// The one path of the options.
    focus: Option<&'a Arc<Path>>,
    /// Paths by the node they are at, in path order; failed paths, by the node of the failure.
    here: Table<NodeIdx, Vec<&'a Arc<Path>>>,
    /// The joins at which paths wait.
    joins: Vec<OpenJoin<'a>>,
    /// Fields changed by the last action, in order.
    changed: Vec<FieldId>,
    /// Nodes with a failure that was not caught, in order.
    failed: Vec<NodeIdx>,
}

impl<'a> Shown<'a> {
    /// Collects what a drawing needs of a run.
    pub fn of(run: &'a Run, plan: &Plan) -> Self {
        let focus = plan.options.path.as_deref().and_then(PathId::parse).and_then(|id| run.path(&id));
        let mut here = Table::beside(&run.machine.nodes, Vec::new());
        for path in run.paths.values() {
            if let Some(node) = place(run, path) {
                here[plan.place(node)].push(path);
            }
        }
        let mut failed: Vec<NodeIdx> = Vec::new();
        run.paths.values().for_each(|path| failed.extend(run.failed_at(path)));
        failed.iter_mut().for_each(|node| *node = plan.place(*node));
        failed.sort_unstable();
        failed.dedup();
        let mut changed: Vec<FieldId> = run.last.changed.iter().map(|changed| changed.field).collect();
        changed.sort_unstable();
        Self {
            run,
            set: focus.map_or_else(|| run.display_set(), |path| vec![path]),
            focus,
            here,
            joins: open_joins(run),
            changed,
            failed,
        }
    }

    /// The edges that were crossed, read or written through by the last action, sorted.
    pub fn last_edges(&self) -> &[EdgeIdx] {
        &self.run.last.edges
    }

    fn at(&self, node: NodeIdx) -> &[&'a Arc<Path>] {
        &self.here[node]
    }

    fn lowest_live(&self, node: NodeIdx) -> Option<&'a Arc<Path>> {
        self.at(node).iter().copied().find(|path| path.status.is_live())
    }

    /// A template in a label, filled in with the values of the nearest path.
    pub fn resolve(&self, node: NodeIdx, text: &str) -> String {
        let path = self.lowest_live(node).or(self.focus).or(self.set.first().copied());
        match path {
            Some(path) => templates::resolve(self.run, path, text).text,
            None => initial::text(&self.run.machine, Some(node), text),
        }
    }

    /// The states of a node that was entered this many times.
    fn states(&self, node: NodeIdx, entered: u32, setback: Option<&Setback>) -> States {
        let (mut states, mut live, mut parked, mut staying) = (States::default(), 0, 0, 0);
        let paths = self.at(node);
        for path in paths {
            live += usize::from(path.status.is_live());
            parked += usize::from(path.parked().is_some());
            staying += usize::from(path.status.is_live() && path.phase != Phase::Enter);
            match &path.status {
                Status::Blocked(_) => states.add(State::Blocked, true),
                Status::AwaitingAnswers => states.add(State::Answers, true),
                Status::AwaitingEvent => states.add(State::Event, true),
                Status::AwaitingAgent(_) => states.add(State::Agent, true),
                Status::Completed => states.add(State::Completed, true),
                _ => {}
            }
        }
        states.add(State::Failed, self.failed.binary_search(&node).is_ok());
        states.add(State::AllParked, parked > 0 && parked == live);
        states.add(State::Current, live > parked);
        states.add(State::Parked, parked > 0 && parked < live);
        if let Some(setback) = setback {
            states.add(State::Compensated, !setback.undid.is_empty());
            states.add(State::Caught, setback.caught > 0);
        }
        states.add(State::Visited, entered as usize > staying || live < paths.len());
        states.add(State::Pending, states.is_empty());
        states
    }

    /// Adds the marks of an executable node.
    pub fn mark_states(&self, node: NodeIdx, kind: Cow<'static, str>, marks: &mut NodeMarks, plan: &Plan) {
        let run = self.run;
        let visits = run.node_use.get(&node).copied().unwrap_or(0);
        let inside;
        let setback = if plan.shape(node) == Shape::Folded {
            inside = self.setback_inside(node, plan);
            Some(&inside)
        } else {
            run.setbacks.get(&node)
        };
        let states = self.states(node, visits, setback);
        let first = states.iter().next().unwrap_or(State::Pending);
        marks.look.classes.extend(states.iter().map(State::class));
        if let Some((color, width)) = first.look(plan.palette) {
            marks.run = RunLook { color: Some(color), width: Some(width) };
        }
        let paths = if marks.title.0.is_some() { self.at(node) } else { &[] };
        for path in paths {
            marks.title.add(&["\npath ", &path.id.to_string(), ": ", path.status.word()]);
            if let Some(reason) = reason(run, path, &self.joins) {
                marks.title.add(&[", ", &crate::text::clip(&reason, 300)]);
            }
        }
        let undid: Vec<&str> = setback
            .map_or(Vec::new(), |setback| setback.undid.iter().map(|undone| &*run.machine.nodes[*undone].id).collect());
        if let Some(setback) = setback {
            for undone in &undid {
                marks.title.add(&["\nundid ", undone]);
            }
            if setback.caught > 0 {
                marks.title.add(&["\ncaught here: ", &counted("", setback.caught, " failure")]);
            }
            for path in setback.stuck.iter() {
                marks.title.add(&["\npath ", &path.to_string(), " could not undo here"]);
            }
        }
        let ids = if first.has_paths() { self.ids(node, first) } else { Vec::new() };
        let status = NodeStatus { states, visits, ids: &ids, undid: &undid };
        marks.status = Some(status::cell(node, kind, marks.status_width, &status));
    }

    /// What failed and was caught in a folded module.
    fn setback_inside(&self, module: NodeIdx, plan: &Plan) -> Setback {
        let inside = self.run.setbacks.iter().filter(|(node, _)| plan.place(**node) == module);
        Setback { caught: inside.map(|(_, setback)| setback.caught).sum(), ..Setback::default() }
    }

    /// The live paths at a node, or else those that ended there in the node's state.
    fn ids(&self, node: NodeIdx, state: State) -> Vec<String> {
        let ids = |fits: &dyn Fn(&Status) -> bool| -> Vec<String> {
            self.at(node).iter().filter(|path| fits(&path.status)).map(|path| path.id.to_string()).collect()
        };
        let live = ids(&|status| status.is_live());
        match state {
            _ if !live.is_empty() => live,
            State::Failed => ids(&|status| matches!(status, Status::Failed(_))),
            _ => ids(&|status| *status == Status::Completed),
        }
    }

    /// Adds the marks of a context.
    pub fn mark_context(
        &self,
        node: NodeIdx,
        at: ContextIdx,
        kind: Cow<'static, str>,
        marks: &mut NodeMarks,
        plan: &Plan,
    ) {
        let run = self.run;
        let context = &run.machine.contexts[at];
        let versions =
            self.owners(context).into_iter().map(|(_, map)| store::version(&run.machine, &run.added, map, at));
        let version = versions.max().unwrap_or(0);
        let mut words = context.role.word().to_owned();
        for (holds, word) in [(context.shared, ", shared"), (context.open, ", open")] {
            words.push_str(if holds { word } else { "" });
        }
        marks.title.add(&["\n", &words, ", version ", &version.to_string()]);
        let text = if version == 0 { kind } else { format!("{kind} v{version}").into() };
        marks.status = Some(Cell::new(Id::Of("r", node.0), text, words));
        if plan.has_rows(node) {
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
        let declared = self.run.machine.fields.item(id);
        let owners = self.owners(context);
        let value_of = |map: &'a ContextMap| map.get(&id).map(|stored| &*stored.value);
        let mut marks = FieldMarks::new(plan, id, &name, position);
        let (cell_id, columns) = (marks.cell_id(node), marks.columns);
        let first = owners.first().map_or_else(
            // Nothing has started: the declared value is what there is.
            || declared.and_then(|field| field.default.as_ref()),
            |(_, map)| value_of(map),
        );
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
            marks.rows.push((Some(((*path).clone(), self.color(path, plan))), cell));
        }
        marks.more = owners.len().saturating_sub(limit);
        marks
    }

    /// The color of a path, by its order of creation. Ids decide in runs saved before that order was kept.
    fn color(&self, path: &PathId, plan: &Plan) -> &'static str {
        let rank = |path: &Arc<Path>| (path.order, path.id.length(), path.id.clone());
        let own = self.run.paths.get(path).map(rank);
        plan.palette.path(self.run.paths.values().filter(|path| Some(rank(path)) < own).count())
    }

    /// The value before the last action, if the action changed it.
    fn before(&self, path: Option<&PathId>, field: FieldId) -> Option<&'a Option<Value>> {
        if self.changed.binary_search(&field).is_err() {
            return None;
        }
        self.run.last.before(path, field)
    }

    /// Adds the marks of an edge. Of several looks the last one that applies wins.
    pub fn mark_edge(&self, at: EdgeIdx, edge: &Edge, marks: &mut EdgeMarks, plan: &Plan) {
        let run = self.run;
        let palette = plan.palette;
        let all = || std::iter::once(&at).chain(plan.merged(at));
        let used = || all().filter_map(|edge| run.edge_use.get(edge));
        let taken = used().map(|usage| usage.taken).sum();
        let is_last = all().any(|edge| run.last.edges.binary_search(edge).is_ok());
        let focus = self.focus.or_else(|| self.lowest_live(edge.source));
        let result = focus.and_then(|path| test_condition(run, path, at));
        match &result {
            Some(Ok(true)) => draw(marks, "r-true", palette.accent, "", None),
            Some(Ok(false)) => draw(marks, "r-false", palette.quiet, "dashed", None),
            Some(Err(_)) | None => {}
        }
        if taken > 0 {
            draw(marks, "r-taken", palette.visited, "", Some(1.8));
            if marks.title.0.is_some() {
                marks.title.add(&["\n", &*taken_words(taken)]);
            }
        }
        if is_last {
            draw(marks, "r-last", palette.current, "", Some(3.0));
        }
        if let Some(Err(_)) = &result {
            draw(marks, "r-error", palette.danger, "dotted", None);
        }
        let mut forced = used().any(|usage| usage.forced);
        let mut skipped = false;
        for force in run.forces.iter().filter(|force| all().any(|edge| *edge == force.edge)) {
            forced |= force.mode == Force::Take;
            skipped |= force.mode == Force::Skip;
        }
        if forced {
            draw(marks, "r-forced", palette.accent, "", Some(4.0));
            marks.title.add(&["\nforced manually"]);
        }
        if skipped {
            draw(marks, "r-skipped", palette.accent, "dotted", None);
            marks.title.add(&["\nskipped manually"]);
        }
        if let Some(result) = result {
            marks.title.add(&["\ncondition: ", TestResult::of(&result).word()]);
            if let Err(message) = result {
                marks.title.add(&[", ", &crate::text::clip(&message, 300)]);
            }
        }
        let joined = run.machine.control.join(at).map(|join| self.mark_join(at, &join.id, marks));
        let (suffix, words) = match joined {
            Some(Some((have, need, words))) => {
                let taken = if taken > 0 { format!("{}, ", taken_words(taken)) } else { String::new() };
                (format!(" ‖ {have}/{need}"), crate::text::clip(&format!("{taken}{words}"), 2_000).into())
            }
            _ => {
                let mut suffix = String::new();
                status::push_count(&mut suffix, taken);
                (suffix, taken_words(taken))
            }
        };
        marks.cell = edge_label::cell(at, &marks.lines, &suffix, words);
    }

    /// How many of the awaited paths are at a join, over all its instances. `None` if no path waits.
    fn mark_join(&self, at: EdgeIdx, id: &str, marks: &mut EdgeMarks) -> Option<(usize, usize, String)> {
        let (mut have, mut need, mut words) = (0, 0, String::new());
        for one in self.joins.iter().filter(|one| &*one.key.id == id) {
            have += one.parked.len();
            need += one.need();
            let line = one.text();
            words.push_str(if words.is_empty() { "" } else { "; " });
            words.push_str(&line);
            marks.title.add(&["\n", &line]);
            let waits_here = |path: &&Arc<Path>| path.parked().is_some_and(|parked| parked.exit.edge == at);
            if one.parked.iter().any(waits_here) && !marks.look.classes.contains(&"r-parked") {
                marks.look.classes.push("r-parked");
                marks.look.set(Name::Style, "dashed");
            }
        }
        (have > 0).then_some((have, need, words))
    }
}

/// The node at which a path is shown: where it stands, or where it failed. `None` if an edit removed that node.
fn place(run: &Run, path: &Path) -> Option<NodeIdx> {
    match &path.status {
        Status::Failed(_) => run.failed_at(path).first().copied(),
        _ => path.place(),
    }
}

/// Gives an edge the look of a class of the run.
fn draw(marks: &mut EdgeMarks, class: &'static str, color: &'static str, style: &'static str, width: Option<f64>) {
    marks.look.classes.push(class);
    marks.run.color = Some(color);
    marks.run.width = width.or(marks.run.width);
    if style.is_empty() {
        marks.look.paint.clear(Name::Style);
    } else {
        marks.look.set(Name::Style, style);
    }
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

/// A count with its noun, in the plural unless the count is 1.
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

/// The labels and marks of a node.
#[derive(Clone, Debug, Default)]
pub struct NodeMarks {
    /// Its static look, with the classes of the run.
    pub look: Look,
    /// What a run draws over it.
    pub run: RunLook,
    /// Its tooltip in the page.
    pub title: Title,
    /// The cell at the right end of its head.
    pub status: Option<Cell>,
    /// The width of the status cell.
    pub status_width: u32,
    /// The values of contexts.
    pub fields: Vec<FieldMarks>,
    /// What it reads and writes.
    pub rows: Vec<Row>,
    /// Its texts with templates.
    pub texts: Texts,
}

/// The labels and marks of an edge.
#[derive(Clone, Debug, Default)]
pub struct EdgeMarks<'a> {
    /// Its static look, with the classes and line style of the run.
    pub look: Look,
    /// What a run draws over it.
    pub run: RunLook,
    /// Its tooltip in the page.
    pub title: Title,
    /// The lines of its label.
    pub lines: Vec<EdgeLine<'a>>,
    /// The last of them: how often it was crossed, and how many paths wait at its join.
    pub cell: Option<Cell>,
    /// Its texts with templates.
    pub texts: Texts,
}

/// Color and width that replace the static ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunLook {
    /// The color of the line.
    pub color: Option<&'static str>,
    /// The width of the pen. Only the page draws it, because it would move the layout.
    pub width: Option<f64>,
}

/// A tooltip; `None` if the caller does not need one.
#[derive(Clone, Debug, Default)]
pub struct Title(pub Option<String>);

impl Title {
    /// Appends to the tooltip.
    pub fn add(&mut self, parts: &[&str]) {
        if let Some(title) = &mut self.0 {
            parts.iter().for_each(|part| title.push_str(part));
        }
    }
}
