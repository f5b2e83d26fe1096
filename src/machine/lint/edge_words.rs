//! Labels, keys and annotations of edges that are likely meant as something else: `catch`, an annotation, an access.

use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::machine::Machine;
use crate::machine::condition_keys::condition_rank;
use crate::machine::edges::Linked;
use crate::machine::labels::{Part, verb};
use crate::machine::lint::Facts;
use crate::machine::lint::limits::is_duration;
use crate::machine::lint::slips::{LEAST, finding, name_span, similar};
use crate::machine::model::{Annotation, Edge, EdgeKind};
use crate::machine::spellings::{Kind, Meaning, spelling};
use crate::machine::words;
use crate::syntax::tree::Arrow;
use crate::text::{Confidence, Span, intended_word};
use crate::value::Value;

/// Checks what edges say.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    for segment in facts.segments {
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).next() else { continue };
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

const CATCH_HINT: &str = "a `catch` edge is taken after any failure; its `when:` can ask for `lastError`";

/// The finding for a key of an edge.
fn of_key(machine: &Machine, edge: &Edge, part: &Part, key: Span) -> Option<Diagnostic> {
    let written = machine.tree.str(key);
    if verb(written).is_some() || condition_rank(written).is_some() {
        return None;
    }
    match spelling(Kind::EdgeKey, written) {
        Some((Meaning::Catch, confidence)) if edge.kind == EdgeKind::Control => {
            let message = format!("an edge with the key `{written}` does not catch failures");
            let found = finding("similar-attribute", confidence, key, message).hint(CATCH_HINT);
            Some(if part.in_block { found } else { found.fix("use `catch`", key.to(part.text), "catch") })
        }
        Some(_) => None,
        None => {
            let keys = words::LABELS.iter().map(|(word, ..)| *word).filter(|word| *word != "catch");
            let near = intended_word(written, LEAST, keys)?;
            Some(similar("similar-attribute", "attribute", key, written, near))
        }
    }
}

/// The finding for a label that another notation, or a misspelled word, gives a meaning.
fn of_label(machine: &Machine, edge: &Edge, part: &Part) -> Option<Diagnostic> {
    let written = part.quoted.as_deref().unwrap_or_else(|| machine.tree.str(part.text));
    if edge.kind == EdgeKind::Data(None) {
        let verbs = words::LABELS.iter().map(|(word, ..)| *word).filter(|word| verb(word).is_some());
        let near = intended_word(written, LEAST, verbs)?;
        let hint = format!("this edge gives read access only; did you mean `{}`?", near.0);
        return Some(similar("similar-attribute", "access", part.text, written, near).hint(hint));
    }
    if edge.kind != EdgeKind::Control {
        return None;
    }
    match spelling(Kind::Label, written) {
        Some((Meaning::Catch, confidence)) => {
            let message = format!("an edge with the label `{written}` does not catch failures");
            Some(finding("similar-attribute", confidence, part.text, message).hint(CATCH_HINT).fix(
                "use `catch`",
                part.text,
                "catch",
            ))
        }
        Some((Meaning::EdgeAnnotation(name), confidence))
            if edge.annotations.iter().all(|annotation| !annotation.is(&[name])) =>
        {
            let message = format!("`{written}` is only a label here");
            let near = format!("@{name}");
            Some(
                finding("similar-annotation", confidence, part.text, message)
                    .hint(format!("did you mean `{near}`?"))
                    .fix(format!("use `{near}`"), part.text, near),
            )
        }
        Some(_) => None,
        None => {
            let (near, _) =
                intended_word(written, LEAST, ["catch"]).filter(|(_, confidence)| *confidence == Confidence::Sure)?;
            Some(similar("similar-attribute", "label", part.text, written, (near, Confidence::Maybe)))
        }
    }
}

/// The finding for an annotation of an edge that is a label here, or means something else than it says.
fn of_annotation(machine: &Machine, edge: &Edge, segment: &Linked, annotation: &Annotation) -> Option<Diagnostic> {
    let is_transition = matches!(edge.kind, EdgeKind::Control | EdgeKind::Catch);
    if !is_transition || annotation.is_off() {
        return None;
    }
    if let Some((Meaning::Catch, confidence)) = spelling(Kind::EdgeAnnotation, &annotation.name) {
        let message = format!("`catch` is a label, so `@{}` has no effect", annotation.name);
        let found = finding("annotation-no-effect", confidence, annotation.span, message).hint("write `-catch->`");
        return Some(with_edits(found, "write `catch`", into_arrow(machine, edge, segment, annotation, "catch")));
    }
    let named = annotation.value.as_ref().and_then(Value::as_str).filter(|name| is_duration(name))?;
    let span = name_span(machine, annotation).filter(|_| annotation.is(&["wait"]))?;
    let message = format!("`@{}` does not wait for a time: it is a barrier with the name `{named}`", annotation.name);
    Some(
        finding("similar-annotation", Confidence::Sure, span, message)
            .hint("if a barrier is intended, call it `@barrier`")
            .fix("use `@barrier`", span, "barrier"),
    )
}

/// The finding with a fix of these edits, if there are any.
pub(super) fn with_edits(mut finding: Diagnostic, title: &str, edits: Option<Vec<Edit>>) -> Diagnostic {
    finding.fixes.extend(edits.map(|edits| Fix { title: title.to_owned(), edits }));
    finding
}

/// The edits that write a label in place of an annotation; `None` where the arrow has another label, or where the
/// annotation applies to several arrows.
pub(super) fn into_arrow(
    machine: &Machine,
    edge: &Edge,
    segment: &Linked,
    annotation: &Annotation,
    label: &str,
) -> Option<Vec<Edit>> {
    let place = annotation.span;
    if segment.label.start <= place.start && place.end <= segment.label.end {
        return Some(vec![Edit { span: place, insert: label.to_owned() }]);
    }
    let (before, after) = edge.arrow.and_then(Arrow::around).filter(|_| segment.label == edge.arrow_span)?;
    let gap = Span { start: edge.span.end, end: place.start };
    if gap.start > gap.end || !machine.tree.str(gap).trim().is_empty() {
        return None;
    }
    let arrow = Edit { span: edge.arrow_span, insert: format!("{before}{label}{after}") };
    Some(vec![arrow, Edit { span: gap.to(place), insert: String::new() }])
}
