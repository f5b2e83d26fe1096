//! Labels, keys and annotations of edges that are likely meant as something else: `catch`, an annotation, an access.

use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::machine::Machine;
use crate::machine::condition_keys::condition_rank;
use crate::machine::duration::wait_ms;
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
    let is_key = |word: &str| written.eq_ignore_ascii_case(word);
    if is_key("on") {
        return failure_as_event(machine, edge, part, key);
    }
    // `set` is a verb of an access label where an end is a context.
    let is_plain = edge.kind == EdgeKind::Control;
    if condition_rank(written).is_some() || is_key("after") || (verb(written).is_some() && !(is_key("set") && is_plain))
    {
        return None;
    }
    match spelling(Kind::EdgeKey, written) {
        Some((Meaning::Catch, confidence)) if edge.kind == EdgeKind::Control => {
            let message = format!("an edge with the key `{written}` does not catch failures");
            let found = finding("similar-attribute", confidence, key, message).hint(CATCH_HINT);
            Some(if part.in_block { found } else { found.fix("use `catch`", key.to(part.text), "catch") })
        }
        Some((Meaning::Key(near), confidence)) if is_plain => {
            let message = format!("an edge with the key `{written}` does not wait");
            let found = finding("similar-attribute", confidence, key, message).hint(format!("did you mean `{near}:`?"));
            let value = part.quoted.as_deref().unwrap_or_else(|| machine.tree.str(part.text));
            Some(if near == "on" || wait_ms(value).is_some() {
                found.fix(format!("use `{near}`"), key, near)
            } else {
                found
            })
        }
        Some((Meaning::EdgeAnnotation(near), confidence)) if is_plain => {
            let message = format!("an edge with the key `{written}` writes nothing");
            Some(
                finding("similar-attribute", confidence, key, message)
                    .hint(format!("write `@{near}(Ctx.field: expression)`")),
            )
        }
        Some(_) => None,
        None => {
            let keys = words::LABELS.iter().map(|(word, ..)| *word).filter(|word| *word != "catch");
            let near = intended_word(written, LEAST, keys)?;
            Some(similar("similar-attribute", "attribute", key, written, near))
        }
    }
}

/// The finding for `on: error`, where no event has that name.
fn failure_as_event(machine: &Machine, edge: &Edge, part: &Part, key: Span) -> Option<Diagnostic> {
    let on = edge.on.as_ref().filter(|_| edge.kind == EdgeKind::Event)?;
    if !names_failure(machine, &on.name) {
        return None;
    }
    let message = format!("`on: {}` listens to an event of that name, it does not catch failures", on.name);
    let found = finding("similar-attribute", Confidence::Sure, on.span, message).hint(CATCH_HINT);
    Some(if part.in_block { found } else { found.fix("use `catch`", key.to(part.text), "catch") })
}

/// True if the name of an event is likely meant for failures: it is no event of the machine.
pub(super) fn names_failure(machine: &Machine, name: &str) -> bool {
    machine.event(name).is_none() && matches!(spelling(Kind::EdgeKey, name), Some((Meaning::Catch, _)))
}

/// What a label is likely meant to wait for, as it is written: a time behind `after`, or an event of the machine.
fn awaited(machine: &Machine, written: &str) -> Option<String> {
    if machine.event(written).is_some() {
        return Some(format!("on: {written}"));
    }
    let (word, time) = written.split_once(char::is_whitespace)?;
    let time = time.trim();
    (word.eq_ignore_ascii_case("after") && wait_ms(time).is_some()).then(|| match time.contains(char::is_whitespace) {
        true => format!("after: \"{time}\""),
        false => format!("after: {time}"),
    })
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
    if let Some(near) = awaited(machine, written) {
        let message = format!("`{written}` is only a label here, so the edge does not wait");
        let found = finding("similar-attribute", Confidence::Maybe, part.text, message);
        return Some(found.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), part.text, near));
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
    let is_transition = edge.kind.is_transition();
    if !is_transition || annotation.is_off() {
        return None;
    }
    if let Some((Meaning::Catch, confidence)) = spelling(Kind::EdgeAnnotation, &annotation.name) {
        let message = format!("`catch` is a label, so `@{}` has no effect", annotation.name);
        let found = finding("annotation-no-effect", confidence, annotation.span, message).hint("write `-catch->`");
        return Some(with_edits(found, "write `catch`", into_arrow(machine, edge, segment, annotation, "catch")));
    }
    let value = annotation.value.as_ref().and_then(Value::as_str);
    match spelling(Kind::EdgeAnnotation, &annotation.name) {
        Some((Meaning::Key(near), confidence)) => {
            let message = format!("`@{}` has no effect on an edge", annotation.name);
            let found = finding("annotation-no-effect", confidence, annotation.span, message);
            let found = found.hint(format!("an edge waits with the key `{near}:`"));
            let fits = |value: &&str| near == "on" || wait_ms(value).is_some();
            let written = value.filter(fits).map(|value| match value.contains(char::is_whitespace) {
                true => format!("{near}: \"{value}\""),
                false => format!("{near}: {value}"),
            });
            let edits = written.as_ref().and_then(|text| into_arrow(machine, edge, segment, annotation, text));
            return Some(with_edits(found, &format!("write `{}`", written.unwrap_or_default()), edits));
        }
        Some((Meaning::EdgeAnnotation(near), confidence)) if !annotation.is(&[near]) => {
            let message = format!("`@{}` writes nothing", annotation.name);
            let found = finding("similar-annotation", confidence, annotation.span, message);
            return Some(found.hint(format!("write `@{near}(Ctx.field: expression)`")));
        }
        _ => {}
    }
    let named = value.filter(|name| is_duration(name))?;
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
