//! The files of a set, each read as the source, so that its names mean what they mean in it.

use std::sync::Arc;

use crate::machine::model::NodeIdx;
use crate::machine::{Files, Machine};
use crate::service::uses::{Target, Uses};
use crate::work::Work;

/// A set of files with their texts; the source is the first.
#[derive(Clone)]
pub(in crate::service) struct Texts {
    /// Paths and texts.
    pub list: Vec<(Arc<str>, Arc<str>)>,
    /// Whether imports are followed.
    is_set: bool,
    /// The work that reading one of them may cost.
    limit: u64,
}

impl Texts {
    pub fn of(machine: &Machine) -> Self {
        let alone = Files::default();
        let files = machine.files.as_deref().unwrap_or(&alone);
        let source = (Arc::clone(files.entry()), Arc::clone(&machine.tree.text));
        let list = std::iter::once(source).chain(files.texts().iter().cloned()).collect();
        Texts { list, is_set: machine.files.is_some(), limit: machine.cost.limit }
    }

    pub fn place(&self, path: &str) -> Option<usize> {
        self.list.iter().position(|(known, _)| **known == *path)
    }

    /// A file as if it were the source.
    pub fn read(&self, place: usize) -> Reading {
        let (path, text) = self.list.get(place).cloned().unwrap_or_default();
        let others = || self.list.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
        let files = self.is_set.then(|| Files::new(&path, others()));
        let machine = Machine::parse_within(&text, files.as_ref(), &Work::new(self.limit));
        Reading::new(self, place, machine)
    }
}

/// A thing, the same in every file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::service) enum Symbol {
    /// A node, by the file and the place of its name.
    Node(Arc<str>, u32),
    /// A field of a node; of the machine, by its file.
    Field(Result<(Arc<str>, u32), Arc<str>>, Arc<str>),
    Event(Arc<str>),
    Selector(Arc<str>),
}

/// One file of the set, as the source.
pub(in crate::service) struct Reading {
    pub place: usize,
    pub path: Arc<str>,
    pub machine: Arc<Machine>,
    pub uses: Uses,
}

impl Reading {
    pub fn new(texts: &Texts, place: usize, machine: Arc<Machine>) -> Self {
        let path = texts.list.get(place).map(|(path, _)| Arc::clone(path)).unwrap_or_default();
        Reading { place, path, uses: Uses::of(&machine), machine }
    }

    /// The file and place of a node's name.
    pub fn node(&self, node: NodeIdx) -> (Arc<str>, u32) {
        match self.machine.nodes[node].name_span {
            Some(span) => {
                let place = self.machine.tree.place(span);
                (place.file.map_or_else(|| Arc::clone(&self.path), Arc::clone), place.span.start)
            }
            // Only a dotted name implies it, in this file.
            None => (format!("{}#{}", self.path, self.machine.nodes[node].id).into(), 0),
        }
    }

    /// The thing that a name of this file refers to.
    pub fn symbol(&self, target: &Target) -> Symbol {
        match target {
            Target::Node(node) => {
                let (file, start) = self.node(*node);
                Symbol::Node(file, start)
            }
            Target::Field(owner, name) => {
                let owner = owner.map_or_else(|| Err(Arc::clone(&self.path)), |owner| Ok(self.node(owner)));
                Symbol::Field(owner, name.clone())
            }
            Target::Event(name) => Symbol::Event(name.clone()),
            Target::Selector(name) => Symbol::Selector(name.clone()),
        }
    }
}
