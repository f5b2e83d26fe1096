//! Ops as JSON says them, as the host gives them.

use crate::schema::Json;
use crate::service::edit::op::{Change, Connection, EdgeName, Link, Op, Written};
use crate::value::Value;

/// The op of a JSON, and the files that it must not change. `None` where it is no op.
///
/// ```
/// use tracklight::{schema::Json, service::edit};
/// let json = Json::parse(r#"{ "op": "setTitle", "node": "a", "title": "A" }"#).unwrap();
/// let (op, read_only) = edit::read(&json).unwrap();
/// assert_eq!(op, edit::Op::SetTitle { node: "a".into(), title: Some("A".into()) });
/// assert!(read_only.is_empty());
/// ```
pub fn read(json: &Json) -> Option<(Op, Vec<String>)> {
    let it = Given(json);
    let node = || it.text("node");
    let context = || it.text("context");
    let op = match &*it.text("op")? {
        "addNode" => Op::AddNode {
            kind: it.text("kind"),
            name: it.text("name"),
            title: it.text("title"),
            inside: it.text("in"),
            after: it.text("after"),
        },
        "connect" => Op::Connect(Connection {
            from: it.text("from")?,
            to: it.text("to")?,
            link: Link::from_word(&it.text("as")?)?,
            label: it.text("label"),
            when: it.text("when"),
            fields: it.texts("fields"),
            event: it.text("event"),
            duration: it.text("duration"),
        }),
        "setTitle" => Op::SetTitle { node: node()?, title: it.text("title") },
        "setKind" => Op::SetKind { node: node()?, kind: it.text("kind") },
        "setPrompt" => {
            let prompt = it.text("prompt").map(|prompt| Written::Json(Json::Leaf(Value::from(prompt.as_str()))));
            Op::SetAttribute { node: node()?, key: "prompt".to_owned(), value: prompt }
        }
        "setAttribute" => Op::SetAttribute { node: node()?, key: it.text("key")?, value: it.value() },
        "setLabel" => Op::SetLabel { edge: it.edge("edge")?, label: it.text("label") },
        "setCondition" => Op::SetCondition { edge: it.edge("edge")?, expr: it.text("expr") },
        "retarget" => Op::Retarget { edge: it.edge("edge")?, from: it.text("from"), to: it.text("to") },
        "addField" => {
            Op::AddField { context: context()?, name: it.text("name")?, kind: it.text("type"), value: it.value() }
        }
        "setField" => Op::SetField {
            context: context()?,
            name: it.text("name")?,
            kind: match json.get("type") {
                None => Change::Keep,
                Some(_) => it.text("type").map_or(Change::Remove, Change::Set),
            },
            value: match (it.value(), json.get("value")) {
                (Some(value), _) => Change::Set(value),
                (None, Some(_)) => Change::Remove,
                (None, None) => Change::Keep,
            },
        },
        "renameField" => Op::RenameField { context: context()?, name: it.text("name")?, to: it.text("to")? },
        "removeField" => Op::RemoveField { context: context()?, name: it.text("name")? },
        "rename" => Op::Rename { node: node()?, name: it.text("name")? },
        "moveInto" => Op::MoveInto { nodes: it.texts("nodes"), module: it.text("module") },
        "group" => Op::Group { nodes: it.texts("nodes"), name: it.text("name")? },
        "ungroup" => Op::Ungroup { node: node()? },
        "remove" => Op::Remove { nodes: it.texts("nodes"), edges: it.list("edges").filter_map(edge).collect() },
        _ => return None,
    };
    Some((op, it.texts("readOnly")))
}

struct Given<'j>(&'j Json);

fn text(json: &Json) -> Option<String> {
    match json {
        Json::Leaf(Value::Str(text)) => Some(text.to_string()),
        _ => None,
    }
}

/// An edge by its name, or with the text that it showed.
fn edge(json: &Json) -> Option<EdgeName> {
    match text(json) {
        Some(key) => Some(EdgeName { key, label: None }),
        None => {
            let it = Given(json);
            Some(EdgeName { key: it.text("key")?, label: it.text("label") })
        }
    }
}

impl<'j> Given<'j> {
    fn text(&self, key: &str) -> Option<String> {
        text(self.0.get(key)?)
    }

    fn list(&self, key: &str) -> impl Iterator<Item = &'j Json> + use<'j> {
        let items: &[Json] = match self.0.get(key) {
            Some(Json::List(items)) => items,
            _ => &[],
        };
        items.iter()
    }

    fn texts(&self, key: &str) -> Vec<String> {
        self.list(key).filter_map(text).collect()
    }

    fn edge(&self, key: &str) -> Option<EdgeName> {
        edge(self.0.get(key)?)
    }

    /// A value to write, as JSON or as the source spells it.
    fn value(&self) -> Option<Written> {
        if let Some(source) = self.text("source") {
            return Some(Written::Source(source));
        }
        match self.0.get("value")? {
            Json::Leaf(Value::Null) => None,
            value => Some(Written::Json(value.clone())),
        }
    }
}
