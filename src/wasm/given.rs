//! Arguments: what JavaScript hands in, as one [`Value`] that is then read field by field.
//!
//! `www/src/core-api` has checked kinds, keys and numbers before every call, so nothing is checked twice: a field of
//! another kind reads as left out. Refused here is only what needs the machine, the run or the language to be known.
//! Reading a value costs one instance of serde for all arguments together; a derived reader for each shape would cost
//! a dozen.

use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::JSON;
use wasm_bindgen::JsValue;

use super::convert::{bad_argument, unknown_name};
use crate::context::layer::{Level, Refresh, State};
use crate::explore::ExploreOptions;
use crate::machine::model::EdgeIdx;
use crate::machine::{Files, Machine};
use crate::projection::timeline::GraphEdit;
use crate::run::agent::call::{AgentReply, Call, ReplyTurn};
use crate::run::agent::requests::Answer;
use crate::run::state::{PathId, Usage};
use crate::run::step::start::LimitOptions;
use crate::run::{AdvanceOptions, StartOptions, Timeline};
use crate::schema::Json;
use crate::service::Script;
use crate::service::edit::{self, Op};
use crate::value::{Map, Value};
use crate::view::DotOptions;
use crate::view::options::{Data, Detail, Direction, Extent, RAIL_WIDTH, Rail, Theme};
use crate::work::Work;

/// A JSON value.
pub fn value(given: JsValue, argument: &str) -> Result<Value, JsValue> {
    serde_wasm_bindgen::from_value(given).map_err(|error| bad_argument(argument, "a JSON value", &error.to_string()))
}

/// A JSON value whose keys keep their order: it comes as text.
pub fn ordered(given: &JsValue, argument: &str) -> Result<Json, JsValue> {
    let text = JSON::stringify(given).ok().and_then(|text| text.as_string());
    let json = text.and_then(|text| Json::parse(&text));
    json.ok_or_else(|| bad_argument(argument, "a JSON value", "it cannot be written as JSON, or nests too deeply"))
}

/// The fields of an object. Nothing at all has none.
pub struct Fields(Arc<Map>);

impl Fields {
    /// Those of an argument.
    pub fn read(given: JsValue) -> Self {
        Self::of(&serde_wasm_bindgen::from_value(given).unwrap_or_default())
    }

    fn of(value: &Value) -> Self {
        Self(if let Value::Map(fields) = value { fields.clone() } else { Arc::default() })
    }

    /// A field of any kind.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.nullable(key).filter(|value| !matches!(value, Value::Null))
    }

    /// A field of any kind that may be `null`.
    pub fn nullable(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Whether a field is there and true.
    pub fn flag(&self, key: &str) -> bool {
        self.maybe_flag(key) == Some(true)
    }

    /// A field that is true or false.
    pub fn maybe_flag(&self, key: &str) -> Option<bool> {
        if let Some(Value::Bool(flag)) = self.value(key) { Some(*flag) } else { None }
    }

    /// A text field.
    pub fn text(&self, key: &str) -> Option<Arc<str>> {
        if let Some(Value::Str(text)) = self.value(key) { Some(text.clone()) } else { None }
    }

    fn string(&self, key: &str) -> Option<String> {
        self.text(key).map(|text| text.to_string())
    }

    /// A text field that is there.
    fn needed(&self, key: &str) -> String {
        self.string(key).unwrap_or_default()
    }

    /// Whether a text field is this word.
    pub fn is(&self, key: &str, word: &str) -> bool {
        self.text(key).as_deref() == Some(word)
    }

    /// Any number.
    pub fn number(&self, key: &str) -> Option<f64> {
        if let Some(Value::Num(number)) = self.value(key) { Some(*number) } else { None }
    }

    /// A whole number that fits 32 bits.
    pub fn count(&self, key: &str) -> Option<u32> {
        self.number(key).map(|number| number as u32)
    }

    /// A list field.
    fn list(&self, key: &str) -> Option<impl Iterator<Item = &Value>> {
        self.value(key)?.as_list().map(|items| items.iter())
    }

    /// A list of texts.
    fn texts(&self, key: &str) -> Option<Vec<String>> {
        Some(self.list(key)?.map(Value::to_text).collect())
    }

    /// An object field.
    pub fn object(&self, key: &str) -> Fields {
        Self::of(self.value(key).unwrap_or(&Value::Null))
    }

    /// A list of objects.
    fn objects(&self, key: &str) -> Option<Vec<Fields>> {
        Some(self.list(key)?.map(Self::of).collect())
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|key| &**key)
    }

    /// The texts of all fields, by name.
    fn all_texts(&self) -> impl Iterator<Item = (String, String)> {
        self.0.iter().map(|(name, text)| (name.to_string(), text.to_text()))
    }
}

/// An edit by the drawing, with the files that stay as they are.
pub fn edit(given: &JsValue) -> Result<(Op, Vec<String>), JsValue> {
    edit::read(&ordered(given, "op")?).ok_or_else(|| bad_argument("op", "an edit", "it is something else"))
}

/// The file of a renaming, and the stubs beside the texts.
pub fn rename_options(given: JsValue) -> (Option<Arc<str>>, Vec<Script>) {
    let options = Fields::read(given);
    let stubs = options.object("stubs").all_texts().map(|(node, json)| Script { node, json }).collect();
    (options.text("file"), stubs)
}

/// The budget of work in `work`: the whole one by default.
pub fn work(options: &Fields) -> Work {
    options.count("work").map_or_else(Work::default, |units| Work::new(units.into()))
}

/// The one option of a call.
pub fn flag(given: JsValue, key: &str) -> bool {
    Fields::read(given).flag(key)
}

/// An entry of the timeline: its branch, the current one by default, and its step.
pub fn place(given: JsValue) -> (Option<Arc<str>>, u32) {
    let place = Fields::read(given);
    (place.text("branch"), place.count("step").unwrap_or_default())
}

/// A machine of the texts that JavaScript gives, with files by path where there are some.
pub fn machine(source: &str, files: JsValue, entry: &JsValue, work: &Work) -> Arc<Machine> {
    if files.is_undefined() || files.is_null() {
        return Machine::parse_within(source, None, work);
    }
    let texts = Fields::read(files).all_texts().collect();
    let files = Files::new(&entry.as_string().unwrap_or_default(), texts);
    Machine::parse_within(source, Some(&files), work)
}

/// Options of a drawing.
pub fn dot_options(given: JsValue) -> DotOptions {
    let options = Fields::read(given);
    let default = DotOptions::default();
    let count = |key, default: usize| options.count(key).map_or(default, |count| count as usize);
    let flag = |key, default| options.maybe_flag(key).unwrap_or(default);
    let direction = if options.is("direction", "TB") { Direction::TB } else { Direction::LR };
    DotOptions {
        direction: options.value("direction").map(|_| direction),
        detail: if options.is("detail", "compact") { Detail::Compact } else { Detail::Full },
        contexts: flag("contexts", default.contexts),
        data: match (options.maybe_flag("data"), options.is("data", "lines")) {
            (Some(false), _) => Data::Hidden,
            (_, true) => Data::Lines,
            _ => Data::Rows,
        },
        notes: flag("notes", default.notes),
        inferred: flag("inferred", default.inferred),
        attributes: flag("attributes", default.attributes),
        prompts: flag("prompts", default.prompts),
        heading: flag("heading", default.heading),
        theme: if options.is("theme", "dark") { Theme::Dark } else { Theme::Light },
        links: flag("links", default.links),
        path: options.string("path"),
        path_rows: count("pathRows", default.path_rows),
        value_width: count("valueWidth", default.value_width),
        fold: options.texts("fold").into_iter().flatten().collect(),
        rail: options.value("rail").map(|_| rail(&options.object("rail"))),
    }
}

fn rail(given: &Fields) -> Rail {
    let cards = given.object("cards");
    let extent = |id: &str| match cards.text(id).as_deref() {
        Some("head") => Extent::Head,
        Some("all") => Extent::All,
        _ => Extent::Some,
    };
    Rail {
        width: given.count("width").unwrap_or(RAIL_WIDTH),
        cards: cards.names().map(|id| (id.to_owned(), extent(id))).collect(),
    }
}

/// How to start a run.
pub fn start_options(given: JsValue) -> StartOptions {
    let options = Fields::read(given);
    let limits = options.object("limits");
    StartOptions {
        input: (*options.object("input").0).clone(),
        limits: LimitOptions {
            max_steps: limits.count("maxSteps"),
            max_node_invocations: limits.count("maxNodeInvocations"),
            max_paths: limits.count("maxPaths"),
            max_turns: limits.count("maxTurns"),
            timeout: limits.count("timeout"),
            max_tokens: limits.count("maxTokens"),
        },
        from: options.texts("from"),
        history_limit: options.count("historyLimit"),
    }
}

/// What to explore.
pub fn explore_options(given: JsValue) -> ExploreOptions {
    let options = Fields::read(given);
    let default = ExploreOptions::default();
    ExploreOptions {
        faults: options.count("faults").unwrap_or(default.faults),
        states: options.count("states").map_or(default.states, |states| states as usize),
        input: (*options.object("input").0).clone(),
        from: options.texts("from"),
    }
}

/// How far to go in a machine, and where to stop.
pub fn advance_options(given: JsValue, machine: &Machine) -> Result<AdvanceOptions, JsValue> {
    let given = Fields::read(given);
    let stops = given.object("breakpoints");
    let mut options = AdvanceOptions::default();
    options.max_ticks = given.count("maxTicks").unwrap_or(options.max_ticks);
    options.ignore_loops = given.flag("ignoreLoops");
    for (at, id) in stops.texts("nodes").iter().flatten().enumerate() {
        let place = format!("options.breakpoints.nodes[{at}]");
        let known = || machine.nodes.iter().map(|node| &*node.id);
        let node = machine.find(id).ok_or_else(|| unknown_name(&place, "the id of a node", id, known()))?;
        let class = machine.nodes[node].class;
        if !class.is_executable() {
            let detail = format!("paths never stop at `{id}`, a {}", class.word());
            return Err(bad_argument(&place, "the id of a task, state or module", &detail));
        }
        options.nodes.push(node);
    }
    for (at, id) in stops.texts("edges").iter().flatten().enumerate() {
        let place = format!("options.breakpoints.edges[{at}]");
        let edge = edge_idx(id).filter(|edge| (edge.0 as usize) < machine.edges.len());
        options.edges.push(edge.ok_or_else(|| unknown_name(&place, "the id of an edge", id, []))?);
    }
    Ok(options)
}

/// Options of the drawing of a run: their path must be one that some entry of its timeline has.
pub fn run_dot_options(given: JsValue, timeline: &Timeline) -> Result<DotOptions, JsValue> {
    let options = dot_options(given);
    if let Some(path) = &options.path {
        check_path(path, "options.path", timeline)?;
    }
    Ok(options)
}

/// The error for a path that no entry of the timeline has.
pub fn check_path(path: &str, place: &str, timeline: &Timeline) -> Result<(), JsValue> {
    if PathId::parse(path).is_some_and(|id| timeline.has_path(&id)) {
        return Ok(());
    }
    Err(unknown_name(place, "the id of a path of the run", path, []))
}

/// An edge by its id; one id has one form.
pub fn edge_idx(text: &str) -> Option<EdgeIdx> {
    let at = text.strip_prefix('e')?.parse().ok()?;
    (format!("e{at}") == text).then_some(EdgeIdx(at))
}

/// An agent's reply: turns or an error.
pub fn reply(given: JsValue) -> AgentReply {
    let reply = Fields::read(given);
    let usage = reply.value("usage").map(|used| usage(&Fields::of(used)));
    let Some(turns) = reply.objects("turns") else {
        let error = reply.object("error");
        let retryable = error.maybe_flag("retryable").unwrap_or(true);
        return AgentReply::Error {
            message: error.needed("message").into(),
            code: error.text("code"),
            retryable,
            usage,
        };
    };
    let call = |call: Fields| Call {
        id: call.text("id"),
        name: call.needed("name").into(),
        input: call.value("input").cloned(),
        result: call.nullable("result").cloned(),
        error: call.text("error"),
    };
    let turn = |turn: Fields| ReplyTurn {
        text: turn.text("text"),
        calls: turn.objects("calls").unwrap_or_default().into_iter().map(call).collect(),
    };
    AgentReply::Turns {
        turns: turns.into_iter().map(turn).collect(),
        is_final: reply.maybe_flag("final").unwrap_or(true),
        path: reply.text("path"),
        usage,
    }
}

/// What a reply used up.
fn usage(given: &Fields) -> Arc<Usage> {
    let amount = |key| given.number(key).filter(|number| *number >= 0.0 && number.is_finite());
    Arc::new(Usage {
        input_tokens: amount("inputTokens"),
        output_tokens: amount("outputTokens"),
        cost: amount("cost"),
        model: given.text("model"),
    })
}

/// An answer: a text, values by field, or `{ error: text }`.
pub fn answer(given: JsValue) -> Result<Answer, JsValue> {
    read_answer(&value(given, "answer")?, "answer")
}

fn read_answer(given: &Value, place: &str) -> Result<Answer, JsValue> {
    let unfit = || bad_argument(place, "a string, an object of fields or { error: string }", "it is something else");
    Answer::read(given).ok_or_else(unfit)
}

/// Answers by the ids of their requests.
pub fn answers(given: JsValue) -> Result<BTreeMap<String, Answer>, JsValue> {
    let given = Fields::of(&value(given, "answers")?);
    let read =
        |(id, answer): (&Arc<str>, &Value)| Ok((id.to_string(), read_answer(answer, &format!("answers[{id:?}]"))?));
    given.0.iter().map(read).collect()
}

/// An edit of the context graph.
pub fn graph_edit(given: JsValue) -> Result<GraphEdit, JsValue> {
    let edit = Fields::read(given);
    let unfit = |key: &str, expected: &str| bad_argument(&format!("edit.{key}"), expected, "it is something else");
    let node = edit.needed("node");
    Ok(match &*edit.needed("op") {
        "link" => GraphEdit::Link {
            parent: edit.needed("parent"),
            child: edit.needed("child"),
            before: edit.string("before"),
            after: edit.string("after"),
        },
        "unlink" => GraphEdit::Unlink { parent: edit.needed("parent"), child: edit.needed("child") },
        "group" => GraphEdit::Group {
            title: edit.needed("title"),
            parents: edit.texts("parents").unwrap_or_default(),
            children: edit.texts("children").unwrap_or_default(),
        },
        "remove" => GraphEdit::Remove { node, recursive: edit.flag("recursive") },
        "state" => {
            let state = State::from_word(&edit.needed("state"));
            GraphEdit::State(node, state.ok_or_else(|| unfit("state", "HIDDEN, COLLAPSED, SUMMARY, DETAILS or ALL"))?)
        }
        "level" => {
            let level = Level::from_word(&edit.needed("level"));
            GraphEdit::Level(node, level.ok_or_else(|| unfit("level", "ignore, hold or wake"))?)
        }
        "refresh" => {
            let refresh = edit.value("refresh").and_then(Refresh::read);
            let expected = "step, never or a whole number, at least 1";
            GraphEdit::Refresh(node, refresh.ok_or_else(|| unfit("refresh", expected))?)
        }
        "summary" => match edit.string("text") {
            Some(text) if !(1..=2000).contains(&text.chars().count()) => {
                return Err(unfit("text", "a string of 1 to 2000 characters or null"));
            }
            text => GraphEdit::Summary(node, text),
        },
        _ => GraphEdit::Budget(edit.number("tokens")),
    })
}
