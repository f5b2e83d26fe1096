//! The turns of an agent and the results of its calls.

use std::sync::Arc;

use crate::json::{Object, ToJson, Writer};
use crate::value::Value;
use crate::words;

/// One exchange with the agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// Its number in the attempt, from 1.
    pub number: u32,
    /// The attempt it belongs to.
    pub attempt: u32,
    /// What the agent said.
    pub text: Option<Arc<str>>,
    /// The results of its calls.
    pub results: Vec<ToolResult>,
}

/// A turn with the place it was taken at. The path keeps all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedTurn {
    /// The turn.
    pub turn: Arc<Turn>,
    /// The node.
    pub node: Arc<str>,
    /// The path's entry count during that visit.
    pub entry: u32,
    /// The node runs code: the text is its output.
    pub code: bool,
    /// Information requests of the path until then.
    pub requests: u32,
    /// Children of the path until then.
    pub children: u32,
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// The given id, or `c<turn>.<i>`.
    pub call_id: Arc<str>,
    /// The tool.
    pub name: Arc<str>,
    /// What it was called with; `None` in runs that older versions saved.
    pub input: Option<Value>,
    /// The result, or why it was refused.
    pub result: Result<Value, ToolError>,
}

words! {
    /// Why a call was refused, for programs.
    pub enum ToolErrorCode {
        /// No such tool is offered.
        UnknownTool = "unknown-tool",
        /// The input does not fit the schema.
        InvalidInput = "invalid-input",
        /// The node may not read the field.
        NotPermitted = "not-permitted",
        /// The values may not be written.
        WriteRefused = "write-refused",
        /// Required requests are open.
        RequestsPending = "requests-pending",
        /// A transition was chosen before.
        AlreadyChosen = "already-chosen",
        /// No turn is left for the answer.
        LastTurn = "last-turn",
        /// The host does not serve the tool.
        HostUnsupported = "host-unsupported",
        /// The host failed to serve the tool.
        HostError = "host-error",
        /// Another tool has the name.
        NameTaken = "name-taken",
        /// The edit of the machine cannot be applied.
        EditRefused = "edit-refused",
        /// The list of a fan-out is not a list.
        MapSource = "map-source",
        /// A fan-out would exceed the limit of paths.
        PathLimit = "path-limit",
        /// The `@set` of a fan-out cannot be carried out.
        SetError = "set-error",
    }
}

/// Why a call was refused.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolError {
    /// For programs.
    pub code: ToolErrorCode,
    /// In words.
    pub message: String,
    /// Data a program needs to correct the call.
    pub details: Option<Value>,
}

impl ToolError {
    pub(in crate::run) fn new(code: ToolErrorCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), details: None }
    }

    pub(in crate::run) fn with<'a>(mut self, details: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        self.details = Some(details.into_iter().collect());
        self
    }
}

impl ToolResult {
    /// Writes `ok` with `result` or `error`.
    pub(crate) fn write_result(&self, object: &mut Object) {
        object.field("ok", &self.result.is_ok());
        match &self.result {
            Ok(result) => object.field("result", result),
            Err(error) => {
                object.object("error", |object| {
                    object.field("code", &error.code);
                    object.field("message", &error.message);
                    object.maybe("details", &error.details);
                });
            }
        }
    }
}

impl ToJson for ToolResult {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("call_id", &self.call_id);
            object.field("name", &self.name);
            object.maybe("input", &self.input);
            self.write_result(object);
        });
    }
}
