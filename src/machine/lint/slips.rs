//! Words that are free where they stand and that are likely meant to be one with a meaning: types, attributes and
//! annotations. Those of edges are in `edge_words`.

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::classify;
use crate::machine::lint::Facts;
use crate::machine::model::{Annotation, Attribute, Class, Node, NodeIdx, Origin};
use crate::machine::spellings::{Kind, Meaning, nearest, spelling};
use crate::machine::suggest::Suggest;
use crate::machine::words::{self, Places};
use crate::syntax::tree::{Type, TypeKind};
use crate::text::{Confidence, Span, intended_word};
use crate::value::Value;

/// From this many letters on a replaced letter may be a slip; for annotations, which are rarer words, from one less.
pub(super) const LEAST: usize = 6;

/// Checks the words of the machine, of its nodes and of its edges.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let check_annotations = |all: &[Annotation], kind: Kind, place: Places, findings: &mut Vec<Diagnostic>| {
        for annotation in all.iter().filter(|annotation| !facts.selectors.contains(&*annotation.name)) {
            findings.extend(similar_annotation(machine, annotation, kind, place));
        }
    };
    check_attributes(machine, suggest, "machine", &machine.attributes, words::MACHINE, findings);
    check_annotations(&machine.annotations, Kind::Annotation, words::MACHINE, findings);
    for (at, node) in machine.nodes.entries() {
        if matches!(node.origin, Origin::Imported(_)) || matches!(node.class, Class::Note | Class::Style) {
            continue;
        }
        check_node_type(facts, at, node, findings);
        check_field_types(facts, suggest, at, findings);
        match node.class {
            Class::Context | Class::Type | Class::Event => {
                findings.extend(node.attributes.iter().filter_map(type_as_value))
            }
            Class::Tool => check_attributes(machine, suggest, &node.name, &node.attributes, words::TOOL, findings),
            _ => check_attributes(machine, suggest, &node.name, &node.attributes, words::WORK, findings),
        }
        check_annotations(&node.annotations, Kind::Annotation, Places::of_class(node.class), findings);
        for field in &node.attributes {
            check_annotations(&field.annotations, Kind::Annotation, words::FIELD, findings);
        }
    }
    for segment in facts.segments {
        check_annotations(&segment.content.annotations, Kind::EdgeAnnotation, words::EDGE, findings);
    }
}

/// True if an expression or template seems to read the attribute, which makes its name the author's own.
pub(super) fn is_read(machine: &Machine, suggest: &mut Suggest, owner: &str, name: &str) -> bool {
    suggest.spend() && machine.tree.text.contains(&format!("{owner}.{name}"))
}

/// A finding that is as loud as the slip is likely.
pub(super) fn finding(code: &'static str, confidence: Confidence, span: Span, message: String) -> Diagnostic {
    match confidence {
        Confidence::Sure => Diagnostic::warning(code, span, message),
        Confidence::Maybe => Diagnostic::info(code, span, message),
    }
}

/// The finding for a word that is close to another one.
pub(super) fn similar(
    code: &'static str,
    what: &str,
    span: Span,
    written: &str,
    near: (&str, Confidence),
) -> Diagnostic {
    let (near, confidence) = near;
    finding(code, confidence, span, format!("unknown {what} `{written}`")).hint(format!("did you mean `{near}`?")).fix(
        format!("use `{near}`"),
        span,
        near,
    )
}

fn known_attributes(place: Places) -> impl Iterator<Item = &'static str> {
    words::ATTRIBUTES.iter().filter(move |(_, on, ..)| on.overlaps(place)).map(|(name, ..)| *name)
}

/// Attributes close to one with a meaning that is not there itself.
fn check_attributes(
    machine: &Machine,
    suggest: &mut Suggest,
    owner: &str,
    all: &[Attribute],
    place: Places,
    findings: &mut Vec<Diagnostic>,
) {
    for attribute in all {
        if let Some((Meaning::EdgeAnnotation(near), confidence)) = spelling(Kind::NodeKey, &attribute.name)
            && place == words::WORK
            && !is_read(machine, suggest, owner, &attribute.name)
        {
            let message = format!("`{}` has no effect on a step", attribute.name);
            findings.push(
                finding("similar-attribute", confidence, attribute.key_span, message)
                    .hint(format!("to write fields when a path enters, write `@{near}(Ctx.field: expression)`")),
            );
            continue;
        }
        let Some(near) = intended_word(&attribute.name, LEAST, known_attributes(place)) else { continue };
        let there = all.iter().any(|other| &*other.name == near.0);
        if !there && !is_read(machine, suggest, owner, &attribute.name) {
            findings.push(similar("similar-attribute", "attribute", attribute.key_span, &attribute.name, near));
        }
    }
}

/// The type that an unknown one is likely meant to be. Before a name, a letter too many makes hardly a word of its own.
fn nearest_node_type(written: &str) -> Option<(&'static str, Confidence)> {
    let (near, confidence) = nearest(Kind::NodeType, written, LEAST, words::TYPES.iter().map(|(word, ..)| *word))?;
    let added = written.len() == near.len() + 1 && !written.ends_with(['s', 'S']);
    Some((near, if added { Confidence::Sure } else { confidence }))
}

/// True for a node that is an ordinary one only because its type is misspelled.
pub(super) fn is_misspelt(node: &Node) -> bool {
    let kind = node.kind.as_deref().filter(|kind| classify::declared(kind).is_none());
    kind.and_then(nearest_node_type).is_some_and(|(_, confidence)| confidence == Confidence::Sure)
}

/// What to write for a word that looks like the type of a node and belongs to edges.
fn belongs_to_edges(word: &str) -> Option<&'static str> {
    match spelling(Kind::NodeType, word)?.0 {
        Meaning::EdgeAnnotation(_) => {
            Some("to fork and join paths, annotate edges: `a -@async-> b`, `b, c -@join-> d`")
        }
        Meaning::When | Meaning::Unless => Some("conditions belong inside the arrow: `a -when: \"…\"-> b`"),
        Meaning::Word(_) | Meaning::Catch | Meaning::Key(_) => None,
    }
}

/// Checks the type of a node, which may be close to a built-in one or belong to another notation, and its name, which
/// may be meant as more than a name.
fn check_node_type(facts: &Facts, at: NodeIdx, node: &Node, findings: &mut Vec<Diagnostic>) {
    let extra = &facts.extras[at];
    if let (Some(kind), Some(span)) = (&node.kind, node.kind_span) {
        if extra.adopted || classify::declared(kind).is_some() {
            return;
        }
        if let Some(hint) = belongs_to_edges(kind) {
            let message = format!("unknown type `{kind}`: `{}` is an ordinary node", node.name);
            findings.push(Diagnostic::warning("kind-without-meaning", span, message).hint(hint));
        } else if let Some(near) = nearest_node_type(kind) {
            findings.push(similar("similar-type", "type", span, kind, near));
        }
        return;
    }
    let Some(span) = node.name_span else { return };
    let alone = extra.uses == 0;
    // `xmachine "Title"` as the first of a machine without title.
    let header = at.0 == 0 && alone && facts.machine.title.is_none() && node.title.is_some();
    if let Some((near, _)) = intended_word(&node.name, LEAST, ["machine"]).filter(|_| header) {
        findings.push(similar("similar-type", "keyword", span, &node.name, (near, Confidence::Sure)));
    }
    if node.origin != Origin::Declared {
        return;
    }
    if alone {
        findings.extend(node_as_attribute(facts.machine, node, span));
    }
    if let Some(hint) = belongs_to_edges(&node.name) {
        let steps = node.children.iter().filter(|child| facts.machine.nodes[**child].class.is_executable()).count();
        let message = format!("`{}` has no special meaning here", node.name);
        if alone || steps > 1 {
            let confidence = if alone { Confidence::Sure } else { Confidence::Maybe };
            findings.push(finding("kind-without-meaning", confidence, span, message).hint(hint));
        }
    }
}

/// `prompt "x"`, where the missing colon makes a node of what is likely meant to be an attribute.
fn node_as_attribute(machine: &Machine, node: &Node, span: Span) -> Option<Diagnostic> {
    let owner = node.parent.map(|at| &machine.nodes[at]);
    let place = owner.map_or(words::MACHINE, |owner| Places::of_class(owner.class));
    let has_value = node.title.is_some() || !node.attributes.is_empty();
    let name = known_attributes(place).find(|name| has_value && name.eq_ignore_ascii_case(&node.name))?;
    let confidence =
        if owner.is_some_and(|owner| owner.class == Class::Task) { Confidence::Sure } else { Confidence::Maybe };
    let message = format!("`{}` is a node here, not an attribute", node.name);
    let written = format!("{name}:");
    Some(finding("similar-attribute", confidence, span, message).hint(format!("write `{written} …`")).fix(
        format!("write `{written}`"),
        span,
        written,
    ))
}

/// Types of fields that are close to a built-in or declared one, so that values would go unchecked.
fn check_field_types(facts: &Facts, suggest: &mut Suggest, at: NodeIdx, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut open: Vec<&Type> = facts.extras[at].sources.iter().filter_map(|source| source.kind.as_ref()).collect();
    while let Some(kind) = open.pop() {
        let TypeKind::Named { name, args } = &kind.kind else { continue };
        open.extend(args);
        let written = machine.tree.str(name.span);
        let known = name.segments.len() > 1
            || words::VALUE_TYPES.iter().any(|(word, ..)| word.eq_ignore_ascii_case(written))
            || machine.scopes.resolve(&machine.nodes, Some(at), &[written]).is_ok();
        if known {
            continue;
        }
        let searched = if suggest.spend() { usize::MAX } else { 0 };
        let own = machine.nodes.iter().take(searched).filter(|node| node.class == Class::Type).map(|node| &*node.name);
        let built_in = words::VALUE_TYPES.iter().map(|(word, ..)| *word);
        if let Some(near) = nearest(Kind::FieldType, written, LEAST, built_in.chain(own)) {
            let hint = format!("values are not checked; did you mean `{}`?", near.0);
            findings.push(similar("similar-type", "type", name.span, written, near).hint(hint));
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

/// The finding for an annotation close to one with a meaning, in this place before any other.
fn similar_annotation(machine: &Machine, annotation: &Annotation, kind: Kind, place: Places) -> Option<Diagnostic> {
    let names =
        |annotation: &'static words::Annotation| [annotation.name].into_iter().chain(annotation.aliases.split(' '));
    let all = || words::ANNOTATIONS.iter().flat_map(names);
    if all().any(|word| word.eq_ignore_ascii_case(&annotation.name))
        || spelling(kind, &annotation.name).is_some_and(|(meaning, _)| !matches!(meaning, Meaning::Word(_)))
    {
        return None;
    }
    let here = words::ANNOTATIONS.iter().filter(|annotation| annotation.places.overlaps(place)).flat_map(names);
    // One that belongs elsewhere is still the one that was intended; that it has no effect here comes next.
    let (near, _) = nearest(kind, &annotation.name, LEAST - 1, here)
        .or_else(|| intended_word(&annotation.name, LEAST - 1, all()))?;
    let span = name_span(machine, annotation)?;
    Some(
        Diagnostic::info("similar-annotation", span, format!("unknown annotation `@{}`", annotation.name))
            .hint(format!("did you mean `@{near}`?"))
            .fix(format!("use `@{near}`"), span, near),
    )
}

/// The name behind the `@`; what has no meaning may stand between them.
pub(super) fn name_span(machine: &Machine, annotation: &Annotation) -> Option<Span> {
    let at = machine.tree.str(annotation.span).find(&*annotation.name)?;
    let start = annotation.span.start + at as u32;
    Some(Span { start, end: start + annotation.name.len() as u32 })
}
