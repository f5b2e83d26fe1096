//! Arguments: what JavaScript hands in, as one [`Value`] that is then read field by field.
//!
//! Reading a value costs one instance of serde for all arguments together; a derived reader for each shape would cost
//! a dozen. A field that is `null` or `undefined` counts as left out.

use std::sync::Arc;

use js_sys::JSON;
use wasm_bindgen::{JsCast, JsValue};

use super::convert::{bad_argument, unknown_name};
use crate::context::layer::{Level, Refresh, State};
use crate::machine::model::EdgeIdx;
use crate::machine::{Files, Machine};
use crate::projection::timeline::GraphEdit;
use crate::run::agent::call::{AgentReply, Call, ReplyTurn};
use crate::run::agent::requests::Answer;
use crate::run::state::PathId;
use crate::run::step::start::LimitOptions;
use crate::run::{AdvanceOptions, StartOptions, Timeline};
use crate::schema::Json;
use crate::service::Script;
use crate::value::{Map, Value};
use crate::view::DotOptions;
use crate::view::options::{Detail, Direction, Theme};
use crate::work::Work;

/// A JSON value.
pub fn value(given: JsValue, argument: &str) -> Result<Value, JsValue> {
    read(given, argument, "a JSON value")
}

/// A JSON value whose keys keep their order: it comes as text.
pub fn ordered(given: &JsValue, argument: &str) -> Result<Json, JsValue> {
    let text = JSON::stringify(given).ok().and_then(|text| text.as_string());
    let json = text.and_then(|text| Json::parse(&text));
    json.ok_or_else(|| bad_argument(argument, "a JSON value", "it cannot be written as JSON, or nests too deeply"))
}

fn read(given: JsValue, argument: &str, expected: &str) -> Result<Value, JsValue> {
    serde_wasm_bindgen::from_value(given).map_err(|error| bad_argument(argument, expected, &error.to_string()))
}

/// The file of a renaming, and the stubs beside the texts.
pub fn rename_options(given: JsValue) -> Result<(Option<Arc<str>>, Vec<Script>), JsValue> {
    let given = Given::read(given, "options", "an object", &["file", "stubs"])?;
    let mut stubs = Vec::new();
    match given.value("stubs") {
        None => {}
        Some(Value::Map(list)) => {
            for (node, json) in list.iter() {
                let Value::Str(json) = json else { return given.unfit("stubs", "an object of JSON texts by node id") };
                stubs.push(Script { node: node.to_string(), json: json.to_string() });
            }
        }
        Some(_) => return given.unfit("stubs", "an object of JSON texts by node id"),
    }
    Ok((given.text("file")?, stubs))
}

/// An object argument, or an object inside of it.
pub struct Given<'a> {
    argument: &'a str,
    expected: &'a str,
    fields: Arc<Map>,
}

impl<'a> Given<'a> {
    /// An object with no other keys than `keys`: a misspelt one must not be ignored. Nothing at all has no fields.
    pub fn read(given: JsValue, argument: &'a str, expected: &'a str, keys: &[&str]) -> Result<Self, JsValue> {
        Given { argument, expected, fields: Arc::default() }.inner(&read(given, argument, expected)?, keys)
    }

    fn inner(&self, value: &Value, keys: &[&str]) -> Result<Self, JsValue> {
        let fields = match value {
            Value::Null => Arc::default(),
            Value::Map(fields) => fields.clone(),
            _ => return Err(self.wrong("not an object")),
        };
        match fields.keys().find(|key| !keys.contains(&&***key)) {
            Some(key) => Err(self.wrong(&format!("unknown key `{key}`"))),
            None => Ok(Given { fields, ..*self }),
        }
    }

    /// The error for this argument.
    pub fn wrong(&self, detail: &str) -> JsValue {
        bad_argument(self.argument, self.expected, detail)
    }

    /// The error for a field that is no `kind`.
    pub fn unfit<T>(&self, key: &str, kind: &str) -> Result<T, JsValue> {
        Err(self.wrong(&format!("`{key}` must be {kind}")))
    }

    /// A field of any kind.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.fields.get(key).filter(|value| !matches!(value, Value::Null))
    }

    /// A field of any kind that may be `null`.
    pub fn nullable(&self, key: &str) -> Option<&Value> {
        self.fields.get(key)
    }

    /// A field that is true or false.
    pub fn flag(&self, key: &str) -> Result<Option<bool>, JsValue> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => self.unfit(key, "true or false"),
        }
    }

    /// A text field.
    pub fn text(&self, key: &str) -> Result<Option<Arc<str>>, JsValue> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Str(text)) => Ok(Some(text.clone())),
            Some(_) => self.unfit(key, "a string"),
        }
    }

    /// A whole number from 0 that fits 32 bits.
    pub fn count(&self, key: &str) -> Result<Option<u32>, JsValue> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Num(count)) if *count >= 0.0 && *count <= f64::from(u32::MAX) && count.fract() == 0.0 => {
                Ok(Some(*count as u32))
            }
            Some(_) => self.unfit(key, "a whole number, at least 0"),
        }
    }

    /// Any number.
    pub fn number(&self, key: &str) -> Result<Option<f64>, JsValue> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Num(number)) => Ok(Some(*number)),
            Some(_) => self.unfit(key, "a number"),
        }
    }

    /// A text field that must be there.
    fn needed(&self, key: &str) -> Result<String, JsValue> {
        match self.text(key)? {
            Some(text) => Ok(text.to_string()),
            None => self.unfit(key, "a string"),
        }
    }

    /// A list field.
    pub fn list(&self, key: &str) -> Result<Option<Vec<Value>>, JsValue> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::List(items)) => Ok(Some(items.iter().cloned().collect())),
            Some(_) => self.unfit(key, "a list"),
        }
    }

    /// A list of texts.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, JsValue> {
        let Some(items) = self.list(key)? else { return Ok(None) };
        let mut texts = Vec::new();
        for item in items {
            match item {
                Value::Str(text) => texts.push(text.to_string()),
                _ => return self.unfit(key, "a list of strings"),
            }
        }
        Ok(Some(texts))
    }

    /// An object field.
    pub fn object(&self, key: &str, keys: &[&str]) -> Result<Given<'a>, JsValue> {
        self.inner(self.value(key).unwrap_or(&Value::Null), keys)
    }

    /// A list of objects.
    pub fn objects(&self, key: &str, keys: &[&str]) -> Result<Option<Vec<Given<'a>>>, JsValue> {
        let Some(items) = self.list(key)? else { return Ok(None) };
        let mut objects = Vec::new();
        for item in &items {
            objects.push(self.inner(item, keys)?);
        }
        Ok(Some(objects))
    }

    /// The position among `words` of a text field.
    pub fn word(&self, key: &str, words: [&str; 2]) -> Result<Option<usize>, JsValue> {
        let Some(text) = self.text(key)? else { return Ok(None) };
        match words.iter().position(|word| **word == *text) {
            Some(at) => Ok(Some(at)),
            None => self.unfit(key, &format!("`{}` or `{}`", words[0], words[1])),
        }
    }
}

/// The budget of work in `work`: the whole one by default.
pub fn work(given: &Given) -> Result<Work, JsValue> {
    Ok(given.count("work")?.map_or_else(Work::default, |units| Work::new(units.into())))
}

/// The one option of a call.
pub fn flag(given: JsValue, expected: &str, key: &str) -> Result<bool, JsValue> {
    Ok(Given::read(given, "options", expected, &[key])?.flag(key)?.unwrap_or(false))
}

/// An entry of the timeline: its branch, the current one by default, and its step.
pub fn place(given: JsValue, argument: &str) -> Result<(Option<Arc<str>>, u32), JsValue> {
    let given = Given::read(given, argument, "{ branch?, step }", &["branch", "step"])?;
    match given.count("step")? {
        Some(step) => Ok((given.text("branch")?, step)),
        None => given.unfit("step", "a whole number, at least 0"),
    }
}

/// Texts by path: an argument that may be left out. `None` where it is.
pub fn texts(given: JsValue, argument: &str) -> Result<Option<Vec<(String, String)>>, JsValue> {
    let expected = "an object of strings by path";
    if given.is_instance_of::<js_sys::Map>() {
        return Err(bad_argument(argument, expected, "it is a map"));
    }
    let fields = match read(given, argument, expected)? {
        Value::Null => return Ok(None),
        Value::Map(fields) => fields,
        _ => return Err(bad_argument(argument, expected, "not an object")),
    };
    let mut texts = Vec::new();
    for (path, text) in fields.iter() {
        let Value::Str(text) = text else {
            return Err(bad_argument(argument, expected, &format!("`{path}` must be a string")));
        };
        texts.push((path.to_string(), text.to_string()));
    }
    Ok(Some(texts))
}

/// Options of a drawing.
pub fn dot_options(given: JsValue) -> Result<DotOptions, JsValue> {
    const KEYS: [&str; 14] = [
        "direction",
        "detail",
        "contexts",
        "data",
        "notes",
        "inferred",
        "attributes",
        "prompts",
        "heading",
        "theme",
        "links",
        "path",
        "pathRows",
        "valueWidth",
    ];
    let given = Given::read(given, "options", "an object with drawing options", &KEYS)?;
    let default = DotOptions::default();
    let count = |key, default: usize| Ok::<_, JsValue>(given.count(key)?.map_or(default, |count| count as usize));
    let flag = |key, default| Ok::<_, JsValue>(given.flag(key)?.unwrap_or(default));
    let direction = given.word("direction", ["TB", "LR"])?;
    Ok(DotOptions {
        direction: direction.map(|at| if at == 0 { Direction::TB } else { Direction::LR }),
        detail: if given.word("detail", ["full", "compact"])? == Some(1) { Detail::Compact } else { Detail::Full },
        contexts: flag("contexts", default.contexts)?,
        data: flag("data", default.data)?,
        notes: flag("notes", default.notes)?,
        inferred: flag("inferred", default.inferred)?,
        attributes: flag("attributes", default.attributes)?,
        prompts: flag("prompts", default.prompts)?,
        heading: flag("heading", default.heading)?,
        theme: if given.word("theme", ["light", "dark"])? == Some(1) { Theme::Dark } else { Theme::Light },
        links: flag("links", default.links)?,
        path: given.text("path")?.map(|path| path.to_string()),
        path_rows: count("pathRows", default.path_rows)?,
        value_width: count("valueWidth", default.value_width)?,
    })
}

/// How to start a run.
pub fn start_options(given: JsValue) -> Result<StartOptions, JsValue> {
    let expected = "{ input?, limits?, from?, historyLimit? }";
    let given = Given::read(given, "options", expected, &["input", "limits", "from", "historyLimit"])?;
    let limits = ["maxSteps", "maxNodeInvocations", "maxPaths", "maxTurns", "timeout"];
    let limits = given.object("limits", &limits)?;
    let mut input = Map::default();
    match given.value("input") {
        None => {}
        Some(Value::Map(contexts)) if contexts.values().all(|fields| matches!(fields, Value::Map(_))) => {
            input = (**contexts).clone();
        }
        Some(_) => return given.unfit("input", "an object with an object for each context"),
    }
    Ok(StartOptions {
        input,
        limits: LimitOptions {
            max_steps: limits.count("maxSteps")?,
            max_node_invocations: limits.count("maxNodeInvocations")?,
            max_paths: limits.count("maxPaths")?,
            max_turns: limits.count("maxTurns")?,
            timeout: limits.count("timeout")?,
        },
        from: given.texts("from")?,
        history_limit: given.count("historyLimit")?,
    })
}

/// How far to go in a machine, and where to stop.
pub fn advance_options(given: JsValue, machine: &Machine) -> Result<AdvanceOptions, JsValue> {
    let expected = "{ maxTicks?, ignoreLoops?, breakpoints? }";
    let given = Given::read(given, "options", expected, &["maxTicks", "ignoreLoops", "breakpoints"])?;
    let stops = given.object("breakpoints", &["nodes", "edges"])?;
    let mut options = AdvanceOptions::default();
    options.max_ticks = given.count("maxTicks")?.unwrap_or(options.max_ticks);
    options.ignore_loops = given.flag("ignoreLoops")?.unwrap_or(false);
    for (at, id) in stops.texts("nodes")?.iter().flatten().enumerate() {
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
    for (at, id) in stops.texts("edges")?.iter().flatten().enumerate() {
        let place = format!("options.breakpoints.edges[{at}]");
        let edge = edge_idx(id).filter(|edge| (edge.0 as usize) < machine.edges.len());
        options.edges.push(edge.ok_or_else(|| unknown_name(&place, "the id of an edge", id, []))?);
    }
    Ok(options)
}

/// Options of the drawing of a run: their path must be one that some entry of its timeline has.
pub fn run_dot_options(given: JsValue, timeline: &Timeline) -> Result<DotOptions, JsValue> {
    let options = dot_options(given)?;
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
pub fn reply(given: JsValue) -> Result<AgentReply, JsValue> {
    let expected = "{ turns: […], final? } or { error: { message } }";
    let given = Given::read(given, "reply", expected, &["turns", "final", "path", "error"])?;
    let turns = given.objects("turns", &["text", "calls"])?;
    match (turns, given.value("error")) {
        (Some(given_turns), None) => {
            let mut turns = Vec::new();
            for turn in given_turns {
                let mut calls = Vec::new();
                for call in turn.objects("calls", &["id", "name", "input", "result", "error"])?.unwrap_or_default() {
                    let Some(name) = call.text("name")? else { return call.unfit("name", "the name of a tool") };
                    calls.push(Call {
                        id: call.text("id")?,
                        name,
                        input: call.value("input").cloned(),
                        result: call.nullable("result").cloned(),
                        error: call.text("error")?,
                    });
                }
                turns.push(ReplyTurn { text: turn.text("text")?, calls });
            }
            let is_final = given.flag("final")?.unwrap_or(true);
            Ok(AgentReply::Turns { turns, is_final, path: given.text("path")?.map(|path| path.to_string()) })
        }
        (None, Some(_)) => {
            let error = given.object("error", &["message", "code", "retryable"])?;
            let Some(message) = error.text("message")? else { return error.unfit("message", "a string") };
            let retryable = error.flag("retryable")?.unwrap_or(true);
            Ok(AgentReply::Error { message, code: error.text("code")?, retryable })
        }
        _ => Err(given.wrong("give exactly one of them")),
    }
}

/// A text, or `{ error: text }`.
pub fn answer(given: JsValue) -> Result<Answer, JsValue> {
    let expected = "a string or { error: string }";
    if let Some(text) = given.as_string() {
        return Ok(Answer { ok: true, text: text.into() });
    }
    let given = Given::read(given, "answer", expected, &["error"])?;
    match given.text("error")? {
        Some(text) => Ok(Answer { ok: false, text }),
        None => Err(given.wrong("got something else")),
    }
}

/// An edit of the context graph.
pub fn graph_edit(given: JsValue) -> Result<GraphEdit, JsValue> {
    const KEYS: [&str; 15] = [
        "op",
        "parent",
        "child",
        "before",
        "after",
        "title",
        "parents",
        "children",
        "node",
        "recursive",
        "state",
        "level",
        "refresh",
        "text",
        "tokens",
    ];
    let given = Given::read(given, "edit", "an edit of the graph", &KEYS)?;
    let op = given.needed("op")?;
    if op == "budget" {
        return match given.nullable("tokens") {
            Some(_) => Ok(GraphEdit::Budget(given.number("tokens")?)),
            None => given.unfit("tokens", "a number or null"),
        };
    }
    let texts = |key: &str| Ok::<_, JsValue>(given.texts(key)?.unwrap_or_default());
    let maybe = |key: &str| Ok::<_, JsValue>(given.text(key)?.map(|text| text.to_string()));
    match op.as_str() {
        "link" => Ok(GraphEdit::Link {
            parent: given.needed("parent")?,
            child: given.needed("child")?,
            before: maybe("before")?,
            after: maybe("after")?,
        }),
        "unlink" => Ok(GraphEdit::Unlink { parent: given.needed("parent")?, child: given.needed("child")? }),
        "group" => Ok(GraphEdit::Group {
            title: given.needed("title")?,
            parents: texts("parents")?,
            children: texts("children")?,
        }),
        _ => {
            let node = given.needed("node")?;
            match op.as_str() {
                "remove" => Ok(GraphEdit::Remove { node, recursive: given.flag("recursive")?.unwrap_or(false) }),
                "state" => match State::from_word(&given.needed("state")?) {
                    Some(state) => Ok(GraphEdit::State(node, state)),
                    None => given.unfit("state", "HIDDEN, COLLAPSED, SUMMARY, DETAILS or ALL"),
                },
                "level" => match Level::from_word(&given.needed("level")?) {
                    Some(level) => Ok(GraphEdit::Level(node, level)),
                    None => given.unfit("level", "ignore, hold or wake"),
                },
                "refresh" => match given.value("refresh").and_then(Refresh::read) {
                    Some(refresh) => Ok(GraphEdit::Refresh(node, refresh)),
                    None => given.unfit("refresh", "step, never or a whole number, at least 1"),
                },
                "summary" => match given.nullable("text") {
                    Some(Value::Null) => Ok(GraphEdit::Summary(node, None)),
                    Some(Value::Str(text)) if (1..=2000).contains(&text.chars().count()) => {
                        Ok(GraphEdit::Summary(node, Some(text.to_string())))
                    }
                    _ => given.unfit("text", "a string of 1 to 2000 characters or null"),
                },
                _ => given.unfit("op", "link, unlink, group, remove, state, level, refresh, summary or budget"),
            }
        }
    }
}

/// A machine of the texts that JavaScript gives.
pub(super) fn machine(source: &str, files: JsValue, entry: JsValue, work: &Work) -> Result<Arc<Machine>, JsValue> {
    let Some(texts) = texts(files, "files")? else {
        return Ok(Machine::parse_within(source, None, work));
    };
    let entry = match entry.as_string() {
        None if !entry.is_undefined() && !entry.is_null() => {
            return Err(bad_argument("entry", "the path of the source", "it is not a string"));
        }
        entry => entry.unwrap_or_default(),
    };
    Ok(Machine::parse_within(source, Some(&Files::new(&entry, texts)), work))
}
