//! Information requests: questions a path asks the host. A path waits for the required ones.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::json::{Object, ToJson, Writer};
use crate::machine::model::{ContextIdx, NodeIdx};
use crate::machine::questions;
use crate::refusal::{Code, Refusal};
use crate::run::event::{At, Kind, Source};
use crate::run::state::{Form, InfoRequest, Path, Phase, Priority, RequestId, RequestState, Run, Status};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::templates::resolve;
use crate::schema::{Amount, Rest, Schema, Scope, messages, refusal_details};
use crate::value::{Map, Value};

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

/// A question before it is raised.
pub struct Question {
    /// The question.
    pub query: Arc<str>,
    /// Why it is asked.
    pub reason: Arc<str>,
    /// Whether the path waits for the answer.
    pub priority: Priority,
    /// Who asks.
    pub by: Raiser,
    /// The texts that an answer may be.
    pub options: Vec<Arc<str>>,
    /// What the answer writes.
    pub form: Option<Arc<Form>>,
}

/// An answer to an information request.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To a plain question.
    Text(Arc<str>),
    /// To a form: its values by field.
    Values(Map),
    /// None can be given, and why. This is an answer too.
    Declined(Arc<str>),
}

impl Answer {
    /// Reads what a host gives: a text, values by field, or `{ error: text }`. `None` for anything else.
    pub fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Str(text) => Some(Answer::Text(text.clone())),
            Value::Map(fields) => Some(match fields.get("error") {
                Some(Value::Str(error)) if fields.len() == 1 => Answer::Declined(error.clone()),
                _ => Answer::Values((**fields).clone()),
            }),
            _ => None,
        }
    }

    fn is_ok(&self) -> bool {
        !matches!(self, Answer::Declined(_))
    }

    /// The answer in words; values as JSON.
    fn text(&self) -> Arc<str> {
        match self {
            Answer::Text(text) | Answer::Declined(text) => text.clone(),
            Answer::Values(values) => Value::from(values.clone()).to_json().into(),
        }
    }

    fn value(&self) -> Option<Value> {
        if let Answer::Values(values) = self { Some(Value::from(values.clone())) } else { None }
    }
}

impl Form {
    /// The context, if it is still there, and a schema with the fields of the form only.
    fn schema(&self, run: &Run) -> Option<(ContextIdx, Schema)> {
        let machine = &run.machine;
        let context = machine.context_of(machine.find(&self.context)?)?;
        let fields = machine.contexts[context].schema.fields().iter();
        let asked = fields.filter(|field| self.fields.contains(&field.name)).cloned().collect();
        Some((context, Schema::object_of(asked, Rest::Closed)))
    }
}

/// A request as hosts see it: a form with its schema and with the values that its fields have now.
pub struct ShownInfoRequest<'a> {
    run: &'a Run,
    request: &'a InfoRequest,
}

/// The request as hosts see it.
pub fn shown<'a>(run: &'a Run, request: &'a InfoRequest) -> ShownInfoRequest<'a> {
    ShownInfoRequest { run, request }
}

impl ToJson for ShownInfoRequest<'_> {
    fn write(&self, out: &mut Writer) {
        let form = self.request.form.as_deref();
        let path = self.run.path(&self.request.id.path);
        let form = form.and_then(|form| Some(ShownForm { run: self.run, path: path?, form }));
        self.request.write_with(&form, out);
    }
}

struct ShownForm<'a> {
    run: &'a Run,
    path: &'a Path,
    form: &'a Form,
}

impl ToJson for ShownForm<'_> {
    fn write(&self, out: &mut Writer) {
        let found = self.form.schema(self.run);
        out.object(|object| {
            object.field("context", &self.form.context);
            object.field("fields", &self.form.fields);
            object.with("schema", |out| match &found {
                Some((_, schema)) => schema.for_tool().write(out),
                None => out.object(|_| {}),
            });
            object.object("values", |object| {
                if let Some((context, _)) = found {
                    self.write_values(context, object);
                }
            });
        });
    }
}

impl ShownForm<'_> {
    fn write_values(&self, context: ContextIdx, object: &mut Object) {
        let map = self.run.map_of(self.path, context);
        for name in &self.form.fields {
            let field = self.run.machine.field(context, name);
            if let Some(stored) = field.and_then(|field| map.get(&field)) {
                object.entry(name, &*stored.value);
            }
        }
    }
}

impl PathMover<'_> {
    /// Raises the questions that a node or a module around it declares.
    pub fn raise_declared(&mut self, at: NodeIdx, priority: Priority) {
        let machine = self.draft.machine();
        let key = if priority == Priority::Required { "needs" } else { "wants" };
        let node = &machine.nodes[at];
        for question in questions::declared(node, key) {
            // A declared question is always asked, even if its template resolves to nothing.
            let (query, fallback) = match self.resolved_question(&question.text) {
                Some(query) => (query, false),
                None => (self.title_as_question(at).unwrap_or_else(|| node.name.to_string()), true),
            };
            self.raise(Question {
                query: query.into(),
                reason: format!("declared on {}", node.name).into(),
                priority,
                by: Raiser::Machine { at, fallback },
                options: question.options,
                form: None,
            });
        }
    }

    /// Raises the forms that a node or a module around it asks for.
    pub fn raise_forms(&mut self, at: NodeIdx) {
        let machine = self.draft.machine();
        for form in machine.control.forms(at) {
            let context = machine.context_id(form.context).clone();
            let asked = form.question.as_deref().and_then(|question| self.resolved_question(question));
            let fallback = form.question.is_some() && asked.is_none();
            let query = asked.or_else(|| self.title_as_question(at)).unwrap_or_else(|| format!("Fill in {context}"));
            let fields = form.fields.iter().map(|field| machine.fields[*field].name.clone()).collect();
            self.raise(Question {
                query: query.into(),
                reason: format!("declared on {}", machine.nodes[at].name).into(),
                priority: Priority::Required,
                by: Raiser::Machine { at, fallback },
                options: Vec::new(),
                form: Some(Arc::new(Form { context, fields })),
            });
        }
    }

    fn resolved_question(&self, text: &str) -> Option<String> {
        let resolved = resolve(&self.draft.run, &self.path, text).text;
        let cut: String = resolved.chars().take(MAX_QUERY).collect();
        (!cut.trim().is_empty()).then_some(cut)
    }

    fn title_as_question(&self, at: NodeIdx) -> Option<String> {
        self.resolved_question(self.draft.run.machine.nodes[at].title.as_deref()?)
    }

    /// Opens a request of this path and gives its id.
    pub fn raise(&mut self, question: Question) -> RequestId {
        let Question { query, reason, priority, by, options, form } = question;
        self.path.request_seq += 1;
        let id = RequestId { path: self.path.id.clone(), number: self.path.request_seq };
        let (node, fallback) = match by {
            Raiser::Agent => (self.path.node, false),
            Raiser::Machine { at, fallback } => (at, fallback),
        };
        let declared = by != Raiser::Agent;
        let request = Arc::new(InfoRequest {
            id: id.clone(),
            node: self.draft.node_id(node),
            visit: self.visit_of(node),
            query,
            reason,
            required: priority == Priority::Required,
            declared,
            options,
            form,
            state: RequestState::Open,
        });
        self.draft.emit(Kind::RequestOpened { request: request.clone(), fallback: fallback.then_some(true) });
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

/// The fields of a form with the values that were given, in the order of the declaration.
type Filled = Vec<(Arc<str>, Value)>;

/// An answer that may be given.
struct Checked<'a> {
    request: &'a Arc<InfoRequest>,
    answer: &'a Answer,
    /// What a form writes.
    written: Option<(ContextIdx, Filled)>,
}

/// Answers an information request.
pub(in crate::run) fn answer(run: &Run, id: &str, answer: &Answer, counts: Counts) -> Result<Applied, Refusal> {
    let checked = check(run, id, answer)?;
    let path = checked.request.id.path.clone();
    let mut draft = Draft::new(run, counts);
    draft.give_answers(&[checked]);
    Ok(draft.finish(Some(&path)))
}

/// Answers several information requests at once: all of them or none.
pub(in crate::run) fn answers(
    run: &Run,
    answers: &BTreeMap<String, Answer>,
    counts: Counts,
) -> Result<Applied, Refusal> {
    if answers.is_empty() {
        return Err(Refusal::new(Code::AnswerInvalid, "no answer is given; name at least one request"));
    }
    let mut checked = Vec::new();
    for (id, answer) in answers {
        checked.push(check(run, id, answer).map_err(|refusal| refusal.add("id", Value::from(id.as_str())))?);
    }
    checked.sort_by(|a, b| a.request.id.cmp(&b.request.id));
    let first = checked.first().map(|first| first.request.id.path.clone());
    let path = first.filter(|first| checked.iter().all(|checked| checked.request.id.path == *first));
    let mut draft = Draft::new(run, counts);
    draft.give_answers(&checked);
    Ok(draft.finish(path.as_ref()))
}

/// Whether a request may be given this answer.
fn check<'a>(run: &'a Run, id: &str, answer: &'a Answer) -> Result<Checked<'a>, Refusal> {
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
    let written = match (answer, &request.form) {
        (Answer::Text(text) | Answer::Declined(text), None) => {
            check_length(text)?;
            let is_offered = request.options.is_empty() || request.options.contains(text) || !answer.is_ok();
            if !is_offered {
                let message = format!("question `{id}` must be answered with one of: {}", request.options.join(", "));
                let options = request.options.iter().cloned().map(Value::from).collect();
                return Err(invalid(message).with([("field", Value::from("answer")), ("options", options)]));
            }
            None
        }
        (Answer::Declined(text), Some(_)) => {
            check_length(text)?;
            None
        }
        (Answer::Text(_), Some(form)) => {
            let message = format!("question `{id}` is a form: answer it with an object of {}", form.fields.join(", "));
            return Err(invalid(message).with([("field", Value::from("answer"))]));
        }
        (Answer::Values(_), None) => {
            let message = format!("question `{id}` is answered with a text, not with an object");
            return Err(invalid(message).with([("field", Value::from("answer"))]));
        }
        (Answer::Values(values), Some(form)) => Some(check_values(run, id, form, values)?),
    };
    Ok(Checked { request, answer, written })
}

fn invalid(message: String) -> Refusal {
    Refusal::new(Code::AnswerInvalid, message)
}

fn check_length(text: &str) -> Result<(), Refusal> {
    let length = text.chars().count();
    if (1..=MAX_ANSWER).contains(&length) {
        return Ok(());
    }
    let message = format!("an answer has 1 to {MAX_ANSWER} characters, this one has {length}");
    Err(invalid(message).with([("field", Value::from("answer")), ("limit", Value::from(MAX_ANSWER))]))
}

/// Checks the values of a form as a write limited to its fields in which none that is required is missing.
fn check_values(run: &Run, id: &str, form: &Form, values: &Map) -> Result<(ContextIdx, Filled), Refusal> {
    let Some((context, schema)) = form.schema(run) else {
        let message = format!("question `{id}` asks for `{}`, which the machine no longer has", form.context);
        return Err(invalid(message).with([("context", Value::from(form.context.clone()))]));
    };
    let completed = schema.complete_fields(values);
    let found = schema.validate(&Value::from(completed.clone()), Scope::Whole, Amount::All).violations;
    if !found.is_empty() {
        let message = format!("the answer to `{id}` does not fit `{}`: {}", form.context, messages(&found));
        return Err(invalid(message).with(refusal_details(&form.context, &found)));
    }
    let fields = schema.fields().iter();
    let written = fields.filter_map(|field| Some((field.name.clone(), completed.get(&field.name)?.clone())));
    Ok((context, written.collect()))
}

impl Draft {
    /// Gives checked answers, sorted by path. Each path goes on once.
    fn give_answers(&mut self, answers: &[Checked]) {
        for of_path in answers.chunk_by(|a, b| a.request.id.path == b.request.id.path) {
            let Some(id) = of_path.first().map(|checked| &checked.request.id.path) else { continue };
            let Some(path) = self.run.path(id).cloned() else { continue };
            let mut mover = PathMover { draft: self, path: (*path).clone() };
            for checked in of_path {
                mover.give_answer(checked);
            }
            mover.path.disturb();
            if mover.path.status == Status::AwaitingAnswers && !mover.waits_for_answers() {
                mover.resume();
            }
            let path = mover.path;
            self.put(path);
        }
    }
}

impl PathMover<'_> {
    fn give_answer(&mut self, checked: &Checked) {
        let Checked { request, answer, written } = checked;
        let (ok, text, value) = (answer.is_ok(), answer.text(), answer.value());
        let state = RequestState::Answered { ok, text: text.clone(), value: value.clone() };
        self.draft.set_request(Arc::new(InfoRequest { state, ..(***request).clone() }));
        let at = At { path: self.path.id.clone(), node: request.node.clone() };
        self.draft.emit(Kind::RequestAnswered { at, request: request.id.clone(), ok, text, value });
        if let Some((context, written)) = written {
            self.draft.write(&mut self.path, *context, written, Source::Answer);
        }
    }
}
