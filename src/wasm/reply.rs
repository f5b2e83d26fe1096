//! The shapes that come in: replies and answers.

use std::sync::Arc;

use serde::{Deserialize, Deserializer};

use crate::run::reply::{AgentReply, Call, ReplyTurn};
use crate::run::requests::Answer;
use crate::value::Value;

/// `AgentReply` as JavaScript writes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    turns: Option<Vec<Turn>>,
    r#final: Option<bool>,
    path: Option<String>,
    error: Option<ReplyError>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Turn {
    text: Option<String>,
    calls: Option<Vec<TurnCall>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TurnCall {
    id: Option<String>,
    name: String,
    input: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    result: Option<Value>,
    error: Option<String>,
}

/// A value that is there, also when it is `null`.
fn given<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplyError {
    message: String,
    code: Option<String>,
    retryable: Option<bool>,
}

impl Reply {
    /// The reply; `None` if it holds both turns and an error, or neither.
    pub fn read(self) -> Option<AgentReply> {
        match (self.turns, self.error) {
            (Some(turns), None) => Some(AgentReply::Turns {
                turns: turns.into_iter().map(Turn::read).collect(),
                is_final: self.r#final.unwrap_or(true),
                path: self.path,
            }),
            (None, Some(error)) => Some(AgentReply::Error {
                message: error.message.into(),
                code: error.code.map(Arc::from),
                retryable: error.retryable.unwrap_or(true),
            }),
            _ => None,
        }
    }
}

impl Turn {
    fn read(self) -> ReplyTurn {
        let call = |call: TurnCall| Call {
            id: call.id.map(Arc::from),
            name: call.name.into(),
            input: call.input,
            result: call.result,
            error: call.error.map(Arc::from),
        };
        ReplyTurn {
            text: self.text.map(Arc::from),
            calls: self.calls.unwrap_or_default().into_iter().map(call).collect(),
        }
    }
}

/// A text, or `{ error: text }`.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum GivenAnswer {
    /// An answer.
    Text(String),
    /// An answer that says why there is none.
    Error {
        /// The text.
        error: String,
    },
}

impl GivenAnswer {
    /// The answer.
    pub fn read(self) -> Answer {
        match self {
            GivenAnswer::Text(text) => Answer { ok: true, text: text.into() },
            GivenAnswer::Error { error } => Answer { ok: false, text: error.into() },
        }
    }
}
