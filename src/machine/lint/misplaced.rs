//! Settings that stand where they have no meaning: annotations of edges on nodes and the reverse, attributes written as
//! annotations and the reverse. Which place a setting belongs to is in [`words`].

use crate::diagnostic::Diagnostic;
use crate::machine::Machine;
use crate::machine::lint::Facts;
use crate::machine::lint::slips::is_read;
use crate::machine::model::{Annotation, Attribute, Origin};
use crate::machine::suggest::Suggest;
use crate::machine::words::{self, Places};
use crate::text::Span;

/// Annotations and attributes that a run obeys, parted by blanks.
const SETTINGS: &str = "join barrier gather map auto async retry timeout checkpoint compensate start errorHandling \
     always never reaches \
     retryPolicy StrictMode strict prompt needs wants maxSteps maxNodeInvocations maxPaths maxTurns maxTokens \
     maxCheckpoints contextBudget";

/// Those of them that are likely names of data where an attribute stands.
const DATA_NAMES: &[&str] = &["start", "map"];

/// A setting, and where it may stand in each of its forms.
struct Setting {
    name: &'static str,
    as_annotation: Places,
    as_attribute: Places,
}

fn setting(written: &str) -> Option<Setting> {
    let name = SETTINGS.split(' ').find(|name| name.eq_ignore_ascii_case(written))?;
    let is_name = |word: &str| word.eq_ignore_ascii_case(name);
    let annotations =
        words::ANNOTATIONS.iter().filter(|word| is_name(word.name) || word.aliases.split(' ').any(is_name));
    let attributes = words::ATTRIBUTES.iter().filter(|(word, ..)| is_name(word));
    Some(Setting {
        name,
        as_annotation: annotations.fold(words::NOWHERE, |places, word| places.or(word.places)),
        as_attribute: attributes.fold(words::NOWHERE, |places, (_, more, ..)| places.or(*more)),
    })
}

/// A place in words.
fn place(places: Places) -> &'static str {
    if places.overlaps(words::EDGE) {
        "an edge"
    } else if places.overlaps(words::WORK) {
        "a node"
    } else {
        "the machine"
    }
}

/// Checks the words of the machine, of its steps and of its transitions.
pub(super) fn check(facts: &Facts, suggest: &mut Suggest, findings: &mut Vec<Diagnostic>) {
    let machine = facts.machine;
    let live = |annotation: &&Annotation| !annotation.is_off() && !facts.selectors.contains(&*annotation.name);
    let annotations = |all: &[Annotation], here: Places, findings: &mut Vec<Diagnostic>| {
        findings.extend(all.iter().filter(live).filter_map(|word| misplaced_annotation(word, here)));
    };
    annotations(&machine.annotations, words::MACHINE, findings);
    check_attributes(machine, suggest, "machine", &machine.attributes, words::MACHINE, findings);
    for node in machine.nodes.iter().filter(|node| node.class.is_executable()) {
        if !matches!(node.origin, Origin::Imported(_)) {
            annotations(&node.annotations, words::WORK, findings);
            check_attributes(machine, suggest, &node.name, &node.attributes, words::WORK, findings);
        }
    }
    for segment in facts.segments {
        let Some(edge) = segment.ids().map(|at| &machine.edges[at]).next() else { continue };
        if edge.kind.is_transition() {
            annotations(&segment.content.annotations, words::EDGE, findings);
            let keys = segment.content.parts.iter().filter_map(|part| part.key);
            findings.extend(keys.filter_map(|key| misplaced_attribute(machine.tree.str(key), key, words::EDGE)));
        }
    }
}

/// The finding for an annotation whose meaning is that of another place, or of an attribute.
fn misplaced_annotation(annotation: &Annotation, here: Places) -> Option<Diagnostic> {
    // What it means on an edge is told with the near misses.
    if here == words::EDGE && annotation.is(&["timeout"]) {
        return None;
    }
    let Setting { name, as_annotation, as_attribute } = setting(&annotation.name)?;
    if as_annotation.overlaps(here) {
        return None;
    }
    let finding = |message: String| Diagnostic::warning("annotation-no-effect", annotation.span, message);
    if as_attribute.overlaps(here) || as_annotation == words::NOWHERE {
        let has_arguments = annotation.value.is_some() || !annotation.parameters.is_empty();
        let message = format!("`{name}` is an attribute, so `@{}` has no effect", annotation.name);
        let owner = place(if as_attribute.overlaps(here) { here } else { as_attribute });
        return has_arguments.then(|| finding(message).hint(format!("write `{name}: …` inside the braces of {owner}")));
    }
    let message = format!("`@{}` has no effect on {}", annotation.name, place(here));
    Some(finding(message).hint(format!("write `@{name}` on {}", place(as_annotation))).fix(
        "remove it",
        annotation.span,
        "",
    ))
}

/// Attributes with a meaning elsewhere, or as annotations. One that something reads is data.
fn check_attributes(
    machine: &Machine,
    suggest: &mut Suggest,
    owner: &str,
    all: &[Attribute],
    here: Places,
    findings: &mut Vec<Diagnostic>,
) {
    for attribute in all {
        let found = misplaced_attribute(&attribute.name, attribute.key_span, here);
        findings.extend(found.filter(|_| !is_read(machine, suggest, owner, &attribute.name)));
    }
}

fn misplaced_attribute(written: &str, key: Span, here: Places) -> Option<Diagnostic> {
    let Setting { name, as_annotation, as_attribute } = setting(written)?;
    if as_attribute.overlaps(here) {
        return None;
    }
    let finding = |message: String| Diagnostic::info("similar-attribute", key, message);
    if as_annotation.overlaps(here) {
        let message = format!("`{written}` has no effect as an attribute");
        return (!DATA_NAMES.contains(&name)).then(|| finding(message).hint(format!("did you mean `@{name}`?")));
    }
    (as_attribute != words::NOWHERE && here != words::EDGE).then(|| {
        finding(format!("`{written}` has no effect on {}", place(here)))
            .hint(format!("write `{name}: …` inside the braces of {}", place(as_attribute)))
    })
}
