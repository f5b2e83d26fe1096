//! Recordings: the replies, answers, events and times of a branch, for replay.
//!
//! A recorded reply belongs to a digest of what the agent was asked, a recorded answer to its question. A request
//! without a recorded reply or answer stays open. An event and a time belong to their tick.

use std::sync::Arc;

use crate::json::{ToJson, Writer};
use crate::refusal::{Code, Refusal};
use crate::run::agent::ask::agent_requests;
use crate::run::agent::call::AgentReply;
use crate::run::agent::requests::Answer;
use crate::run::event::Kind;
use crate::run::state::{PathId, ReceivedEvent, RequestId, Run};
use crate::run::step::draft::{Applied, Counts, Draft};
use crate::text::hash;

/// What came from outside into one branch, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// Hash of the machine it was recorded with.
    pub machine_hash: Arc<str>,
    /// What came.
    pub entries: Vec<Entry>,
}

/// One thing that came from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// To a request.
    Given(Recorded),
    /// An event.
    Event {
        /// The event.
        event: ReceivedEvent,
        /// The only path it was sent to.
        path: Option<PathId>,
        /// The tick in which it came.
        tick: u32,
    },
    /// Time that passed.
    Elapse {
        /// How much.
        milliseconds: u64,
        /// The tick in which it passed.
        tick: u32,
    },
}

impl Entry {
    /// The tick of an event or a time; `None` for what was given to a request.
    pub(in crate::run) fn tick(&self) -> Option<u32> {
        match self {
            Entry::Given(_) => None,
            Entry::Event { tick, .. } | Entry::Elapse { tick, .. } => Some(*tick),
        }
    }
}

impl ToJson for Entry {
    fn write(&self, out: &mut Writer) {
        match self {
            Entry::Given(recorded) => recorded.write(out),
            Entry::Event { event, path, tick } => out.object(|object| {
                object.field("event", &event.name);
                object.field("data", &event.data);
                object.maybe("path", path);
                object.field("tick", tick);
            }),
            Entry::Elapse { milliseconds, tick } => out.object(|object| {
                object.field("elapse", milliseconds);
                object.field("tick", tick);
            }),
        }
    }
}

/// One reply or answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// The digest of the agent request, or the question.
    pub key: Arc<str>,
    /// The path that asked.
    pub path: PathId,
    /// Its node.
    pub node: Arc<str>,
    /// Which one it is among those with the same key and path, from 1.
    pub occurrence: u32,
    /// Of an answer: which one its question is among those with the same text that the path has asked, from 1. Earlier
    /// recordings do not say it.
    pub ordinal: Option<u32>,
    /// It was automatic.
    pub auto: bool,
    /// What was given.
    pub given: Given,
}

/// What was given.
#[derive(Clone, Debug, PartialEq)]
pub enum Given {
    /// To an agent request.
    Reply(AgentReply),
    /// To an information request.
    Answer(Answer),
}

impl ToJson for Recording {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("format", &FORMAT);
            object.field("version", &VERSION);
            object.field("machine_hash", &self.machine_hash);
            object.field("entries", &self.entries);
        });
    }
}

/// The name of the format.
pub const FORMAT: &str = "tracklight-recording";
/// The version of the format.
pub const VERSION: u32 = 1;

impl ToJson for Recorded {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            let (key, name, given): (_, _, &dyn ToJson) = match &self.given {
                Given::Reply(reply) => ("digest", "reply", reply),
                Given::Answer(answer) => ("query", "answer", answer),
            };
            object.field(key, &self.key);
            object.field("path", &self.path);
            object.field("node", &self.node);
            object.field("occurrence", &self.occurrence);
            object.maybe("ordinal", &self.ordinal);
            object.field(name, given);
            if self.auto {
                object.field("auto", &true);
            }
        });
    }
}

/// Notes that a recording has nothing for an open request. The request stays open.
pub(in crate::run) fn no_recording(run: &Run, id: &str) -> Result<Applied, Refusal> {
    let (path, digest) = if let Some(asked) = agent_requests(run).iter().find(|asked| asked.id().to_string() == id) {
        (asked.id().path.clone(), asked.digest())
    } else if let Some(request) =
        RequestId::parse(id).and_then(|id| run.requests.get(&id)).filter(|request| request.is_open())
    {
        (request.id.path.clone(), hash(&request.query))
    } else {
        return Err(Refusal::new(Code::UnknownRequest, format!("unknown open agent call `{id}`")));
    };
    let mut draft = Draft::new(run, Counts::Automatic);
    let Some(path) = run.path(&path) else {
        return Err(Refusal::new(Code::UnknownPath, format!("unknown path {path}")));
    };
    let at = draft.at(path);
    draft.emit(Kind::NoRecording { at, request: id.into(), digest: digest.into() });
    Ok(draft.finish(Some(&path.id)))
}
