//! Labels, keys and annotations that read like conditions and are none.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Edit};
use crate::expr::{self, Expr};
use crate::machine::Machine;
use crate::machine::condition_keys::condition_rank;
use crate::machine::control::Work;
use crate::machine::edges::Linked;
use crate::machine::labels::Part;
use crate::machine::lint::Facts;
use crate::machine::lint::edge_words::{into_arrow, with_edits};
use crate::machine::model::{Annotation, Binding, Edge, NodeIdx};
use crate::machine::quoted::in_quotes;
use crate::machine::spellings::{Kind, Meaning, spelling};
use crate::text::Span;
use crate::value::Value;

/// Checks the edges that paths take, and the attributes of steps and of the machine.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    check_attributes(machine, findings);
    for segment in facts.segments {
        let is_transition = |edge: &&Edge| edge.kind.is_transition();
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).find(is_transition) else { continue };
        findings.extend(segment.content.parts.iter().filter_map(|part| match part.key {
            Some(key) => of_key(machine, edge, part, key),
            None => of_label(machine, edge, part),
        }));
        for annotation in
            segment.content.annotations.iter().filter(|annotation| !facts.selectors.contains(&*annotation.name))
        {
            findings.extend(of_annotation(machine, edge, segment, annotation));
        }
    }
}

/// Conditions on nodes and on the machine, where nothing reads them.
fn check_attributes(machine: &Machine, findings: &mut Vec<Diagnostic>) {
    let steps = machine.nodes.entries().filter(|(_, node)| node.class.is_executable());
    let of_nodes = steps.flat_map(|(at, node)| node.attributes.iter().map(move |attribute| (Some(at), attribute)));
    for (scope, attribute) in of_nodes.chain(machine.attributes.iter().map(|attribute| (None, attribute))) {
        let Some(text) = attribute.value.as_ref().and_then(Value::as_str) else { continue };
        if condition_key(Kind::EdgeKey, &attribute.name).is_none() {
            continue;
        }
        if Traits::of(machine, scope, text).is_some_and(|traits| traits.is_test && traits.is_known) {
            let message = format!("`{}` outside the arrow is not a condition", attribute.name);
            findings.push(
                Diagnostic::warning("condition-as-label", attribute.key_span, message)
                    .hint(format!("move it into the arrow: `-when: {}->`", in_quotes(text))),
            );
        }
    }
}

/// The key of the condition that a word announces.
fn condition_key(kind: Kind, word: &str) -> Option<&'static str> {
    match spelling(kind, word)?.0 {
        Meaning::When => Some("when"),
        Meaning::Unless => Some("unless"),
        _ => None,
    }
}

/// How much a text that parses is like a condition.
struct Traits {
    /// The text, or what it becomes with the operators of this language.
    text: String,
    /// It compares or asks something.
    is_test: bool,
    /// It is written with the signs of comparisons; words alone, as in `a in b`, may be a sentence.
    compares: bool,
    /// A name in it is a built-in, an attribute or in a context.
    is_known: bool,
    /// It is the name of a field.
    is_field: bool,
}

impl Traits {
    fn of(machine: &Machine, scope: Option<NodeIdx>, text: &str) -> Option<Traits> {
        let expr: Expr = expr::parse(text).or_else(|_| expr::parse(&expr::mend(text))).ok()?;
        let is_known = |segments: &[Arc<str>]| {
            let binding = machine.bind_name(scope, segments);
            !matches!(binding, Binding::Unknown | Binding::Node(_) | Binding::Context(_))
        };
        let text = expr.text().to_string();
        let whole = expr.names().first().filter(|name| name.text() == text);
        Some(Traits {
            is_test: expr.is_test(),
            compares: text.contains(['<', '>', '=']),
            is_known: expr.names().iter().any(|name| is_known(&name.segments)),
            is_field: whole.is_some_and(|name| name.segments.len() > 1 && is_known(&name.segments)),
            text,
        })
    }

    /// True where a word announces it, and it is no ordinary sentence.
    fn is_condition(&self) -> bool {
        (self.is_test && (self.is_known || self.compares)) || self.is_field
    }
}

/// The finding for a condition that has a key of another notation.
fn of_key(machine: &Machine, edge: &Edge, part: &Part, key: Span) -> Option<Diagnostic> {
    let written = machine.tree.str(key);
    let name = condition_key(Kind::EdgeKey, written).filter(|_| condition_rank(written).is_none())?;
    let text = part.quoted.as_deref().unwrap_or_else(|| machine.tree.str(part.text));
    let traits = Traits::of(machine, edge.scope, text).filter(Traits::is_condition)?;
    let condition = format!("{name}: {}", in_quotes(&traits.text));
    let edit = Edit { span: key.to(part.text), insert: condition.clone() };
    let found = Diagnostic::warning("condition-as-label", key, format!("`{written}` is not a condition"));
    Some(with_condition(found, &condition, Some(vec![edit])))
}

/// The finding for a condition in an annotation.
fn of_annotation(machine: &Machine, edge: &Edge, segment: &Linked, annotation: &Annotation) -> Option<Diagnostic> {
    let name = condition_key(Kind::EdgeAnnotation, &annotation.name)?;
    let arguments = annotation.arguments.first()?.whole.to(annotation.arguments.last()?.whole);
    let text = annotation.value.as_ref().and_then(Value::as_str).unwrap_or_else(|| machine.tree.str(arguments));
    let message = format!("`@{}` is an annotation, not a condition", annotation.name);
    let Some(traits) = Traits::of(machine, edge.scope, text).filter(Traits::is_condition) else {
        let found = Diagnostic::info("condition-as-label", annotation.span, message);
        return Some(found.hint(format!("write a condition as `-{name}: \"…\"->`")));
    };
    let condition = format!("{name}: {}", in_quotes(&traits.text));
    let found = Diagnostic::warning("condition-as-label", annotation.span, message);
    Some(with_condition(found, &condition, into_arrow(machine, edge, segment, annotation, &condition)))
}

/// The finding for a label that is a condition or ends with one.
fn of_label(machine: &Machine, edge: &Edge, part: &Part) -> Option<Diagnostic> {
    let text = part.quoted.as_deref().unwrap_or_else(|| machine.tree.str(part.text));
    let traits = |text: &str| Traits::of(machine, edge.scope, text);
    let agent = || machine.control.work(edge.source) != Work::None;
    let mut span = part.text;
    let (is_sure, name, traits) = if let Some((name, rest)) = announced(text) {
        let traits = traits(rest).filter(|traits| traits.is_condition() || traits.is_known)?;
        (traits.is_condition(), name, traits)
    } else if let Some((at, name, rest)) = behind_words(text).filter(|_| part.quoted.is_none())
        && let Some(traits) = traits(rest).filter(Traits::is_condition)
    {
        span.start += at as u32;
        (true, name, traits)
    } else {
        let text = unwrapped(text);
        let traits = traits(text).filter(|_| text.contains(['<', '>', '=', '!', '.', '(', '≥', '≤', '≠']))?;
        let known = traits.is_test && traits.is_known;
        let is_sure = match part.quoted {
            None => known || traits.is_field,
            // An agent is shown the label and decides by it.
            Some(_) => known && !agent(),
        };
        let may_be = known || traits.is_field || (part.quoted.is_none() && traits.is_test && traits.compares);
        if !may_be {
            return None;
        }
        (is_sure, "when", traits)
    };
    let condition = format!("{name}: {}", in_quotes(&traits.text));
    let message = format!("`{}` is a label, not a condition", machine.tree.str(span));
    let found = match is_sure {
        true => Diagnostic::warning("condition-as-label", span, message),
        false => Diagnostic::info("condition-as-label", span, message),
    };
    // The blank between other words and the condition is removed too.
    let edit = if span == part.text {
        Edit { span, insert: condition.clone() }
    } else {
        Edit { span: Span { start: span.start - 1, end: span.end }, insert: format!(", {condition}") }
    };
    Some(with_condition(found, &condition, Some(vec![edit])))
}

fn with_condition(finding: Diagnostic, condition: &str, edits: Option<Vec<Edit>>) -> Diagnostic {
    let title = format!("write `{condition}`");
    with_edits(finding.hint(title.clone()), &title, edits)
}

/// How many words of a label may precede a condition.
const WORDS_BEFORE: usize = 8;

/// A condition behind other words, as in `go when C.n > 9` and, as UML writes it, `go [C.n > 9]`: where it begins, its
/// key, and its text.
fn behind_words(text: &str) -> Option<(usize, &'static str, &str)> {
    text.match_indices(' ').take(WORDS_BEFORE).find_map(|(blank, _)| {
        let tail = text.get(blank + 1..)?;
        let guard = || Some(("when", unwrapped(tail.strip_prefix('[')?.strip_suffix(']')?)));
        let (name, rest) = announced(tail).or_else(guard)?;
        Some((blank + 1, name, rest))
    })
}

/// The key of the condition that the first word of a text, or its first two, announce, and the condition.
fn announced(text: &str) -> Option<(&'static str, &str)> {
    let text = unwrapped(text);
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let ends = text.match_indices(is_end).map(|(at, _)| at).take(2);
    ends.filter_map(|at| text.split_at_checked(at)).find_map(|(word, rest)| {
        let name = condition_key(Kind::Label, word)
            .filter(|_| rest.starts_with([' ', '=', ':', '(', '[', '"', '\'', '`', '!']))?;
        let condition = rest.trim_start_matches([' ', '=', ':']);
        Some((name, unwrapped(condition))).filter(|(_, condition)| !condition.is_empty())
    })
}

/// Brackets and quotes that may stand around a condition.
const AROUND: &[(char, char)] = &[('(', ')'), ('[', ']'), ('{', '}'), ('|', '|'), ('"', '"'), ('\'', '\''), ('`', '`')];

/// The text without the brackets and quotes around all of it.
fn unwrapped(text: &str) -> &str {
    let text = text.trim();
    let inside = |(open, close): &(char, char)| {
        text.strip_prefix(*open)?.strip_suffix(*close).filter(|inner| !inner.contains([*open, *close]))
    };
    AROUND.iter().find_map(inside).map_or(text, unwrapped)
}
