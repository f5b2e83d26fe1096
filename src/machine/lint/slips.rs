//! Words that are free where they stand and close to one with a meaning: attributes, types of nodes and of fields,
//! access verbs, and kinds of other notations.

use std::collections::HashSet;

use crate::diagnostic::Diagnostic;
use crate::machine::classify;
use crate::machine::edges::Linked;
use crate::machine::labels::verb;
use crate::machine::lint::Facts;
use crate::machine::model::{Annotation, Attribute, Class, EdgeKind, Machine, Node, NodeIdx, Origin};
use crate::machine::suggest::Suggest;
use crate::machine::words::{self, On};
use crate::syntax::tree::{Tree, Type, TypeKind};
use crate::text::{Slip, Span, slip};
use crate::value::Value;

/// From this many letters on a replaced letter may be a slip; for annotations, which are rarer words, from one less.
const LEAST: usize = 6;

/// Names of types in other languages with those of this one.
const OTHER_TYPES: &[(&str, &str)] = &[
    ("bool", "boolean"),
    ("str", "string"),
    ("text", "string"),
    ("num", "number"),
    ("long", "int"),
    ("datetime", "Date"),
    ("timestamp", "Date"),
    ("uri", "URL"),
    ("dict", "Map"),
];

/// Kinds of nodes in other notations that are annotations of edges here.
const EDGE_KINDS: &[&str] = &["fork", "join", "parallel", "barrier", "foreach", "spawn", "async"];

/// Words that become a type of node where a condition is written outside of an arrow.
const CONDITION_WORDS: &[&str] = &["when", "unless", "if"];

/// Kinds of nodes in other notations with the type that means the same here.
const OTHER_KINDS: &[(&str, &str)] =
    &[("start", "init"), ("initial", "init"), ("entry", "init"), ("final", "end"), ("stop", "end"), ("finish", "end")];

/// Types from which no other word differs in its last letter alone, as `date` and `stats` do from `data` and `state`.
const WITHOUT_LIKE: &[&str] = &["task", "init", "input"];

/// Annotations that other notations have, with the one that means the same here.
const OTHER_ANNOTATIONS: &[(&str, &str)] = &[("retries", "retry")];

/// Checks the words of the machine, of its nodes and of its edges.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let rules = machine.nodes.iter().filter(|node| node.class == Class::Style);
    let selectors: HashSet<&str> = rules.flat_map(|rule| rule.annotations.iter().map(|one| &*one.name)).collect();
    let check = |all: &[Annotation], place: On, least: usize, findings: &mut Vec<Diagnostic>| {
        for annotation in all.iter().filter(|one| !selectors.contains(&*one.name)) {
            findings.extend(annotation_slip(machine, annotation, place, least));
        }
    };
    let annotations = |all: &[Annotation], place, findings: &mut _| check(all, place, LEAST - 1, findings);
    for attribute in &machine.attributes {
        let known = known_attributes(words::MACHINE);
        let found = attribute_slip(attribute, &machine.attributes, known);
        findings.extend(found.filter(|_| !is_read(machine, suggest, "machine", &attribute.name)));
    }
    annotations(&machine.annotations, words::MACHINE, findings);
    for (at, node) in machine.nodes.entries() {
        if matches!(node.origin, Origin::Imported(_)) || matches!(node.class, Class::Note | Class::Style) {
            continue;
        }
        check_kind(facts, at, node, findings);
        check_attributes(machine, suggest, node, findings);
        check_types(facts, suggest, at, findings);
        if matches!(node.class, Class::Context | Class::Type) {
            findings.extend(node.attributes.iter().filter_map(type_as_value));
        }
        annotations(&node.annotations, words::on(node.class), findings);
        for field in &node.attributes {
            annotations(&field.annotations, words::FIELD, findings);
        }
    }
    for segment in facts.segments {
        // Where edges come from several nodes, `@joim` is hardly a word of its own.
        let least = if segment.edges.len() > 1 { LEAST - 2 } else { LEAST - 1 };
        check(&segment.content.annotations, words::EDGE, least, findings);
        check_label(machine, segment, findings);
    }
}

/// The finding for a word that is close to another one.
fn similar(code: &'static str, what: &str, span: Span, written: &str, near: (&str, Slip)) -> Diagnostic {
    let (near, slip) = near;
    let message = format!("unknown {what} `{written}`");
    let finding = match slip {
        Slip::Sure => Diagnostic::warning(code, span, message),
        Slip::Maybe => Diagnostic::info(code, span, message),
    };
    finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near)
}

/// True if an expression or template seems to read the attribute, which makes its name the author's own.
pub(super) fn is_read(machine: &Machine, suggest: &mut Suggest, owner: &str, name: &str) -> bool {
    suggest.spend() && machine.tree.text.contains(&format!("{owner}.{name}"))
}

fn known_attributes(place: On) -> impl Iterator<Item = &'static str> {
    words::ATTRIBUTES.iter().filter(move |(_, on, ..)| on & place != 0).map(|(name, ..)| *name)
}

/// The finding for an attribute close to one with a meaning that is not there itself.
fn attribute_slip(
    attribute: &Attribute,
    all: &[Attribute],
    known: impl Iterator<Item = &'static str>,
) -> Option<Diagnostic> {
    let near = slip(&attribute.name, LEAST, known)?;
    let there = all.iter().any(|other| &*other.name == near.0);
    (!there).then(|| similar("similar-attribute", "attribute", attribute.key_span, &attribute.name, near))
}

fn check_attributes(machine: &Machine, suggest: &mut Suggest, node: &Node, findings: &mut Vec<Diagnostic>) {
    for attribute in &node.attributes {
        let found = match node.class {
            // Attributes of contexts and types are fields; only what makes them no such data is worth a word.
            Class::Context | Class::Type => {
                let map = matches!(&attribute.value, Some(Value::Map(map)) if map.contains_key("properties"));
                let untyped = node.kind.is_none() && matches!(&attribute.value, Some(Value::Str(_)));
                let wanted = |name: &&str| (map && *name == "schema") || (untyped && *name == "prompt");
                attribute_slip(
                    attribute,
                    &node.attributes,
                    known_attributes(words::CONTEXT | words::TASK).filter(wanted),
                )
            }
            Class::Tool => attribute_slip(attribute, &node.attributes, known_attributes(words::TOOL)),
            _ => attribute_slip(attribute, &node.attributes, known_attributes(words::WORK)),
        };
        findings.extend(found.filter(|_| !is_read(machine, suggest, &node.name, &attribute.name)));
    }
}

/// The type that an unknown one is likely meant to be. Before a name, a letter too many makes hardly a word of its own.
pub(super) fn meant_kind(kind: &str) -> Option<(&'static str, Slip)> {
    if let Some(word) = WITHOUT_LIKE.iter().find(|word| differs_in_last(kind, word)) {
        return Some((word, Slip::Sure));
    }
    let (near, found) = slip(kind, LEAST, words::TYPES.iter().map(|(word, ..)| *word))?;
    let added = kind.len() == near.len() + 1 && !kind.ends_with(['s', 'S']);
    Some((near, if added { Slip::Sure } else { found }))
}

/// True if the last letter of a word is left out or another one.
fn differs_in_last(written: &str, word: &str) -> bool {
    let stem = |text: &str| text.get(..word.len() - 1).map(str::to_ascii_lowercase);
    written.chars().count() <= word.len() && stem(written) == stem(word)
}

/// True for a node that is an ordinary one only because its type is misspelt.
pub(super) fn is_misspelt(node: &Node) -> bool {
    let kind = node.kind.as_deref().filter(|kind| classify::declared(kind).is_none());
    kind.and_then(meant_kind).is_some_and(|(_, slip)| slip == Slip::Sure)
}

/// What to write for a word that looks like a kind of node and belongs to edges.
fn on_edges(word: &str) -> Option<&'static str> {
    let among = |words: &[&str]| words.iter().any(|known| known.eq_ignore_ascii_case(word));
    if among(EDGE_KINDS) {
        return Some("to fork and join paths, annotate edges: `a -@async-> b`, `b, c -@join-> d`");
    }
    among(CONDITION_WORDS).then_some("conditions belong inside the arrow: `a -when: \"…\"-> b`")
}

/// A type word that is close to a built-in one, or one of another notation.
fn check_kind(facts: &Facts, at: NodeIdx, node: &Node, findings: &mut Vec<Diagnostic>) {
    let extra = &facts.extras[at];
    let (Some(kind), Some(span)) = (&node.kind, node.kind_span) else {
        let alone = extra.uses == 0;
        // `xmachine "Title"` as the first of a machine without title.
        let header = at.0 == 0 && alone && facts.machine.title.is_none() && node.title.is_some();
        if header
            && let Some(span) = node.name_span
            && let Some((near, _)) = slip(&node.name, LEAST, ["machine"])
        {
            findings.push(similar("similar-type", "keyword", span, &node.name, (near, Slip::Sure)));
        }
        findings.extend(node_as_attribute(facts.machine, node).filter(|_| alone));
        if node.origin == Origin::Declared
            && let Some(hint) = on_edges(&node.name)
            && let Some(span) = node.name_span
        {
            let steps = node.children.iter().filter(|child| facts.machine.nodes[**child].class.is_executable()).count();
            let message = format!("`{}` has no special meaning here", node.name);
            if alone {
                findings.push(Diagnostic::warning("kind-without-meaning", span, message).hint(hint));
            } else if steps > 1 {
                findings.push(Diagnostic::info("kind-without-meaning", span, message).hint(hint));
            }
        }
        return;
    };
    if extra.adopted || classify::declared(kind).is_some() {
        return;
    }
    let message = || format!("unknown type `{kind}`: `{}` is an ordinary node", node.name);
    if let Some(hint) = on_edges(kind) {
        findings.push(Diagnostic::warning("kind-without-meaning", span, message()).hint(hint));
    } else if let Some((_, own)) = OTHER_KINDS.iter().find(|(other, _)| other.eq_ignore_ascii_case(kind)) {
        findings.push(
            Diagnostic::info("kind-without-meaning", span, message()).hint(format!("did you mean `{own}`?")).fix(
                format!("use `{own}`"),
                span,
                *own,
            ),
        );
    } else if let Some(near) = meant_kind(kind) {
        findings.push(similar("similar-type", "type", span, kind, near));
    } else if let Some((near, slip)) = slip(kind, LEAST, OTHER_KINDS.iter().map(|(other, _)| *other))
        && let Some((_, own)) = OTHER_KINDS.iter().find(|(other, _)| *other == near)
    {
        findings.push(similar("similar-type", "type", span, kind, (own, slip)));
    }
}

/// `prompt "x"`, where the missing colon makes a node of what is likely meant to be an attribute.
fn node_as_attribute(machine: &Machine, node: &Node) -> Option<Diagnostic> {
    let span = node.name_span.filter(|_| node.origin == Origin::Declared)?;
    let owner = node.parent.map(|at| &machine.nodes[at]);
    let place = owner.map_or(words::MACHINE, |owner| words::on(owner.class));
    let has_value = node.title.is_some() || !node.attributes.is_empty();
    let name = known_attributes(place).find(|name| has_value && name.eq_ignore_ascii_case(&node.name))?;
    let message = format!("`{}` is a node here, not an attribute", node.name);
    let finding = match owner {
        Some(owner) if owner.class == Class::Task => Diagnostic::warning("similar-attribute", span, message),
        _ => Diagnostic::info("similar-attribute", span, message),
    };
    let written = format!("{name}:");
    Some(finding.hint(format!("write `{written} …`")).fix(format!("write `{written}`"), span, written))
}

/// Types of fields that are close to a built-in one, so that values would go unchecked.
fn check_types(facts: &Facts, suggest: &mut Suggest, at: NodeIdx, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut open: Vec<&Type> = facts.extras[at].sources.iter().filter_map(|source| source.kind.as_ref()).collect();
    while let Some(kind) = open.pop() {
        let TypeKind::Named { name, args } = &kind.kind else { continue };
        open.extend(args);
        let written = machine.tree.str(name.span);
        let known = name.segments.len() > 1
            || words::VALUE_TYPES.iter().any(|(word, ..)| word.eq_ignore_ascii_case(written))
            || machine.scopes.resolve(&machine.nodes, Some(at), &[written]).is_ok();
        if !known {
            findings.extend(type_slip(machine, suggest, written, name.span));
        }
    }
}

/// `title: string`, where the type is read as the value.
fn type_as_value(field: &Attribute) -> Option<Diagnostic> {
    let (Some(Value::Str(written)), Some(span)) = (&field.value, field.value_span) else { return None };
    let is_type = &**written == "bool" || words::VALUE_TYPES.iter().any(|(word, ..)| *word == &**written);
    if !field.reference || field.kind.is_some() || !is_type {
        return None;
    }
    let message = format!("`{written}` is the value of `{}`, not its type", field.name);
    let typed = format!("{}<{written}>", field.name);
    let place = Span { start: field.key_span.start, end: span.end };
    Some(Diagnostic::warning("type-as-value", span, message).hint(format!("write `{typed}`")).fix(
        format!("write `{typed}`"),
        place,
        typed,
    ))
}

fn type_slip(machine: &Machine, suggest: &mut Suggest, written: &str, span: Span) -> Option<Diagnostic> {
    let looked_at = if suggest.spend() { usize::MAX } else { 0 };
    let own = machine.nodes.iter().take(looked_at).filter(|node| node.class == Class::Type).map(|node| &*node.name);
    let other = OTHER_TYPES.iter().find(|(other, _)| other.eq_ignore_ascii_case(written));
    let near = match other {
        Some((_, own)) => (*own, Slip::Sure),
        None => slip(written, LEAST, words::VALUE_TYPES.iter().map(|(word, ..)| *word).chain(own))?,
    };
    let mut finding = similar("similar-type", "type", span, written, near);
    finding.hint = Some(format!("values are not checked; did you mean `{}`?", near.0));
    Some(finding)
}

/// Keys and verbs of an edge.
fn check_label(machine: &Machine, segment: &Linked, findings: &mut Vec<Diagnostic>) {
    let mut edges = segment.ids().map(|at| &machine.edges[at]);
    let Some(edge) = edges.next() else { return };
    let tree: &Tree = &machine.tree;
    const KEYS: &[&str] = &["priority", "reads", "writes", "stores"];
    for span in &segment.content.keys {
        let written = tree.str(*span);
        let near = slip(written, LEAST, KEYS.iter().copied());
        if let Some(near) = near.filter(|_| verb(written).is_none()) {
            findings.push(similar("similar-attribute", "attribute", *span, written, near));
        }
    }
    const VERBS: &[&str] = &["reads", "writes", "stores"];
    if edge.kind == EdgeKind::Data(None)
        && let Some(span) = segment.content.text_spans.first()
    {
        let written = tree.str(*span);
        if let Some(near) = slip(written, LEAST, VERBS.iter().copied()) {
            let mut finding = similar("similar-attribute", "access", *span, written, near);
            finding.hint = Some(format!("this edge gives read access only; did you mean `{}`?", near.0));
            findings.push(finding);
        }
    }
    let catches = ["catch", "error"];
    if edge.kind == EdgeKind::Control
        && let [span] = segment.content.text_spans.as_slice()
        && let Some((near, Slip::Sure)) = slip(tree.str(*span), LEAST, catches)
    {
        findings.push(similar("similar-attribute", "label", *span, tree.str(*span), (near, Slip::Maybe)));
    }
}

/// The finding for an annotation close to one with a meaning, in this place before any other; `least` as in [`slip`].
fn annotation_slip(machine: &Machine, annotation: &Annotation, place: On, least: usize) -> Option<Diagnostic> {
    let names = |one: &'static words::Annotation| [one.name].into_iter().chain(one.aliases.split(' '));
    if words::ANNOTATIONS.iter().flat_map(names).any(|word| word.eq_ignore_ascii_case(&annotation.name)) {
        return None;
    }
    let here = || words::ANNOTATIONS.iter().filter(|one| one.on & place != 0).flat_map(names);
    let other = OTHER_ANNOTATIONS.iter().find(|(other, _)| other.eq_ignore_ascii_case(&annotation.name));
    let near = match other.filter(|(_, own)| here().any(|name| name == *own)) {
        Some((_, own)) => own,
        // One that belongs elsewhere is still the one that was intended; that it has no effect here comes next.
        None => {
            slip(&annotation.name, least, here())
                .or_else(|| slip(&annotation.name, least, words::ANNOTATIONS.iter().flat_map(names)))?
                .0
        }
    };
    // What has no meaning may stand between the `@` and the name.
    let at = machine.tree.str(annotation.span).find(&*annotation.name)?;
    let start = annotation.span.start + at as u32;
    let span = Span { start, end: start + annotation.name.len() as u32 };
    let finding = Diagnostic::info("similar-annotation", span, format!("unknown annotation `@{}`", annotation.name));
    Some(finding.hint(format!("did you mean `@{near}`?")).fix(format!("use `@{near}`"), span, near))
}
