//! Making a recording of a branch, and replaying one.

use std::sync::Arc;

use crate::refusal::{Code, Refusal};
use crate::run::action::{Action, apply};
use crate::run::agent::ask::{AgentRequest, agent_requests};
use crate::run::agent::call::AgentReply;
use crate::run::agent::recording::{Entry, Given, Recorded, Recording};
use crate::run::agent::requests::Answer;
use crate::run::state::{AgentId, InfoRequest, PathId, ReceivedEvent, RequestId, Run};
use crate::run::step::start::start;
use crate::run::timeline::Timeline;
use crate::words;

words! {
    /// How a replay ended.
    pub enum ReplayEnd {
        /// The run ended.
        Ended = "ended",
        /// Nothing was recorded for an open request.
        Mismatch = "mismatch",
        /// Nothing can continue without the host.
        Blocked = "blocked",
        /// The ticks are used up.
        Budget = "budget",
    }
}

/// How a replay ended, and at which request.
#[derive(Clone, Debug, PartialEq)]
pub struct Replayed {
    /// How it ended.
    pub status: ReplayEnd,
    /// The request for which nothing was recorded.
    pub request: Option<String>,
}

impl Timeline {
    /// What came from outside into the current branch, up to its tip.
    pub fn recording(&self) -> Recording {
        let first = self.branches.first().map_or(0, |main| main.first);
        let mut run = match self.base.clone() {
            Some(base) => base,
            None => Arc::new(start(self.machine.clone(), &self.options).run),
        };
        let mut recording = Recording { machine_hash: self.machine.hash().clone(), entries: Vec::new() };
        for step in first + 1..=self.tip(self.branch) {
            let Some((entry, action)) =
                self.entry(self.branch, step).and_then(|entry| Some((entry, entry.action.as_ref()?)))
            else {
                continue;
            };
            note(&mut recording.entries, &run, action);
            // A run beyond the history limit is recomputed from its action.
            run = match &entry.run {
                Some(recorded) => recorded.clone(),
                None => apply(&run, action).map_or(run, |applied| Arc::new(applied.run)),
            };
        }
        count(&mut recording.entries);
        recording
    }

    /// Steps, and answers each open request with what was recorded for its path, or else for any path, in order.
    ///
    /// Refused with `hash-mismatch` for a recording of another machine, unless `force`.
    pub fn replay(&mut self, recording: &Recording, force: bool, max_ticks: u32) -> Result<Replayed, Refusal> {
        if !force && !self.run().machine.is_hashed(&recording.machine_hash) {
            let message = "the recording was made with a different machine";
            return Err(Refusal::new(Code::HashMismatch, message));
        }
        let mut unused: Vec<&Entry> = recording.entries.iter().rev().collect();
        let stopped = |status| Replayed { status, request: None };
        let mut ticks = 0;
        loop {
            // What came at a tick comes before any answer; what was given after it is not looked at before.
            let next_tick = unused.last().and_then(|next| next.tick());
            if let Some(action) = unused.last().and_then(|next| due_action(self.run(), next)) {
                if self.act(action).is_err() {
                    return Ok(stopped(ReplayEnd::Mismatch));
                }
                unused.pop();
                continue;
            }
            // Usually the next entry fits an open request. Otherwise, all open requests are compared.
            let next = unused.last().and_then(|next| match next {
                Entry::Given(recorded) => Some((unused.len() - 1, matching_request(self.run(), recorded)?)),
                Entry::Event { .. } | Entry::Elapse { .. } => None,
            });
            let open = if next.is_some() { Vec::new() } else { open_requests(self.run()) };
            if let Some((at, request)) = next.or_else(|| fitting(&unused, &open)) {
                let Entry::Given(recorded) = unused.remove(at) else { continue };
                let auto = recorded.auto;
                self.act(match recorded.given.clone() {
                    Given::Reply(reply) => {
                        let reply = renamed(self.run(), &request, &recorded.key, reply);
                        Action::Reply { request, reply: reply.for_any_path(), auto }
                    }
                    Given::Answer(answer) => Action::Answer { request, answer, auto },
                })?;
                continue;
            }
            if let Some(open) = open.into_iter().find(|open| open.waits).filter(|_| next_tick.is_none()) {
                self.act(Action::NoRecording { request: open.id.clone() })?;
                return Ok(Replayed { status: ReplayEnd::Mismatch, request: Some(open.id) });
            }
            if self.run().outcome.is_end() {
                return Ok(stopped(ReplayEnd::Ended));
            }
            if ticks >= max_ticks {
                return Ok(stopped(ReplayEnd::Budget));
            }
            ticks += 1;
            let stepped = self.act(Action::Step { idle: false });
            // Ticks passed although nothing was active, before the next event or time came.
            let idles = stepped.is_err() && next_tick.is_some();
            let stepped = if idles { self.act(Action::Step { idle: true }) } else { stepped };
            if let Err(refusal) = stepped {
                return Ok(stopped(if refusal.code == Code::RunEnded { ReplayEnd::Ended } else { ReplayEnd::Blocked }));
            }
        }
    }
}

/// The action of an event or a time whose tick is reached.
fn due_action(run: &Run, next: &Entry) -> Option<Action> {
    if next.tick()? > run.tick {
        return None;
    }
    Some(match next.clone() {
        Entry::Event { event, path, .. } => Action::Send { name: event.name.to_string(), data: event.data, path },
        Entry::Elapse { milliseconds, .. } => Action::Elapse { milliseconds },
        Entry::Given(_) => return None,
    })
}

/// A reply recorded under rules 1 calls tools by their former names.
fn renamed(run: &Run, request: &str, key: &str, reply: AgentReply) -> AgentReply {
    let path = AgentId::parse(request).and_then(|id| run.path(&id.path));
    match path.and_then(|path| AgentRequest::of(run, path)) {
        Some(agent_request) if *agent_request.digest() != *key => reply.renamed(&agent_request.tools()),
        _ => reply,
    }
}

/// Records what an action brings from outside.
fn note(entries: &mut Vec<Entry>, run: &Run, action: &Action) {
    match action {
        Action::Reply { request, reply, auto } => {
            let path = AgentId::parse(request).and_then(|id| run.path(&id.path));
            let Some(agent_request) = path.and_then(|path| AgentRequest::of(run, path)) else { return };
            let (key, path) = (agent_request.digest().into(), agent_request.id().path.clone());
            entries.push(recorded(run, key, path, None, *auto, Given::Reply(reply.clone())));
        }
        Action::Send { name, data, path } => {
            let event = ReceivedEvent { name: name.as_str().into(), data: data.clone() };
            entries.push(Entry::Event { event, path: path.clone(), tick: run.tick });
        }
        Action::Elapse { milliseconds } => {
            entries.push(Entry::Elapse { milliseconds: *milliseconds, tick: run.tick });
        }
        Action::Answer { request, answer, auto } => note_answer(entries, run, request, answer, *auto),
        Action::Answers { answers, auto } => {
            let mut in_order: Vec<_> = answers.iter().map(|(id, answer)| (RequestId::parse(id), id, answer)).collect();
            in_order.sort_by(|(a, ..), (b, ..)| a.cmp(b));
            for (_, id, answer) in in_order {
                note_answer(entries, run, id, answer, *auto);
            }
        }
        _ => {}
    }
}

fn note_answer(entries: &mut Vec<Entry>, run: &Run, id: &str, answer: &Answer, auto: bool) {
    let Some(request) = RequestId::parse(id).and_then(|id| run.requests.get(&id)) else { return };
    let (key, path, ordinal) = (request.query.clone(), request.id.path.clone(), Some(run.ordinal(request)));
    entries.push(recorded(run, key, path, ordinal, auto, Given::Answer(answer.clone())));
}

fn recorded(run: &Run, key: Arc<str>, path: PathId, ordinal: Option<u32>, auto: bool, given: Given) -> Entry {
    let node = run.path(&path).map(|path| run.node_of(path).clone()).unwrap_or_default();
    Entry::Given(Recorded { key, path, node, occurrence: 1, ordinal, auto, given })
}

/// Numbers the entries of equal key and path.
fn count(entries: &mut [Entry]) {
    let mut given: Vec<&mut Recorded> = Vec::new();
    for entry in entries {
        if let Entry::Given(recorded) = entry {
            given.push(recorded);
        }
    }
    let mut order: Vec<usize> = (0..given.len()).collect();
    order.sort_by(|a, b| {
        let key = |at: &usize| given.get(*at).map(|entry| (&entry.key, &entry.path, *at));
        key(a).cmp(&key(b))
    });
    let mut last: Option<(Arc<str>, PathId, u32)> = None;
    for at in order {
        let Some(entry) = given.get_mut(at) else { continue };
        entry.occurrence = match &last {
            Some((key, path, number)) if *key == entry.key && *path == entry.path => number + 1,
            _ => 1,
        };
        last = Some((entry.key.clone(), entry.path.clone(), entry.occurrence));
    }
}

/// A request that waits for something recorded.
struct Open {
    id: String,
    key: Arc<str>,
    /// Its digest under rules 1, if that differs.
    former: Option<Arc<str>>,
    path: PathId,
    /// The ordinal of a question.
    ordinal: Option<u32>,
    agent: bool,
    /// Its path cannot continue without it.
    waits: bool,
}

impl Open {
    fn fits(&self, recorded: &Recorded, how: Fit) -> bool {
        let called = self.key == recorded.key || self.former.as_ref() == Some(&recorded.key);
        let is_same = recorded.ordinal.is_none() || recorded.ordinal == self.ordinal;
        called
            && self.agent == matches!(recorded.given, Given::Reply(_))
            && match how {
                Fit::Own => is_same && self.path == recorded.path,
                Fit::OtherPath => is_same && (self.waits || recorded.ordinal.is_none()),
                Fit::OtherTime => self.waits && self.path == recorded.path,
                Fit::Text => self.waits,
            }
    }
}

/// How well an entry fits an open request, best first. Only a request that its path waits for takes the answer to
/// another question with the same text.
#[derive(Clone, Copy)]
enum Fit {
    /// It was given to this request.
    Own,
    /// It was given to the same request of another path.
    OtherPath,
    /// The path asked it at another time.
    OtherTime,
    /// The text is the same.
    Text,
}

/// The open requests, in path order.
fn open_requests(run: &Run) -> Vec<Open> {
    let mut open: Vec<Open> = Vec::new();
    for agent_request in agent_requests(run) {
        let path = agent_request.id().path.clone();
        let former = agent_request.former_digest().map(Arc::from);
        let (id, key) = (agent_request.id().to_string(), agent_request.digest().into());
        open.push(Open { id, key, former, path, ordinal: None, agent: true, waits: true });
    }
    for request in run.requests.values().filter(|request| request.is_open()) {
        let path = request.id.path.clone();
        let (id, key, ordinal) = (request.id.to_string(), request.query.clone(), Some(run.ordinal(request)));
        open.push(Open { id, key, former: None, path, ordinal, agent: false, waits: request.required });
    }
    open.sort_by(|a, b| a.path.cmp(&b.path));
    open
}

/// The open request of the same path that an entry fits.
fn matching_request(run: &Run, recorded: &Recorded) -> Option<String> {
    match recorded.given {
        Given::Reply(_) => {
            let agent_request = AgentRequest::of(run, run.path(&recorded.path)?)?;
            (*agent_request.digest() == *recorded.key).then(|| agent_request.id().to_string())
        }
        Given::Answer(_) => {
            let fits = |request: &&Arc<InfoRequest>| {
                request.query == recorded.key && recorded.ordinal.is_none_or(|ordinal| ordinal == run.ordinal(request))
            };
            run.open_requests(&recorded.path).find(fits).map(|request| request.id.to_string())
        }
    }
}

/// The first unused entry before the next event or time that fits an open request best. The entries are in reverse order.
fn fitting(unused: &[&Entry], open: &[Open]) -> Option<(usize, String)> {
    if open.is_empty() {
        return None;
    }
    let mut usable: Vec<(usize, &Recorded)> = Vec::new();
    for (at, entry) in unused.iter().enumerate().rev() {
        let Entry::Given(recorded) = entry else { break };
        usable.push((at, recorded));
    }
    for how in [Fit::Own, Fit::OtherPath, Fit::OtherTime, Fit::Text] {
        for (at, recorded) in &usable {
            if let Some(open) = open.iter().find(|open| open.fits(recorded, how)) {
                return Some((*at, open.id.clone()));
            }
        }
    }
    None
}
