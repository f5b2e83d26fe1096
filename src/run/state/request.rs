//! Information requests: questions a path asks the host.

use std::sync::Arc;

use crate::ids::RequestId;
use crate::json::{ToJson, Writer};
use crate::words;

/// A question a path asks the host.
#[derive(Clone, Debug, PartialEq)]
pub struct InfoRequest {
    /// Its id.
    pub id: RequestId,
    /// Where it was raised.
    pub node: Arc<str>,
    /// The visit it belongs to.
    pub visit: u32,
    /// The question.
    pub query: Arc<str>,
    /// Why it is asked.
    pub reason: Arc<str>,
    /// The path waits for it.
    pub required: bool,
    /// Declared by `needs` or `wants`, not asked by an agent.
    pub declared: bool,
    /// Whether it is open.
    pub state: RequestState,
}

/// Life cycle of an information request.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestState {
    /// Waits for an answer.
    Open,
    /// Answered; an error text is an answer too.
    Answered {
        /// False for an error text.
        ok: bool,
        /// The answer.
        text: Arc<str>,
    },
    /// No longer asked.
    Lapsed,
}

impl RequestState {
    /// The lower-case word.
    pub fn word(&self) -> &'static str {
        match self {
            RequestState::Open => "open",
            RequestState::Answered { .. } => "answered",
            RequestState::Lapsed => "lapsed",
        }
    }
}

impl ToJson for InfoRequest {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &self.id);
            object.field("path", &self.id.path);
            object.field("node", &self.node);
            object.field("visit", &self.visit);
            object.field("query", &self.query);
            object.field("reason", &self.reason);
            object.field("priority", &self.priority());
            object.field("raised_by", &self.raised_by());
            object.field("state", &self.state.word());
            if let RequestState::Answered { ok, text } = &self.state {
                object.object("answer", |answer| {
                    answer.field("ok", ok);
                    answer.field("text", text);
                });
            }
        });
    }
}

impl InfoRequest {
    /// Whether the path waits for it.
    pub fn priority(&self) -> Priority {
        if self.required { Priority::Required } else { Priority::Optional }
    }

    /// Who raised it.
    pub fn raised_by(&self) -> RaisedBy {
        if self.declared { RaisedBy::Machine } else { RaisedBy::Agent }
    }

    /// True while it waits for an answer.
    pub fn is_open(&self) -> bool {
        self.state == RequestState::Open
    }
}

words! {
    /// Whether a path waits for the answer.
    pub enum Priority {
        /// It does.
        Required = "required",
        /// It does not.
        Optional = "optional",
    }
}

words! {
    /// Who raised a request.
    pub enum RaisedBy {
        /// The text of a node or of a module around it.
        Machine = "machine",
        /// The agent of the path's node.
        Agent = "agent",
    }
}
