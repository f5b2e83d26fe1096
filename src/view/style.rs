//! Style entries of a machine laid over the looks of its nodes and edges.

use crate::machine::allow::{self, Fate};
use crate::machine::model::Style;
use crate::view::look::Look;
use crate::view::paint::Name;

pub use crate::machine::allow::StyleTarget;

/// Lays the entries that Graphviz may see over a look.
pub fn apply(look: &mut Look, style: &Style, target: StyleTarget) {
    let striped = allow::is_striped(style);
    for (key, value) in style {
        match allow::fate(key, value, target, striped) {
            Fate::Drawn(name, text) => {
                if let Some(name) = Name::of(name) {
                    look.set(name, text);
                }
            }
            Fate::Words => lay_words(look, &value.to_text(), target),
            Fate::BadValue(_) | Fate::BadKey => {}
        }
    }
}

fn lay_words(look: &mut Look, text: &str, target: StyleTarget) {
    for (at, word) in allow::style_words(text).filter_map(|(_, known)| known).enumerate() {
        // An edge has one kind of line; a node's words describe its fill as well and add up.
        if target == StyleTarget::Edge && at == 0 {
            look.set(Name::Style, word);
        } else {
            look.add_style(word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn applied(target: StyleTarget, entries: &[(&str, Value)]) -> Vec<(String, String)> {
        let mut look = Look::default();
        let style: Style = entries.iter().map(|(key, value)| ((*key).into(), value.clone())).collect();
        apply(&mut look, &style, target);
        look.paint.iter().map(|(key, value)| (key.word().to_owned(), value.to_string())).collect()
    }

    #[test]
    fn only_known_keys_with_values_of_known_form_pass() {
        for (target, key, value, passes) in [
            (StyleTarget::Node, "color", Value::from("#abc"), Some("#aabbcc")),
            (StyleTarget::Node, "color", Value::from("Red"), Some("red")),
            (StyleTarget::Node, "color", Value::from("red:blue"), None),
            (StyleTarget::Edge, "color", Value::from("red:#00f"), Some("red:#0000ff")),
            (StyleTarget::Node, "fillcolor", Value::from("red:blue"), None),
            (StyleTarget::Node, "penwidth", Value::from(100.0), Some("72")),
            (StyleTarget::Node, "penwidth", Value::from("wide"), None),
            (StyleTarget::Node, "shape", Value::from("star"), Some("star")),
            (StyleTarget::Edge, "shape", Value::from("star"), None),
            (StyleTarget::Node, "shape", Value::from("record"), None),
            (StyleTarget::Edge, "arrowhead", Value::from("lveeodot"), Some("lveeodot")),
            (StyleTarget::Edge, "arrowhead", Value::from("x\"y"), None),
            (StyleTarget::Edge, "constraint", Value::from(false), Some("false")),
            (StyleTarget::Machine, "rankdir", Value::from("LR"), Some("LR")),
            (StyleTarget::Machine, "URL", Value::from("https://example.org"), None),
            (StyleTarget::Node, "image", Value::from("x.png"), None),
            (StyleTarget::Machine, "layout", Value::from("neato"), None),
        ] {
            let expected: Vec<_> = passes.map(|text| (key.to_owned(), text.to_owned())).into_iter().collect();
            assert_eq!(applied(target, &[(key, value.clone())]), expected, "{key}: {value:?}");
        }
    }

    #[test]
    fn several_fill_colours_need_stripes() {
        let entries = [("style", Value::from("striped")), ("fillcolor", Value::from("red:blue"))];
        assert!(applied(StyleTarget::Node, &entries).contains(&("fillcolor".into(), "red:blue".into())));
    }
}
