//! The style entries of a machine that reach Graphviz: known keys with values of known form, nothing else.

use std::borrow::Cow;

use crate::machine::model::Style;
use crate::number::print as number;
use crate::value::Value;
use crate::view::look::Look;

/// What a style is laid on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
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

/// Lays the entries that Graphviz may see over a look.
pub fn apply(look: &mut Look, style: &Style, on: On) {
    let own = match on {
        On::Machine | On::Cluster => ON_GRAPHS,
        On::Node => ON_NODES,
        On::Edge => ON_EDGES,
    };
    let striped = style.iter().any(|(key, value)| {
        &**key == "style" && words(&value.to_text()).any(|word| matches!(word, "striped" | "wedged"))
    });
    for (key, value) in style {
        let known = EVERYWHERE.iter().chain(own).find(|(name, _)| *name == &**key);
        let Some((name, form)) = known.copied() else { continue };
        if let Form::Style = form {
            lay_words(look, &value.to_text(), on);
            continue;
        }
        let listed = (name == "color" && on == On::Edge) || (name == "fillcolor" && striped);
        if let Some(text) = read(form, value, if listed { Colors::Several } else { Colors::One }) {
            look.set(name, text);
        }
    }
}

/// How many colours a value may name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colors {
    One,
    Several,
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty())
}

fn lay_words(look: &mut Look, text: &str, on: On) {
    for (at, word) in words(text).filter_map(|word| STYLE_WORDS.iter().find(|known| **known == word)).enumerate() {
        // An edge has one kind of line; a node's words describe its fill as well and add up.
        if on == On::Edge && at == 0 {
            look.set("style", *word);
        } else {
            look.add_style(word);
        }
    }
}

fn read(form: Form, value: &Value, colors: Colors) -> Option<Cow<'static, str>> {
    let text = value.to_text();
    let text = text.trim();
    match form {
        Form::Color => match colors {
            Colors::One => color(text).map(Cow::from),
            Colors::Several => {
                let list: Option<Vec<String>> = text.split(':').map(|one| color(one.trim())).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(on: On, entries: &[(&str, Value)]) -> Vec<(String, String)> {
        let mut look = Look::default();
        let style: Style = entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
        apply(&mut look, &style, on);
        look.paint.iter().map(|(key, value)| (key.to_owned(), value.to_string())).collect()
    }

    #[test]
    fn only_known_keys_with_values_of_known_form_pass() {
        for (on, key, value, passes) in [
            (On::Node, "color", Value::from("#abc"), Some("#aabbcc")),
            (On::Node, "color", Value::from("Red"), Some("red")),
            (On::Node, "color", Value::from("red:blue"), None),
            (On::Edge, "color", Value::from("red:#00f"), Some("red:#0000ff")),
            (On::Node, "fillcolor", Value::from("red:blue"), None),
            (On::Node, "penwidth", Value::from(100.0), Some("72")),
            (On::Node, "penwidth", Value::from("wide"), None),
            (On::Node, "shape", Value::from("star"), Some("star")),
            (On::Edge, "shape", Value::from("star"), None),
            (On::Node, "shape", Value::from("record"), None),
            (On::Edge, "arrowhead", Value::from("lveeodot"), Some("lveeodot")),
            (On::Edge, "arrowhead", Value::from("x\"y"), None),
            (On::Edge, "constraint", Value::from(false), Some("false")),
            (On::Machine, "rankdir", Value::from("LR"), Some("LR")),
            (On::Machine, "URL", Value::from("https://example.org"), None),
            (On::Node, "image", Value::from("x.png"), None),
            (On::Machine, "layout", Value::from("neato"), None),
        ] {
            let expected: Vec<_> = passes.map(|text| (key.to_owned(), text.to_owned())).into_iter().collect();
            assert_eq!(applied(on, &[(key, value.clone())]), expected, "{key}: {value:?}");
        }
    }

    #[test]
    fn several_fill_colours_need_stripes() {
        let entries = [("style", Value::from("striped")), ("fillcolor", Value::from("red:blue"))];
        assert!(applied(On::Node, &entries).contains(&("fillcolor".into(), "red:blue".into())));
    }
}
