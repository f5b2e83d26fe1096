//! Styles: entries from annotations, attributes and style nodes, with the keys and values Graphviz knows.

use std::collections::HashMap;
use std::sync::Arc;

use crate::machine::entries::Entries;
use crate::machine::model::{Annotation, Attribute, Style};
use crate::machine::quoted::Quoted;
use crate::machine::values;
use crate::syntax::tree::{Tree, Val, ValKind};
use crate::text::Span;
use crate::value::Value;
use crate::work::Work;

/// The rules of style nodes by selector, in source order.
#[derive(Default)]
pub(super) struct Rules {
    by_selector: HashMap<Arc<str>, Selected>,
    count: usize,
}

/// The rules of one selector.
#[derive(Default)]
struct Selected {
    /// Each with its position among all rules.
    rules: Vec<(usize, Style)>,
    /// What they say together.
    whole: Entries,
}

impl Rules {
    /// Adds a rule; later ones win.
    pub fn add(&mut self, selector: &Arc<str>, style: &Style) {
        let selected = self.by_selector.entry(selector.clone()).or_default();
        selected.rules.push((self.count, style.clone()));
        style.iter().for_each(|(key, value)| selected.whole.put(key, value.clone()));
        self.count += 1;
    }

    fn apply(&self, annotations: &[Annotation], work: &Work) -> Entries {
        let mut found = annotations.iter().filter_map(|annotation| self.by_selector.get(&annotation.name));
        let Some(first) = found.next() else { return Entries::default() };
        let Some(second) = found.next() else {
            work.charge(first.whole.len() as u64);
            return first.whole.clone();
        };
        let mut rules: Vec<&(usize, Style)> =
            [first, second].into_iter().chain(found).flat_map(|selected| &selected.rules).collect();
        rules.sort_by_key(|(at, _)| *at);
        let mut style = Entries::default();
        for (_, rule) in rules {
            if !work.charge(1 + rule.len() as u64) {
                break;
            }
            rule.iter().for_each(|(key, value)| style.put(key, value.clone()));
        }
        style
    }
}

/// The style of a machine, a node or an edge: rules of its selectors, then the `style` attribute, then `@style`.
pub(super) fn merged(rules: &Rules, attribute: Option<&Value>, annotations: &[Annotation], work: &Work) -> Style {
    let mut style = rules.apply(annotations, work);
    if let Some(value) = attribute {
        add(&mut style, None, value);
    }
    for annotation in annotations.iter().filter(|annotation| annotation.is(&["style"])) {
        if let Some(value) = &annotation.value {
            add(&mut style, None, value);
        }
        for (key, value) in &annotation.parameters {
            add(&mut style, Some(key), value);
        }
    }
    style.into_list()
}

/// The entries of a style node.
pub(super) fn entries(attributes: &[Attribute]) -> Style {
    let mut style = Entries::default();
    for attribute in attributes {
        if let Some(value) = &attribute.value {
            add(&mut style, Some(&attribute.name), value);
        }
    }
    style.into_list()
}

/// Adds what a key and its value say; without key a map, or text of `key: value;` pairs.
fn add(style: &mut Entries, key: Option<&str>, value: &Value) {
    match (key, value) {
        (_, Value::Map(entries)) => entries.iter().for_each(|(key, value)| add(style, Some(key), value)),
        (Some(key), value) => convert(style, key.trim(), value),
        (None, Value::Str(text)) => {
            for (key, value) in text.split(';').filter_map(|pair| pair.split_once(':')) {
                add(style, Some(key), &Value::from(value.trim()));
            }
        }
        (None, _) => {}
    }
}

/// An entry as it is written.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub key: Arc<str>,
    pub key_span: Span,
    pub value: Value,
    pub value_span: Span,
}

/// The entries of a written style: those of a map, or of text of `key: value;` pairs.
pub(super) fn written(tree: &Tree, source: &Val, entries: &mut Vec<Written>) {
    match &source.kind {
        ValKind::Map(map) => {
            for entry in map {
                match &entry.value {
                    Some(inner) if matches!(inner.kind, ValKind::Map(_)) => written(tree, inner, entries),
                    Some(inner) => entries.push(Written {
                        key: entry.key.text.clone(),
                        key_span: entry.key.span,
                        value: values::value(tree, inner),
                        value_span: inner.span,
                    }),
                    None => {}
                }
            }
        }
        ValKind::Str(text) | ValKind::Raw(text) => written_pairs(tree, text, source.span, entries),
        _ => {}
    }
}

/// The entries of the text of `key: value;` pairs at `span`.
pub(super) fn written_pairs(tree: &Tree, text: &str, span: Span, entries: &mut Vec<Written>) {
    let quoted = Quoted::string(tree, span, text);
    let mut start = 0;
    for pair in text.split(';') {
        if let Some((key, value)) = pair.split_once(':') {
            let place = |part: &str, from: usize| {
                let from = from + (part.len() - part.trim_start().len());
                quoted.at(Span::new(from, from + part.trim().len()))
            };
            entries.push(Written {
                key: key.trim().into(),
                key_span: place(key, start),
                value: Value::from(value.trim()),
                value_span: place(value, start + key.len() + 1),
            });
        }
        start += pair.len() + 1;
    }
}

/// An entry with the key and the value that Graphviz knows; nothing where it says nothing by itself.
pub(super) fn converted(key: &str, value: &Value) -> Style {
    let mut style = Entries::default();
    convert(&mut style, key.trim(), value);
    style.into_list()
}

fn convert(style: &mut Entries, key: &str, value: &Value) {
    let lower = key.to_ascii_lowercase();
    let mapped = match lower.as_str() {
        "stroke-width" | "border-width" => "penwidth",
        "stroke" | "border-color" => "color",
        "fill" | "background-color" => "fillcolor",
        "font-family" => "fontname",
        "font-size" => "fontsize",
        "text-align" => "labeljust",
        "direction" | "rankdir" => {
            let text = value.to_text();
            style.put("rankdir", Value::from(direction(&text)));
            return;
        }
        "stroke-dasharray" => {
            let text = value.to_text();
            let first = text.split([',', ' ']).next().and_then(|dash| crate::number::parse(dash.trim()));
            style.put("style", Value::from(if first.is_some_and(|dash| dash <= 2.0) { "dotted" } else { "dashed" }));
            return;
        }
        "opacity" => {
            fade(style, value);
            return;
        }
        "font-weight" => return,
        other => other,
    };
    style.put(mapped, plain(value));
}

/// A direction of layout as Graphviz spells it.
fn direction(text: &str) -> &str {
    match text.trim().to_ascii_lowercase().as_str() {
        "left-to-right" | "column" | "lr" => "LR",
        "right-to-left" | "rl" => "RL",
        "top-to-bottom" | "row" | "tb" => "TB",
        "bottom-to-top" | "bt" => "BT",
        _ => text,
    }
}

/// Text of a truth or a number, with or without unit, becomes one.
fn plain(value: &Value) -> Value {
    let Value::Str(text) = value else { return value.clone() };
    let text = text.trim();
    match text {
        "true" => return Value::Bool(true),
        "false" => return Value::Bool(false),
        _ => {}
    }
    let digits = text.strip_suffix("px").or_else(|| text.strip_suffix("pt")).unwrap_or(text).trim_end();
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    match crate::number::parse(digits) {
        Some(number) if numeric && number.is_finite() => Value::Num(number),
        _ => Value::from(text),
    }
}

/// Gives the colours so far the alpha of an opacity.
fn fade(style: &mut Entries, value: &Value) {
    let Some(opacity) = plain(value).as_num().filter(|opacity| (0.0..=1.0).contains(opacity)) else { return };
    let alpha = (opacity * 255.0).round() as u8;
    for (key, value) in style.iter_mut() {
        let Some(colour) = value.as_str().filter(|_| key.ends_with("color")) else { continue };
        let Some(digits) = colour.strip_prefix('#').filter(|hex| hex.bytes().all(|c| c.is_ascii_hexdigit())) else {
            continue;
        };
        let full: String = match digits.len() {
            3 => digits.chars().flat_map(|c| [c, c]).collect(),
            6 | 8 => digits.chars().take(6).collect(),
            _ => continue,
        };
        *value = Value::from(format!("#{full}{alpha:02x}"));
    }
}
