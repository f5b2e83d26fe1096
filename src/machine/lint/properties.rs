//! `@always`, `@never` and `@reaches` of the machine.

use crate::diagnostic::Diagnostic;
use crate::machine::lint::Facts;
use crate::machine::lint::assignments::check_formula;
use crate::machine::properties::{PropertyKind, kind_of};
use crate::machine::suggest::Suggest;

/// Checks what they state.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    for annotation in &machine.annotations {
        let Some(kind) = kind_of(annotation) else { continue };
        let is_given = annotation.value.as_ref().and_then(|value| value.as_str()).is_some_and(|text| !text.is_empty());
        if !is_given {
            let (what, hint) = match kind {
                PropertyKind::Always => ("an expression", "write `@always(Ctx.field < 10)`"),
                PropertyKind::Never => ("an expression", "write `@never(Ctx.field > 10)`"),
                PropertyKind::Reaches => ("a node", "write `@reaches(node)`"),
            };
            let message = format!("`@{}` needs {what}", annotation.name);
            findings.push(Diagnostic::error("annotation-argument", annotation.span, message).hint(hint));
        }
    }
    for property in &machine.properties {
        if let Some(formula) = &property.formula {
            check_formula(machine, suggest, None, formula, "the property is not checked", findings);
        } else if property.node.is_none() {
            let place = machine.annotations.iter().find(|annotation| annotation.span == property.span);
            let span = place.map_or(property.span, |annotation| annotation.place(0));
            let steps = machine.nodes.iter().filter(|node| node.class.is_executable()).map(|node| &*node.id);
            let finding = Diagnostic::error("reaches-unknown", span, format!("`{}` is no step", property.text));
            findings.push(match suggest.among(&property.text, steps) {
                Some(near) => finding.hint(format!("did you mean `{near}`?")).fix(format!("use `{near}`"), span, near),
                None => finding.hint("name a node that paths can be at"),
            });
        }
    }
}
