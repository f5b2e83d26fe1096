//! Actions, replies, answers and start options as JSON and back.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::json::{ToJson, Writer};
use crate::machine::model::EdgeIdx;
use crate::refusal::Refusal;
use crate::run::action::Action;
use crate::run::agent::call::{AgentReply, Call, ReplyTurn};
use crate::run::agent::requests::Answer;
use crate::run::state::{Force, PathId, Usage};
use crate::run::step::start::{LimitOptions, StartOptions};
use crate::value::Value;

use super::reader::Reader;

/// Writes an action: its kind and the arguments of the method of that name.
pub fn write(action: &Action, out: &mut Writer) {
    out.object(|object| {
        object.field("kind", &action.word());
        let all_or = |path: &Option<PathId>| path.as_ref().map_or("*".to_owned(), PathId::to_string);
        match action {
            Action::Step { idle } => {
                if *idle {
                    object.field("idle", &true);
                }
            }
            Action::StepPath { path } => object.field("path", path),
            Action::Reply { request, reply, .. } => {
                object.field("request", request);
                object.field("reply", reply);
            }
            Action::Answer { request, answer, .. } => {
                object.field("request", request);
                object.field("answer", answer);
            }
            Action::Answers { answers, .. } => object.object("answers", |object| {
                for (id, answer) in answers {
                    object.entry(id, answer);
                }
            }),
            Action::Send { name, data, path } => {
                object.field("name", name);
                object.field("data", data);
                object.maybe("path", path);
            }
            Action::Elapse { milliseconds } => object.field("ms", milliseconds),
            Action::Choose { path, edge } => {
                object.field("path", path);
                object.field("edge", edge);
            }
            Action::Force { path, edge, mode } => {
                object.field("path", &all_or(path));
                object.field("edge", edge);
                object.field("mode", mode);
            }
            Action::SetContext { path, target, value } => {
                object.field("path", &all_or(path));
                object.field("target", target);
                object.field("value", value);
            }
            Action::Cancel { path } => object.field("path", &all_or(path)),
            Action::ReportTime { elapsed_ms } => object.field("elapsed_ms", elapsed_ms),
            Action::ProposeEdit { source } => object.field("source", source),
            Action::ApplyEdit { id } | Action::RejectEdit { id } => object.field("id", id),
            Action::NoRecording { request } => object.field("request", request),
        }
        let is_auto = action.is_auto() && !matches!(action, Action::NoRecording { .. });
        if is_auto {
            object.field("auto", &true);
        }
    });
}

/// Reads an action.
pub fn read(at: &Reader) -> Result<Action, Refusal> {
    let path = || PathId::parse(&at.text("path")?).ok_or_else(|| at.wrong("path", "not a path"));
    let path_or_all = || if at.text("path")? == "*" { Ok(None) } else { path().map(Some) };
    let (request, auto) = (|| at.text("request"), at.flag("auto"));
    Ok(match at.text("kind")?.as_str() {
        "step" => Action::Step { idle: at.flag("idle") },
        "stepPath" => Action::StepPath { path: path()? },
        "reply" => Action::Reply { request: request()?, reply: reply(&at.object("reply")?)?, auto },
        "answer" => Action::Answer { request: request()?, answer: answer(&at.object("answer")?)?, auto },
        "answers" => {
            let mut answers = BTreeMap::new();
            for (id, given) in at.object("answers")?.entries()? {
                answers.insert(id.to_string(), answer(&given)?);
            }
            Action::Answers { answers, auto }
        }
        "send" => {
            let path = at.maybe_text("path")?.map(|_| path()).transpose()?;
            Action::Send { name: at.text("name")?, data: at.value("data").unwrap_or_default(), path }
        }
        "elapse" => Action::Elapse { milliseconds: at.large("ms")? },
        "choose" => Action::Choose { path: path()?, edge: edge(at, "edge")? },
        "force" => {
            let mode = match at.maybe_text("mode")?.as_deref() {
                Some("take") => Some(Force::Take),
                Some("skip") => Some(Force::Skip),
                _ => None,
            };
            Action::Force { path: path_or_all()?, edge: edge(at, "edge")?, mode }
        }
        "setContext" => {
            let value = at.value("value").unwrap_or_default();
            Action::SetContext { path: path_or_all()?, target: at.text("target")?, value }
        }
        "cancel" => Action::Cancel { path: path_or_all()? },
        "reportTime" => Action::ReportTime { elapsed_ms: at.large("elapsedMs")? },
        "proposeEdit" => Action::ProposeEdit { source: at.text("source")? },
        "applyEdit" => Action::ApplyEdit { id: at.text("id")? },
        "rejectEdit" => Action::RejectEdit { id: at.text("id")? },
        "noRecording" => Action::NoRecording { request: request()? },
        _ => return Err(at.wrong("kind", "unknown action")),
    })
}

/// Reads an edge id.
pub fn edge(at: &Reader, key: &str) -> Result<EdgeIdx, Refusal> {
    let text = at.text(key)?;
    let number = text.strip_prefix('e').and_then(|number| number.parse().ok());
    number.map(EdgeIdx).ok_or_else(|| at.wrong(key, "not an edge"))
}

/// Reads a reply.
pub fn reply(at: &Reader) -> Result<AgentReply, Refusal> {
    let text = |at: &Reader, key: &str| Ok::<_, Refusal>(at.maybe_text(key)?.map(Arc::<str>::from));
    let usage = at.maybe("usage").map(|used| usage(&used)).transpose()?;
    if let Some(error) = at.maybe("error") {
        let (message, code) = (error.text("message")?.into(), text(&error, "code")?);
        let retryable = error.value("retryable").is_none_or(|retryable| retryable.truthy());
        return Ok(AgentReply::Error { message, code, retryable, usage });
    }
    let mut turns = Vec::new();
    for turn in at.object("turns")?.items()? {
        let mut calls = Vec::new();
        for call in turn.list("calls")? {
            calls.push(Call {
                id: text(&call, "id")?,
                name: call.text("name")?.into(),
                input: call.value("input"),
                result: call.value("result"),
                error: text(&call, "error")?,
            });
        }
        turns.push(ReplyTurn { text: text(&turn, "text")?, calls });
    }
    let is_final = at.value("final").is_none_or(|last| last.truthy());
    Ok(AgentReply::Turns { turns, is_final, path: at.maybe_text("path")?.map(Arc::from), usage })
}

/// Reads what a reply used up.
fn usage(at: &Reader) -> Result<Arc<Usage>, Refusal> {
    let amount = |key: &str| at.maybe(key).map(|_| at.amount(key)).transpose();
    Ok(Arc::new(Usage {
        input_tokens: amount("inputTokens")?,
        output_tokens: amount("outputTokens")?,
        cost: amount("cost")?,
        model: at.maybe_text("model")?.map(Arc::from),
    }))
}

/// Reads an answer: a text, values by field, or `{ error: text }`.
pub fn answer(at: &Reader) -> Result<Answer, Refusal> {
    Answer::read(&at.as_value()).ok_or_else(|| at.wrong("answer", "must be a string or an object"))
}

/// Reads start options.
pub fn options(at: &Reader) -> Result<StartOptions, Refusal> {
    let mut options = StartOptions::default();
    for (context, fields) in at.maybe("input").map_or(Ok(Vec::new()), |input| input.entries())? {
        fields.entries()?;
        options.input.insert(context.clone(), fields.as_value());
    }
    if let Some(limits) = at.maybe("limits") {
        let limit = |key: &str| -> Result<Option<u32>, Refusal> {
            limits.maybe(key).map(|_| Ok(limits.large(key)?.min(u64::from(u32::MAX)) as u32)).transpose()
        };
        options.limits = LimitOptions {
            max_steps: limit("maxSteps")?,
            max_node_invocations: limit("maxNodeInvocations")?,
            max_paths: limit("maxPaths")?,
            max_turns: limit("maxTurns")?,
            timeout: limit("timeout")?,
            max_tokens: limit("maxTokens")?,
        };
    }
    if let Some(from) = at.maybe("from") {
        let mut nodes = Vec::new();
        for node in from.items()? {
            nodes.push(node.as_text()?.to_string());
        }
        options.from = Some(nodes);
    }
    options.history_limit = at.maybe("historyLimit").map(|_| at.count("historyLimit")).transpose()?;
    Ok(options)
}

impl ToJson for StartOptions {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            if !self.input.is_empty() {
                object.field("input", &Value::from(self.input.clone()));
            }
            object.object("limits", |object| {
                object.maybe("max_steps", &self.limits.max_steps);
                object.maybe("max_node_invocations", &self.limits.max_node_invocations);
                object.maybe("max_paths", &self.limits.max_paths);
                object.maybe("max_turns", &self.limits.max_turns);
                object.maybe("timeout", &self.limits.timeout);
                object.maybe("max_tokens", &self.limits.max_tokens);
            });
            object.maybe("from", &self.from);
            object.maybe("history_limit", &self.history_limit);
        });
    }
}

impl ToJson for Answer {
    fn write(&self, out: &mut Writer) {
        match self {
            Answer::Text(text) => out.string(text),
            Answer::Values(values) => Value::from(values.clone()).write(out),
            Answer::Declined(text) => out.object(|object| object.field("error", text)),
        }
    }
}

impl ToJson for AgentReply {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            match self {
                AgentReply::Turns { turns, is_final, path, .. } => {
                    object.with("turns", |out| {
                        out.each(turns, |out, turn| {
                            out.object(|object| {
                                object.maybe("text", &turn.text);
                                if !turn.calls.is_empty() {
                                    object.field("calls", &turn.calls);
                                }
                            });
                        });
                    });
                    if !is_final {
                        object.field("final", &false);
                    }
                    object.maybe("path", path);
                }
                AgentReply::Error { message, code, retryable, .. } => object.object("error", |object| {
                    object.field("message", message);
                    object.maybe("code", code);
                    if !retryable {
                        object.field("retryable", &false);
                    }
                }),
            }
            object.maybe("usage", &self.usage());
        });
    }
}

impl ToJson for Call {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.maybe("id", &self.id);
            object.field("name", &self.name);
            object.maybe("input", &self.input);
            object.maybe("result", &self.result);
            object.maybe("error", &self.error);
        });
    }
}
