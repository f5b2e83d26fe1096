//! The class `Run`: a handle around a timeline.

use std::sync::Arc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{bad_argument, done, out, parsed, refused, unknown_name};
use super::given::{self, Fields};
use super::memory;
use crate::expr::{Operand, truthy};
use crate::json::{Object, ToJson, Writer};
use crate::machine::model::EdgeIdx;
use crate::projection::request::{Extent, ShownRequest};
use crate::refusal::Code;
use crate::run::agent::recording::Recording;
use crate::run::agent::requests::shown;
use crate::run::edit::proposals;
use crate::run::event::Kind;
use crate::run::save::Past;
use crate::run::state::{AgentId, Force, InfoRequest, PathId};
use crate::run::step::awaited::{awaited_events, running_timers};
use crate::run::step::templates;
use crate::run::timeline::{AdvanceOptions, Done, Place, Timeline};
use crate::run::{Action, Refusal, evaluate};
use crate::schema::Json;
use crate::value::Value;
use crate::view;
use crate::work::Work;

/// A run with its timeline.
#[wasm_bindgen(skip_typescript)]
pub struct Run(pub(super) Timeline);

impl Run {
    pub(super) fn new(timeline: Timeline) -> Self {
        Run(timeline)
    }

    fn act(&mut self, action: Result<Action, Refusal>) -> JsValue {
        memory::reserve();
        match action.and_then(|action| self.0.act(action)) {
            Ok(acted) => done(|object| self.write_done(object, &acted)),
            Err(refusal) => refused(&refusal),
        }
    }

    fn write_done(&self, object: &mut Object, acted: &Done) {
        let run = self.0.run();
        object.field("step", &run.step);
        object.field("tick", &run.tick);
        object.field("action", &run.action);
        object.field("branch", &self.0.place().branch);
        object.field("events", &acted.events);
        object.field("outcome", &run.outcome);
        if !acted.results.is_empty() {
            object.field("results", &acted.results);
        }
        object.maybe("request", &acted.request);
        object.maybe("left", &acted.left_ms);
        if acted.events.iter().any(|event| matches!(event.kind, Kind::EditProposed { .. })) {
            object.maybe("edit", &proposals(run).last());
        }
    }

    fn moved(&self, place: Result<Place, Refusal>) -> JsValue {
        match place {
            Ok(place) => done(|object| {
                object.field("branch", &place.branch);
                object.field("step", &place.step);
                object.field("tick", &self.0.run().tick);
                object.field("action", &self.0.run().action);
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The graph nodes above one, or below it.
    fn around(&self, node: &str, above: bool) -> Result<JsValue, JsValue> {
        let known =
            |ids: Vec<Arc<str>>| unknown_name("node", "the id of a graph node", node, ids.iter().map(|id| &**id));
        self.0.graph_around(node, above).map(|found| out(&found)).map_err(known)
    }

    fn requests_where(&self, fits: impl Fn(&InfoRequest) -> bool) -> JsValue {
        let mut text = Writer::default();
        let run = self.0.run();
        text.each(run.requests.values().filter(|request| fits(request)), |out, request| shown(run, request).write(out));
        parsed(&text.finish())
    }
}

pub(super) fn path_id(text: &str) -> Result<PathId, Refusal> {
    PathId::parse(text).ok_or_else(|| Refusal::new(Code::UnknownPath, format!("unknown path `{text}`")))
}

/// `{ ok: true, <name>: <value> }`, or the refusal.
fn answer(given: Result<(&str, &dyn ToJson), &Refusal>) -> JsValue {
    match given {
        Ok((name, value)) => done(|object| object.field(name, value)),
        Err(refusal) => refused(refusal),
    }
}

/// `*` is every path.
fn path_or_all(text: &str) -> Result<Option<PathId>, Refusal> {
    if text == "*" { Ok(None) } else { path_id(text).map(Some) }
}

fn known_edge(text: &str) -> Result<EdgeIdx, Refusal> {
    given::edge_idx(text).ok_or_else(|| Refusal::new(Code::UnknownEdge, format!("unknown edge `{text}`")))
}

#[wasm_bindgen]
impl Run {
    /// Moves every active path.
    #[wasm_bindgen(skip_typescript)]
    pub fn step(&mut self, given: JsValue) -> JsValue {
        self.act(Ok(Action::Step { idle: given::flag(given, "idle") }))
    }

    /// Moves one path.
    #[wasm_bindgen(js_name = stepPath, skip_typescript)]
    pub fn step_path(&mut self, path: &str) -> JsValue {
        self.act(path_id(path).map(|path| Action::StepPath { path }))
    }

    /// Repeats `step` until something stops it.
    #[wasm_bindgen(skip_typescript)]
    pub fn advance(&mut self, given: JsValue) -> Result<JsValue, JsValue> {
        let options = given::advance_options(given, &self.0.run().machine)?;
        memory::reserve();
        let advanced = self.0.advance(&options);
        Ok(match advanced {
            Ok((acted, reason, ticks)) => done(|object| {
                self.write_done(object, &acted);
                object.field("reason", &reason);
                object.field("ticks", &ticks);
            }),
            Err(refusal) => refused(&refusal),
        })
    }

    /// What waits for an agent, an answer, an event, time or consent.
    #[wasm_bindgen(skip_typescript)]
    pub fn pending(&self, given: JsValue) -> JsValue {
        let options = Fields::read(given);
        let extent = match (options.flag("brief"), options.maybe_flag("projection")) {
            (true, _) => Extent::Brief,
            (_, Some(false)) => Extent::Unprojected,
            _ => Extent::Whole,
        };
        let run = self.0.run();
        let agents: Vec<ShownRequest> =
            self.0.agent_requests().into_iter().map(|request| request.written(extent)).collect();
        let mut text = Writer::default();
        text.object(|object| {
            object.field("agents", &agents);
            object.with("requests", |out| {
                let open = run.requests.values().filter(|request| request.is_open());
                out.each(open, |out, request| shown(run, request).write(out));
            });
            object.field("events", &awaited_events(run, None));
            object.field("timers", &running_timers(run, None));
            object.with("edits", |out| out.each(proposals(run), |out, edit| edit.write(out)));
        });
        parsed(&text.finish())
    }

    /// Answers an agent request.
    #[wasm_bindgen(skip_typescript)]
    pub fn reply(&mut self, request: String, reply: JsValue, given: JsValue) -> JsValue {
        let (reply, auto) = (given::reply(reply), given::flag(given, "auto"));
        self.act(Ok(Action::Reply { request, reply, auto }))
    }

    /// Answers an information request.
    #[wasm_bindgen(skip_typescript)]
    pub fn answer(&mut self, request: String, answer: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let (answer, auto) = (given::answer(answer)?, given::flag(given, "auto"));
        Ok(self.act(Ok(Action::Answer { request, answer, auto })))
    }

    /// Answers several information requests at once.
    #[wasm_bindgen(skip_typescript)]
    pub fn answers(&mut self, answers: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let (answers, auto) = (given::answers(answers)?, given::flag(given, "auto"));
        Ok(self.act(Ok(Action::Answers { answers, auto })))
    }

    /// Sends an event to a path, or to every one that can receive it.
    #[wasm_bindgen(skip_typescript)]
    pub fn send(&mut self, name: String, data: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let data = if data.is_undefined() { Value::Null } else { given::value(data, "data")? };
        let path = Fields::read(given).text("path").map(|path| path_id(&path)).transpose();
        Ok(self.act(path.map(|path| Action::Send { name, data, path })))
    }

    /// Lets time pass on the run's clock.
    #[wasm_bindgen(skip_typescript)]
    pub fn elapse(&mut self, ms: f64) -> JsValue {
        self.act(Ok(Action::Elapse { milliseconds: ms as u64 }))
    }

    /// Chooses an edge for a path that is blocked or waits for an event.
    #[wasm_bindgen(skip_typescript)]
    pub fn choose(&mut self, path: &str, edge: &str) -> JsValue {
        let action = path_id(path).and_then(|path| Ok(Action::Choose { path, edge: known_edge(edge)? }));
        self.act(action)
    }

    /// Forces or skips an edge, for a path or for all.
    #[wasm_bindgen(skip_typescript)]
    pub fn force(&mut self, path: &str, edge: &str, mode: JsValue) -> Result<JsValue, JsValue> {
        let mode = match mode.as_string().as_deref() {
            Some("take") => Some(Force::Take),
            Some("skip") => Some(Force::Skip),
            None if mode.is_null() => None,
            _ => return Err(bad_argument("mode", "\"take\", \"skip\" or null", "got something else")),
        };
        let action = path_or_all(path).and_then(|path| Ok(Action::Force { path, edge: known_edge(edge)?, mode }));
        Ok(self.act(action))
    }

    /// Proposes another source for the machine.
    #[wasm_bindgen(js_name = proposeEdit, skip_typescript)]
    pub fn propose_edit(&mut self, source: String) -> JsValue {
        self.act(Ok(Action::ProposeEdit { source }))
    }

    /// Continues with the machine of a proposal.
    #[wasm_bindgen(js_name = applyEdit, skip_typescript)]
    pub fn apply_edit(&mut self, id: String) -> JsValue {
        self.act(Ok(Action::ApplyEdit { id }))
    }

    /// Drops a proposal.
    #[wasm_bindgen(js_name = rejectEdit, skip_typescript)]
    pub fn reject_edit(&mut self, id: String) -> JsValue {
        self.act(Ok(Action::RejectEdit { id }))
    }

    /// Records that a recording has nothing for an open request.
    #[wasm_bindgen(js_name = noRecording, skip_typescript)]
    pub fn no_recording(&mut self, request: String) -> JsValue {
        self.act(Ok(Action::NoRecording { request }))
    }

    /// Writes into a context of a path, or of all.
    #[wasm_bindgen(js_name = setContext, skip_typescript)]
    pub fn set_context(&mut self, path: &str, target: String, value: JsValue) -> Result<JsValue, JsValue> {
        let value = given::value(value, "value")?;
        Ok(self.act(path_or_all(path).map(|path| Action::SetContext { path, target, value })))
    }

    /// Ends a path, or all.
    #[wasm_bindgen(skip_typescript)]
    pub fn cancel(&mut self, path: &str) -> JsValue {
        self.act(path_or_all(path).map(|path| Action::Cancel { path }))
    }

    /// Reports the total running time.
    #[wasm_bindgen(js_name = reportTime, skip_typescript)]
    pub fn report_time(&mut self, elapsed_ms: f64) -> JsValue {
        self.act(Ok(Action::ReportTime { elapsed_ms: elapsed_ms as u64 }))
    }

    /// The run at the cursor as tables.
    #[wasm_bindgen(skip_typescript)]
    pub fn view(&self) -> JsValue {
        out(&view::view(self.0.run(), &self.0.place().branch))
    }

    /// The drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn dot(&self, given: JsValue) -> Result<String, JsValue> {
        Ok(view::dot(self.0.run(), &given::run_dot_options(given, &self.0)?))
    }

    /// The drawing in two parts.
    #[wasm_bindgen(skip_typescript)]
    pub fn drawing(&self, given: JsValue) -> Result<JsValue, JsValue> {
        Ok(out(&view::drawing(self.0.run(), &given::run_dot_options(given, &self.0)?)))
    }

    /// Layout key and all patchable values of the drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn overlay(&self, given: JsValue) -> Result<JsValue, JsValue> {
        Ok(out(&view::overlay(self.0.run(), &given::run_dot_options(given, &self.0)?)))
    }

    /// The text of an open agent request.
    #[wasm_bindgen(skip_typescript)]
    pub fn prompt(&self, request: &str) -> JsValue {
        let asked = AgentId::parse(request);
        let found = self.0.agent_requests().into_iter().find(|open| Some(open.id()) == asked.as_ref());
        found.map_or(JsValue::NULL, |open| open.prompt_text().into())
    }

    /// The prompt of a node with the values of a path.
    #[wasm_bindgen(js_name = nodePrompt, skip_typescript)]
    pub fn node_prompt(&self, path: &str, node: &str) -> JsValue {
        match path_id(path).and_then(|path| templates::prompt(self.0.run(), &path, node)) {
            Ok(prompt) => done(|object| object.field("prompt", &prompt)),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The value of an expression on a path.
    #[wasm_bindgen(skip_typescript)]
    pub fn evaluate(&self, path: &str, expression: &str) -> JsValue {
        match path_id(path).and_then(|path| evaluate(self.0.run(), &path, expression)) {
            Ok(operand) => done(|object| {
                if let Operand::Value(value) = &operand {
                    object.field("value", value);
                }
                object.field("truthy", &truthy(&operand));
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// Events with a number above `since`, up to the cursor.
    #[wasm_bindgen(skip_typescript)]
    pub fn events(&self, since: Option<f64>, limit: Option<f64>) -> JsValue {
        let since = since.unwrap_or(0.0).max(0.0) as u64;
        let limit = limit.map_or(usize::MAX, |limit| limit.max(0.0) as usize);
        let mut text = Writer::default();
        text.list(self.0.events(since, limit));
        parsed(&text.finish())
    }

    /// The rows of a branch, of the current one by default.
    #[wasm_bindgen(skip_typescript)]
    pub fn entries(&self, branch: Option<String>) -> Result<JsValue, JsValue> {
        match self.0.rows(branch.as_deref()) {
            Ok(rows) => Ok(out(&rows)),
            Err(refusal) => Err(bad_argument("branch", "the id of a branch", &refusal.message)),
        }
    }

    /// Moves the cursor back.
    #[wasm_bindgen(skip_typescript)]
    pub fn back(&mut self, count: Option<u32>) -> JsValue {
        let place = self.0.back(count.unwrap_or(1));
        self.moved(place)
    }

    /// Moves the cursor to a step.
    #[wasm_bindgen(skip_typescript)]
    pub fn goto(&mut self, step: u32, branch: Option<String>) -> JsValue {
        let place = self.0.go_to(step, branch.as_deref());
        self.moved(place)
    }

    /// Makes a branch and moves to it.
    #[wasm_bindgen(skip_typescript)]
    pub fn fork(&mut self, step: Option<u32>, name: Option<String>) -> JsValue {
        let place = self.0.fork(step, name);
        self.moved(place)
    }

    /// All branches.
    #[wasm_bindgen(skip_typescript)]
    pub fn branches(&self) -> JsValue {
        out(&self.0.branches())
    }

    /// Renames a branch.
    #[wasm_bindgen(js_name = renameBranch, skip_typescript)]
    pub fn rename_branch(&mut self, id: &str, name: String) -> JsValue {
        let place = self.0.rename_branch(id, name);
        self.moved(place)
    }

    /// Deletes a branch.
    #[wasm_bindgen(js_name = deleteBranch, skip_typescript)]
    pub fn delete_branch(&mut self, id: &str) -> JsValue {
        let place = self.0.delete_branch(id);
        self.moved(place)
    }

    /// Names the entry at the cursor.
    #[wasm_bindgen(skip_typescript)]
    pub fn checkpoint(&mut self, name: String) -> JsValue {
        let place = self.0.checkpoint(name);
        self.moved(Ok(place))
    }

    /// Moves the cursor to a checkpoint.
    #[wasm_bindgen(skip_typescript)]
    pub fn restore(&mut self, name: &str) -> JsValue {
        let place = self.0.restore(name);
        self.moved(place)
    }

    /// All checkpoints.
    #[wasm_bindgen(skip_typescript)]
    pub fn checkpoints(&self) -> JsValue {
        let mut text = Writer::default();
        text.list(self.0.checkpoints());
        parsed(&text.finish())
    }

    /// What differs between two places.
    #[wasm_bindgen(skip_typescript)]
    pub fn diff(&self, a: JsValue, b: JsValue) -> JsValue {
        let ((in_a, a), (in_b, b)) = (given::place(a), given::place(b));
        match self.0.diff((in_a.as_deref(), a), (in_b.as_deref(), b)) {
            Ok(diff) => done(|object| {
                object.field("paths", &diff.paths);
                object.field("changes", &diff.changes);
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The run as text.
    #[wasm_bindgen(skip_typescript)]
    pub fn save(&self, given: JsValue) -> String {
        let is_bare = Fields::read(given).is("timeline", "none");
        self.0.save(if is_bare { Past::None } else { Past::Full })
    }

    /// The accepted actions of the current branch after a step; without one, the header first.
    #[wasm_bindgen(skip_typescript)]
    pub fn actions(&self, since: Option<u32>) -> JsValue {
        out(&self.0.actions(since))
    }

    /// What came from outside into the current branch.
    #[wasm_bindgen(skip_typescript)]
    pub fn recording(&self) -> JsValue {
        out(&self.0.recording())
    }

    /// Steps, and gives what was recorded.
    #[wasm_bindgen(skip_typescript)]
    pub fn replay(&mut self, recording: JsValue, given: JsValue) -> Result<JsValue, JsValue> {
        let recording = given::value(recording, "recording")?;
        let options = Fields::read(given);
        let force = options.flag("force");
        let max_ticks = options.count("maxTicks").unwrap_or(AdvanceOptions::default().max_ticks);
        let replayed =
            Recording::read(&Json::from(&recording)).and_then(|recording| self.0.replay(&recording, force, max_ticks));
        Ok(match replayed {
            Ok(replayed) => done(|object| {
                object.field("status", &replayed.status);
                object.maybe("request", &replayed.request);
            }),
            Err(refusal) => refused(&refusal),
        })
    }

    /// Information requests, filtered.
    #[wasm_bindgen(skip_typescript)]
    pub fn requests(&self, given: JsValue) -> Result<JsValue, JsValue> {
        let filter = Fields::read(given);
        let (path, state, priority) = (filter.text("path"), filter.text("state"), filter.text("priority"));
        if let Some(path) = &path {
            given::check_path(path, "filter.path", &self.0)?;
        }
        let is = |wanted: &Option<Arc<str>>, word: &str| wanted.as_deref().is_none_or(|wanted| wanted == word);
        Ok(self.requests_where(|request| {
            is(&path, &request.id.path.to_string())
                && is(&state, request.state.word())
                && is(&priority, request.priority().word())
        }))
    }

    /// What an agent on a path is shown.
    #[wasm_bindgen(skip_typescript)]
    pub fn projection(&self, path: &str, given: JsValue) -> JsValue {
        let options = Fields::read(given);
        let (budget, node) = (options.number("budget"), options.text("node"));
        let shown = path_id(path).and_then(|path| self.0.projection(&path, node.as_deref(), budget));
        answer(shown.as_ref().map(|projection| ("projection", projection as &dyn ToJson)))
    }

    /// The context graph at the cursor.
    #[wasm_bindgen(skip_typescript)]
    pub fn graph(&self) -> JsValue {
        out(&self.0.graph())
    }

    /// Changes the context graph.
    #[wasm_bindgen(js_name = editGraph, skip_typescript)]
    pub fn edit_graph(&mut self, edit: JsValue) -> Result<JsValue, JsValue> {
        let edit = given::graph_edit(edit)?;
        Ok(match self.0.edit_graph(&edit) {
            Ok((changed, node)) => done(|object| {
                object.field("changed", &changed);
                object.maybe("node", &node);
            }),
            Err(refusal) => refused(&refusal),
        })
    }

    /// All graph nodes above one.
    #[wasm_bindgen(skip_typescript)]
    pub fn ancestors(&self, node: &str) -> Result<JsValue, JsValue> {
        self.around(node, true)
    }

    /// All graph nodes below one.
    #[wasm_bindgen(skip_typescript)]
    pub fn descendants(&self, node: &str) -> Result<JsValue, JsValue> {
        self.around(node, false)
    }

    /// Keeps the structure of the graph.
    #[wasm_bindgen(js_name = saveGraphView, skip_typescript)]
    pub fn save_graph_view(&mut self, name: String) -> JsValue {
        let view = self.0.save_graph_view(name);
        answer(Ok(("view", &view as &dyn ToJson)))
    }

    /// Brings back a kept structure.
    #[wasm_bindgen(js_name = restoreGraphView, skip_typescript)]
    pub fn restore_graph_view(&mut self, name: &str) -> JsValue {
        match self.0.restore_graph_view(name) {
            Ok(restored) => done(|object| {
                object.field("edges", &restored.edges);
                object.field("missing", &restored.missing);
                object.field("newcomers", &restored.newcomers);
                object.field("dropped", &restored.dropped);
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// All kept structures.
    #[wasm_bindgen(js_name = graphViews, skip_typescript)]
    pub fn graph_views(&self) -> JsValue {
        out(&self.0.graph_views())
    }

    /// Forgets a kept structure.
    #[wasm_bindgen(js_name = deleteGraphView, skip_typescript)]
    pub fn delete_graph_view(&mut self, name: &str) -> JsValue {
        match self.0.delete_graph_view(name) {
            Ok(()) => done(|_| {}),
            Err(refusal) => refused(&refusal),
        }
    }

    /// Drops all edits of the graph.
    #[wasm_bindgen(js_name = resetGraphView, skip_typescript)]
    pub fn reset_graph_view(&mut self) -> JsValue {
        self.0.reset_graph_view();
        done(|_| {})
    }

    /// Gives the run another text of the same machine.
    #[wasm_bindgen(js_name = setSource, skip_typescript)]
    pub fn set_source(&mut self, source: &str, files: JsValue, entry: JsValue) -> JsValue {
        let work = Work::new(self.0.run().machine.cost.limit);
        let machine = given::machine(source, files, &entry, &work);
        match self.0.set_machine(machine) {
            Ok(()) => done(|_| {}),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The source of the machine.
    #[wasm_bindgen(skip_typescript)]
    pub fn source(&self) -> String {
        self.0.run().machine.source().to_string()
    }
}
