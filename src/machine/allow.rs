//! The style entries that reach Graphviz: known keys with values of known form, nothing else.

use std::borrow::Cow;

use crate::number::print as number;
use crate::value::Value;

/// What a style is laid on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StyleTarget {
    /// The whole drawing.
    Machine,
    /// A container drawn as a box.
    Cluster,
    /// A node.
    Node,
    /// An edge.
    Edge,
}

/// The forms of values.
#[derive(Clone, Copy)]
enum Form {
    Color,
    /// A number between two bounds.
    Number(f64, f64),
    /// One of some words.
    Word(&'static [&'static str]),
    Truth,
    /// One or two numbers.
    Margin,
    /// Words of `style`.
    Style,
    Arrow,
    Justify,
}

const EVERYWHERE: &[(&str, Form)] = &[
    ("color", Form::Color),
    ("fillcolor", Form::Color),
    ("fontcolor", Form::Color),
    ("bgcolor", Form::Color),
    ("pencolor", Form::Color),
    ("penwidth", Form::Number(0.0, 72.0)),
    ("fontsize", Form::Number(0.0, 72.0)),
    (
        "fontname",
        Form::Word(&[
            "Helvetica",
            "Arial",
            "Times",
            "Courier",
            "Verdana",
            "Georgia",
            "sans-serif",
            "serif",
            "monospace",
        ]),
    ),
    ("style", Form::Style),
];

const ON_NODES: &[(&str, Form)] = &[
    (
        "shape",
        Form::Word(&[
            "box",
            "rect",
            "square",
            "ellipse",
            "oval",
            "circle",
            "doublecircle",
            "diamond",
            "egg",
            "triangle",
            "invtriangle",
            "pentagon",
            "hexagon",
            "octagon",
            "doubleoctagon",
            "parallelogram",
            "trapezium",
            "house",
            "invhouse",
            "note",
            "tab",
            "folder",
            "box3d",
            "component",
            "cylinder",
            "star",
            "underline",
            "plain",
            "plaintext",
        ]),
    ),
    ("peripheries", Form::Number(0.0, 4.0)),
    ("width", Form::Number(0.0, 20.0)),
    ("height", Form::Number(0.0, 20.0)),
    ("margin", Form::Margin),
    ("labeljust", Form::Justify),
];

const ON_EDGES: &[(&str, Form)] = &[
    ("arrowhead", Form::Arrow),
    ("arrowtail", Form::Arrow),
    ("arrowsize", Form::Number(0.0, 5.0)),
    ("dir", Form::Word(&["forward", "back", "both", "none"])),
    ("weight", Form::Number(0.0, 1000.0)),
    ("minlen", Form::Number(0.0, 20.0)),
    ("constraint", Form::Truth),
];

const ON_GRAPHS: &[(&str, Form)] = &[
    ("rankdir", Form::Word(&["LR", "RL", "TB", "BT"])),
    ("nodesep", Form::Number(0.0, 10.0)),
    ("ranksep", Form::Number(0.0, 10.0)),
    ("splines", Form::Word(&["true", "false", "line", "ortho", "curved", "polyline", "spline"])),
    ("labeljust", Form::Justify),
    ("concentrate", Form::Truth),
];

const STYLE_WORDS: &[&str] =
    &["solid", "dashed", "dotted", "bold", "filled", "rounded", "diagonals", "striped", "wedged"];

/// What becomes of an entry.
#[derive(Clone, Debug, PartialEq)]
pub enum Fate {
    /// It reaches Graphviz, so written.
    Drawn(&'static str, Cow<'static, str>),
    /// It is `style`, a list of words to be read one by one.
    Words,
    /// The key is known; these are values it takes.
    BadValue(String),
    /// The key is not known here.
    BadKey,
}

/// What becomes of an entry; `striped` says that the fill may have several colours.
pub fn fate(key: &str, value: &Value, target: StyleTarget, striped: bool) -> Fate {
    let Some((name, form)) = known(target).find(|(name, _)| *name == key).copied() else { return Fate::BadKey };
    if let Form::Style = form {
        return Fate::Words;
    }
    let listed = (name == "color" && target == StyleTarget::Edge) || (name == "fillcolor" && striped);
    match read(form, value, if listed { Colors::Several } else { Colors::One }) {
        Some(text) => Fate::Drawn(name, text),
        None => Fate::BadValue(expected(form)),
    }
}

fn known(target: StyleTarget) -> impl Iterator<Item = &'static (&'static str, Form)> {
    let own = match target {
        StyleTarget::Machine | StyleTarget::Cluster => ON_GRAPHS,
        StyleTarget::Node => ON_NODES,
        StyleTarget::Edge => ON_EDGES,
    };
    EVERYWHERE.iter().chain(own)
}

/// The keys that are known there.
pub fn keys(target: StyleTarget) -> impl Iterator<Item = &'static str> {
    known(target).map(|(name, _)| *name)
}

/// The words of a `style` value, each with the known word it is.
pub fn style_words(text: &str) -> impl Iterator<Item = (&str, Option<&'static str>)> {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    words.map(|word| (word, STYLE_WORDS.iter().find(|known| **known == word).copied()))
}

/// True if a style asks for several fill colours.
pub fn is_striped(style: &[(std::sync::Arc<str>, Value)]) -> bool {
    style.iter().any(|(key, value)| {
        &**key == "style" && style_words(&value.to_text()).any(|(word, _)| matches!(word, "striped" | "wedged"))
    })
}

/// What values of a form look like.
fn expected(form: Form) -> String {
    match form {
        Form::Color => "a color is a name, `#rgb`, `#rrggbb` or `#rrggbbaa`".into(),
        Form::Number(least, most) => format!("a number from {least} to {most}"),
        Form::Word(words) => format!("one of {}", words.join(", ")),
        Form::Truth => "true or false".into(),
        Form::Margin => "one or two numbers from 0 to 5".into(),
        Form::Style => format!("words of {}", STYLE_WORDS.join(", ")),
        Form::Arrow => "up to four arrow shapes of Graphviz".into(),
        Form::Justify => "left, center or right".into(),
    }
}

/// How many colours a value may name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colors {
    One,
    Several,
}

fn read(form: Form, value: &Value, colors: Colors) -> Option<Cow<'static, str>> {
    let text = value.to_text();
    let text = text.trim();
    match form {
        Form::Color => match colors {
            Colors::One => color(text).map(Cow::from),
            Colors::Several => {
                let list: Option<Vec<String>> = text.split(':').map(|part| color(part.trim())).collect();
                Some(list?.join(":").into())
            }
        },
        Form::Number(least, most) => clamped(value.as_num(), least, most).map(Cow::from),
        Form::Word(known) => known.iter().find(|word| word.eq_ignore_ascii_case(text)).map(|word| Cow::from(*word)),
        Form::Truth => value.as_bool().map(|truth| Cow::from(if truth { "true" } else { "false" })),
        Form::Margin => {
            let parts: Option<Vec<String>> =
                text.split([',', ' ']).map(|part| clamped(crate::number::parse(part.trim()), 0.0, 5.0)).collect();
            parts.filter(|parts| parts.len() <= 2).map(|parts| parts.join(",").into())
        }
        Form::Arrow => is_arrow(text).then(|| text.to_owned().into()),
        Form::Justify => match text.to_ascii_lowercase().as_str() {
            "l" | "left" => Some("l".into()),
            "r" | "right" => Some("r".into()),
            "c" | "center" | "centre" => Some("c".into()),
            _ => None,
        },
        Form::Style => None,
    }
}

fn clamped(value: Option<f64>, least: f64, most: f64) -> Option<String> {
    value.filter(|value| value.is_finite()).map(|value| number(value.clamp(least, most)))
}

/// A colour that is a name or has three, six or eight hex digits; three are written as six.
fn color(text: &str) -> Option<String> {
    let Some(digits) = text.strip_prefix('#') else {
        let named = !text.is_empty() && text.len() <= 40 && text.bytes().all(|c| c.is_ascii_alphanumeric());
        return named.then(|| text.to_ascii_lowercase());
    };
    if !digits.bytes().all(|c| c.is_ascii_hexdigit()) {
        return None;
    }
    match digits.len() {
        3 => Some(format!("#{}", digits.chars().flat_map(|c| [c, c]).collect::<String>())),
        6 | 8 => Some(text.to_owned()),
        _ => None,
    }
}

/// Up to four arrow shapes of Graphviz, each with its modifiers.
fn is_arrow(text: &str) -> bool {
    const SHAPES: &[&str] = &[
        "invempty", "halfopen", "ediamond", "odiamond", "invodot", "icurve", "normal", "diamond", "invdot", "empty",
        "curve", "crow", "none", "open", "box", "dot", "inv", "tee", "vee",
    ];
    let mut rest = text;
    for _ in 0..4 {
        let bare = rest.strip_prefix('o').filter(|after| !after.starts_with("pen")).unwrap_or(rest);
        let bare = bare.strip_prefix(['l', 'r']).unwrap_or(bare);
        let Some(after) = SHAPES.iter().find_map(|shape| bare.strip_prefix(shape).or_else(|| rest.strip_prefix(shape)))
        else {
            return false;
        };
        if after.is_empty() {
            return true;
        }
        rest = after;
    }
    false
}
