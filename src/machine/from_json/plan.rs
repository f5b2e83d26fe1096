//! What a JSON describes: nodes in their containers, edges between nodes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::machine::names::event_id;
use crate::schema::Json;
use crate::syntax::is_word;
use crate::value::Value;

/// The deepest nesting of blocks that the language takes.
const DEEPEST: usize = 100;

/// JSON that describes no machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoMachine {
    /// JSON pointer of the problem.
    pub pointer: String,
    /// What is wrong, in words.
    pub message: String,
}

/// Nodes and edges of a JSON machine, with the data needed to place them.
pub(super) struct Plan<'j> {
    pub machine: &'j Json,
    pub nodes: Vec<Node<'j>>,
    /// Without inferred ones.
    pub edges: Vec<Edge<'j>>,
    /// Source, target and text of all edges, inferred ones included, as [`mark`] writes them.
    pub marks: HashSet<Arc<str>>,
    /// Some node has a range: those without were not declared.
    pub has_ranges: bool,
}

/// A node or note.
pub(super) struct Node<'j> {
    pub json: &'j Json,
    pub name: &'j str,
    /// Full path; for a note, that of the block it is in.
    pub path: Arc<str>,
    pub is_note: bool,
    pub parent: Option<usize>,
    pub depth: usize,
    pub children: Vec<usize>,
    /// It is not mentioned.
    pub is_bare: bool,
    pub has_range: bool,
}

/// An edge that is written.
pub(super) struct Edge<'j> {
    /// Its position in the JSON.
    pub at: usize,
    pub json: &'j Json,
    pub source: usize,
    pub target: usize,
}

/// The text of a string.
pub(super) fn text(json: &Json) -> Option<&str> {
    match json {
        Json::Leaf(Value::Str(text)) => Some(text),
        _ => None,
    }
}

/// The elements of a list that may be missing.
pub(super) fn list<'j>(json: &'j Json, key: &str) -> &'j [Json] {
    match json.get(key) {
        Some(Json::List(items)) => items,
        _ => &[],
    }
}

/// The key under which an edge is known.
pub(super) fn mark(source: &str, target: &str, text: &str) -> Arc<str> {
    format!("{source}>{target}>{text}").into()
}

fn wrong(pointer: String, message: String) -> NoMachine {
    NoMachine { pointer, message }
}

impl<'j> Plan<'j> {
    pub fn read(machine: &'j Json) -> Result<Plan<'j>, NoMachine> {
        if !matches!(machine, Json::Map(_)) {
            return Err(wrong(String::new(), "a machine must be an object with `nodes` and `edges`".to_owned()));
        }
        for key in ["nodes", "edges"] {
            if machine.get(key).is_some_and(|value| !matches!(value, Json::List(_))) {
                return Err(wrong(format!("/{key}"), format!("`{key}` must be a list")));
            }
        }
        let mut plan = Plan { machine, nodes: Vec::new(), edges: Vec::new(), marks: HashSet::new(), has_ranges: false };
        // By full path, and by name the nearest so far.
        let mut paths: HashMap<Arc<str>, usize> = HashMap::new();
        let mut names: HashMap<Arc<str>, usize> = HashMap::new();
        for (at, json) in list(machine, "nodes").iter().enumerate() {
            plan.node(at, json, &mut paths, &mut names)?;
        }
        for (at, json) in list(machine, "edges").iter().enumerate() {
            plan.edge(at, json, &paths, &names)?;
        }
        Ok(plan)
    }

    fn node(
        &mut self,
        at: usize,
        json: &'j Json,
        paths: &mut HashMap<Arc<str>, usize>,
        names: &mut HashMap<Arc<str>, usize>,
    ) -> Result<(), NoMachine> {
        let Some(name) = json.get("name").and_then(text) else {
            return Err(wrong(format!("/nodes/{at}"), format!("node {at} has no name")));
        };
        let is_kind = |word: &str| json.get("type").and_then(text).is_some_and(|kind| kind.eq_ignore_ascii_case(word));
        let (is_note, is_event) = (is_kind("note"), is_kind("event"));
        let is_name = if is_event { name.split('.').all(is_word) } else { is_note || is_word(name) };
        if !is_name {
            let message = format!("`{name}` is not a valid name; use letters, digits and `_`");
            return Err(wrong(format!("/nodes/{at}/name"), message));
        }
        let parent = match (json.get("parentId").and_then(text), json.get("parent").and_then(text)) {
            _ if is_event => None,
            (None, None) => None,
            (path, name) => {
                let found = path.map_or_else(|| names.get(name.unwrap_or_default()), |path| paths.get(path));
                let missing = || {
                    let key = if path.is_some() { "parentId" } else { "parent" };
                    let parent = path.or(name).unwrap_or_default();
                    let message = format!("node {at} must come after its parent, `{parent}`");
                    wrong(format!("/nodes/{at}/{key}"), message)
                };
                Some(*found.ok_or_else(missing)?)
            }
        };
        let container = parent.and_then(|parent| self.nodes.get_mut(parent));
        let (path, depth): (Arc<str>, usize) = match container {
            Some(container) => {
                container.children.push(at);
                let path = if is_note { container.path.clone() } else { format!("{}.{name}", container.path).into() };
                (path, container.depth + 1)
            }
            None if is_event => (event_id(name), 1),
            None => (if is_note { "".into() } else { name.into() }, 1),
        };
        if depth > DEEPEST {
            let message = format!("`{path}` is nested too deeply: at most {DEEPEST} levels");
            return Err(wrong(format!("/nodes/{at}"), message));
        }
        if !is_note && !is_event {
            paths.insert(path.clone(), at);
            names.insert(name.into(), at);
        }
        let has_range = json.get("$sourceRange").is_some();
        self.has_ranges |= has_range;
        let is_bare = !is_note
            && ["type", "title"].iter().all(|key| json.get(key).is_none())
            && ["attributes", "annotations"].iter().all(|key| list(json, key).is_empty());
        self.nodes.push(Node { json, name, path, is_note, parent, depth, children: Vec::new(), is_bare, has_range });
        Ok(())
    }

    fn edge(
        &mut self,
        at: usize,
        json: &'j Json,
        paths: &HashMap<Arc<str>, usize>,
        names: &HashMap<Arc<str>, usize>,
    ) -> Result<(), NoMachine> {
        let end = |id: &str, simple: &str| {
            let id = json.get(id).and_then(text).and_then(|path| paths.get(path));
            let name = json.get(simple).and_then(text).unwrap_or_default();
            let found = id.or_else(|| paths.get(name)).or_else(|| names.get(name));
            let missing = || wrong(format!("/edges/{at}/{simple}"), format!("edge {at}: unknown node `{name}`"));
            found.copied().ok_or_else(missing)
        };
        let (source, target) = (end("sourceId", "source")?, end("targetId", "target")?);
        let path = |node: usize| self.nodes.get(node).map_or("", |node| &*node.path);
        let label = json.get("attributes").and_then(|attributes| attributes.get("text")).and_then(text);
        let mark = mark(path(source), path(target), label.unwrap_or_default());
        self.marks.insert(mark);
        let inferred = ["kind", "type"].iter().any(|key| json.get(key).and_then(text) == Some("inferred"));
        if !inferred {
            self.edges.push(Edge { at, json, source, target });
        }
        Ok(())
    }

    /// The innermost node that holds both.
    pub fn container(&self, a: usize, b: usize) -> Option<usize> {
        let depth = |node: Option<usize>| node.and_then(|node| self.nodes.get(node)).map_or(0, |node| node.depth);
        let parent = |node: Option<usize>| node.and_then(|node| self.nodes.get(node)).and_then(|node| node.parent);
        let (mut a, mut b) = (parent(Some(a)), parent(Some(b)));
        while a != b {
            if depth(a) >= depth(b) {
                a = parent(a);
            } else {
                b = parent(b);
            }
        }
        a
    }
}
