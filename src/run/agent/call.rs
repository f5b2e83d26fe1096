//! What an agent replies: turns, calls of tools, or an error.

use std::sync::Arc;

use crate::run::agent::tool::Tool;
use crate::run::state::Usage;
use crate::value::Value;

/// An agent's reply.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentReply {
    /// It worked.
    Turns {
        /// What it said and called.
        turns: Vec<ReplyTurn>,
        /// The visit is over; false to be asked again.
        is_final: bool,
        /// The path the agent believes it works for. A mismatch is refused.
        path: Option<Arc<str>>,
        /// What the reply used up.
        usage: Option<Arc<Usage>>,
    },
    /// It failed.
    Error {
        /// In words.
        message: Arc<str>,
        /// For programs.
        code: Option<Arc<str>>,
        /// False if a retry cannot help.
        retryable: bool,
        /// What the reply used up.
        usage: Option<Arc<Usage>>,
    },
}

impl AgentReply {
    /// The same without the path it names: a replay may use it for another path.
    pub(in crate::run) fn for_any_path(mut self) -> Self {
        if let AgentReply::Turns { path, .. } = &mut self {
            *path = None;
        }
        self
    }

    /// What the reply used up.
    pub fn usage(&self) -> Option<&Arc<Usage>> {
        match self {
            AgentReply::Turns { usage, .. } | AgentReply::Error { usage, .. } => usage.as_ref(),
        }
    }
}

/// One turn of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReplyTurn {
    /// What the agent said.
    pub text: Option<Arc<str>>,
    /// The tools it called.
    pub calls: Vec<Call>,
}

/// One call of a tool.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The agent's own id for it.
    pub id: Option<Arc<str>>,
    /// The tool.
    pub name: Arc<str>,
    /// Its input; `None` counts as `{}`.
    pub input: Option<Value>,
    /// The host's result, for a tool that the host serves.
    pub result: Option<Value>,
    /// Why the host could not serve the call.
    pub error: Option<Arc<str>>,
}

impl AgentReply {
    /// The reply with the current names of the tools, for a reply recorded under rules 1.
    pub(in crate::run) fn renamed(mut self, tools: &[Tool]) -> Self {
        if let AgentReply::Turns { turns, .. } = &mut self {
            for call in turns.iter_mut().flat_map(|turn| &mut turn.calls) {
                if let Some(tool) = tools.iter().find(|tool| tool.former == call.name) {
                    call.name = tool.name.clone();
                }
            }
        }
        self
    }
}
