//! Information requests: questions a path asks the host.

use std::sync::Arc;

use crate::ids::RequestId;
use crate::json::{ToJson, Writer};
use crate::value::Value;
use crate::{shape, words};

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
    /// Declared by `needs`, `wants` or `asks`, not asked by an agent.
    pub declared: bool,
    /// The texts that an answer may be; any text if there are none.
    pub options: Vec<Arc<str>>,
    /// What the answer writes, if it is no text.
    pub form: Option<Arc<Form>>,
    /// Whether it is open.
    pub state: RequestState,
}

/// Fields of a context that an answer gives values for.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// The id of the context. A name stays right when an edit of the machine numbers contexts anew.
    pub context: Arc<str>,
    /// The fields, in the order of their declaration.
    pub fields: Vec<Arc<str>>,
}
shape!(Form { context, fields });

/// Life cycle of an information request.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestState {
    /// Waits for an answer.
    Open,
    /// Answered; an error text is an answer too.
    Answered {
        /// False for an error text.
        ok: bool,
        /// The answer; values of a form as JSON.
        text: Arc<str>,
        /// The values of a form.
        value: Option<Value>,
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
        self.write_with(&self.form, out);
    }
}

impl InfoRequest {
    /// Writes the request with its form as given: in a saved run only what it names, elsewhere its schema and values too.
    pub(in crate::run) fn write_with(&self, form: &dyn ToJson, out: &mut Writer) {
        out.object(|object| {
            object.field("id", &self.id);
            object.field("path", &self.id.path);
            object.field("node", &self.node);
            object.field("visit", &self.visit);
            object.field("query", &self.query);
            object.field("reason", &self.reason);
            object.field("priority", &self.priority());
            object.field("raised_by", &self.raised_by());
            if !self.options.is_empty() {
                object.field("options", &self.options);
            }
            object.field("form", form);
            object.field("state", &self.state.word());
            if let RequestState::Answered { ok, text, value } = &self.state {
                object.object("answer", |answer| {
                    answer.field("ok", ok);
                    answer.field("text", text);
                    answer.maybe("value", value);
                });
            }
        });
    }

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
