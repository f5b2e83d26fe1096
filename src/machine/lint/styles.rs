//! Style entries that never reach the drawing.

use crate::diagnostic::Diagnostic;
use crate::machine::allow::{Fate, StyleTarget, fate, is_striped, keys, style_words};
use crate::machine::lint::Facts;
use crate::machine::model::{Annotation, Class, Style};
use crate::machine::style::{Written, converted, written, written_pairs};
use crate::machine::suggest::Suggest;
use crate::syntax::tree::{Tree, Val, ValKind};
use crate::text::Span;
use crate::value::Value;

/// Keys of a grid, on what holds nodes.
const GRID: &[&str] = &["grid", "columns", "cols"];
/// Keys of a place in a grid, on nodes.
const SLOT: &[&str] = &["grid-position", "grid-pos", "column", "col"];
/// What the key `rank` takes, on nodes.
const RANKS: &[&str] = &["min", "max", "same", "source", "sink"];

/// Checks the styles of the machine, its nodes, style nodes and edges.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let tree = &machine.tree;
    let mut entries = Vec::new();
    for source in facts.attributes.iter().filter(|source| &*source.key.text == "style") {
        source.value.iter().for_each(|value| written(tree, value, &mut entries));
    }
    of_annotations(tree, &machine.annotations, &mut entries);
    report(&mut entries, &[StyleTarget::Machine], suggest, findings);
    for (at, node) in machine.nodes.entries() {
        let sources = &facts.extras[at].sources;
        let target: &[StyleTarget] = match node.class {
            Class::Note => continue,
            Class::Style => &[StyleTarget::Node, StyleTarget::Edge, StyleTarget::Cluster],
            _ if node.children.is_empty() => &[StyleTarget::Node],
            _ => &[StyleTarget::Cluster, StyleTarget::Node],
        };
        if node.class == Class::Style {
            for source in sources {
                source.value.iter().for_each(|value| of_rule(tree, source, value, &mut entries));
            }
        } else {
            for source in sources.iter().filter(|source| &*source.key.text == "style") {
                source.value.iter().for_each(|value| written(tree, value, &mut entries));
            }
            of_annotations(tree, &node.annotations, &mut entries);
        }
        report(&mut entries, target, suggest, findings);
    }
    for segment in facts.segments {
        entries.extend(segment.content.styled.iter().cloned());
        of_annotations(tree, &segment.content.annotations, &mut entries);
        report(&mut entries, &[StyleTarget::Edge], suggest, findings);
    }
}

fn of_rule(tree: &Tree, source: &crate::syntax::tree::Attribute, value: &Val, entries: &mut Vec<Written>) {
    if let ValKind::Map(_) = value.kind {
        written(tree, value, entries);
    } else {
        entries.push(Written {
            key: source.key.text.clone(),
            key_span: source.key.span,
            value: crate::machine::values::value(tree, value),
            value_span: value.span,
        });
    }
}

fn of_annotations(tree: &Tree, annotations: &[Annotation], entries: &mut Vec<Written>) {
    for annotation in annotations.iter().filter(|annotation| annotation.is(&["style"])) {
        if let (Some(Value::Str(text)), Some(at)) = (&annotation.value, annotation.arguments.first()) {
            written_pairs(tree, text, at.whole, entries);
        }
        for ((key, value), at) in annotation.parameters.iter().zip(&annotation.arguments) {
            if matches!(value, Value::Map(_)) {
                continue;
            }
            let (key, value) = (key.clone(), value.clone());
            entries.push(Written { key, key_span: at.key, value, value_span: at.value });
        }
    }
}

/// Reports the entries that nothing they may be laid on takes, and empties the list.
fn report(entries: &mut Vec<Written>, target: &[StyleTarget], suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    if entries.is_empty() {
        return;
    }
    let all: Style = entries.iter().flat_map(|entry| converted(&entry.key, &entry.value)).collect();
    let striped = is_striped(&all);
    for entry in entries.drain(..) {
        for (key, value) in converted(&entry.key, &entry.value) {
            findings.extend(dropped(&entry, &key, &value, target, striped, suggest));
        }
    }
}

/// Whether a key places nodes instead of reaching Graphviz as it is, and if so, what its value should be and is not.
fn layout(key: &str, value: &Value, target: StyleTarget) -> Option<Option<&'static str>> {
    let (grid, node) = (matches!(target, StyleTarget::Machine | StyleTarget::Cluster), target == StyleTarget::Node);
    let (fits, expected) = if (grid && GRID.contains(&key)) || (node && SLOT.contains(&key)) {
        (value.as_num().is_some_and(|number| number >= 1.0 && number.fract() == 0.0), "a whole number, at least 1")
    } else if node && key == "rank" {
        (value.as_str().is_some_and(|word| RANKS.contains(&word)), "one of min, max, same, source, sink")
    } else {
        return None;
    };
    Some((!fits).then_some(expected))
}

fn dropped(
    entry: &Written,
    key: &str,
    value: &Value,
    target: &[StyleTarget],
    striped: bool,
    suggest: &mut Suggest,
) -> Option<Diagnostic> {
    let warning = |span: Span, message: String| Diagnostic::warning("style-dropped", span, message);
    let mut bad_value = None;
    for target in target {
        match layout(key, value, *target) {
            Some(None) => return None,
            Some(Some(expected)) => bad_value = Some(expected.to_owned()),
            None => {}
        }
        match fate(key, value, *target, striped) {
            Fate::Drawn(..) => return None,
            Fate::Words => {
                let text = value.to_text();
                let (word, _) = style_words(&text).find(|(_, known)| known.is_none())?;
                return Some(
                    warning(entry.value_span, format!("unknown style `{word}`"))
                        .hint("use solid, dashed, dotted, bold, filled, rounded, diagonals, striped or wedged"),
                );
            }
            Fate::BadValue(expected) => bad_value = Some(expected),
            Fate::BadKey => {}
        }
    }
    if let Some(expected) = bad_value {
        let text = crate::text::clip(&value.to_text(), 40);
        return Some(
            warning(entry.value_span, format!("`{}` has no effect with the value `{text}`", entry.key)).hint(expected),
        );
    }
    let finding = warning(entry.key_span, format!("`{}` has no effect here", entry.key));
    let known = target.iter().flat_map(|target| keys(*target));
    Some(match suggest.among(key, known) {
        Some(near) => {
            finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), entry.key_span, near)
        }
        None => finding.hint("this key is not passed to Graphviz"),
    })
}
