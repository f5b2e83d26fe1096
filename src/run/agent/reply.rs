//! Applying an agent's reply: turns and calls in order. Each call sees the effects of those before it.

use std::sync::Arc;

use crate::context::store;
use crate::machine::control::{Exit, Fields, Work};
use crate::machine::model::{Access, ContextIdx, NodeIdx, Role};
use crate::machine::questions::{LONGEST_OPTION, OPTIONS, options};
use crate::machine::writes::{self, Author};
use crate::refusal::{Code, Refusal};
use crate::run::agent::call::{AgentReply, Call, ReplyTurn};
use crate::run::agent::requests::{MAX_QUERY, MAX_REASON, Question, Raiser};
use crate::run::agent::tool::{Tool, ToolKind};
use crate::run::agent::tools::{listed, offers};
use crate::run::event::{Kind, Limit, Source};
use crate::run::state::{
    AgentId, Choice, Failure, FailureKind, Phase, Priority, RecordedTurn, Run, Status, ToolError, ToolErrorCode,
    ToolResult, Turn,
};
use crate::run::step::draft::{Applied, Counts, Draft, PathMover};
use crate::run::step::failure::Failing;
use crate::run::step::refusals::requests_pending;
use crate::schema::{MAX_VIOLATIONS, Violation, joined, messages, refusal_details};
use crate::value::{Map, Value};

/// Replies to an open agent request.
pub(in crate::run) fn reply(run: &Run, id: &str, reply: &AgentReply, counts: Counts) -> Result<Applied, Refusal> {
    let unknown = || Refusal::new(Code::UnknownRequest, format!("unknown agent call `{id}`"));
    let asked = AgentId::parse(id).ok_or_else(unknown)?;
    let path = run.paths.get(&asked.path).ok_or_else(unknown)?;
    if path.status == Status::AwaitingAnswers {
        return Err(requests_pending(run, Some(path)));
    }
    if asked.number > path.agent_seq {
        return Err(unknown());
    }
    if path.status != Status::AwaitingAgent(asked.number) {
        return Err(Refusal::new(Code::StaleReply, format!("agent call `{id}` has expired")));
    }
    if let AgentReply::Turns { path: Some(given), .. } = reply
        && **given != *asked.path.to_string()
    {
        let message = format!("agent call `{id}` belongs to path {}, but the reply is for path {given}", asked.path);
        return Err(Refusal::new(Code::WrongPath, message));
    }
    let mut draft = Draft::new(run, counts);
    let path_id = asked.path.clone();
    let mut mover = PathMover { draft: &mut draft, path: (**path).clone() };
    mover.path.disturb();
    mover.apply_reply(asked, reply);
    let path = mover.path;
    draft.put(path);
    Ok(draft.finish(Some(&path_id)))
}

impl PathMover<'_> {
    fn apply_reply(&mut self, request: AgentId, reply: &AgentReply) {
        let at = self.draft.at(&self.path);
        let usage = reply.usage().cloned();
        if let Some(usage) = &usage {
            let used = Arc::make_mut(&mut self.draft.run.usage);
            used.total.add(usage);
            used.by_node.entry(self.path.node).or_default().add(usage);
        }
        let (turns, is_final) = match reply {
            AgentReply::Error { message, code, retryable, .. } => {
                let error = Some(message.clone());
                self.draft.emit(Kind::AgentReplied { at, request, turns: 0, is_final: true, error, usage });
                if let Some(limit) = self.draft.run.exceeded_tokens() {
                    return self.hit_limit(Limit::MaxTokens, "max-tokens", limit);
                }
                let code = code.as_deref().unwrap_or("agent-error");
                let failing = Failing { retryable: *retryable, ..Failing::new(FailureKind::Agent, code, &**message) };
                return self.fail(failing);
            }
            AgentReply::Turns { turns, is_final, .. } => (turns, *is_final),
        };
        let count = turns.len();
        let replied = Kind::AgentReplied { at, request: request.clone(), turns: count, is_final, error: None, usage };
        self.draft.emit(replied);
        let tools = offers(&self.draft.run, &self.path);
        let silent = [ReplyTurn::default()];
        let turns = if turns.is_empty() { &silent[..] } else { turns };
        let max_turns = self.draft.run.limits.max_turns;
        let mut surplus = false;
        for turn in turns {
            if self.path.turn >= max_turns {
                surplus = true;
                break;
            }
            self.path.turn += 1;
            self.apply_turn(&request, turn, &tools);
        }
        self.after_turns(is_final, surplus);
    }

    fn apply_turn(&mut self, request: &AgentId, turn: &ReplyTurn, tools: &[Tool]) {
        let number = self.path.turn;
        let at = self.draft.at(&self.path);
        if let Some(text) = turn.text.clone().filter(|text| !text.is_empty()) {
            self.draft.emit(Kind::AgentSaid { at: at.clone(), request: request.clone(), text });
        }
        let mut results = Vec::new();
        for (index, call) in turn.calls.iter().enumerate() {
            let input = call.input.clone().unwrap_or_else(Value::object);
            let call_id = call.id.clone().unwrap_or_else(|| format!("c{number}.{}", index + 1).into());
            let result = self.apply_call(call, &input, tools);
            if let Err(error) = &result {
                let failure = Arc::new(Failure {
                    kind: FailureKind::Tool,
                    code: error.code.word().into(),
                    message: error.message.clone().into(),
                    node: at.node.clone(),
                    tool: Some(call.name.clone()),
                    edge: None,
                    retryable: true,
                    data: None,
                });
                self.draft.record(&mut self.path, failure);
            }
            let result = ToolResult { call_id, name: call.name.clone(), input: Some(input.clone()), result };
            results.push(result.clone());
            self.draft.results.push(result.clone());
            let result = Arc::new(result);
            self.draft.emit(Kind::ToolCalled { at: at.clone(), request: request.clone(), input, result });
        }
        let turn = Turn { number, attempt: self.path.attempt, text: turn.text.clone(), results };
        let turn = Arc::new(turn);
        self.path.talk = self.path.talk.with(turn.clone());
        let recorded = RecordedTurn {
            turn,
            node: at.node,
            entry: self.path.entries,
            code: self.draft.run.machine.control.work(self.path.node) == Work::Code,
            requests: self.path.request_seq,
            children: self.path.children,
        };
        self.path.turns = self.path.turns.with(Arc::new(recorded));
    }

    fn after_turns(&mut self, is_final: bool, surplus: bool) {
        if let Some(limit) = self.draft.run.exceeded_tokens() {
            return self.hit_limit(Limit::MaxTokens, "max-tokens", limit);
        }
        let max_turns = self.draft.run.limits.max_turns;
        if self.waits_for_answers() {
            self.path.status = Status::AwaitingAnswers;
        } else if self.path.choice.is_some() {
            self.done();
        } else if !is_final && self.path.turn < max_turns {
            self.ask(0);
        } else if !is_final || surplus {
            let message = format!("the agent did not finish within the turn limit of {max_turns}");
            self.fail(Failing::new(FailureKind::TurnLimit, "turn-limit", message));
        } else if let Some(failure) = self.last_call_failure() {
            self.fail_recorded(failure);
        } else {
            self.done();
        }
    }

    fn done(&mut self) {
        self.path.phase = Phase::Leave;
        self.leave(None);
    }

    /// The failure of the last call of the last turn, if that call failed. A turn of text alone ends well.
    fn last_call_failure(&self) -> Option<Arc<Failure>> {
        let last = self.path.talk.newest()?.results.last()?;
        if last.result.is_ok() { None } else { self.path.last_error.clone() }
    }

    fn apply_call(&mut self, call: &Call, input: &Value, tools: &[Tool]) -> Result<Value, ToolError> {
        let Some(tool) = tools.iter().find(|tool| tool.name == call.name) else {
            if let Some(context) = self.input_named(&call.name) {
                let id = self.draft.machine().context_id(context).clone();
                return Err(self.refuse_write(context, vec![Violation::input_immutable(&id)]));
            }
            let names: Vec<&str> = tools.iter().map(|tool| &*tool.name).collect();
            let message = format!("unknown tool `{}`; available tools: {}", call.name, names.join(", "));
            let offered = names.iter().map(|name| Value::from(*name)).collect();
            return Err(ToolError::new(ToolErrorCode::UnknownTool, message).with([("offered", offered)]));
        };
        let Some(fields) = input.as_map() else {
            return Err(invalid("", "object", &format!("the input must be an object, got {}", input.kind())));
        };
        match &tool.kind {
            ToolKind::Transition { target, .. } => self.choose_target(*target, fields),
            ToolKind::Read(context, readable) => self.read(*context, readable, fields),
            ToolKind::Write(context, writable) => self.write(*context, writable, fields),
            ToolKind::Spawn { exit, source, .. } => self.spawn_paths(*exit, source.as_ref(), fields),
            ToolKind::Request => self.request(fields),
            ToolKind::Meta(meta) => self.call_meta(*meta, call, input, tools),
            ToolKind::Host(served) => self.call_host(served, call, input),
        }
    }

    fn choose_target(&mut self, target: NodeIdx, input: &Map) -> Result<Value, ToolError> {
        allow_keys(input, &["reason"])?;
        let reason = text_of(input, "reason")?;
        if self.waits_for_answers() {
            let refusal = requests_pending(&self.draft.run, Some(&self.path));
            return Err(ToolError {
                code: ToolErrorCode::RequestsPending,
                message: refusal.message,
                details: refusal.data,
            });
        }
        self.path.choice = Some(Arc::new(Choice { target, reason: reason.clone() }));
        Ok(Value::from(self.gone("transition", target, reason)))
    }

    /// The result of a tool that leads to a node.
    fn gone(&self, action: &str, target: NodeIdx, reason: Option<Arc<str>>) -> Map {
        let mut result = Map::new();
        result.insert("success".into(), Value::Bool(true));
        result.insert("action".into(), Value::from(action));
        result.insert("target".into(), Value::from(self.draft.node_id(target)));
        if let Some(reason) = reason {
            result.insert("reason".into(), Value::from(reason));
        }
        result
    }

    fn spawn_paths(&mut self, exit: Exit, source: Option<&Arc<str>>, input: &Map) -> Result<Value, ToolError> {
        allow_keys(input, &["reason"])?;
        let reason = text_of(input, "reason")?;
        let spawned = self.spawn_by_tool(exit);
        let paths = spawned.map_err(|fault| {
            let code = match fault.kind {
                FailureKind::PathLimit => ToolErrorCode::PathLimit,
                FailureKind::Set => ToolErrorCode::SetError,
                _ => ToolErrorCode::MapSource,
            };
            ToolError { details: fault.data, ..ToolError::new(code, fault.message) }
        })?;
        let action = if source.is_some() { "map_spawn" } else { "spawn_async" };
        let mut result = self.gone(action, exit.to, reason);
        if let Some(source) = source {
            result.insert("source".into(), Value::from(source.clone()));
            result.insert("itemCount".into(), Value::from(paths.len()));
        }
        result.insert("paths".into(), paths.iter().map(|path| Value::from(path.to_string())).collect());
        result.insert("status".into(), Value::from("spawned"));
        Ok(Value::from(result))
    }

    fn read(&mut self, context: ContextIdx, readable: &Fields, input: &Map) -> Result<Value, ToolError> {
        allow_keys(input, &["fields"])?;
        let machine = self.draft.machine();
        let id = machine.context_id(context).clone();
        let added = self.draft.run.added.clone();
        let map = self.draft.run.map_of(&self.path, context).clone();
        let value_of = |name: &str| map.get(&store::find(&machine, &added, context, name)?);
        let requested: Option<Vec<Arc<str>>> = match input.get("fields") {
            None => None,
            Some(list) => Some(field_names(list)?),
        };
        let names: Vec<Arc<str>> = match &requested {
            Some(names) => {
                let refused = self.refused_reads(context, readable, names);
                if !refused.is_empty() {
                    let message = format!("read of `{id}` rejected: {}", messages(&refused));
                    return Err(
                        ToolError::new(ToolErrorCode::NotPermitted, message).with(refusal_details(&id, &refused))
                    );
                }
                names.clone()
            }
            None => {
                let known = store::fields(&machine, &added, context);
                known.into_iter().map(|(_, name)| name).filter(|name| readable.allow(name)).collect()
            }
        };
        let (set, missing): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| value_of(name).is_some());
        let data: Map = set.iter().filter_map(|name| Some((name.clone(), (*value_of(name)?.value).clone()))).collect();
        let version = store::version(&machine, &added, &map, context);
        let at = self.draft.at(&self.path);
        self.touch(context, Access::Read);
        let missing_value = missing.iter().cloned().map(Value::from).collect();
        self.draft.emit(Kind::ContextRead { at, context: id.clone(), fields: set, missing });
        Ok([
            ("success", Value::Bool(true)),
            ("context", Value::from(id)),
            ("data", Value::from(data)),
            ("missing", missing_value),
            ("version", Value::from(version)),
        ]
        .into_iter()
        .collect())
    }

    fn refused_reads(&self, context: ContextIdx, readable: &Fields, names: &[Arc<str>]) -> Vec<Violation> {
        let run = &self.draft.run;
        let machine = &run.machine;
        let mut refused = Vec::new();
        let declared = listed(run, context, &Fields::All).unwrap_or_default();
        for name in names {
            if refused.len() == MAX_VIOLATIONS {
                break;
            }
            let pointer = joined("", name);
            if !machine.contexts[context].open && machine.field(context, name).is_none() {
                refused.push(Violation::unknown_field(pointer, name, declared.iter().map(|name| &**name)));
            } else if !readable.allow(name) {
                let message = format!("no permission to read `{name}` of `{}` here", machine.context_id(context));
                refused.push(writes::not_permitted(&message, name));
            }
        }
        refused
    }

    /// The input context that a call tries to write. Inputs have no write tool, so no offered tool has this name.
    fn input_named(&self, tool: &str) -> Option<ContextIdx> {
        let machine = self.draft.machine();
        let name = tool.strip_prefix("write_")?;
        machine.contexts.ids().find(|context| {
            let store = &machine.contexts[*context];
            store.role == Role::Input
                && (*machine.nodes[store.node].name == *name || **machine.context_id(*context) == *name)
        })
    }

    fn refuse_write(&mut self, context: ContextIdx, errors: Vec<Violation>) -> ToolError {
        let machine = self.draft.machine();
        let id = machine.context_id(context).clone();
        let message = format!("write to `{id}` rejected: {}", messages(&errors));
        let error = ToolError::new(ToolErrorCode::WriteRefused, message).with(refusal_details(&id, &errors));
        let node = Some(self.draft.node_id(self.path.node));
        let path = self.path.id.clone();
        self.draft.emit(Kind::WriteRefused { path, node, context: id, errors, source: Source::Agent });
        error
    }

    fn write(&mut self, context: ContextIdx, writable: &Fields, input: &Map) -> Result<Value, ToolError> {
        allow_keys(input, &["data"])?;
        let data = match input.get("data") {
            Some(Value::Map(data)) => data,
            Some(other) => {
                return Err(invalid("data", "object", &format!("`data` must be an object, got {}", other.kind())));
            }
            None => return Err(invalid("data", "object", "`data` is missing")),
        };
        let machine = self.draft.machine();
        let id = machine.context_id(context).clone();
        let written = match writes::check_write(&machine, context, data, Author::Agent(writable)) {
            Ok(written) => written,
            Err(errors) => return Err(self.refuse_write(context, errors)),
        };
        let (_, version) = self.draft.write(&mut self.path, context, &written, Source::Agent);
        self.touch(context, Access::Write);
        let names = written.iter().map(|(name, _)| Value::from(name.clone())).collect();
        let values: Map = written.into_iter().collect();
        Ok([
            ("success", Value::Bool(true)),
            ("context", Value::from(id)),
            ("written", names),
            ("values", Value::from(values)),
            ("version", Value::from(version)),
        ]
        .into_iter()
        .collect())
    }

    /// Marks the data edges the agent used.
    fn touch(&mut self, context: ContextIdx, access: Access) {
        let machine = self.draft.machine();
        for edge in machine.control.access_edges(self.path.node, context, access) {
            self.draft.last.touch(edge);
        }
    }

    fn request(&mut self, input: &Map) -> Result<Value, ToolError> {
        allow_keys(input, &["query", "reason", "priority", "options"])?;
        let query = limited(input, "query", MAX_QUERY)?;
        let reason = limited(input, "reason", MAX_REASON)?;
        let priority = match text_of(input, "priority")?.as_deref() {
            None | Some("required") => Priority::Required,
            Some("optional") => Priority::Optional,
            Some(_) => {
                return Err(invalid("priority", "required or optional", "`priority` must be `required` or `optional`"));
            }
        };
        let options = match input.get("options") {
            None => Vec::new(),
            Some(given) => options(given).ok_or_else(|| {
                let (least, most) = (OPTIONS.start(), OPTIONS.end());
                let message =
                    format!("`options` must be {least} to {most} different texts of 1 to {LONGEST_OPTION} characters");
                invalid("options", "different texts", &message)
            })?,
        };
        let (turn, max_turns) = (self.path.turn, self.draft.run.limits.max_turns);
        if turn >= max_turns {
            let message =
                format!("turn {turn} of {max_turns} is the last one of this attempt; answer with what you know");
            return Err(ToolError::new(ToolErrorCode::LastTurn, message));
        }
        if priority == Priority::Required && self.path.choice.is_some() {
            let message = "a transition has already been chosen; ask before choosing, or make the request optional";
            return Err(ToolError::new(ToolErrorCode::AlreadyChosen, message));
        }
        let id = self.raise(Question { query, reason, priority, by: Raiser::Agent, options, form: None });
        let word = if priority == Priority::Required { "required" } else { "optional" };
        Ok([
            ("success", Value::Bool(true)),
            ("requestId", Value::from(id.to_string())),
            ("priority", Value::from(word)),
            ("status", Value::from("queued")),
            ("message", Value::from(format!("request {id} is queued"))),
        ]
        .into_iter()
        .collect())
    }
}

fn invalid(field: &str, expected: &str, message: &str) -> ToolError {
    ToolError::new(ToolErrorCode::InvalidInput, message)
        .with([("field", Value::from(field)), ("expected", Value::from(expected))])
}

fn allow_keys(input: &Map, allowed: &[&str]) -> Result<(), ToolError> {
    match input.keys().find(|key| !allowed.contains(&&***key)) {
        None => Ok(()),
        Some(key) => {
            let message = format!("unknown input `{key}`; this tool takes {}", allowed.join(", "));
            Err(invalid(key, &allowed.join(", "), &message))
        }
    }
}

fn text_of(input: &Map, key: &str) -> Result<Option<Arc<str>>, ToolError> {
    match input.get(key) {
        None => Ok(None),
        Some(Value::Str(text)) => Ok(Some(text.clone())),
        Some(other) => Err(invalid(key, "string", &format!("`{key}` must be a string, got {}", other.kind()))),
    }
}

fn limited(input: &Map, key: &str, limit: usize) -> Result<Arc<str>, ToolError> {
    let text = text_of(input, key)?.filter(|text| (1..=limit).contains(&text.chars().count()));
    text.ok_or_else(|| {
        ToolError::new(ToolErrorCode::InvalidInput, format!("`{key}` must have 1 to {limit} characters"))
            .with([("field", Value::from(key)), ("limit", Value::from(limit))])
    })
}

fn field_names(list: &Value) -> Result<Vec<Arc<str>>, ToolError> {
    let wrong =
        || invalid("fields", "list of different field names", "`fields` must be a list of different field names");
    let items = list.as_list().ok_or_else(wrong)?;
    let mut names: Vec<Arc<str>> = Vec::new();
    for item in items.iter() {
        let Value::Str(name) = item else { return Err(wrong()) };
        names.push(name.clone());
    }
    let mut different = names.clone();
    different.sort_unstable();
    different.dedup();
    if different.len() < names.len() { Err(wrong()) } else { Ok(names) }
}
