//! Edge statements: where they stand, how their ends are named, what goes into the arrow and what into the block.

use std::ops::Range;
use std::sync::Arc;

use super::items::{SourceWriter, is_hyphenated};
use super::plan::{Edge, list, text};
use crate::machine::labels::verb;
use crate::number;
use crate::schema::Json;
use crate::syntax::{is_word, quoted};
use crate::value::Value;

const OF_EDGE: &[&str] = &[
    "source",
    "target",
    "sourceId",
    "targetId",
    "kind",
    "arrowType",
    "sourceMultiplicity",
    "targetMultiplicity",
    "attributes",
    "value",
    "type",
    "fields",
    "labelParts",
    "condition",
    "annotations",
    "style",
    "sourceAttribute",
    "targetAttribute",
    // Earlier versions wrote it.
    "$file",
    "$sourceRange",
];

/// Keys whose values are conditions.
const CONDITIONS: &[&str] = &["when", "if", "unless", "condition"];

/// Of names that more nodes share, only the full path is tried.
const SHARED: usize = 64;

impl<'a> SourceWriter<'a> {
    /// Moves the edges at the end into the blocks that their ends share, as far as that keeps all edges in order:
    /// those of the root come first, then those of the blocks, in the order of the blocks.
    pub fn place_edges(&mut self) {
        let plan = self.plan;
        let mut containers = Vec::with_capacity(plan.edges.len());
        let mut first = 0;
        let mut before = None;
        for (at, edge) in plan.edges.iter().enumerate() {
            let mut container = plan.container(edge.source, edge.target);
            while let Some(node) = container.filter(|node| !self.has_block(*node)) {
                container = plan.nodes.get(node).and_then(|node| node.parent);
            }
            match container {
                None => first = at + 1,
                Some(_) if container < before => first = at,
                Some(_) => {}
            }
            before = container;
            containers.push(container);
        }
        self.at_root = first;
        for (at, container) in containers.iter().enumerate().skip(first) {
            let Some(block) = container.and_then(|container| self.blocks.get_mut(container)) else { continue };
            let start = if block.start == block.end { at } else { block.start };
            *block = start..at + 1;
        }
    }

    /// Edges as statements of a block, or of the root.
    pub fn edges(&mut self, range: Range<usize>, container: Option<usize>) {
        for edge in self.plan.edges.get(range).unwrap_or_default() {
            self.edge(edge, container);
        }
    }

    fn edge(&mut self, edge: &'a Edge<'a>, container: Option<usize>) {
        let outer = std::mem::take(&mut self.place);
        self.within("edges", edge.at, |page| page.edge_here(edge, container));
        self.place = outer;
    }

    fn edge_here(&mut self, edge: &'a Edge<'a>, container: Option<usize>) {
        let json = edge.json;
        self.check_keys(json, OF_EDGE);
        let (open, close) = match json.get("arrowType").and_then(text) {
            Some("-->") => ("--", "-->"),
            Some("=>") => ("=", "=>"),
            Some("<-->") => ("<--", "-->"),
            Some(structural @ ("<|--" | "*-->" | "o-->")) => ("", structural),
            _ => ("-", "->"),
        };
        let mut label = Vec::new();
        let mut block = Vec::new();
        self.attributes_of(json, open.is_empty(), &mut label, &mut block);
        let source = self.end(edge.source, container, json, "sourceAttribute", &mut block);
        let target = self.end(edge.target, container, json, "targetAttribute", &mut block);
        self.out.push_str(&source);
        self.multiplicity(json, "sourceMultiplicity");
        self.out.push(' ');
        if label.is_empty() {
            self.out.push_str(json.get("arrowType").and_then(text).filter(|_| open != "-").unwrap_or("->"));
        } else {
            self.out.push_str(open);
            self.out.push_str(&label.join(", "));
            self.out.push_str(close);
        }
        self.multiplicity(json, "targetMultiplicity");
        self.out.push(' ');
        self.out.push_str(&target);
        self.annotations(json);
        if !block.is_empty() {
            self.out.push_str(" { ");
            self.out.push_str(&block.join("; "));
            self.out.push_str(" }");
        }
        self.out.push_str(";\n");
    }

    fn multiplicity(&mut self, json: &Json, key: &str) {
        if let Some(multiplicity) = json.get(key).and_then(text) {
            self.out.push(' ');
            self.out.push_str(&quoted(multiplicity));
        }
    }

    /// The shortest name that refers to a node, or its attribute, in a block.
    fn end(&self, node: usize, container: Option<usize>, json: &Json, key: &str, block: &mut Vec<String>) -> String {
        let plan = self.plan;
        let path = |node: usize| plan.nodes.get(node).map_or("", |node| &*node.path);
        let full = path(node);
        let attribute = json.get(key).and_then(text);
        let mut tied = None;
        if let Some(names) = self.names.filter(|_| !self.is_omitted(node)) {
            let wanted = names.find(full);
            let scope = container.and_then(|container| names.find(path(container)));
            let mut words: Vec<&str> = full.split('.').collect();
            let depth = words.len();
            words.extend(attribute);
            let shared = names.scopes.called(plan.nodes.get(node).map_or("", |node| node.name)).len() > SHARED;
            for from in (0..depth).rev() {
                let Some(name) = words.get(from..).filter(|_| from == 0 || !shared) else { continue };
                for name in [Some(name), name.get(..depth - from).filter(|_| tied.is_none())].into_iter().flatten() {
                    let Ok(found) = names.scopes.resolve(&names.nodes, scope, name) else { continue };
                    if Some(found.node) != wanted || found.used != depth - from || !found.others.is_empty() {
                        continue;
                    }
                    if name.len() > found.used || attribute.is_none() {
                        return name.join(".");
                    }
                    tied = Some(name.join("."));
                }
            }
        }
        // No name leads to such an attribute: a key ties the end to it.
        if let Some(attribute) = attribute {
            block.push(format!("{key}: {}", quoted(attribute)));
        }
        tied.unwrap_or_else(|| full.to_owned())
    }

    /// Sorts the attributes of an edge into those in the arrow and those in the block.
    fn attributes_of(&mut self, json: &'a Json, structural: bool, label: &mut Vec<String>, block: &mut Vec<String>) {
        let empty = Json::Map(Vec::new());
        let inline = json.get("value").filter(|_| !structural).unwrap_or(&empty);
        let whole = json.get("attributes").unwrap_or(&empty);
        let parts: Vec<&str> = list(json, "labelParts").iter().filter_map(text).collect();
        let inline_text = inline.get("text").and_then(text);
        let mut texts = if parts.len() > 1 && !structural { parts } else { inline_text.into_iter().collect() };
        if json.get("value").is_none() && json.get("attributes").is_none() && !structural {
            // Said by the type alone.
            let kind = json.get("type").and_then(text);
            texts.extend(kind.filter(|kind| matches!(*kind, "reads" | "writes" | "asks" | "catch")));
        }
        if let ([verbal], Some(fields)) = (texts.as_slice(), json.get("fields"))
            && verb(verbal.trim()).is_some()
            && let Json::List(fields) = fields
        {
            texts.extend(fields.iter().filter_map(text));
        }
        for text in texts {
            label.push(part(text));
        }
        let tie = |key: &str| matches!(key, "sourceAttribute" | "targetAttribute");
        if let Json::Map(entries) = inline {
            for (key, value) in entries.iter().filter(|(key, _)| &**key != "text" && !tie(key)) {
                let in_arrow =
                    is_word(key) && !matches!(value, Json::Leaf(Value::Null | Value::Bool(_) | Value::Num(_)));
                let entry = self.entry(key, value, in_arrow);
                let list = if in_arrow { &mut *label } else { &mut *block };
                list.push(entry);
            }
        }
        if let (Json::Map(entries), Json::Map(inline)) = (whole, inline) {
            let mut written: Vec<&(Arc<str>, Json)> = inline.iter().collect();
            written.sort_unstable_by_key(|(key, _)| key);
            for (key, value) in entries.iter().filter(|(key, _)| !tie(key)) {
                let place = written.partition_point(|(other, _)| other < key);
                let inline = written.get(place).filter(|(other, _)| other == key);
                if inline.is_none_or(|(_, other)| other != value) {
                    let entry = self.entry(key, value, false);
                    block.push(entry);
                }
            }
        }
    }

    /// `key: value`. In an arrow scalars are text anyway, so a number needs no quotes.
    fn entry(&mut self, key: &str, value: &Json, in_arrow: bool) -> String {
        let condition = CONDITIONS.iter().any(|word| word.eq_ignore_ascii_case(key));
        let mut entry = if is_hyphenated(key) { key.to_owned() } else { quoted(key) };
        entry.push_str(": ");
        let waits = ["on", "after"].contains(&key);
        let is_bare = |text: &&str| is_scalar(text) || (waits && text.bytes().all(|c| c.is_ascii_alphanumeric()));
        match text(value).filter(|text| in_arrow && !condition && !text.is_empty() && is_bare(text)) {
            Some(bare) => entry.push_str(bare),
            None => {
                let outer = std::mem::take(&mut self.out);
                self.plain_value(value);
                entry.push_str(&std::mem::replace(&mut self.out, outer));
            }
        }
        entry
    }
}

/// Text that a number, truth or null in an arrow gives.
fn is_scalar(text: &str) -> bool {
    matches!(text, "true" | "false" | "null")
        || number::parse(text).is_some_and(|plain| plain.is_finite() && number::print(plain) == text)
}

/// A text part of a label. A text that would be read as a condition gets a key.
fn part(text: &str) -> String {
    let key = text.split_once(':').map_or("", |(key, _)| key.trim());
    if CONDITIONS.iter().any(|word| word.eq_ignore_ascii_case(key)) {
        return format!("text: {}", quoted(text));
    }
    if is_word(text) { text.to_owned() } else { quoted(text) }
}
