//! Refusals: an action that is refused changes nothing and says why.

use crate::json::{ToJson, Writer};
use crate::value::Value;

/// Declares the codes with their kebab-case words.
macro_rules! codes {
    ($($name:ident = $word:literal),* $(,)?) => {
        /// Why something was refused; stable for ever.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "each code is its word")]
        pub enum Code { $($name),* }

        impl Code {
            /// The kebab-case word.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word),* }
            }
        }
    };
}

codes! {
    RunNotStarted = "run-not-started",
    RunEnded = "run-ended",
    RunBlocked = "run-blocked",
    AgentPending = "agent-pending",
    RequestsPending = "requests-pending",
    PathParked = "path-parked",
    PathBlocked = "path-blocked",
    PathEnded = "path-ended",
    UnknownPath = "unknown-path",
    UnknownEdge = "unknown-edge",
    UnknownContext = "unknown-context",
    UnknownRequest = "unknown-request",
    StaleReply = "stale-reply",
    WrongPath = "wrong-path",
    AlreadyAnswered = "already-answered",
    RequestLapsed = "request-lapsed",
    AnswerInvalid = "answer-invalid",
    EventUnexpected = "event-unexpected",
    EventInvalid = "event-invalid",
    EventsPending = "events-pending",
    NotChoosable = "not-choosable",
    WriteRefused = "write-refused",
    InvalidValue = "invalid-value",
    BadReference = "bad-reference",
    IndexRange = "index-range",
    NotAContainer = "not-a-container",
    UnknownEdit = "unknown-edit",
    EditRefused = "edit-refused",
    UnknownStep = "unknown-step",
    StepGone = "step-gone",
    UnknownBranch = "unknown-branch",
    BranchInUse = "branch-in-use",
    UnknownCheckpoint = "unknown-checkpoint",
    BadSave = "bad-save",
    HashMismatch = "hash-mismatch",
    RulesMismatch = "rules-mismatch",
    ExpressionError = "expression-error",
    UnknownFile = "unknown-file",
    FileExists = "file-exists",
    NoSymbol = "no-symbol",
    BadName = "bad-name",
    NameExists = "name-exists",
    NameCaptured = "name-captured",
    NameTaken = "name-taken",
    BadEnds = "bad-ends",
    BadValue = "bad-value",
    BadExpression = "bad-expression",
    BadTarget = "bad-target",
    ReadOnly = "read-only",
    HasOwn = "has-own",
    SyntaxErrors = "syntax-errors",
    Imported = "imported",
    BadBudget = "bad-budget",
    UnknownNode = "unknown-node",
    SelfLink = "self-link",
    Cycle = "cycle",
    DerivedNode = "derived-node",
    UnknownGraphView = "unknown-graph-view",
}

/// A refused action.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Why, for programs.
    pub code: Code,
    /// Why, for people.
    pub message: String,
    /// Data a program needs to continue.
    pub data: Option<Value>,
}

impl Refusal {
    /// A refusal without data.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), data: None }
    }

    /// Adds data.
    #[must_use]
    pub fn with<'a>(mut self, data: impl IntoIterator<Item = (&'a str, Value)>) -> Self {
        self.data = Some(data.into_iter().collect());
        self
    }

    /// Adds one key to the data.
    #[must_use]
    pub fn add(mut self, key: &str, value: Value) -> Self {
        let mut fields = self.data.as_ref().and_then(Value::as_map).cloned().unwrap_or_default();
        fields.insert(key.into(), value);
        self.data = Some(Value::from(fields));
        self
    }
}

impl ToJson for Refusal {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("code", &self.code.word());
            object.field("message", &self.message);
            object.maybe("data", &self.data);
        });
    }
}
