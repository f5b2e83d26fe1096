//! What machines state of their runs: explored, and watched.

use tracklight::explore::{ExploreOptions, Verdict};
use tracklight::machine::Machine;
use tracklight::run::event::Kind;
use tracklight::run::{Action, StartOptions, Timeline};

use super::whole::explored_with;

/// The verdicts on the properties, and the messages of those that are violated.
fn verdicts(source: &str) -> (Vec<Verdict>, Vec<String>) {
    let machine = Machine::parse(source);
    assert!(machine.diagnostics.is_empty(), "{:?}", machine.diagnostics);
    let (_, report) = explored_with(&machine, &ExploreOptions::default());
    let violated = report.findings.iter().filter(|finding| finding.property.is_some());
    (report.properties, violated.map(|finding| finding.message.clone()).collect())
}

/// A claim is paid out; the clerk names the amount.
fn desk(properties: &str) -> String {
    format!(
        "machine \"Desk\" {properties}\ntask clerk {{ prompt: \"How much?\" }}\ncontext Refund {{ amount<number?> }}\n\
         end paid; end refused\nclerk -writes-> Refund\nclerk -when: \"has(Refund.amount)\"-> paid\nclerk -> refused"
    )
}

#[test]
fn what_must_never_be_is_found_with_the_value_that_makes_it_true() {
    let (verdicts, messages) =
        verdicts(&desk("@never(Refund.amount > 100) @never(Refund.amount == 0 && errorCount > 5)"));
    assert_eq!(verdicts, [Verdict::Violated, Verdict::Holds]);
    assert_eq!(messages, ["If `clerk` writes `amount` = 101, `Refund.amount > 100` is true, which must never be."]);
}

#[test]
fn what_must_always_be_true_can_be_false_at_the_start() {
    let (verdicts, messages) = verdicts(&desk("@always(has(Refund.amount))"));
    assert_eq!(verdicts, [Verdict::Violated]);
    assert_eq!(messages, ["`has(Refund.amount)` is false, which must always be true."]);
}

#[test]
fn a_node_is_lost_with_the_choice_after_which_no_run_comes_to_it() {
    let pick = |property: &str| {
        format!(
            "machine \"M\" {property}\ntask pick {{ prompt: \"Which?\" }}\nstate left; state right; state home; end done\n\
             pick -> left\npick -> right\nleft -> home\nright -> done\nhome -> done"
        )
    };
    let (lost, messages) = verdicts(&pick("@reaches(home)"));
    assert_eq!(lost, [Verdict::Violated]);
    assert_eq!(messages, ["If `pick` chooses `right`, the run can no longer reach `home`."]);
    assert_eq!(verdicts(&pick("@reaches(done)")).0, [Verdict::Holds]);
}

#[test]
fn nothing_is_said_to_hold_before_everything_was_tried() {
    let machine = Machine::parse(&desk("@never(Refund.amount > 100) @reaches(paid)"));
    let exploration = machine.explore(&ExploreOptions::default());
    assert_eq!(exploration.result().properties, [Verdict::Undecided, Verdict::Undecided]);
}

#[test]
fn a_run_reports_a_violation_once_and_goes_on() {
    let source = "machine \"Count\" @always(C.n < 2)\ncontext C { n<number>: 0 }\ninit a; state b; end done\n\
        a -> b\nb -when: \"C.n < 4\" @set(C.n: C.n + 1)-> b\nb -> done";
    let machine = Machine::parse(source);
    let mut timeline = Timeline::start(machine, &StartOptions::default());
    let mut seen = Vec::new();
    while !timeline.run().outcome.is_end() {
        let done = timeline.act(Action::Step { idle: false }).unwrap();
        let violations = done.events.iter().filter_map(|event| match &event.kind {
            Kind::PropertyViolated { at, property } => Some((at.node.to_string(), property.to_string())),
            _ => None,
        });
        seen.extend(violations);
        if !seen.is_empty() {
            // A saved run remembers it.
            let saved = timeline.save(tracklight::run::save::Past::None);
            timeline = Timeline::resume(&saved, false).unwrap().timeline;
        }
    }
    assert_eq!(seen, [("b".to_owned(), "@always(C.n < 2)".to_owned())]);
    assert_eq!(timeline.run().outcome.word(), "completed");
}
