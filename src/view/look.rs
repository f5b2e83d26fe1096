//! What things look like without a run: attributes of Graphviz and classes for the page, by class and kind.

use std::borrow::Cow;

use crate::machine::fan_out::{FORKS, MAPS};
use crate::machine::initial::Truth;
use crate::machine::join::JOINS;
use crate::machine::model::{Access, Class, Edge, EdgeKind, Node, Origin};
use crate::syntax::tree::Arrow;
use crate::view::paint::{Name, Paint};
use crate::view::palette::Palette;

/// Fill and line of a class of nodes.
fn colors(class: Class, palette: &Palette) -> (&'static str, &'static str) {
    match class {
        Class::Init => (palette.init_fill, palette.init_line),
        Class::End => (palette.end_fill, palette.end_line),
        Class::Task => (palette.task_fill, palette.task_line),
        Class::State => (palette.state_fill, palette.state_line),
        Class::Context => (palette.context_fill, palette.context_line),
        Class::Tool => (palette.tool_fill, palette.tool_line),
        Class::Type | Class::Event => (palette.type_fill, palette.plain_line),
        Class::Note => (palette.note_fill, palette.note_line),
        Class::Plain | Class::Style => (palette.plain_fill, palette.plain_line),
    }
}

/// True for what stores: it has square corners, what acts has round ones.
pub fn is_store(class: Class) -> bool {
    matches!(class, Class::Context | Class::Tool | Class::Type | Class::Event)
}

/// The look of one drawn thing.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Words of its `class`.
    pub classes: Vec<&'static str>,
    /// Its attributes, defaults among them.
    pub paint: Paint,
}

impl Look {
    fn new(kind: &'static str, class: &'static str) -> Self {
        let mut look = Self { classes: Vec::with_capacity(4), paint: Paint::new() };
        look.classes.extend([kind, class]);
        look
    }

    /// Sets an attribute.
    pub fn set(&mut self, name: Name, value: impl Into<Cow<'static, str>>) {
        self.paint.set(name, value);
    }

    /// Adds a word to `style`.
    pub fn add_style(&mut self, word: &str) {
        let style = self.paint.slot(Name::Style);
        if !style.split(',').any(|known| known == word) {
            let joined = if style.is_empty() { word.to_owned() } else { format!("{style},{word}") };
            *style = joined.into();
        }
    }

    fn line(&mut self, color: &'static str, style: &'static str, class: &'static str) {
        self.set(Name::Color, color);
        self.set(Name::Style, style);
        self.classes.push(class);
    }

    /// The line colour.
    pub fn color(&self) -> Cow<'static, str> {
        self.paint.get(Name::Color).cloned().unwrap_or_default()
    }

    /// The pen width.
    pub fn width(&self) -> f64 {
        self.paint.get(Name::PenWidth).and_then(|width| crate::number::parse(width)).unwrap_or(1.0)
    }

    /// The words of `style` that concern the line; empty for a plain one.
    pub fn line_style(&self) -> String {
        let mut line = String::new();
        for word in self.paint.get(Name::Style).map_or("", |style| style).split(',') {
            if ["dashed", "dotted", "bold"].contains(&word) {
                line.push_str(if line.is_empty() { "" } else { "," });
                line.push_str(word);
            }
        }
        line
    }
}

/// Whether a node is drawn as an entry though it is declared as nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing leads to it.
    Yes,
    /// It is a node like others.
    No,
}

/// What a node is drawn as.
pub fn shown_class(class: Class, entry: Entry) -> Class {
    if entry == Entry::Yes && class == Class::Plain { Class::Init } else { class }
}

/// The look of a node.
pub fn of_node(node: &Node, entry: Entry, palette: &Palette) -> Look {
    let mut look = Look::new("tl-node", class_word(node.class));
    let shown = shown_class(node.class, entry);
    let (fill, line) = colors(shown, palette);
    look.set(Name::Style, if is_store(shown) { "filled" } else { "filled,rounded" });
    look.set(Name::FillColor, fill);
    look.set(Name::Color, line);
    look.set(Name::PenWidth, if shown == Class::End { "2" } else { NODE_WIDTH });
    modify(&mut look, node);
    if node.annotation(&["singleton"]).is_some() {
        look.set(Name::Peripheries, "2");
    }
    look.classes.extend(origin_word(&node.origin));
    look
}

/// The look of a container that is drawn as one card.
pub fn of_folded(node: &Node, palette: &Palette) -> Look {
    let mut look = Look::new("tl-node", class_word(node.class));
    look.set(Name::Color, palette.cluster_line);
    look.set(Name::FillColor, palette.cluster_fill);
    look.set(Name::Style, "filled,rounded");
    look.set(Name::PenWidth, NODE_WIDTH);
    modify(&mut look, node);
    look.classes.push("tl-folded");
    look.classes.extend(origin_word(&node.origin));
    look
}

/// The pen of nodes that say nothing else.
pub const NODE_WIDTH: &str = "1.2";
/// That of edges.
pub const EDGE_WIDTH: &str = "1.3";

/// What annotations add to a node or a container.
fn modify(look: &mut Look, node: &Node) {
    if node.annotation(&["abstract", "deprecated"]).is_some() {
        look.add_style("dashed");
    }
    if node.annotation(&["critical"]).is_some() {
        look.set(Name::PenWidth, "3");
    }
}

/// The look of a note.
pub fn of_note(palette: &Palette) -> Look {
    let (fill, line) = colors(Class::Note, palette);
    let mut look = Look { classes: vec!["tl-note"], paint: Paint::new() };
    for (name, value) in [
        (Name::Shape, "note"),
        (Name::Style, "filled"),
        (Name::FillColor, fill),
        (Name::Color, line),
        (Name::PenWidth, NODE_WIDTH),
    ] {
        look.set(name, value);
    }
    look
}

/// The look of a container.
pub fn of_cluster(node: &Node, palette: &Palette) -> Look {
    let mut look = Look::new("tl-cluster", class_word(node.class));
    for (name, value) in [
        (Name::Color, palette.cluster_line),
        (Name::FillColor, palette.cluster_fill),
        (Name::Style, "filled,rounded"),
        (Name::LabelJust, "l"),
        (Name::Margin, "12"),
    ] {
        look.set(name, value);
    }
    modify(&mut look, node);
    look.classes.extend(origin_word(&node.origin));
    look
}

/// The look of an edge. A `reversed` one is laid out from its target to its source.
pub fn of_edge(edge: &Edge, truth: Option<Truth>, reversed: bool, palette: &Palette) -> Look {
    let mut look = Look::new("tl-edge", kind_word(edge.kind));
    look.set(Name::Color, palette.edge);
    look.set(Name::PenWidth, EDGE_WIDTH);
    match edge.arrow {
        Some(Arrow::Plain) | None => {}
        Some(Arrow::Long) => look.set(Name::Style, "dashed"),
        Some(Arrow::Fat) => {
            look.set(Name::Color, palette.danger);
            look.set(Name::PenWidth, "2.2");
        }
        Some(Arrow::Both) => look.set(Name::Dir, "both"),
        Some(Arrow::Inherits) => {
            look.set(Name::Dir, "back");
            look.set(Name::ArrowTail, "onormal");
        }
        Some(arrow @ (Arrow::Composes | Arrow::Aggregates)) => {
            look.set(Name::Dir, "both");
            look.set(Name::ArrowHead, "vee");
            look.set(Name::ArrowTail, if arrow == Arrow::Composes { "diamond" } else { "odiamond" });
        }
    }
    match edge.kind {
        EdgeKind::Data(access) => {
            look.set(Name::Color, palette.data);
            look.set(Name::PenWidth, "1");
            look.set(Name::Weight, "1");
            let writes = access == Some(Access::Write);
            look.classes.push(if writes { "tl-writes" } else { "tl-reads" });
            if reversed {
                look.set(Name::Dir, "back");
                look.set(Name::ArrowTail, "vee");
                look.classes.push("tl-back");
            } else if !writes {
                look.set(Name::ArrowHead, "vee");
            }
        }
        EdgeKind::Catch => {
            look.set(Name::Color, palette.danger);
            look.set(Name::Style, "dashed");
        }
        _ => {}
    }
    let waits = matches!(edge.kind, EdgeKind::Event | EdgeKind::Timer);
    if !waits && (edge.annotation(FORKS).is_some() || edge.annotation(MAPS).is_some()) {
        look.set(Name::ArrowHead, "normalnormal");
        look.classes.push("tl-fanout");
    } else if edge.annotation(JOINS).is_some() {
        look.set(Name::ArrowHead, "normaltee");
        look.classes.push("tl-join");
    }
    match truth {
        None => {}
        Some(Truth::True) => look.classes.push("tl-cond-true"),
        Some(Truth::Unknown) => look.classes.push("tl-cond-unknown"),
        Some(Truth::False) => look.line(palette.quiet, "dashed", "tl-cond-false"),
        Some(Truth::Fault) => look.line(palette.danger, "dotted", "tl-cond-error"),
    }
    if edge.kind == EdgeKind::Inferred {
        look.set(Name::Style, "dotted");
        look.set(Name::Color, palette.quiet);
    }
    look
}

/// The look of a dependency.
pub fn of_dependency(palette: &Palette) -> Look {
    let mut look = Look { classes: vec!["tl-dep"], paint: Paint::new() };
    look.set(Name::Color, palette.quiet);
    look.set(Name::Style, "dashed");
    look.set(Name::Constraint, "false");
    look
}

fn origin_word(origin: &Origin) -> Option<&'static str> {
    match origin {
        Origin::Created => Some("tl-created"),
        Origin::Imported(_) => Some("tl-imported"),
        Origin::Declared | Origin::Implied => None,
    }
}

/// The word of `class` for a class of nodes.
pub fn class_word(class: Class) -> &'static str {
    match class {
        Class::Task => "tl-task",
        Class::State => "tl-state",
        Class::Init => "tl-init",
        Class::End => "tl-end",
        Class::Plain => "tl-plain",
        Class::Context => "tl-context",
        Class::Tool => "tl-tool",
        Class::Type => "tl-type",
        Class::Style => "tl-style",
        Class::Note => "tl-note",
        Class::Event => "tl-event",
    }
}

fn kind_word(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Inferred => "tl-inferred",
        EdgeKind::Structural => "tl-structural",
        EdgeKind::Data(_) => "tl-data",
        EdgeKind::Catch => "tl-catch",
        EdgeKind::Event => "tl-event",
        EdgeKind::Timer => "tl-timer",
        EdgeKind::Control => "tl-control",
    }
}
