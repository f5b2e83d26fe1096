//! What a name stands for: outwards through the blocks, then anywhere by the end of the path.

use std::collections::HashMap;
use std::sync::Arc;

use crate::machine::model::{Node, NodeIdx};
use crate::machine::table::Table;
use crate::value::Value;

/// The names of all nodes, by block and by their last word.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    words: HashMap<Arc<str>, u32>,
    children: HashMap<(Option<NodeIdx>, u32), NodeIdx>,
    /// By word: the nodes of that name, in the order they came to be.
    named: Vec<Vec<NodeIdx>>,
}

/// What a name resolved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The node.
    pub node: NodeIdx,
    /// How many words of the name lead to it; the rest begins with one of its attributes.
    pub used: usize,
    /// Other nodes the name could stand for, at most five.
    pub others: Vec<NodeIdx>,
}

/// A name that resolved to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The deepest node its first words lead to, and how many they are.
    pub reached: Option<(NodeIdx, usize)>,
}

/// How many rivals of an ambiguous name are told.
const OTHERS: usize = 5;

impl Scopes {
    /// Adds a node to its block.
    pub(super) fn add(&mut self, parent: Option<NodeIdx>, name: &Arc<str>, node: NodeIdx) {
        let next = self.named.len() as u32;
        let word = *self.words.entry(name.clone()).or_insert(next);
        if word == next {
            self.named.push(Vec::new());
        }
        if let Some(named) = self.named.get_mut(word as usize) {
            named.push(node);
        }
        self.children.insert((parent, word), node);
    }

    /// The scopes after all nodes got new indices.
    pub(super) fn renumber(&mut self, new: &dyn Fn(NodeIdx) -> NodeIdx) {
        self.named.iter_mut().flatten().for_each(|node| *node = new(*node));
        self.children =
            self.children.iter().map(|((parent, word), node)| ((parent.map(new), *word), new(*node))).collect();
    }

    /// The node called `name` in a block.
    pub fn child(&self, parent: Option<NodeIdx>, name: &str) -> Option<NodeIdx> {
        let word = *self.words.get(name)?;
        self.children.get(&(parent, word)).copied()
    }

    /// Nodes of that simple name, in the order they came to be.
    pub fn called(&self, name: &str) -> &[NodeIdx] {
        self.words.get(name).and_then(|word| self.named.get(*word as usize)).map_or(&[], Vec::as_slice)
    }

    /// Every simple name, in no order.
    pub fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.words.keys()
    }

    /// A name as an edge, a note, an annotation or a bare value uses it: a node, or a node and its attribute.
    pub fn resolve(
        &self,
        nodes: &Table<NodeIdx, Node>,
        scope: Option<NodeIdx>,
        name: &[&str],
    ) -> Result<Found, Missing> {
        let mut reached: Option<(NodeIdx, usize)> = None;
        for block in blocks(nodes, scope) {
            let Some((node, used)) = self.descend(block, name) else { continue };
            if name.get(used).is_none_or(|rest| has_attribute(&nodes[node], rest)) {
                return Ok(Found { node, used, others: Vec::new() });
            }
            if reached.is_none_or(|(_, most)| used > most) {
                reached = Some((node, used));
            }
        }
        let missing = Missing { reached };
        if let Some(found) = self.anywhere(nodes, name) {
            return Ok(found);
        }
        let Some((attribute, owner)) = name.split_last().filter(|(_, owner)| !owner.is_empty()) else {
            return Err(missing);
        };
        match self.anywhere(nodes, owner) {
            Some(found) if has_attribute(&nodes[found.node], attribute) => Ok(found),
            _ => Err(missing),
        }
    }

    /// A name in an expression: the longest prefix that is a node.
    pub fn prefix(&self, nodes: &Table<NodeIdx, Node>, scope: Option<NodeIdx>, name: &[&str]) -> Option<Found> {
        let reached = match self.resolve(nodes, scope, name) {
            Ok(found) => return Some(found),
            Err(missing) => missing.reached,
        };
        let least = reached.map_or(0, |(_, used)| used);
        for used in (least + 1..name.len()).rev() {
            if let Some(found) = name.get(..used).and_then(|prefix| self.anywhere(nodes, prefix)) {
                return Some(found);
            }
        }
        reached.map(|(node, used)| Found { node, used, others: Vec::new() })
    }

    /// As far down from a block as the name leads.
    fn descend(&self, block: Option<NodeIdx>, name: &[&str]) -> Option<(NodeIdx, usize)> {
        let mut at = block;
        let mut used = 0;
        for word in name {
            let Some(child) = self.child(at, word) else { break };
            at = Some(child);
            used += 1;
        }
        at.filter(|_| used > 0).map(|node| (node, used))
    }

    /// The nodes whose path ends with `name`.
    fn anywhere(&self, nodes: &Table<NodeIdx, Node>, name: &[&str]) -> Option<Found> {
        let (last, containers) = name.split_last()?;
        let mut fits = self.called(last).iter().copied().filter(|node| {
            let mut above = nodes[*node].parent;
            containers.iter().rev().all(|word| {
                let Some(container) = above.filter(|container| &*nodes[*container].name == *word) else { return false };
                above = nodes[container].parent;
                true
            })
        });
        let node = fits.next()?;
        Some(Found { node, used: name.len(), others: fits.take(OTHERS).collect() })
    }
}

/// A block and those around it, the root last.
pub fn blocks(nodes: &Table<NodeIdx, Node>, scope: Option<NodeIdx>) -> impl Iterator<Item = Option<NodeIdx>> {
    std::iter::successors(Some(scope), |block| block.map(|node| nodes[node].parent))
}

/// True if the node has the attribute, or its `schema` object the property.
pub(crate) fn has_attribute(node: &Node, name: &str) -> bool {
    let property = || node.attribute("schema")?.value.as_ref()?.get("properties")?.get(name);
    node.attribute(name).is_some() || property().is_some_and(|property| !matches!(property, Value::Null))
}
