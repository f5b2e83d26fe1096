//! What a reader of the drawing chooses.

use crate::quick::{Map, Set};

/// Options of a drawing; `path` and `path_rows` count for drawings of a run only.
#[derive(Clone, Debug, PartialEq)]
pub struct DotOptions {
    /// Direction of the layout; the machine's own, else top to bottom, when absent.
    pub direction: Option<Direction>,
    /// How much a label says.
    pub detail: Detail,
    /// Draw contexts and events.
    pub contexts: bool,
    /// How reads and writes are drawn.
    pub data: Data,
    /// Draw notes.
    pub notes: bool,
    /// Draw inferred edges and dependencies.
    pub inferred: bool,
    /// Draw attribute and field rows.
    pub attributes: bool,
    /// Draw prompts.
    pub prompts: bool,
    /// Draw the machine's title and description.
    pub heading: bool,
    /// Base colours.
    pub theme: Theme,
    /// Give nodes and clusters a link to their line. For use outside the page only.
    pub links: bool,
    /// The one path whose values are shown; all when absent or unknown.
    pub path: Option<String>,
    /// Rows of one field whose value differs between paths.
    pub path_rows: usize,
    /// Columns of a value, at most.
    pub value_width: usize,
    /// Ids of modules that are drawn as one card.
    pub fold: Set<String>,
    /// How the contexts stand in a drawing of their own; `None` draws them with the rest.
    pub rail: Option<Rail>,
}

/// How reads and writes of contexts are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Not at all.
    Hidden,
    /// As rows of the cards that read and write.
    Rows,
    /// As edges between cards and contexts.
    Lines,
}

/// The column of contexts, tools and types beside the flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Rail {
    /// The most points that its cards are wide; they lose types, then parts of names and values.
    pub width: u32,
    /// How much of a card is drawn, by the id of its node.
    pub cards: Map<String, Extent>,
}

/// The most points that a rail is wide when nobody says so.
pub const RAIL_WIDTH: u32 = 300;

impl Default for Rail {
    fn default() -> Self {
        Self { width: RAIL_WIDTH, cards: Map::default() }
    }
}

/// How much of a card in the rail is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// The head, and what the last action changed.
    Head,
    /// The first fields, and what the last action changed.
    Some,
    /// All fields.
    All,
}

impl Default for DotOptions {
    fn default() -> Self {
        Self {
            direction: None,
            detail: Detail::Full,
            contexts: true,
            data: Data::Rows,
            notes: true,
            inferred: false,
            attributes: true,
            prompts: true,
            heading: true,
            theme: Theme::Light,
            links: false,
            path: None,
            path_rows: 6,
            value_width: 16,
            fold: Set::default(),
            rail: None,
        }
    }
}

/// Direction of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Top to bottom.
    TB,
    /// Left to right.
    LR,
}

impl Direction {
    /// As Graphviz writes it.
    pub fn word(self) -> &'static str {
        match self {
            Direction::TB => "TB",
            Direction::LR => "LR",
        }
    }
}

/// How much a label says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// All there is.
    Full,
    /// Names, states, one line of title and prompt, values and conditions: for small screens.
    Compact,
}

/// Base colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light fills.
    Light,
    /// Light ink on dark fills.
    Dark,
}

impl DotOptions {
    /// Rows per field that differs between paths, in sensible bounds.
    pub fn rows(&self) -> usize {
        self.path_rows.clamp(1, 256)
    }

    /// The most columns of a value, in sensible bounds.
    pub fn columns(&self) -> usize {
        let columns = self.value_width.clamp(4, 400);
        if self.is_compact() { columns.min(12) } else { columns }
    }

    /// True if labels say the least.
    pub fn is_compact(&self) -> bool {
        self.detail == Detail::Compact
    }
}
