//! What an agent replies: turns, calls of tools, or an error.

use std::sync::Arc;

use crate::run::agent::tool::Tool;
use crate::value::Value;

/// What an agent gives back.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentReply {
    /// It worked.
    Turns {
        /// What it said and called.
        turns: Vec<ReplyTurn>,
        /// The visit is over; false to be asked again.
        is_final: bool,
        /// The path it believes to work for, to be checked.
        path: Option<String>,
    },
    /// It failed.
    Error {
        /// In words.
        message: Arc<str>,
        /// For programs.
        code: Option<Arc<str>>,
        /// False if another attempt is of no use.
        retryable: bool,
    },
}

impl AgentReply {
    /// The same without the path it names, which a recorded one may not meet again.
    pub(in crate::run) fn for_any_path(self) -> Self {
        match self {
            AgentReply::Turns { turns, is_final, .. } => AgentReply::Turns { turns, is_final, path: None },
            error => error,
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
    /// What the host gave for a tool that it serves.
    pub result: Option<Value>,
    /// Why the host could not serve it.
    pub error: Option<Arc<str>>,
}

impl AgentReply {
    /// The reply with the present names of the tools, for one that was recorded under rules 1.
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
