//! How much room texts have, and in which sizes of type they are set.

use crate::machine::Machine;
use crate::value::Value;
use crate::view::measure::Room;

/// The room of texts: where they wrap, and how many lines they have. Attributes of the machine change where.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Names; `maxNodeTitleLength` changes this too.
    pub name: Room,
    /// `maxNodeTitleLength`
    pub title: Room,
    /// `maxNodeDescLength`
    pub desc: Room,
    /// Annotations of nodes.
    pub tags: Room,
    /// `maxNodePromptLength`
    pub prompt: Room,
    /// Columns: `maxAttributeKeyLength`
    pub key: usize,
    /// `maxAttributeValueLength`
    pub value: Room,
    /// `maxEdgeLabelLength`
    pub edge: Room,
    /// Annotations and attributes of edges.
    pub edge_tags: Room,
    /// Conditions.
    pub condition: Room,
    /// `maxMultiplicityLength`
    pub multiplicity: Room,
    /// `maxNoteContentLength`
    pub note: Room,
    /// The title of the machine.
    pub heading: Room,
}

/// Sizes of type, in points.
pub mod size {
    /// Names.
    pub const NAME: u32 = 13;
    /// Titles, prompts, keys, values of attributes, notes.
    pub const TEXT: u32 = 12;
    /// States, annotations, types, labels of edges.
    pub const SMALL: u32 = 11;
    /// The title of the machine.
    pub const HEADING: u32 = 16;
}

/// Points of a column in the attributes that say where texts wrap.
const COLUMN: u32 = 6;
/// Columns of a type.
pub const TYPE_COLUMNS: usize = 16;

/// The attributes of a machine that set where texts wrap.
pub const WRAPPING: [&str; 8] = [
    "maxNodeTitleLength",
    "maxNodeDescLength",
    "maxNodePromptLength",
    "maxAttributeKeyLength",
    "maxAttributeValueLength",
    "maxEdgeLabelLength",
    "maxMultiplicityLength",
    "maxNoteContentLength",
];

impl Limits {
    /// Those of a machine.
    pub fn of(machine: &Machine, compact: bool) -> Self {
        let [title, desc, prompt, key, value, edge, multiplicity, note] = WRAPPING.map(|name| {
            let number = machine.attribute(name).and_then(Value::as_num).filter(|number| *number >= 1.0);
            number.map(|number| (number as u32).min(1000))
        });
        let points = |columns: Option<u32>, default: u32, size: u32, lines: usize| {
            Room::points(columns.map_or(default, |columns| columns * COLUMN), size, lines)
        };
        let condition = edge.map_or(26, |columns| (columns * COLUMN * 100 / 682).max(1));
        let small = |full: Room, points: u32| if compact { Room::points(points, size::TEXT, 1) } else { full };
        Self {
            name: points(title, 170, size::NAME, 2),
            title: small(points(title, 190, size::TEXT, 2), 130),
            desc: points(desc, 190, size::TEXT, 2),
            tags: Room::points(206, size::SMALL, 2),
            prompt: small(points(prompt, 206, size::TEXT, 3), 150),
            key: key.unwrap_or(22) as usize,
            value: Room::columns(value.unwrap_or(24), 2),
            edge: points(edge, 150, size::SMALL, 3),
            edge_tags: points(edge.map(|columns| columns + 2), 160, size::SMALL, 3),
            condition: Room::columns(if compact { condition.min(18) } else { condition }, 3),
            multiplicity: points(multiplicity, 120, size::SMALL, 12),
            note: points(note, 206, size::TEXT, 6),
            heading: Room::points(420, size::HEADING, 2),
        }
    }
}
