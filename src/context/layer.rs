//! The graph layer: what the user changed about the context graph. It belongs to no run; it holds ids, and applies
//! wherever they exist.

use std::sync::Arc;

use crate::json::{ToJson, Writer};
use crate::shape;
use crate::value::Value;

/// A parent and its child.
pub type Pair = (Arc<str>, Arc<str>);

/// Declares an enum whose variants have words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$item:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($(#[$item])* $variant),* }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// Its word.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// The one with this word, in any case.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|variant| variant.word().eq_ignore_ascii_case(word))
            }
        }

        impl ToJson for $name {
            fn write(&self, out: &mut Writer) {
                out.string(self.word());
            }
        }
    };
}

words! {
    /// How much of a node an agent is shown.
    State {
        /// Nothing.
        Hidden = "HIDDEN",
        /// Its header.
        Collapsed = "COLLAPSED",
        /// Header and digest.
        Summary = "SUMMARY",
        /// Header and body, and what is below.
        Details = "DETAILS",
        /// That and what changed lately.
        All = "ALL",
    }
}

words! {
    /// What a change of a node or below it does.
    Level {
        /// Nothing.
        Ignore = "ignore",
        /// Gives a notice.
        Hold = "hold",
        /// Gives a notice and stops the run.
        Wake = "wake",
    }
}

/// After which steps a node's digest is renewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Refresh {
    /// After every one.
    #[default]
    Step,
    /// At the start only.
    Never,
    /// After every step whose number this divides.
    Every(u32),
}

impl Refresh {
    /// From `step`, `never` or a whole number from 1; nothing else is one.
    pub fn read(value: &Value) -> Option<Refresh> {
        match value {
            Value::Str(word) if **word == *"step" => Some(Refresh::Step),
            Value::Str(word) if **word == *"never" => Some(Refresh::Never),
            Value::Num(count) if (1.0..=1e9).contains(count) && count.fract() == 0.0 => {
                Some(Refresh::Every(*count as u32))
            }
            _ => None,
        }
    }
}

impl ToJson for Refresh {
    fn write(&self, out: &mut Writer) {
        match self {
            Refresh::Step => out.string("step"),
            Refresh::Never => out.string("never"),
            Refresh::Every(count) => out.number(f64::from(*count)),
        }
    }
}

/// What the user set on one node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mark {
    /// How much is shown.
    pub state: Option<State>,
    /// What a change does.
    pub level: Option<Level>,
    /// When the digest is renewed.
    pub refresh: Refresh,
    /// A custom digest, and the stamp it was written for.
    pub summary: Option<(Arc<str>, Arc<str>)>,
}

/// A group made by the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The `n` of `grp:<n>`.
    pub number: u32,
    /// Its title.
    pub title: Arc<str>,
}

/// The edits that can be taken back by a view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Edges that no run gives, in the order they were made.
    pub added: Vec<Pair>,
    /// Edges of the run that are left out, sorted.
    pub removed: Vec<Pair>,
    /// Children in order, by parent, sorted by parent. Others come after.
    pub orders: Vec<(Arc<str>, Vec<Arc<str>>)>,
    /// Nodes that were made roots, in order.
    pub roots: Vec<Arc<str>>,
    /// Groups, by number.
    pub groups: Vec<Group>,
    /// What was set on nodes, sorted by id.
    pub marks: Vec<(Arc<str>, Mark)>,
}

/// A structure checkpoint.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its name.
    pub name: String,
    /// The step it was saved at.
    pub step: u32,
    /// The number of the last group there was: later ones are newer than the view.
    pub last_group: u32,
    /// The edits there were.
    pub shape: Shape,
    /// The nodes there were, sorted.
    pub nodes: Vec<Arc<str>>,
    /// The edges there were, by parent and in order.
    pub edges: Vec<Pair>,
    /// The roots there were, in order.
    pub roots: Vec<Arc<str>>,
}

/// A view as it is listed.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewRow {
    /// Its name.
    pub name: String,
    /// The step it was saved at.
    pub step: u32,
    /// How many nodes there were.
    pub nodes: usize,
    /// How many edges.
    pub edges: usize,
    /// How many roots.
    pub roots: usize,
    /// How many groups.
    pub groups: usize,
}
shape!(ViewRow { name, step, nodes, edges, roots, groups });

impl View {
    /// The row of it.
    pub fn row(&self) -> ViewRow {
        ViewRow {
            name: self.name.clone(),
            step: self.step,
            nodes: self.nodes.len(),
            edges: self.edges.len(),
            roots: self.roots.len(),
            groups: self.shape.groups.len(),
        }
    }
}

/// All edits of a timeline's graph.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layer {
    /// What views bring back.
    pub shape: Shape,
    /// The number of the last group.
    pub last_group: u32,
    /// The budget in place of the machine's.
    pub budget: Option<u32>,
    /// Structure checkpoints, in the order they were saved.
    pub views: Vec<View>,
}

impl Shape {
    /// What was set on a node.
    pub fn mark(&self, id: &str) -> Option<&Mark> {
        let at = self.marks.binary_search_by(|(known, _)| (**known).cmp(id)).ok()?;
        self.marks.get(at).map(|(_, mark)| mark)
    }

    /// The same, to change.
    pub fn mark_mut(&mut self, id: &str) -> Option<&mut Mark> {
        let at = match self.marks.binary_search_by(|(known, _)| (**known).cmp(id)) {
            Ok(at) => at,
            Err(at) => {
                self.marks.insert(at, (id.into(), Mark::default()));
                at
            }
        };
        self.marks.get_mut(at).map(|(_, mark)| mark)
    }

    /// The order of a parent's children, if one was given.
    pub fn order(&self, parent: &str) -> Option<&Vec<Arc<str>>> {
        let at = self.orders.binary_search_by(|(known, _)| (**known).cmp(parent)).ok()?;
        self.orders.get(at).map(|(_, order)| order)
    }

    /// Gives a parent's children an order.
    pub fn set_order(&mut self, parent: &str, order: Vec<Arc<str>>) {
        match self.orders.binary_search_by(|(known, _)| (**known).cmp(parent)) {
            Ok(at) => self.orders.get_mut(at).into_iter().for_each(|(_, old)| *old = order.clone()),
            Err(at) => self.orders.insert(at, (parent.into(), order)),
        }
    }

    /// True if a run's edge is left out.
    pub fn is_removed(&self, parent: &str, child: &str) -> bool {
        self.place(parent, child).is_ok()
    }

    fn place(&self, parent: &str, child: &str) -> Result<usize, usize> {
        self.removed.binary_search_by(|(a, b)| (&**a, &**b).cmp(&(parent, child)))
    }

    /// Leaves out a run's edge.
    pub fn remove(&mut self, parent: &str, child: &str) {
        if let Err(at) = self.place(parent, child) {
            self.removed.insert(at, (parent.into(), child.into()));
        }
    }

    /// No longer leaves it out. False if it was not left out.
    pub fn unremove(&mut self, parent: &str, child: &str) -> bool {
        let found = self.place(parent, child);
        found.is_ok_and(|at| {
            self.removed.remove(at);
            true
        })
    }

    /// Puts a node at the end of the roots.
    pub fn make_root(&mut self, id: &str) {
        self.roots.retain(|root| **root != *id);
        self.roots.push(id.into());
    }
}
