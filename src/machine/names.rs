//! Resolving names: outwards through the blocks, then anywhere by the end of the path.

use std::sync::Arc;

use crate::machine::model::{Node, NodeIdx};
use crate::machine::table::Table;
use crate::quick::Map;
use crate::syntax::is_word;
use crate::value::Value;

/// What the id of an event begins with.
const EVENT: &str = "event:";

/// The id of an event.
pub(crate) fn event_id(name: &str) -> Arc<str> {
    format!("{EVENT}{name}").into()
}

/// The name of an event, by its id.
pub(crate) fn event_name(id: &str) -> Option<&str> {
    id.strip_prefix(EVENT)
}

/// True for the name of an event, which may have dots.
pub(crate) fn is_event_name(name: &str) -> bool {
    name.split('.').all(is_word)
}

/// The names of all nodes, by block and by their last word.
#[derive(Clone, Debug, Default)]
pub struct Scopes {
    words: Map<Arc<str>, u32>,
    children: Map<(Option<NodeIdx>, u32), NodeIdx>,
    /// By word: the nodes of that name, in order of creation.
    named: Vec<Vec<NodeIdx>>,
    /// Where imported nodes come from; `None` without imports.
    homes: Option<Arc<Homes>>,
}

/// The files of imported nodes: an imported text keeps the meaning it has in its own file.
#[derive(Debug)]
pub(super) struct Homes {
    /// Per file, what names refer to in it.
    pub files: Vec<HomeFile>,
    /// By node: where it comes from.
    pub origins: Vec<Option<Home>>,
    /// The copies of each node that came along, sorted.
    pub copies: Vec<(Home, NodeIdx)>,
}

/// A file as its own names see it.
#[derive(Debug)]
pub(super) struct HomeFile {
    pub scopes: Scopes,
    pub nodes: Table<NodeIdx, Node>,
    /// By node: where it is written, which is another file for what the file imports itself.
    pub written: Vec<Home>,
}

/// A node of another file: the number of the file, and its place there.
pub(super) type Home = (u32, NodeIdx);

impl Homes {
    /// The file and place a scope comes from.
    fn of(&self, scope: Option<NodeIdx>) -> Option<(&HomeFile, NodeIdx)> {
        let (file, node) = self.origins.get(scope?.0 as usize).copied().flatten()?;
        Some((self.files.get(file as usize)?, node))
    }

    /// The copy of a node that the node at `scope` sees: the one in its own root, else the first.
    fn copy(&self, nodes: &Table<NodeIdx, Node>, scope: NodeIdx, home: Home) -> Option<NodeIdx> {
        let root = root_of(nodes, scope);
        let from = |least: NodeIdx| {
            let at = self.copies.partition_point(|copy| *copy < (home, least));
            self.copies.get(at).filter(|(known, _)| *known == home).map(|(_, copy)| *copy)
        };
        // A root and what it holds have consecutive numbers.
        from(root).filter(|copy| root_of(nodes, *copy) == root).or_else(|| from(NodeIdx(0)))
    }

    /// What was found at home, as it is here; `None` if it did not come along.
    fn here(
        &self,
        nodes: &Table<NodeIdx, Node>,
        scope: Option<NodeIdx>,
        file: &HomeFile,
        found: &Found,
    ) -> Option<Found> {
        let copy = |node: NodeIdx| self.copy(nodes, scope?, *file.written.get(node.0 as usize)?);
        let others = found.others.iter().filter_map(|other| copy(*other)).collect();
        Some(Found { node: copy(found.node)?, used: found.used, others })
    }
}

/// The outermost block around a node.
pub(super) fn root_of(nodes: &Table<NodeIdx, Node>, node: NodeIdx) -> NodeIdx {
    let mut root = node;
    while let Some(parent) = nodes[root].parent {
        root = parent;
    }
    root
}

/// What a name resolved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The node.
    pub node: NodeIdx,
    /// How many words of the name lead to it; the rest begins with one of its attributes.
    pub used: usize,
    /// Other nodes the name could refer to, at most five.
    pub others: Vec<NodeIdx>,
}

/// A name that resolved to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// The deepest node its first words lead to, and how many they are.
    pub reached: Option<(NodeIdx, usize)>,
}

/// How many candidates of an ambiguous name are listed.
const OTHERS: usize = 5;
/// No node is that deep: names with more words lead at most that far.
const LONGEST: usize = 1_000;
/// So many nodes of one name are looked at one by one.
const FEW: usize = 16;
/// How many nodes of one name are looked at for a dotted name that leads nowhere from its block.
const LOOKED_AT: usize = 1_000;

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

    /// Nodes of that simple name, in order of creation.
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
        if let Some(homes) = &self.homes
            && let Some((file, at)) = homes.of(scope)
            && let Ok(found) = file.scopes.resolve(&file.nodes, Some(at), name)
        {
            return homes.here(nodes, scope, file, &found).ok_or(Missing { reached: None });
        }
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
        if let Some(homes) = &self.homes
            && let Some((file, at)) = homes.of(scope)
            && let Some(found) = file.scopes.prefix(&file.nodes, Some(at), name)
        {
            return homes.here(nodes, scope, file, &found);
        }
        let reached = match self.resolve(nodes, scope, name) {
            Ok(found) => return Some(found),
            Err(missing) => missing.reached,
        };
        let least = reached.map_or(0, |(_, used)| used);
        for used in (least + 1..name.len().min(LONGEST)).rev() {
            if let Some(found) = name.get(..used).and_then(|prefix| self.anywhere(nodes, prefix)) {
                return Some(found);
            }
        }
        reached.map(|(node, used)| Found { node, used, others: Vec::new() })
    }

    /// Says where imported nodes come from.
    pub(super) fn settle(&mut self, homes: Homes) {
        self.homes = Some(Arc::new(homes));
    }

    /// The node that a name in an imported text means in its own file, if it did not come along: its name there,
    /// and where it is written.
    pub(super) fn left_behind(
        &self,
        nodes: &Table<NodeIdx, Node>,
        scope: Option<NodeIdx>,
        name: &[&str],
    ) -> Option<(Arc<str>, Home)> {
        let homes = self.homes.as_ref()?;
        let (file, at) = homes.of(scope)?;
        let found = file.scopes.prefix(&file.nodes, Some(at), name)?;
        let missing = homes.here(nodes, scope, file, &found).is_none();
        let node = file.nodes.item(found.node).filter(|_| missing)?;
        Some((node.id.clone(), *file.written.get(found.node.0 as usize)?))
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
        if self.called(last).len() > FEW {
            // From the word that the fewest nodes are called.
            let (rarest, word) = name.iter().enumerate().min_by_key(|(_, word)| self.called(word).len())?;
            if rarest + 1 < name.len() {
                return self.below_any(nodes, word, name.get(..rarest)?, name.get(rarest + 1..)?, name.len());
            }
        }
        let mut fits =
            self.called(last).iter().copied().take(LOOKED_AT).filter(|node| is_inside(nodes, *node, containers));
        let node = fits.next()?;
        Some(Found { node, used: name.len(), others: fits.take(OTHERS).collect() })
    }

    /// The nodes that `below` leads to from a node called `word` inside `above`.
    fn below_any(
        &self,
        nodes: &Table<NodeIdx, Node>,
        word: &str,
        above: &[&str],
        below: &[&str],
        used: usize,
    ) -> Option<Found> {
        let around = self.called(word).iter().take(LOOKED_AT).filter(|node| is_inside(nodes, **node, above));
        let lead = |node: &NodeIdx| below.iter().try_fold(*node, |at, word| self.child(Some(at), word));
        let mut found: Vec<NodeIdx> = around.filter_map(lead).collect();
        if let [first, _, ..] = found.as_slice() {
            // As they were created.
            let called = self.called(&nodes[*first].name).iter().take(LOOKED_AT);
            let places: Map<NodeIdx, usize> = called.enumerate().map(|(place, node)| (*node, place)).collect();
            found.sort_by_key(|node| places.get(node).copied().unwrap_or(LOOKED_AT));
        }
        let (node, others) = found.split_first()?;
        Some(Found { node: *node, used, others: others.iter().copied().take(OTHERS).collect() })
    }
}

/// True if the containers of a node have these names, the last one directly around it.
fn is_inside(nodes: &Table<NodeIdx, Node>, node: NodeIdx, containers: &[&str]) -> bool {
    let mut above = nodes[node].parent;
    containers.iter().rev().all(|word| {
        let Some(container) = above.filter(|container| &*nodes[*container].name == *word) else { return false };
        above = nodes[container].parent;
        true
    })
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
