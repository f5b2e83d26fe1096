//! Header, declarations, attributes and values as text. Layout is left to the formatter.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use super::plan::{Node, Plan, list, mark, text};
use crate::machine::Machine;
use crate::machine::derived::PRIMITIVES;
use crate::machine::lower::MACHINE_ONLY;
use crate::machine::values::{self, is_number};
use crate::schema::{Json, joined};
use crate::syntax::{self, is_word, quoted};
use crate::value::Value;

/// A machine as text, made from JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromJson {
    /// The text, formatted.
    pub text: String,
    /// Keys and names that have no place in a text and were left out, each once, in the order they came.
    pub unknown: Vec<Unknown>,
}

/// A key or name that has no place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The key or name.
    pub name: Arc<str>,
    /// JSON pointer of the key, or of the object that has the name, where it comes first.
    pub pointer: Arc<str>,
}

/// How freely a text is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// Nodes are left out that edges create in the same place.
    pub omit: bool,
    /// Edges are in the block that their ends share.
    pub nest: bool,
}

const OF_MACHINE: &[&str] =
    &["title", "attributes", "annotations", "nodes", "edges", "inferredDependencies", "style", "metadata"];
const OF_NODE: &[&str] = &[
    "name",
    "id",
    "type",
    "attributes",
    "parent",
    "parentId",
    "annotations",
    "title",
    "style",
    "$file",
    "$sourceRange",
];
const OF_ATTRIBUTE: &[&str] = &["name", "type", "value", "annotations", "reference"];
const OF_ANNOTATION: &[&str] = &["name", "value", "qualifiedValue", "quoted", "attributes", "entries"];

/// A text being written.
pub(super) struct SourceWriter<'a> {
    pub plan: &'a Plan<'a>,
    /// What names refer to when every node is declared. `None` while that text itself is written.
    pub names: Option<&'a Machine>,
    pub out: String,
    /// Nodes that edges create.
    pub omitted: Vec<bool>,
    /// Containers that only the dotted names of their nodes declare.
    pub dotted: Vec<bool>,
    /// Edges of each block, as a range of the plan's edges.
    pub blocks: Vec<std::ops::Range<usize>>,
    /// How many edges are at the root.
    pub at_root: usize,
    /// JSON pointer of the object that is being written.
    pub place: String,
    unknown: Vec<Unknown>,
    known: HashSet<Arc<str>>,
}

/// The attribute whose value is written, and whether it holds bare names.
#[derive(Clone, Copy)]
struct Holder<'a> {
    owner: Option<&'a Node<'a>>,
    attribute: &'a str,
    /// A bare name is in it.
    reference: bool,
    /// All its names are bare: it is only one, or names mean nothing there.
    all: bool,
}

impl<'a> SourceWriter<'a> {
    pub fn new(plan: &'a Plan<'a>, names: Option<&'a Machine>, layout: Layout) -> Self {
        let count = plan.nodes.len();
        let mut page = SourceWriter {
            plan,
            names,
            out: String::new(),
            omitted: vec![false; count],
            dotted: vec![false; count],
            blocks: vec![0..0; count],
            at_root: plan.edges.len(),
            place: String::new(),
            unknown: Vec::new(),
            known: HashSet::new(),
        };
        // Children come behind their parents.
        for (at, node) in plan.nodes.iter().enumerate().rev() {
            let all_omitted = node.children.iter().all(|child| page.is_omitted(*child));
            let omitted = layout.omit && node.is_bare && !node.has_range && all_omitted;
            let dotted = !omitted && page.is_implied(node);
            if let (Some(omits), Some(dots)) = (page.omitted.get_mut(at), page.dotted.get_mut(at)) {
                (*omits, *dots) = (omitted, dotted);
            }
        }
        if layout.nest {
            page.place_edges();
        }
        page
    }

    pub fn is_omitted(&self, node: usize) -> bool {
        self.omitted.get(node).is_some_and(|omitted| *omitted)
    }

    fn is_dotted(&self, node: usize) -> bool {
        self.dotted.get(node).is_some_and(|dotted| *dotted)
    }

    /// True if a block can be written for a node.
    pub fn has_block(&self, node: usize) -> bool {
        !self.is_omitted(node) && !self.is_dotted(node)
    }

    /// A container that is not declared: it has the type of its first node.
    fn is_implied(&self, node: &Node) -> bool {
        let json = node.json;
        let plain =
            json.get("title").is_none() && ["attributes", "annotations"].iter().all(|key| list(json, key).is_empty());
        let child = |at: &usize| self.plan.nodes.get(*at);
        let first = node.children.first().and_then(child);
        self.plan.has_ranges
            && !node.has_range
            && plain
            && !node.is_note
            && node.children.iter().filter_map(child).all(|child| !child.is_note)
            && first.is_some_and(|first| first.json.get("type") == json.get("type"))
    }

    /// The declarations without edges.
    pub fn declarations(mut self) -> FromJson {
        self.at_root = 0;
        self.all()
    }

    /// The whole machine.
    pub fn all(mut self) -> FromJson {
        self.header();
        for at in 0..self.plan.nodes.len() {
            if self.plan.nodes.get(at).is_some_and(|node| node.parent.is_none()) {
                self.node(at, "");
            }
        }
        if self.at_root > 0 {
            self.out.push('\n');
            self.edges(0..self.at_root, None);
        }
        FromJson { text: self.out, unknown: self.unknown }
    }

    /// Writes an object that is at `key` and `at` in the current one.
    pub fn within(&mut self, key: &str, at: usize, write: impl FnOnce(&mut Self)) {
        let outer = self.place.len();
        let _ = write!(self.place, "/{key}/{at}");
        write(self);
        self.place.truncate(outer);
    }

    /// Records a name of the current object.
    pub fn leave_out(&mut self, name: &str) {
        let pointer = self.place.as_str().into();
        self.note(name, pointer);
    }

    fn note(&mut self, name: &str, pointer: Arc<str>) {
        let name: Arc<str> = name.into();
        if self.known.insert(name.clone()) {
            self.unknown.push(Unknown { name, pointer });
        }
    }

    /// Notes the keys of an object that are not among `known`.
    pub fn check_keys(&mut self, json: &Json, known: &[&str]) {
        let Json::Map(entries) = json else { return };
        for (key, _) in entries {
            if !known.contains(&&**key) {
                self.note(key, joined(&self.place, key).into());
            }
        }
    }

    fn header(&mut self) {
        let machine = self.plan.machine;
        self.check_keys(machine, OF_MACHINE);
        let title = machine.get("title").and_then(text);
        let attributes = list(machine, "attributes");
        if let Some(title) = title {
            self.out.push_str("machine ");
            self.out.push_str(&quoted(title));
            self.annotations(machine);
            if !attributes.is_empty() {
                self.out.push_str(" {\n");
                self.attributes(attributes, None);
                self.out.push('}');
            }
            self.out.push_str("\n\n");
            return;
        }
        for (at, annotation) in list(machine, "annotations").iter().enumerate() {
            let name = annotation.get("name").and_then(text).unwrap_or_default();
            if MACHINE_ONLY.iter().any(|word| word.eq_ignore_ascii_case(name)) {
                self.within("annotations", at, |page| page.annotation(annotation));
                self.out.push_str(";\n");
            } else {
                self.within("annotations", at, |page| page.leave_out(name));
            }
        }
        self.attributes(attributes, None);
    }

    /// A declaration with its block; `prefix` is the dotted path of containers that have none.
    fn node(&mut self, at: usize, prefix: &str) {
        let outer = std::mem::take(&mut self.place);
        self.within("nodes", at, |page| page.node_here(at, prefix));
        self.place = outer;
    }

    fn node_here(&mut self, at: usize, prefix: &str) {
        let plan = self.plan;
        let Some(node) = plan.nodes.get(at) else { return };
        if self.is_omitted(at) {
            return;
        }
        if self.is_dotted(at) {
            let prefix = format!("{prefix}{}.", node.name);
            node.children.iter().for_each(|child| self.node(*child, &prefix));
            return;
        }
        self.check_keys(node.json, OF_NODE);
        let written = self.out.len();
        if let Some(kind) = node.json.get("type").and_then(text) {
            if is_word(kind) {
                self.out.push_str(kind);
                self.out.push(' ');
            } else {
                self.leave_out(kind);
            }
        }
        let mut attributes = list(node.json, "attributes");
        match attributes.split_last() {
            Some((last, rest)) if node.is_note && last.get("name").and_then(text) == Some("target") => {
                let target = last.get("value").and_then(text).filter(|target| is_dotted_name(target));
                self.out.push_str(target.unwrap_or(node.name));
                attributes = rest;
            }
            _ => {
                self.out.push_str(prefix);
                self.out.push_str(node.name);
            }
        }
        if let Some(title) = node.json.get("title").and_then(text) {
            self.out.push(' ');
            self.out.push_str(&quoted(title));
        }
        // `machine @f` would be a header without a title.
        let leads = self.out.get(written..) == Some("machine") && !list(node.json, "annotations").is_empty();
        if leads {
            self.out.truncate(written);
        }
        self.annotations(node.json);
        if leads {
            self.out.push_str("\nmachine");
        }
        let edges = self.blocks.get(at).cloned().unwrap_or_default();
        let children = node.children.iter().any(|child| !self.is_omitted(*child));
        if attributes.is_empty() && edges.is_empty() && !children {
            self.out.push_str(";\n");
            return;
        }
        self.out.push_str(" {\n");
        self.attributes(attributes, Some(node));
        node.children.iter().for_each(|child| self.node(*child, ""));
        self.edges(edges, Some(at));
        self.out.push_str("}\n");
    }

    fn attributes(&mut self, attributes: &'a [Json], owner: Option<&'a Node<'a>>) {
        for (at, attribute) in attributes.iter().enumerate() {
            self.within("attributes", at, |page| page.attribute(attribute, owner));
        }
    }

    fn attribute(&mut self, json: &'a Json, owner: Option<&'a Node<'a>>) {
        self.check_keys(json, OF_ATTRIBUTE);
        let name = json.get("name").and_then(text).unwrap_or_default();
        let kind = json.get("type").and_then(text).filter(|kind| is_type(kind));
        let value = json.get("value");
        let in_style = owner.is_some_and(|owner| owner.json.get("type").and_then(text) == Some("style"));
        let is_key = if in_style { is_hyphenated(name) } else { is_word(name) };
        if !is_key || (kind.is_none() && value.is_none()) {
            return self.leave_out(name);
        }
        self.out.push_str(name);
        if let Some(kind) = kind {
            // `<-` would be an arrow.
            self.out.push_str("< ");
            self.out.push_str(kind);
            self.out.push('>');
        } else if let Some(kind) = json.get("type") {
            self.leave_out(text(kind).unwrap_or("type"));
        }
        // As for a node of that name.
        let behind = owner.is_none() && kind.is_none() && name == "machine";
        if !behind {
            self.annotations(json);
        }
        if let Some(value) = value {
            let reference = json.get("reference") == Some(&Json::Leaf(Value::Bool(true)));
            let all = matches!(value, Json::Leaf(_)) || kind.is_some_and(|kind| PRIMITIVES.contains(&kind));
            self.out.push_str(": ");
            self.value(value, Some(Holder { owner, attribute: name, reference, all }));
        }
        if behind {
            self.annotations(json);
        }
        self.out.push_str(";\n");
    }

    /// The annotations of an object, a space before each.
    pub fn annotations(&mut self, json: &'a Json) {
        for (at, annotation) in list(json, "annotations").iter().enumerate() {
            self.out.push(' ');
            self.within("annotations", at, |page| page.annotation(annotation));
        }
    }

    fn annotation(&mut self, json: &'a Json) {
        self.check_keys(json, OF_ANNOTATION);
        let name = json.get("name").and_then(text).unwrap_or_default();
        if !is_word(name) {
            return self.leave_out(name);
        }
        self.out.push('@');
        self.out.push_str(name);
        let qualified = json.get("qualifiedValue").and_then(text);
        let parameters = match json.get("attributes") {
            Some(Json::Map(entries)) => entries.as_slice(),
            _ => &[],
        };
        if let Some(Json::List(entries)) = json.get("entries") {
            return self.set_entries(entries);
        }
        if let Some(path) = qualified.filter(|path| is_dotted_name(path)) {
            self.out.push('(');
            self.out.push_str(path);
            self.out.push(')');
        } else if let Some(value) = json.get("value").or(json.get("qualifiedValue")) {
            self.out.push('(');
            let is_quoted = json.get("quoted") == Some(&Json::Leaf(Value::Bool(true)));
            match value {
                Json::Leaf(Value::Str(text))
                    if is_quoted || name.eq_ignore_ascii_case("pattern") && !is_number(text) =>
                {
                    self.out.push_str(&quoted(text));
                }
                _ => self.argument(value),
            }
            self.out.push(')');
        } else if !parameters.is_empty() {
            self.out.push('(');
            for (key, value) in parameters {
                if *value == Json::Leaf(Value::Bool(true)) && parameters.len() > 1 {
                    self.argument(&Json::Leaf(Value::Str(key.clone())));
                } else if is_hyphenated(key) {
                    self.out.push_str(key);
                    self.out.push_str(": ");
                    self.argument(value);
                } else {
                    self.leave_out(key);
                }
                self.out.push_str("; ");
            }
            self.out.push(')');
        }
    }

    /// The entries of `@set`, as they are.
    fn set_entries(&mut self, entries: &'a [Json]) {
        self.out.push('(');
        for (at, entry) in entries.iter().enumerate() {
            self.within("entries", at, |page| {
                page.check_keys(entry, &["target", "expr"]);
                let part = |key: &str| entry.get(key).and_then(text);
                match part("target").zip(part("expr")).filter(|(target, expr)| is_entry(target, expr)) {
                    Some((target, expr)) => {
                        let _ = write!(page.out, "{target}: {expr}; ");
                    }
                    None => page.leave_out(part("target").unwrap_or("target")),
                }
            });
        }
        self.out.push(')');
    }

    /// An argument: text is bare where that reads the same.
    fn argument(&mut self, value: &Json) {
        let Json::Leaf(leaf) = value else { return self.value(value, None) };
        let text = leaf.to_text();
        let bare = is_number(&text)
            || !text.is_empty()
                && text.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
                && crate::number::parse(&text).is_none();
        if bare {
            self.out.push_str(&text);
        } else {
            self.out.push_str(&quoted(&text));
        }
    }

    /// A value with quoted texts, for places where bare names mean nothing else.
    pub fn plain_value(&mut self, value: &Json) {
        self.value(value, None);
    }

    fn value(&mut self, value: &Json, holder: Option<Holder<'a>>) {
        match value {
            Json::Leaf(Value::Str(text)) => {
                if holder.is_some_and(|holder| self.is_reference(text, holder)) {
                    self.out.push_str(text);
                } else {
                    self.out.push_str(&quoted(text));
                }
            }
            Json::Leaf(leaf) => self.out.push_str(&leaf.to_json()),
            Json::List(items) => {
                self.out.push('[');
                for item in items {
                    self.value(item, holder);
                    self.out.push_str(", ");
                }
                self.out.push(']');
            }
            Json::Map(entries) => {
                self.out.push_str("{ ");
                for (key, value) in entries {
                    if is_word(key) {
                        self.out.push_str(key);
                    } else {
                        self.out.push_str(&quoted(key));
                    }
                    self.out.push_str(": ");
                    self.value(value, holder);
                    self.out.push_str("; ");
                }
                self.out.push('}');
            }
        }
    }

    /// True for a text that was a bare name or an external id. Of several in a value only the edges tell which.
    fn is_reference(&self, text: &str, holder: Holder) -> bool {
        let Some(names) = self.names else { return false };
        let external = text.strip_prefix('#').filter(|rest| is_word(&format!("_{rest}")) && !rest.is_empty());
        let keyword = matches!(text, "true" | "false" | "null");
        let name = external.or(if holder.reference && !keyword && is_dotted_name(text) { Some(text) } else { None });
        let Some(name) = name else { return false };
        if holder.all && external.is_none() {
            return true;
        }
        let owner = holder.owner.filter(|owner| !owner.is_note);
        let words: Vec<&str> = if external.is_some() { vec![name] } else { name.split('.').collect() };
        let scope = owner.and_then(|owner| names.find(&owner.path));
        let found = names.scopes.resolve(&names.nodes, scope, &words).ok().filter(|found| found.used == words.len());
        match (found, owner) {
            // An external id of which the JSON says that it is one.
            (None, _) if holder.all && holder.reference => true,
            (Some(found), Some(owner)) if Some(found.node) != scope => {
                let mark = mark(&owner.path, &names.nodes[found.node].id, holder.attribute);
                self.plan.marks.contains(&mark)
            }
            _ => external.is_none(),
        }
    }
}

fn is_dotted_name(text: &str) -> bool {
    text.split('.').all(is_word)
}

/// True for an entry of `@set` that reads back as it is.
fn is_entry(target: &str, expr: &str) -> bool {
    let tree = syntax::parse(&format!("a @set({target}: {expr});"));
    let [syntax::tree::Item::Node(node)] = tree.items.as_slice() else { return false };
    let annotations = node.names.iter().flat_map(|named| &named.annotations);
    let read: Vec<_> = annotations.map(|annotation| values::annotation(&tree, annotation)).collect();
    let [annotation] = read.as_slice() else { return false };
    let [entry] = annotation.entries.as_slice() else { return false };
    tree.diagnostics.is_empty() && *entry.target == *target && *entry.expr == *expr
}

pub(super) fn is_hyphenated(text: &str) -> bool {
    text.split('-').all(is_word)
}

/// True for the text of one type and nothing else.
fn is_type(text: &str) -> bool {
    let tree = syntax::parse(&format!("x< {text}>;"));
    let only = match tree.items.as_slice() {
        [syntax::tree::Item::Attribute(only)] => Some(only),
        _ => None,
    };
    let whole = only.is_some_and(|attribute| attribute.kind.is_some() && attribute.value.is_none());
    whole && tree.diagnostics.is_empty() && syntax::format_tree(&tree).is_ok_and(|text| text.lines().count() == 1)
}
