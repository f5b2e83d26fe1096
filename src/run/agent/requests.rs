//! Information requests: questions a path asks the host. A path waits for the required ones.

use std::sync::Arc;

use crate::machine::model::NodeIdx;
use crate::refusal::{Code, Refusal};
use crate::run::event::{At, Kind};
use crate::run::state::{InfoRequest, Phase, Priority, RequestId, RequestState, Run, Status};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::templates::resolve;
use crate::value::Value;

/// The most characters of a question.
pub const MAX_QUERY: usize = 1000;
/// The most characters of a reason.
pub const MAX_REASON: usize = 500;
/// The most characters of an answer.
pub const MAX_ANSWER: usize = 20_000;

/// Who asks a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raiser {
    /// The agent of the path's node.
    Agent,
    /// The text of a node or of a module around it.
    Machine {
        /// Which.
        at: NodeIdx,
        /// The question's template resolved to nothing, so the title is asked instead.
        fallback: bool,
    },
}

/// An answer to an information request.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// False for an error text, which is an answer too.
    pub ok: bool,
    /// The text.
    pub text: Arc<str>,
}

impl PathMover<'_> {
    /// Raises the questions that a node or a module around it declares.
    pub fn raise_declared(&mut self, at: NodeIdx, priority: Priority) {
        let machine = self.draft.machine();
        let key = if priority == Priority::Required { "needs" } else { "wants" };
        let node = &machine.nodes[at];
        let queries: Vec<Arc<str>> = match node.attribute(key).and_then(|attribute| attribute.value.as_ref()) {
            Some(Value::Str(text)) => vec![text.clone()],
            Some(Value::List(items)) => items.iter().filter_map(|item| item.as_str()).map(Arc::from).collect(),
            _ => Vec::new(),
        };
        let reason: Arc<str> = format!("declared on {}", node.name).into();
        for query in queries {
            if query.trim().is_empty() {
                continue;
            }
            let of = |text: &str| {
                let resolved = resolve(&self.draft.run, &self.path, text).text;
                let cut: String = resolved.chars().take(MAX_QUERY).collect();
                (!cut.trim().is_empty()).then_some(cut)
            };
            // A declared question is always asked, even if its template resolves to nothing.
            let (query, fallback) = match of(&query) {
                Some(query) => (query, false),
                None => (node.title.as_deref().and_then(of).unwrap_or_else(|| node.name.to_string()), true),
            };
            let raised_by = Raiser::Machine { at, fallback };
            self.raise(query.into(), reason.clone(), priority, raised_by);
        }
    }

    /// Opens a request of this path and gives its id.
    pub fn raise(&mut self, query: Arc<str>, reason: Arc<str>, priority: Priority, by: Raiser) -> RequestId {
        self.path.request_seq += 1;
        let id = RequestId { path: self.path.id.clone(), number: self.path.request_seq };
        let (node, fallback) = match by {
            Raiser::Agent => (self.path.node, false),
            Raiser::Machine { at, fallback } => (at, fallback),
        };
        let declared = by != Raiser::Agent;
        let at = At { path: self.path.id.clone(), node: self.draft.node_id(node) };
        let request = InfoRequest {
            id: id.clone(),
            node: at.node.clone(),
            visit: self.visit_of(node),
            query: query.clone(),
            reason: reason.clone(),
            required: priority == Priority::Required,
            declared,
            state: RequestState::Open,
        };
        self.draft.emit(Kind::RequestOpened {
            at,
            request: id.clone(),
            query,
            reason,
            priority: request.priority(),
            raised_by: request.raised_by(),
            fallback: fallback.then_some(true),
        });
        self.draft.set_request(request);
        id
    }

    /// True while a required request of this path is open.
    pub fn waits_for_answers(&self) -> bool {
        self.draft.run.open_requests(&self.path.id).any(|request| request.required)
    }

    /// Continues after the last required answer: asks the agent or leaves the node.
    fn resume(&mut self) {
        if self.draft.run.machine.control.work(self.path.node).is_agent_work() {
            self.ask(0);
        } else {
            self.path.status = Status::Active;
            self.path.phase = Phase::Work;
        }
    }
}

/// Answers an information request.
pub(in crate::run) fn answer(run: &Run, id: &str, answer: &Answer, counts: Counts) -> Result<Applied, Refusal> {
    let found = RequestId::parse(id).and_then(|id| run.requests.get(&id));
    let Some(request) = found else {
        return Err(Refusal::new(Code::UnknownRequest, format!("unknown question `{id}`")));
    };
    match request.state {
        RequestState::Open => {}
        RequestState::Answered { .. } => {
            return Err(Refusal::new(Code::AlreadyAnswered, format!("question `{id}` has already been answered")));
        }
        RequestState::Lapsed => {
            return Err(Refusal::new(
                Code::RequestLapsed,
                format!("question `{id}` has expired: its path has moved on or ended"),
            ));
        }
    }
    let length = answer.text.chars().count();
    if length == 0 || length > MAX_ANSWER {
        let message = format!("an answer has 1 to {MAX_ANSWER} characters, this one has {length}");
        return Err(Refusal::new(Code::AnswerInvalid, message)
            .with([("field", Value::from("answer")), ("limit", Value::from(MAX_ANSWER))]));
    }
    let Some(path) = run.paths.get(&request.id.path) else {
        return Err(Refusal::new(Code::UnknownPath, format!("unknown path {}", request.id.path)));
    };
    let mut draft = Draft::new(run, counts);
    let state = RequestState::Answered { ok: answer.ok, text: answer.text.clone() };
    draft.set_request(InfoRequest { state, ..(**request).clone() });
    let at = At { path: path.id.clone(), node: request.node.clone() };
    let (ok, text) = (answer.ok, answer.text.clone());
    draft.emit(Kind::RequestAnswered { at, request: request.id.clone(), ok, text });
    let mut mover = PathMover { draft: &mut draft, path: (**path).clone() };
    mover.path.disturb();
    if mover.path.status == Status::AwaitingAnswers && !mover.waits_for_answers() {
        mover.resume();
    }
    let path = mover.path;
    let id = path.id.clone();
    draft.put(path);
    Ok(draft.finish(Some(&id)))
}
