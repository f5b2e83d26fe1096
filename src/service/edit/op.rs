//! What can be asked of an edit, and what it answers.

use std::sync::Arc;

use crate::json::{ToJson, Writer};
use crate::schema::Json;
use crate::service::{FileEdit, Place};
use crate::shape;

/// An edge, by its id `e<i>` or its key `source>target#n`, and the text it showed when it was named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeName {
    /// Id or key.
    pub key: String,
    /// The display text it must still have.
    pub label: Option<String>,
}

/// What a new edge does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// A transition.
    Flow,
    /// A transition that is taken when its source fails.
    Catch,
    /// A transition that starts a path.
    Async,
    /// A transition at which paths become one.
    Join,
    /// Reading a context.
    Reads,
    /// Writing a context.
    Writes,
    /// Asking for the fields of a context.
    Asks,
    /// A transition that an event takes.
    OnEvent,
    /// A transition that time takes.
    Timer,
}

impl Link {
    /// By its word.
    pub fn from_word(word: &str) -> Option<Link> {
        Some(match word {
            "flow" => Link::Flow,
            "catch" => Link::Catch,
            "async" => Link::Async,
            "join" => Link::Join,
            "reads" => Link::Reads,
            "writes" => Link::Writes,
            "asks" => Link::Asks,
            "on" => Link::OnEvent,
            "after" => Link::Timer,
            _ => return None,
        })
    }
}

/// A value to write.
#[derive(Clone, Debug, PartialEq)]
pub enum Written {
    /// A JSON value: text is quoted.
    Json(Json),
    /// As the source spells it: `30s`, `#card`, `desk.clerk`.
    Source(String),
}

/// A part of a field: left as it is, taken away, or written.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Change<T> {
    /// It stays.
    #[default]
    Keep,
    /// It goes.
    Remove,
    /// It becomes this.
    Set(T),
}

/// One edit. Nodes are named by their ids.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Declares a node. `inside`: its container; `after`: the sibling it stands behind.
    AddNode {
        /// The type word; untyped without it.
        kind: Option<String>,
        /// Its name. One with blanks becomes the title, and a name is made of it.
        name: Option<String>,
        /// Its title.
        title: Option<String>,
        /// The container.
        inside: Option<String>,
        /// The sibling above it.
        after: Option<String>,
    },
    /// Connects two nodes.
    Connect(Connection),
    /// Sets or removes a title.
    SetTitle {
        /// The node.
        node: String,
        /// The title.
        title: Option<String>,
    },
    /// Sets or removes a type.
    SetKind {
        /// The node.
        node: String,
        /// The type word.
        kind: Option<String>,
    },
    /// Sets or removes an attribute, or an annotation where the key begins with `@`.
    SetAttribute {
        /// The node.
        node: String,
        /// The key.
        key: String,
        /// The value; for an annotation its arguments.
        value: Option<Written>,
    },
    /// Sets or removes the text of an edge.
    SetLabel {
        /// The edge.
        edge: EdgeName,
        /// The text.
        label: Option<String>,
    },
    /// Sets or removes the condition of an edge.
    SetCondition {
        /// The edge.
        edge: EdgeName,
        /// The expression.
        expr: Option<String>,
    },
    /// Gives an edge other ends.
    Retarget {
        /// The edge.
        edge: EdgeName,
        /// Its new source.
        from: Option<String>,
        /// Its new target.
        to: Option<String>,
    },
    /// Adds a field to a context.
    AddField {
        /// The context.
        context: String,
        /// The field.
        name: String,
        /// Its type.
        kind: Option<String>,
        /// Its initial value.
        value: Option<Written>,
    },
    /// Changes type or initial value of a field.
    SetField {
        /// The context.
        context: String,
        /// The field.
        name: String,
        /// Its type.
        kind: Change<String>,
        /// Its initial value.
        value: Change<Written>,
    },
    /// Renames a field.
    RenameField {
        /// The context.
        context: String,
        /// The field.
        name: String,
        /// Its new name.
        to: String,
    },
    /// Removes a field.
    RemoveField {
        /// The context.
        context: String,
        /// The field.
        name: String,
    },
    /// Renames a node.
    Rename {
        /// The node.
        node: String,
        /// Its new name.
        name: String,
    },
    /// Moves nodes into a module, or to the root.
    MoveInto {
        /// The nodes.
        nodes: Vec<String>,
        /// The module.
        module: Option<String>,
    },
    /// Puts a container around siblings.
    Group {
        /// The nodes.
        nodes: Vec<String>,
        /// The name of the container.
        name: String,
    },
    /// Takes a container away from around its children.
    Ungroup {
        /// The container.
        node: String,
    },
    /// Removes nodes and edges.
    Remove {
        /// The nodes.
        nodes: Vec<String>,
        /// The edges.
        edges: Vec<EdgeName>,
    },
}

/// A new edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// Its source.
    pub from: String,
    /// Its target.
    pub to: String,
    /// What it does.
    pub link: Link,
    /// Its text.
    pub label: Option<String>,
    /// Its condition.
    pub when: Option<String>,
    /// The fields of an access; all where there are none.
    pub fields: Vec<String>,
    /// The event that takes it.
    pub event: Option<String>,
    /// The time after which it is taken.
    pub duration: Option<String>,
}

/// What an edit changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// The edits of the texts, by file, the source first, and by place.
    pub edits: Vec<FileEdit>,
    /// What an editor should select, in the edited text.
    pub select: Place,
    /// The nodes that were made.
    pub nodes: Vec<Arc<str>>,
    /// The old and the new id of each node that has another one now.
    pub moved: Moves,
    /// What mentions something removed and stays, in the text before.
    pub affected: Vec<Mention>,
}

/// Old ids with the new ones, as a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves(pub Vec<(Arc<str>, Arc<str>)>);

impl ToJson for Moves {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            for (old, new) in &self.0 {
                object.field(old, new);
            }
        });
    }
}

/// A place that mentions something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// What is mentioned.
    pub what: Arc<str>,
    /// Where.
    pub span: Place,
}
shape!(Mention { what, span });
