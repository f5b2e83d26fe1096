//! What a tool is, and how tools are named.

use std::borrow::Cow;
use std::sync::Arc;

use crate::machine::control::{Exit, Fields};
use crate::machine::model::{ContextIdx, EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};
use crate::run::state::DynamicTool;
use crate::text::hash;

/// An offered tool.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The name it is called by.
    pub name: Arc<str>,
    /// The name that it had under rules 1.
    pub former: Arc<str>,
    /// What it does.
    pub kind: ToolKind,
}

/// What a tool does.
#[derive(Clone, Debug)]
pub enum ToolKind {
    /// Chooses where to go.
    Transition {
        /// The target.
        target: NodeIdx,
        /// The edges that lead there.
        edges: Vec<EdgeIdx>,
        /// Their labels.
        label: String,
        /// The conditions that are not expressions.
        guard: Option<String>,
    },
    /// Reads a context.
    Read(ContextIdx, Fields),
    /// Writes a context.
    Write(ContextIdx, Fields),
    /// Spawns the paths of a fan-out edge.
    Spawn {
        /// The edge.
        exit: Exit,
        /// The list of a `@map`, as written.
        source: Option<Arc<str>>,
        /// What it does, in words, with the edge's label resolved when it was offered.
        words: String,
    },
    /// Asks the user.
    Request,
    /// Reads the machine, or proposes changes to it or to the tools.
    Meta(Meta),
    /// Is served by the host.
    Host(Served),
}

impl ToolKind {
    /// The word of requests.
    pub fn word(&self) -> &'static str {
        match self {
            ToolKind::Transition { .. } => "transition",
            ToolKind::Read(..) => "read",
            ToolKind::Write(..) => "write",
            ToolKind::Spawn { source: None, .. } => "spawn",
            ToolKind::Spawn { source: Some(_), .. } => "map",
            ToolKind::Request => "request",
            ToolKind::Meta(_) => "meta",
            ToolKind::Host(_) => "host",
        }
    }
}

/// The longest tool name.
const MAX_NAME: usize = 64;

/// A tool before it has its name: prefix, what it is named after, what it does.
pub(in crate::run) type Wanted = (&'static str, Option<NodeIdx>, ToolKind);

/// A tool about the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meta {
    /// Gives the machine.
    Definition,
    /// Lists the tools.
    List,
    /// Proposes an edit of the machine.
    Update,
    /// Has the host build a tool.
    Construct,
    /// Proposes an improvement of a tool to the host.
    Improve,
    /// Has the host list the nodes of class tool.
    Nodes,
    /// Has the host build a tool from such a node.
    Build,
}

/// Where a tool of the host comes from.
#[derive(Clone, Debug)]
pub enum Served {
    /// A node of class tool.
    Node(NodeIdx),
    /// A tool built during the run.
    Built(Arc<DynamicTool>),
}

fn cut(text: &str, length: usize) -> String {
    text.chars().take(length).collect()
}

/// A name that LLM APIs accept: up to 64 letters, digits, `_` and `-`.
///
/// Latin letters lose their diacritics. Letters of other scripts are replaced by a hash of the name, so the name stays
/// unique and is the same in every request.
pub(in crate::run) fn tool_name<'t>(prefix: &str, wanted: &'t str) -> Cow<'t, str> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if prefix.is_empty() && wanted.len() <= MAX_NAME && wanted.chars().all(fits) {
        return Cow::Borrowed(wanted);
    }
    let mut label = String::with_capacity(wanted.len());
    let mut lost = false;
    for c in wanted.chars() {
        match plain(c) {
            Some(letters) => label.push_str(letters),
            None if fits(c) => label.push(c),
            None => {
                lost |= c.is_alphanumeric();
                label.push('_');
            }
        }
    }
    let whole = [prefix, wanted].concat();
    if lost {
        let kept = label.trim_matches('_');
        let gap = if kept.is_empty() { "" } else { "_" };
        label = format!("{kept}{gap}{}", cut(&hash(&whole), 8));
    }
    let name = [prefix, &label].concat();
    Cow::Owned(if name.len() > MAX_NAME { format!("{}_{}", cut(&name, 55), cut(&hash(&whole), 8)) } else { name })
}

/// A Latin letter without its marks.
fn plain(c: char) -> Option<&'static str> {
    /// Letters and their replacements.
    const LETTERS: &[(&str, &str)] = &[
        ("àáâãåāăą", "a"),
        ("ä", "ae"),
        ("æ", "ae"),
        ("çćĉċč", "c"),
        ("ďđð", "d"),
        ("èéêëēĕėęě", "e"),
        ("ĝğġģ", "g"),
        ("ìíîïĩīĭįı", "i"),
        ("ķ", "k"),
        ("ĺļľł", "l"),
        ("ñńņň", "n"),
        ("òóôõøōŏő", "o"),
        ("ö", "oe"),
        ("œ", "oe"),
        ("ŕŗř", "r"),
        ("śŝşšș", "s"),
        ("ß", "ss"),
        ("ţťŧț", "t"),
        ("þ", "th"),
        ("ùúûũūŭůűų", "u"),
        ("ü", "ue"),
        ("ýÿŷ", "y"),
        ("źżž", "z"),
        ("ÀÁÂÃÅĀĂĄ", "A"),
        ("Ä", "Ae"),
        ("Æ", "Ae"),
        ("ÇĆĈĊČ", "C"),
        ("ĎĐÐ", "D"),
        ("ÈÉÊËĒĔĖĘĚ", "E"),
        ("ĜĞĠĢ", "G"),
        ("ÌÍÎÏĨĪĬĮİ", "I"),
        ("Ķ", "K"),
        ("ĹĻĽŁ", "L"),
        ("ÑŃŅŇ", "N"),
        ("ÒÓÔÕØŌŎŐ", "O"),
        ("Ö", "Oe"),
        ("Œ", "Oe"),
        ("ŔŖŘ", "R"),
        ("ŚŜŞŠȘ", "S"),
        ("ŢŤŦȚ", "T"),
        ("Þ", "Th"),
        ("ÙÚÛŨŪŬŮŰŲ", "U"),
        ("Ü", "Ue"),
        ("ÝŸŶ", "Y"),
        ("ŹŻŽ", "Z"),
    ];
    if c.is_ascii() {
        return None;
    }
    LETTERS.iter().find(|(letters, _)| letters.contains(c)).map(|(_, plain)| *plain)
}

/// The name of a tool under rules 1, which dropped letters outside ASCII.
pub(super) fn former_name(wanted: &str) -> String {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let name: String = wanted.chars().map(|c| if fits(c) { c } else { '_' }).collect();
    if name.len() > MAX_NAME { format!("{}_{}", cut(&name, 55), cut(&hash(wanted), 8)) } else { name }
}

/// Names that are given away, each once.
#[derive(Default)]
pub(super) struct Names {
    taken: Set<Arc<str>>,
    /// By name: the number that is tried next where it is taken.
    next: Map<Arc<str>, usize>,
}

impl Names {
    /// Gives away a name, with a number behind it where it is taken.
    pub fn give(&mut self, name: Cow<str>) -> Arc<str> {
        let mut free: Arc<str> = name.as_ref().into();
        if self.taken.contains(&free) {
            let next = self.next.entry(free.clone()).or_insert(2);
            while self.taken.contains(&free) {
                let suffix = format!("_{next}");
                free = format!("{}{suffix}", cut(&name, MAX_NAME - suffix.len())).into();
                *next += 1;
            }
        }
        self.taken.insert(free.clone());
        free
    }
}
