//! What things look like without a run: attributes of Graphviz and classes for the page, by class and kind.

use std::borrow::Cow;

use crate::machine::control::{FORKS, JOINS, MAPS};
use crate::machine::model::{Access, Class, ConditionKind, Edge, EdgeKind, Node, Origin};
use crate::syntax::tree::Arrow;
use crate::view::options::Theme;
use crate::view::paint::{Name, Paint};

/// Base colours.
pub struct Palette {
    /// Text.
    pub ink: &'static str,
    /// Small text.
    pub muted: &'static str,
    /// Fill of plain nodes, and the default.
    pub fill: &'static str,
    /// Line of plain nodes, and the default.
    pub line: &'static str,
    /// Edges.
    pub edge: &'static str,
    /// Edges that matter less.
    pub faint: &'static str,
    /// Text of what is deprecated.
    pub faded: &'static str,
    /// Failures, and edges that force.
    pub red: &'static str,
    /// Conditions that hold.
    pub green: &'static str,
    /// Data edges.
    pub data: &'static str,
    /// Dependencies.
    pub blue: &'static str,
    /// Fill and line of notes.
    pub note: (&'static str, &'static str),
    /// Background of changed and of invalid values.
    pub marks: (&'static str, &'static str),
}

const LIGHT: Palette = Palette {
    ink: "#1f2933",
    muted: "#5b6673",
    fill: "#ffffff",
    line: "#5b6673",
    edge: "#52606d",
    faint: "#9aa5b1",
    faded: "#7b8794",
    red: "#c62828",
    green: "#2e7d32",
    data: "#3a8a4d",
    blue: "#2f6fb3",
    note: ("#fffbe0", "#b8a94a"),
    marks: ("#fff3bf", "#ffe3e3"),
};

const DARK: Palette = Palette {
    ink: "#e4e8ee",
    muted: "#a3afbd",
    fill: "#1d242d",
    line: "#93a0ae",
    edge: "#a3afbd",
    faint: "#6b7785",
    faded: "#8693a1",
    red: "#ff7b72",
    green: "#63c174",
    data: "#63c174",
    blue: "#6cb4f5",
    note: ("#35321c", "#b8a94a"),
    marks: ("#5c4a00", "#6b1f1f"),
};

impl Palette {
    /// The colours of a theme.
    pub fn of(theme: Theme) -> &'static Palette {
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// Fill and line of a class of nodes.
    pub fn of_class(&self, class: Class, theme: Theme) -> (&'static str, &'static str) {
        match (class, theme) {
            (Class::Init, Theme::Light) => ("#fff1de", "#c77700"),
            (Class::Init, Theme::Dark) => ("#3b2b14", "#e3a04a"),
            (Class::End, _) => (self.fill, self.line),
            (Class::Task, Theme::Light) => ("#e3effc", "#2f6fb3"),
            (Class::Task, Theme::Dark) => ("#172b40", "#6cb4f5"),
            (Class::State, Theme::Light) => ("#efe7fa", "#7a4fb5"),
            (Class::State, Theme::Dark) => ("#2a2040", "#b795e8"),
            (Class::Context, Theme::Light) => ("#e4f5e7", "#3a8a4d"),
            (Class::Context, Theme::Dark) => ("#17301f", "#63c174"),
            (Class::Tool, Theme::Light) => ("#fff9d6", "#9a8400"),
            (Class::Tool, Theme::Dark) => ("#332f12", "#d4c04e"),
            (Class::Type, Theme::Light) => ("#f3f4f6", "#5b6673"),
            (Class::Type, Theme::Dark) => ("#262c34", "#93a0ae"),
            (Class::Note, _) => self.note,
            (Class::Plain | Class::Style, _) => (self.fill, self.line),
        }
    }
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

/// The look of a node.
pub fn of_node(node: &Node, entry: Entry, theme: Theme) -> Look {
    let palette = Palette::of(theme);
    let mut look = Look::new("tl-node", class_word(node.class));
    let shown = if entry == Entry::Yes && node.class == Class::Plain { Class::Init } else { node.class };
    let (fill, line) = palette.of_class(shown, theme);
    let (shape, style) = match shown {
        Class::Init | Class::End => ("ellipse", "filled"),
        Class::State => ("box", "filled,rounded"),
        Class::Context => ("folder", "filled"),
        Class::Tool => ("component", "filled"),
        Class::Type => ("tab", "filled"),
        Class::Note => ("note", "filled"),
        Class::Task | Class::Plain | Class::Style => ("box", "filled"),
    };
    look.set(Name::Shape, shape);
    look.set(Name::Style, style);
    look.set(Name::FillColor, fill);
    look.set(Name::Color, line);
    if node.annotation(&["abstract"]).is_some() {
        look.set(Name::Shape, "egg");
        look.add_style("dashed");
    }
    if node.annotation(&["deprecated"]).is_some() {
        look.add_style("dashed");
        look.set(Name::FontColor, palette.faded);
    }
    if node.annotation(&["critical"]).is_some() {
        look.set(Name::PenWidth, "3");
    }
    if node.annotation(&["singleton"]).is_some() {
        look.set(Name::Peripheries, "2");
    }
    look.classes.extend(origin_word(&node.origin));
    look
}

/// The look of a note.
pub fn of_note(theme: Theme) -> Look {
    let (fill, line) = Palette::of(theme).note;
    let mut look = Look { classes: vec!["tl-note"], paint: Paint::new() };
    for (name, value) in [(Name::Shape, "note"), (Name::Style, "filled"), (Name::FillColor, fill), (Name::Color, line)]
    {
        look.set(name, value);
    }
    look
}

/// The look of a container.
pub fn of_cluster(node: &Node, theme: Theme) -> Look {
    let palette = Palette::of(theme);
    let mut look = Look::new("tl-cluster", class_word(node.class));
    look.set(Name::Color, palette.of_class(node.class, theme).1);
    look.set(Name::Style, if node.class == Class::State { "rounded" } else { "solid" });
    if node.annotation(&["abstract"]).is_some() || node.annotation(&["deprecated"]).is_some() {
        look.set(Name::Style, "dashed");
    }
    if node.annotation(&["deprecated"]).is_some() {
        look.set(Name::FontColor, palette.faded);
    }
    if node.annotation(&["critical"]).is_some() {
        look.set(Name::PenWidth, "3");
    }
    look.classes.extend(origin_word(&node.origin));
    look
}

/// What can be said of a condition before anything runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// It holds with the initial values.
    True,
    /// It does not hold with the initial values.
    False,
    /// The initial values do not say.
    Unknown,
    /// It is no expression.
    Fault,
}

/// The look of an edge.
pub fn of_edge(edge: &Edge, truth: Option<Truth>, theme: Theme) -> Look {
    let palette = Palette::of(theme);
    let mut look = Look::new("tl-edge", kind_word(edge.kind));
    look.set(Name::Color, palette.edge);
    match edge.arrow {
        Some(Arrow::Plain) => look.set(Name::ArrowHead, "normal"),
        Some(Arrow::Long) => look.set(Name::Style, "dashed"),
        Some(Arrow::Fat) => {
            look.set(Name::Color, palette.red);
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
        None => {}
    }
    match edge.kind {
        EdgeKind::Data(access) => {
            look.set(Name::Color, palette.data);
            let writes = access == Some(Access::Write);
            look.set(Name::ArrowHead, if writes { "normal" } else { "vee" });
            look.classes.push(if writes { "tl-writes" } else { "tl-reads" });
        }
        EdgeKind::Catch => {
            look.set(Name::Color, palette.red);
            look.set(Name::Style, "dashed");
        }
        _ => {}
    }
    if edge.annotation(FORKS).is_some() || edge.annotation(MAPS).is_some() {
        look.set(Name::ArrowHead, "normalnormal");
        look.classes.push("tl-fanout");
    } else if edge.annotation(JOINS).is_some() {
        look.set(Name::ArrowHead, "normaltee");
        look.classes.push("tl-join");
    }
    if let Some(truth) = truth {
        paint_truth(&mut look, truth, palette);
    }
    if edge.kind == EdgeKind::Inferred {
        look.set(Name::Style, "dotted");
        look.set(Name::Color, palette.faint);
    }
    look
}

fn paint_truth(look: &mut Look, truth: Truth, palette: &Palette) {
    let word = match truth {
        Truth::True => {
            look.set(Name::Color, palette.green);
            "tl-cond-true"
        }
        Truth::False => {
            look.set(Name::Color, palette.faint);
            look.set(Name::Style, "dashed");
            "tl-cond-false"
        }
        Truth::Unknown => "tl-cond-unknown",
        Truth::Fault => {
            look.set(Name::Color, palette.red);
            look.set(Name::Style, "dotted");
            "tl-cond-error"
        }
    };
    look.classes.push(word);
}

/// The look of a dependency.
pub fn of_dependency(theme: Theme) -> Look {
    let mut look = Look { classes: vec!["tl-dep"], paint: Paint::new() };
    look.set(Name::Color, Palette::of(theme).blue);
    look.set(Name::Style, "dashed");
    look.set(Name::Constraint, "false");
    look
}

/// The word before the text of a condition.
pub fn condition_word(kind: ConditionKind) -> &'static str {
    match kind {
        ConditionKind::When => "when",
        ConditionKind::Unless => "unless",
    }
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
    }
}

fn kind_word(kind: EdgeKind) -> &'static str {
    match kind {
        EdgeKind::Inferred => "tl-inferred",
        EdgeKind::Structural => "tl-structural",
        EdgeKind::Data(_) => "tl-data",
        EdgeKind::Catch => "tl-catch",
        EdgeKind::Control => "tl-control",
    }
}
