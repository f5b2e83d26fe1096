//! The state of a run from JSON.

use std::sync::Arc;

use crate::context::store::{self, Stored};
use crate::context::{Added, ContextMap};
use crate::machine::Machine;
use crate::machine::control::Exit;
use crate::machine::model::{EdgeIdx, FieldId, NodeIdx};
use crate::refusal::Refusal;
use crate::run::state::chain::Chain;
use crate::run::state::outcome::Outcome;
use crate::run::state::{
    Blocked, Cancelled, Cause, CauseKind, Choice, Counters, DynamicTool, EdgeUse, Edit, Failure, FailureKind, Force,
    Forced, ForkKey, Form, FromError, InfoRequest, JoinKey, JoinState, LastAction, Limits, Move, Origin, Parked, Path,
    PathId, Phase, ReceivedEvent, RecordedTurn, Replica, RequestId, RequestState, Run, RunUsage, Setback, Status,
    Timer, ToolError, ToolErrorCode, ToolResult, TotalUsage, Turn, Unwinding, Visits,
};
use crate::run::step::close::report;
use crate::run::step::start::{StartOptions, start};

use super::actions::edge as edge_id;
use super::check;
use super::reader::Reader;

/// Reads a run. Where it has a machine of its own, that counts instead of `machine`.
pub fn state(at: &Reader, machine: &Arc<Machine>, options: &StartOptions) -> Result<Run, Refusal> {
    let machine = at.maybe_text("source")?.map_or_else(|| machine.clone(), |source| machine.with_source(&source));
    let mut run = start(machine.clone(), options).run;
    let not_started = run.outcome.clone();
    run.rev = at.count("rev")?;
    run.step = at.count("step")?;
    run.tick = at.count("tick")?;
    run.action = at.count("action")?;
    run.seq = at.large("seq")?;
    run.elapsed_ms = at.large("elapsedMs")?;
    run.clock_ms = at.large("clockMs")?;
    run.limits = Arc::new(limits(&at.object("limits")?)?);
    let mut added = Arc::new(Added::default());
    for field in at.list("added")? {
        let parts = field.items()?;
        let [context, name] = parts.as_slice() else { return Err(field.wrong("", "not an added field")) };
        let found = machine.find(context.as_text()?).and_then(|node| machine.context_of(node));
        let context = found.ok_or_else(|| field.wrong("", "unknown context"))?;
        store::find_or_add(&machine, &mut added, context, name.as_text()?);
    }
    run.added = added;
    let reader = SaveReader { machine: &machine, added: run.added.clone() };
    run.shared = reader.values(&at.object("shared")?)?;
    run.paths = Default::default();
    for path in at.list("paths")? {
        let path = reader.path(&path)?;
        run.paths.insert(path.id.clone(), Arc::new(path));
    }
    let all = at.list("paths")?;
    let older = all.iter().any(|path| path.maybe("requestsBefore").is_none());
    run.joins = Default::default();
    for join in at.list("joins")? {
        run.joins.insert(join_key(&join)?, JoinState { generation: join.count("generation")? });
    }
    run.requests = Default::default();
    for request in at.list("requests")? {
        let request = info_request(&request)?;
        run.requests.insert(request.id.clone(), Arc::new(request));
    }
    check::counts(at, &run)?;
    if older {
        note_visits(&mut run);
    }
    run.edge_use = Default::default();
    for used in at.list("edgeUse")? {
        let (taken, last_step, forced) = (used.count("taken")?, used.count("lastStep")?, used.flag("forced"));
        run.edge_use.insert(reader.edge(&used, "edge")?, EdgeUse { taken, last_step, forced });
    }
    run.node_use = Default::default();
    if let Some(counts) = at.maybe("nodeUse") {
        for (id, count) in counts.entries()? {
            run.node_use.insert(reader.node_called(&counts, id)?, count.as_count(id)?);
        }
    }
    if all.iter().any(without_rounds) {
        assume_rounds(&mut run);
    }
    run.setbacks = Default::default();
    if let Some(setbacks) = at.maybe("setbacks") {
        for (id, entry) in setbacks.entries()? {
            run.setbacks.insert(reader.node_called(&setbacks, id)?, reader.setback(&entry)?);
        }
    }
    run.counters = counters(&at.object("counters")?)?;
    let mut usage = RunUsage::default();
    if let Some(total) = at.maybe("usage") {
        usage.total = total_usage(&total)?;
    }
    if let Some(usages) = at.maybe("usageByNode") {
        for (id, used) in usages.entries()? {
            usage.by_node.insert(reader.node_called(&usages, id)?, total_usage(&used)?);
        }
    }
    run.usage = Arc::new(usage);
    run.forces = Arc::new(reader.forces(at)?);
    run.tools = Arc::new(tools(at)?);
    run.edits = Arc::new(edits(at)?);
    run.edit_seq = at.count("editSeq")?;
    let violated = at.list("violated")?;
    run.violated = Arc::new(violated.iter().map(|text| Ok(text.as_text()?.clone())).collect::<Result<_, Refusal>>()?);
    run.last = Arc::new(reader.last(at)?);
    run.outcome = if run.paths.is_empty() { not_started } else { Arc::new(Outcome::of(&run, || report(&run))) };
    Ok(run)
}

/// Under rules 1 a request belonged to the visit of the node that it says.
fn note_visits(run: &mut Run) {
    for path in run.paths.clone().values() {
        let node = run.node_of(path).clone();
        let own = |request: &&Arc<InfoRequest>| {
            request.id.path == path.id && request.node == node && request.visit == path.visit()
        };
        let first = run.requests.values().filter(own).map(|request| request.id.number).min();
        let requests_before = first.map_or(path.request_seq, |first| first.saturating_sub(1));
        run.paths.insert(path.id.clone(), Arc::new(Path { requests_before, ..(**path).clone() }));
    }
}

/// True for a path from a text that was saved before rounds were kept.
fn without_rounds(path: &Reader) -> bool {
    let visits = path.maybe("visits").and_then(|visits| visits.entries().ok()).unwrap_or_default();
    visits.iter().any(|(_, visit)| visit.maybe("round").is_none())
}

/// Takes each path's last visit of a node for the last one of all paths. Exact numbers come from the past, if there is
/// one.
fn assume_rounds(run: &mut Run) {
    for path in run.paths.clone().values() {
        let known = |node: &NodeIdx, count: u32| run.node_use.get(node).copied().unwrap_or(0).max(count);
        let numbered =
            |(node, visits): (&NodeIdx, &Visits)| (*node, Visits { round: known(node, visits.count), ..*visits });
        let visits = path.visits.iter().map(numbered).collect();
        run.paths.insert(path.id.clone(), Arc::new(Path { visits, ..(**path).clone() }));
    }
}

/// The value of a fixed set that a word names.
fn word<T>(at: &Reader, key: &str, named: impl Fn(&str) -> Option<T>) -> Result<T, Refusal> {
    named(&at.text(key)?).ok_or_else(|| at.wrong(key, "unknown word"))
}

fn shared_text(at: &Reader, key: &str) -> Result<Option<Arc<str>>, Refusal> {
    Ok(at.maybe_text(key)?.map(Arc::from))
}

fn path_id(at: &Reader, key: &str) -> Result<PathId, Refusal> {
    PathId::parse(&at.text(key)?).ok_or_else(|| at.wrong(key, "not a path"))
}

fn maybe_path_id(at: &Reader, key: &str) -> Result<Option<PathId>, Refusal> {
    if at.maybe_text(key)?.is_some() { path_id(at, key).map(Some) } else { Ok(None) }
}

fn limits(at: &Reader) -> Result<Limits, Refusal> {
    let limit = |key: &str| {
        let number = at.large(key)?;
        u32::try_from(number).ok().filter(|limit| *limit > 0).ok_or_else(|| at.wrong(key, "not a limit"))
    };
    Ok(Limits {
        max_steps: limit("maxSteps")?,
        max_node_invocations: limit("maxNodeInvocations")?,
        max_paths: limit("maxPaths")?,
        max_turns: limit("maxTurns")?,
        timeout: limit("timeout")?,
        max_tokens: at.maybe("maxTokens").map(|_| limit("maxTokens")).transpose()?,
    })
}

fn counters(at: &Reader) -> Result<Counters, Refusal> {
    Ok(Counters {
        entries: at.count("entries")?,
        errors: at.count("errors")?,
        spawned: at.count("spawned")?,
        agent_requests: at.count("agentRequests")?,
    })
}

fn received_event(at: &Reader) -> Result<Arc<ReceivedEvent>, Refusal> {
    let (name, data) = (at.text("name")?.into(), at.value("data").unwrap_or_default());
    Ok(Arc::new(ReceivedEvent { name, data }))
}

fn total_usage(at: &Reader) -> Result<TotalUsage, Refusal> {
    Ok(TotalUsage {
        input_tokens: at.amount("inputTokens")?,
        output_tokens: at.amount("outputTokens")?,
        cost: at.amount("cost")?,
    })
}

fn texts(at: &Reader, key: &str) -> Result<Vec<Arc<str>>, Refusal> {
    at.list(key)?.iter().map(|item| item.as_text().cloned()).collect()
}

fn info_request(at: &Reader) -> Result<InfoRequest, Refusal> {
    let id = RequestId::parse(&at.text("id")?).ok_or_else(|| at.wrong("id", "not a request"))?;
    let state = match at.text("state")?.as_str() {
        "open" => RequestState::Open,
        "lapsed" => RequestState::Lapsed,
        _ => {
            let answer = at.object("answer")?;
            RequestState::Answered {
                ok: answer.flag("ok"),
                text: answer.text("text")?.into(),
                value: answer.value("value"),
            }
        }
    };
    let form = at.maybe("form").filter(|form| !form.is_null());
    let form = form.map(|form| Ok(Form { context: form.text("context")?.into(), fields: texts(&form, "fields")? }));
    Ok(InfoRequest {
        id,
        node: at.text("node")?.into(),
        visit: at.count("visit")?,
        query: at.text("query")?.into(),
        reason: at.text("reason")?.into(),
        required: at.text("priority")? == "required",
        declared: at.text("raisedBy")? == "machine",
        options: texts(at, "options")?,
        form: form.transpose()?.map(Arc::new),
        state,
    })
}

fn join_key(at: &Reader) -> Result<JoinKey, Refusal> {
    let fork = match maybe_path_id(at, "path")? {
        Some(path) => Some(ForkKey { path, fork: at.count("fork")?, group: at.text("group")?.into() }),
        None => None,
    };
    Ok(JoinKey { id: at.text("id")?.into(), fork })
}

fn tools(at: &Reader) -> Result<Vec<DynamicTool>, Refusal> {
    let mut tools = Vec::new();
    for tool in at.list("tools")? {
        tools.push(DynamicTool {
            name: tool.text("name")?.into(),
            description: tool.text("description")?.into(),
            input_schema: tool.value("inputSchema").unwrap_or_default(),
            source: tool.value("source").unwrap_or_default(),
        });
    }
    Ok(tools)
}

fn edits(at: &Reader) -> Result<Vec<Edit>, Refusal> {
    let mut edits = Vec::new();
    for edit in at.list("edits")? {
        edits.push(Edit {
            number: edit.count("number")?,
            path: maybe_path_id(&edit, "path")?,
            reason: edit.text("reason")?.into(),
            source: edit.text("source")?.into(),
        });
    }
    Ok(edits)
}

fn failure(at: &Reader) -> Result<Arc<Failure>, Refusal> {
    Ok(Arc::new(Failure {
        kind: word(at, "kind", FailureKind::from_word)?,
        code: at.text("code")?.into(),
        message: at.text("message")?.into(),
        node: at.text("node")?.into(),
        tool: shared_text(at, "tool")?,
        edge: at.maybe("edge").map(|_| edge_id(at, "edge")).transpose()?,
        retryable: at.flag("retryable"),
        data: at.value("data"),
    }))
}

fn turn(at: &Reader) -> Result<Arc<Turn>, Refusal> {
    let mut results = Vec::new();
    for result in at.list("results")? {
        let (call_id, name) = (result.text("callId")?.into(), result.text("name")?.into());
        let input = result.value("input");
        let result = match result.maybe("error") {
            None => Ok(result.value("result").unwrap_or_default()),
            Some(error) => {
                let (code, message) = (word(&error, "code", ToolErrorCode::from_word)?, error.text("message")?);
                Err(ToolError { code, message, details: error.value("details") })
            }
        };
        results.push(ToolResult { call_id, name, input, result });
    }
    let (number, attempt) = (at.count("number")?, at.count("attempt")?);
    Ok(Arc::new(Turn { number, attempt, text: shared_text(at, "text")?, results }))
}

fn step(at: &Reader) -> Result<Arc<Move>, Refusal> {
    let cause = at.object("cause")?;
    let cause = Cause {
        kind: word(&cause, "type", CauseKind::from_word)?,
        text: shared_text(&cause, "text")?,
        unless: cause.flag("unless").then_some(true),
        reason: shared_text(&cause, "reason")?,
        forced: cause.flag("forced").then_some(true),
    };
    let edge = at.maybe("edge").map(|_| edge_id(at, "edge")).transpose()?;
    Ok(Arc::new(Move { from: at.text("from")?.into(), to: at.text("to")?.into(), edge, cause }))
}

/// A machine with the fields a run has added to it.
struct SaveReader<'a> {
    machine: &'a Machine,
    added: Arc<Added>,
}

impl SaveReader<'_> {
    fn node_called(&self, at: &Reader, id: &str) -> Result<NodeIdx, Refusal> {
        self.machine.find(id).ok_or_else(|| at.wrong("", &format!("unknown node `{id}`")))
    }

    fn node(&self, at: &Reader, key: &str) -> Result<NodeIdx, Refusal> {
        self.node_called(at, &at.text(key)?)
    }

    fn edge(&self, at: &Reader, key: &str) -> Result<EdgeIdx, Refusal> {
        let edge = edge_id(at, key)?;
        if self.machine.edges.item(edge).is_none() {
            return Err(at.wrong(key, "unknown edge"));
        }
        Ok(edge)
    }

    fn field(&self, at: &Reader, context: &str, field: &str) -> Result<FieldId, Refusal> {
        let found = self.machine.find(context).and_then(|node| self.machine.context_of(node));
        let found = found.and_then(|context| store::find(self.machine, &self.added, context, field));
        found.ok_or_else(|| at.wrong("", &format!("unknown field `{context}.{field}`")))
    }

    fn values(&self, at: &Reader) -> Result<ContextMap, Refusal> {
        let mut map = ContextMap::new();
        for (context, fields) in at.entries()? {
            for (name, stored) in fields.entries()? {
                let value = stored.value("value").ok_or_else(|| stored.wrong("value", "missing"))?;
                let version = stored.count("version")?;
                map.insert(self.field(at, context, name)?, Stored { value: Arc::new(value), version });
            }
        }
        Ok(map)
    }

    fn path(&self, at: &Reader) -> Result<Path, Refusal> {
        let context = self.values(&at.object("context")?)?;
        let base = at.maybe("base").map_or_else(|| Ok(context.clone()), |base| self.values(&base))?;
        let mut visits = im::OrdMap::new();
        if let Some(all) = at.maybe("visits") {
            for (id, visit) in all.entries()? {
                let (count, last_entry) = (visit.count("count")?, visit.count("lastEntry")?);
                let round = visit.count("round")?;
                visits.insert(self.node_called(&all, id)?, Visits { count, last_entry, round });
            }
        }
        let phase = match at.text("phase")?.as_str() {
            "enter" => Phase::Enter,
            "work" => Phase::Work,
            "leave" => Phase::Leave,
            _ => return Err(at.wrong("phase", "unknown phase")),
        };
        let (mut turns, mut talk, mut history) = (Chain::default(), Chain::default(), Chain::default());
        let (entries, attempt) = (at.count("entries")?, at.count("attempt")?);
        for item in at.list("told")? {
            let recorded = RecordedTurn {
                turn: turn(&item)?,
                node: item.text("node")?.into(),
                entry: item.count("entry")?,
                code: item.flag("code"),
                requests: item.count("requests")?,
                children: item.count("children")?,
            };
            if recorded.entry == entries && recorded.turn.attempt == attempt {
                talk = talk.with(recorded.turn.clone());
            }
            turns = turns.with(Arc::new(recorded));
        }
        for item in at.list("history")? {
            history = history.with(step(&item)?);
        }
        let (mut timers, mut from_errors) = (Vec::new(), Vec::new());
        for item in at.list("timers")? {
            timers.push(self.timer(&item)?);
        }
        for item in at.list("fromErrors")? {
            from_errors.push(FromError {
                context: item.text("context")?.into(),
                field: item.text("field")?.into(),
                message: item.text("message")?.into(),
            });
        }
        let choice = match at.maybe("choice") {
            Some(choice) => {
                let (target, reason) = (self.node(&choice, "target")?, shared_text(&choice, "reason")?);
                Some(Arc::new(Choice { target, reason }))
            }
            None => None,
        };
        let id = path_id(at, "id")?;
        let status = self.status(at)?;
        let place = self.machine.find(&at.text("node")?);
        // An edit of the machine may remove the node that a path ended at.
        let node = if status.is_live() { Some(self.node(at, "node")?) } else { place };
        let mut entering = Vec::new();
        for module in at.maybe("entering").map_or(Ok(Vec::new()), |modules| modules.items())? {
            entering.push(self.node_called(&module, module.as_text()?)?);
        }
        let mut path = Path {
            // Read from the id, so that no text can make paths each other's parents.
            parent: id.parent(),
            id,
            order: at.count("order")?,
            origin: Arc::new(self.origin(&at.object("origin")?)?),
            node: node.unwrap_or_default(),
            gone: node.is_none().then(|| at.text("node").map(Arc::from)).transpose()?,
            phase,
            status,
            context,
            base,
            visits,
            entries,
            errors: at.count("errors")?,
            attempt,
            turn: at.count("turn")?,
            delay_ms: at.count("delayMs")?,
            agent_seq: at.count("agentSeq")?,
            request_seq: at.count("requestSeq")?,
            children: at.count("children")?,
            children_before: at.count("childrenBefore")?,
            spawn_called: at.flag("spawnCalled"),
            fanned_out: at.flag("fannedOut"),
            quiet_from: at.count("quietFrom")?,
            loop_noticed: at.flag("loopNoticed"),
            active_state: at.maybe("activeState").map(|_| self.node(at, "activeState")).transpose()?,
            last_error: at.maybe("lastError").map(|error| failure(&error)).transpose()?,
            requests_before: at.maybe("requestsBefore").map_or(Ok(0), |_| at.count("requestsBefore"))?,
            entering,
            failed_before: at.maybe("failedBefore").map(|error| failure(&error)).transpose()?,
            talk,
            turns,
            choice,
            history,
            timers: Arc::new(timers),
            last_event: at.maybe("lastEvent").map(|event| received_event(&event)).transpose()?,
            from_errors: Arc::new(from_errors),
            unwinding: at.maybe("unwinding").map(|unwinding| self.unwinding(&unwinding)).transpose()?,
        };
        if let Status::AwaitingAgent(number) = path.status {
            path.agent_seq = path.agent_seq.max(number);
        }
        path.children_before = path.children_before.min(path.children);
        Ok(path)
    }

    fn timer(&self, at: &Reader) -> Result<Timer, Refusal> {
        let (node, edge, reverse) = (self.node(at, "node")?, self.edge(at, "edge")?, at.flag("reverse"));
        let mut exits = self.machine.control.timers(node).iter();
        let exit = exits.find(|exit| exit.edge == edge && exit.reverse == reverse);
        let exit = *exit.ok_or_else(|| at.wrong("edge", "not a timer of the node"))?;
        Ok(Timer { node, exit, start: at.large("start")?, is_spent: at.flag("spent") })
    }

    fn origin(&self, at: &Reader) -> Result<Origin, Refusal> {
        if at.maybe("fork").is_none() {
            return Ok(Origin::Start { index: at.count("index")? });
        }
        let replica = match at.maybe("replica") {
            Some(replica) => Some(Replica {
                item: replica.value("item").map(Arc::new),
                index: replica.count("index")?,
                total: replica.count("total")?,
            }),
            None => None,
        };
        let (fork, branch) = (at.count("fork")?, at.count("branch")?);
        let edge = at.maybe("edge").map(|_| edge_id(at, "edge")).transpose()?;
        Ok(Origin::Fork { edge, fork, branch, group: shared_text(at, "group")?, replica })
    }

    fn status(&self, at: &Reader) -> Result<Status, Refusal> {
        Ok(match at.text("status")?.as_str() {
            "active" => Status::Active,
            "awaitingAgent" => Status::AwaitingAgent(at.count("request")?),
            "awaitingAnswers" => Status::AwaitingAnswers,
            "awaitingEvent" => Status::AwaitingEvent,
            "parked" => {
                let parked = at.object("parked")?;
                let (edge, reverse, to) =
                    (self.edge(&parked, "edge")?, parked.flag("reverse"), self.node(&parked, "to")?);
                Status::Parked(Arc::new(Parked {
                    join: join_key(&parked.object("join")?)?,
                    exit: Exit { edge, reverse, to },
                    seq: parked.large("seq")?,
                    tick: parked.count("tick")?,
                    event: parked.maybe("event").map(|event| received_event(&event)).transpose()?,
                }))
            }
            "blocked" => Status::Blocked(match at.text("reason")?.as_str() {
                "ambiguous" => Blocked::Ambiguous,
                _ => Blocked::NoTransition,
            }),
            "forked" => Status::Forked,
            "completed" => Status::Completed,
            "failed" => Status::Failed(failure(&at.object("failure")?)?),
            "cancelled" => {
                use Cancelled::{FailFast, Host, JoinFired, JoinTimeout, RunCancelled};
                let (all, text) = ([Host, FailFast, JoinFired, JoinTimeout, RunCancelled], at.text("reason")?);
                let reason = all.into_iter().find(|reason| reason.word() == text);
                Status::Cancelled(reason.ok_or_else(|| at.wrong("reason", "unknown reason"))?)
            }
            "merged" => Status::Merged(path_id(at, "into")?),
            _ => return Err(at.wrong("status", "unknown status")),
        })
    }

    fn unwinding(&self, at: &Reader) -> Result<Arc<Unwinding>, Refusal> {
        let mut rest = Vec::new();
        for item in at.list("rest")? {
            rest.push((self.node(&item, "node")?, self.node(&item, "undoes")?));
        }
        let undoes = at.maybe_text("undoes")?.map(|id| self.node_called(at, &id)).transpose()?;
        Ok(Arc::new(Unwinding { failure: failure(&at.object("failure")?)?, rest, undoes }))
    }

    fn setback(&self, at: &Reader) -> Result<Setback, Refusal> {
        let mut setback = Setback { caught: at.count("caught")?, ..Setback::default() };
        for undone in at.list("undid")? {
            Arc::make_mut(&mut setback.undid).push(self.node_called(at, undone.as_text()?)?);
        }
        for path in at.list("stuck")? {
            let id = PathId::parse(path.as_text()?).ok_or_else(|| path.wrong("", "not a path"))?;
            Arc::make_mut(&mut setback.stuck).push(id);
        }
        Ok(setback)
    }

    fn forces(&self, at: &Reader) -> Result<Vec<Forced>, Refusal> {
        let mut forces = Vec::new();
        for force in at.list("forces")? {
            let mode = if force.text("mode")? == "take" { Force::Take } else { Force::Skip };
            forces.push(Forced { path: maybe_path_id(&force, "path")?, edge: self.edge(&force, "edge")?, mode });
        }
        Ok(forces)
    }

    fn last(&self, at: &Reader) -> Result<LastAction, Refusal> {
        let mut noted = LastAction::default();
        if let Some(last) = at.maybe("last") {
            for change in last.list("changed")? {
                let field = self.field(&change, &change.text("context")?, &change.text("field")?)?;
                noted.note_anew(maybe_path_id(&change, "path")?, field, change.value("before"));
            }
            for edge in last.list("edges")? {
                let number = edge.as_text()?.strip_prefix('e').and_then(|number| number.parse().ok()).map(EdgeIdx);
                let edge = number.filter(|edge| self.machine.edges.item(*edge).is_some());
                noted.touch(edge.ok_or_else(|| last.wrong("edges", "unknown edge"))?);
            }
        }
        Ok(noted)
    }
}
