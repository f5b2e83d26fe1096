//! What this version parses and draws but does not execute. A machine that relies on it must be told.

use crate::diagnostic::Diagnostic;
use crate::machine::control::{FORKS, JOINS, MAPS};
use crate::machine::lint::Facts;
use crate::machine::model::{Annotation, EdgeKind};

/// Says of each such annotation what happens instead.
pub(super) fn check(facts: &Facts, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let mut tell = |annotation: &Annotation, instead: &str| {
        let message = format!("`@{}` is not executed in this version", annotation.name);
        findings.push(Diagnostic::info("not-executed", annotation.span, message).hint(instead));
    };
    for edge in machine.edges.iter().filter(|edge| edge.kind == EdgeKind::Control) {
        for annotation in edge.annotations.iter().filter(|annotation| !annotation.is_off()) {
            if annotation.is(FORKS) || annotation.is(MAPS) {
                tell(annotation, "no path is spawned by this edge");
            } else if annotation.is(JOINS) {
                tell(annotation, "paths cross this edge without waiting for each other");
            }
        }
    }
    for node in machine.nodes.iter() {
        if let Some(annotation) = node.annotation(&["compensate"]) {
            tell(annotation, "this node never runs");
        }
    }
}
