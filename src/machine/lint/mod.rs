//! What the author should know: one file per subject, each a pass over the finished machine.

mod access;
mod annotations;
mod assignments;
mod conditions;
mod edge_words;
mod facts;
mod flow;
mod graph;
mod imports;
mod joins;
mod label_conditions;
mod limits;
mod literals;
mod misplaced;
mod names;
pub(super) mod notes;
mod prompts;
mod properties;
mod slips;
mod sql;
mod stubs;
mod styles;
mod templates;
mod values;
mod waits;

use crate::diagnostic::{Diagnostic, LISTED};
use crate::machine::suggest::Suggest;
use crate::text::Span;

pub(super) use crate::machine::lint::facts::{Facts, selectors};

/// Runs every check.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    conditions::check(facts, suggest, findings);
    label_conditions::check(facts, findings);
    literals::check(facts, suggest, findings);
    slips::check(facts, suggest, findings);
    edge_words::check(facts, findings);
    misplaced::check(facts, suggest, findings);
    values::check(facts, suggest, findings);
    templates::check(facts, suggest, findings);
    prompts::check(facts, findings);
    access::check(facts, suggest, findings);
    assignments::check(facts, suggest, findings);
    waits::check(facts, suggest, findings);
    access::check_unset(facts, findings);
    names::check(facts, findings);
    flow::check(facts, suggest, findings);
    limits::check(facts, findings);
    graph::check(facts, findings);
    annotations::check(facts, suggest, findings);
    properties::check(facts, suggest, findings);
    imports::check(facts, findings);
    joins::check(facts, suggest, findings);
    styles::check(facts, suggest, findings);
    stubs::check(facts, suggest, findings);
    sql::check(facts, findings);
}

/// Findings by place and code, one of a code per place, and how many there are; the first ones are listed.
pub(super) fn sorted(mut findings: Vec<Diagnostic>) -> (Vec<Diagnostic>, usize) {
    join_detached(&mut findings);
    findings.sort_by(|a, b| (a.span.start, a.code, a.span.end).cmp(&(b.span.start, b.code, b.span.end)));
    findings.dedup_by(|later, first| later.span == first.span && later.code == first.code);
    let count = findings.len();
    findings.retain(|finding| !finding.is_counted_only());
    findings.truncate(LISTED);
    (findings, count)
}

/// One finding for one slip: an annotation that landed behind the wrong sign, and does nothing there, is moved and not
/// removed.
fn join_detached(findings: &mut Vec<Diagnostic>) {
    let (detached, mut others): (Vec<_>, Vec<_>) =
        std::mem::take(findings).into_iter().partition(|finding| finding.code == "detached-annotation");
    if detached.is_empty() {
        *findings = others;
        return;
    }
    // Annotations do not overlap: in the order of their starts they are in that of their ends too.
    let mut idle: Vec<(Span, usize)> = Vec::new();
    for (at, finding) in others.iter().enumerate().filter(|(_, finding)| finding.code == "annotation-no-effect") {
        idle.push((finding.span, at));
    }
    idle.sort_unstable();
    for slip in detached {
        let mut joined = false;
        let first = idle.partition_point(|(span, _)| span.end <= slip.span.start);
        let overlapping = idle.get(first..).unwrap_or_default().iter();
        for (_, at) in overlapping.take_while(|(span, _)| span.overlaps(slip.span)) {
            let Some(finding) = others.get_mut(*at) else { continue };
            let Some((name, _)) = finding.message.split_once(" has no effect on ") else { continue };
            finding.message = format!("{name} belongs to the next line, where it has no effect");
            finding.hint.clone_from(&slip.hint);
            finding.fixes.clone_from(&slip.fixes);
            joined = true;
        }
        if !joined {
            others.push(slip);
        }
    }
    *findings = others;
}
