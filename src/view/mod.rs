//! A machine or a run as a picture and as tables.
//!
//! ```text
//! machine ─► plan ─► picture ─┬─► dot      (text for Graphviz)
//!     run ────────► marks ────┘└─► overlay (what a step changes, without a layout)
//! ```
//!
//! | file | owns |
//! |---|---|
//! | `options` | what a reader chooses |
//! | `plan`, `crowd`, `grid`, `limits` | what is drawn, as what, and with how much room |
//! | `fields` | the rows of nodes before any run |
//! | `palette`, `states` | the colors of both themes; the states of a node with their signs, words and looks |
//! | `look`, `style`, `paint` | shapes and colors: ours by class, then the machine's own within an allow list |
//! | `picture` | look, cells and title of every node and edge, and the layout key |
//! | `marks`, `status`, `values` | what a run adds to it; the cell of a head; the cells of fields |
//! | `card`, `heading`, `edge_label`, `rows`, `cell` | labels |
//! | `access`, `data_rows`, `wires` | what nodes read and write: found, as rows of cards, as lines to contexts |
//! | `rail` | what stands beside the flow |
//! | `label`, `measure`, `width`, `markdown`, `texts` | the lines they are made of |
//! | `quote` | the only place where text becomes markup |
//! | `dot` with `print`, `back_edges`; `overlay` | the two ways a picture is written |
//! | `tables` | a run as plain data |
//! | `contexts` | the contexts of a machine as plain data |
//! | `database` | a run as SQL |
//!
//! Refuses to change anything, to emit links, images or any attribute that is not listed here, and to let text
//! of a user become markup. The same input gives the same bytes.

mod access;
mod back_edges;
mod card;
pub mod cell;
pub mod contexts;
mod crowd;
mod data_rows;
mod database;
mod dot;
mod edge_label;
mod fields;
mod grid;
mod heading;
mod label;
mod limits;
mod look;
mod markdown;
mod marks;
mod measure;
pub mod options;
mod overlay;
mod paint;
mod palette;
mod picture;
mod plan;
mod print;
mod quote;
mod rail;
mod rows;
mod states;
mod status;
mod style;
pub mod tables;
mod texts;
mod values;
mod width;
mod wires;

use crate::json::{ToJson, Writer};
use crate::machine::Machine;
use crate::run::Run;
use crate::view::picture::Picture;

pub use crate::machine::drawn::{diagram_id, is_cluster};
pub use database::{Database, database, ddl, table_names};
pub use options::DotOptions;
pub use overlay::{Look, Overlay, RowCell};
pub use tables::{View, view};
pub use wires::Wire;

/// The static diagram of a machine as DOT text.
///
/// ```
/// use tracklight::machine::Machine;
/// use tracklight::view::{DotOptions, dot_static};
/// let machine = Machine::parse("state off; state on\noff -press-> on");
/// let dot = dot_static(&machine, &DotOptions::default());
/// assert!(dot.starts_with("digraph \"machine\" {"));
/// assert!(dot.contains("\"off\" -> \"on\""));
/// ```
pub fn dot_static(machine: &Machine, options: &DotOptions) -> String {
    dot::write(&Picture::of_machine(machine, options, false))
}

/// Looks, titles, cells and layout key of the static diagram. A run that has only started has the same key.
pub fn overlay_static(machine: &Machine, options: &DotOptions) -> Overlay {
    Overlay::of(&Picture::of_machine(machine, options, true))
}

/// The diagram of a run as DOT text.
pub fn dot(run: &Run, options: &DotOptions) -> String {
    dot::write(&Picture::of_run(run, options, false))
}

/// A drawing in two parts that are laid out alone, so that neither moves the other.
pub struct Drawing {
    /// What paths go through.
    pub flow: Part,
    /// The contexts, tools and types beside it; `None` when there are none.
    pub rail: Option<Part>,
    /// What joins both.
    pub wires: Vec<Wire>,
}

/// A part of a drawing.
pub struct Part {
    /// Its DOT text.
    pub dot: String,
    /// That of its layout.
    pub key: String,
}

impl ToJson for Drawing {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("flow", &self.flow);
            object.maybe("rail", &self.rail);
            object.field("wires", &self.wires);
        });
    }
}

impl ToJson for Part {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("dot", &self.dot);
            object.field("key", &self.key);
        });
    }
}

/// The static diagram of a machine in two parts.
pub fn drawing_static(machine: &Machine, options: &DotOptions) -> Drawing {
    let options = DotOptions { rail: Some(options.rail.clone().unwrap_or_default()), ..options.clone() };
    drawn(&Picture::of_machine(machine, &options, false))
}

/// The diagram of a run in two parts.
pub fn drawing(run: &Run, options: &DotOptions) -> Drawing {
    let options = DotOptions { rail: Some(options.rail.clone().unwrap_or_default()), ..options.clone() };
    drawn(&Picture::of_run(run, &options, false))
}

fn drawn(picture: &Picture) -> Drawing {
    let [flow, rail] = Overlay::of(picture).parts.unwrap_or_default();
    let has_rail = !picture.plan.rail.is_empty();
    Drawing {
        flow: Part { dot: dot::write(picture), key: flow },
        rail: has_rail.then(|| Part { dot: dot::write_rail(picture), key: rail }),
        wires: wires::wires(&picture.plan),
    }
}

/// Everything that [`dot`] shows and that can be laid over a drawing with the same key.
pub fn overlay(run: &Run, options: &DotOptions) -> Overlay {
    Overlay::of(&Picture::of_run(run, options, true))
}
