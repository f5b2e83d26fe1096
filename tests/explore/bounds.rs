//! Explorations that end early, and machines that cannot be run.

use tracklight::explore::{Cut, ExploreOptions, FindingKind};
use tracklight::machine::Machine;
use tracklight::value::{Map, Value};

use super::whole::explored_with;

/// Counts for ever: each round is another state.
const ENDLESS: &str = "state tick @set(C.n: C.n + 1)\nstate tock @set(C.n: C.n * 1)\ncontext C { n<number>: 0 }\n\
    end done\ntick -> tock\ntock -when: \"C.n % 2 == 3\"-> done\ntock -> tick";

#[test]
fn more_states_than_the_options_allow_cut_an_exploration() {
    let machine = Machine::parse(ENDLESS);
    let (_, report) = explored_with(&machine, &ExploreOptions { states: 50, ..ExploreOptions::default() });
    assert_eq!((report.exhausted, report.states, &*report.cut), (false, 50, &[Cut::States][..]));
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

#[test]
fn an_exploration_can_be_stopped_between_two_batches() {
    let machine = Machine::parse(ENDLESS);
    let mut exploration = machine.explore(&ExploreOptions::default());
    let first = exploration.advance(10);
    assert_eq!((first.done, first.actions), (false, 10));
    exploration.stop(Cut::Time);
    let last = exploration.advance(10);
    assert_eq!((last.done, last.actions), (true, 10));
    let report = exploration.result();
    assert_eq!((report.exhausted, &*report.cut), (false, &[Cut::Time][..]));
}

#[test]
fn nothing_is_called_unreachable_before_everything_was_tried() {
    let machine = Machine::parse("init a; state b; end c; end d\na -> b\nb -@auto-> c\nb -> d");
    let mut exploration = machine.explore(&ExploreOptions::default());
    assert!(exploration.result().findings.is_empty());
    while !exploration.advance(1).done {}
    assert_eq!(exploration.result().findings[0].kind, FindingKind::Unreachable);
}

#[test]
fn the_batches_make_no_difference() {
    let source = "task judge { prompt: \"Good?\" }\ncontext R { v<'a' | 'b' | 'c'> }\nend x; end y\njudge -writes-> R\n\
        judge -when: \"R.v == 'a'\"-> x\njudge -when: \"R.v == 'b'\"-> y\njudge -when: \"R.v == 'c'\"-> judge";
    let machine = Machine::parse(source);
    let (_, whole) = explored_with(&machine, &ExploreOptions::default());
    let mut exploration = machine.explore(&ExploreOptions::default());
    while !exploration.advance(1).done {}
    let parts = exploration.result();
    assert_eq!((parts.states, parts.actions), (whole.states, whole.actions));
    assert_eq!(format!("{:?}", parts.findings), format!("{:?}", whole.findings));
}

#[test]
fn values_that_are_computed_with_are_a_cut_that_names_the_field() {
    let source = "task guess { prompt: \"Guess\" }\ncontext Try { guess<number> }\nend done\nguess -writes-> Try\n\
        guess -when: \"Try.guess * Try.guess > 2\"-> done\nguess -> guess";
    let (_, report) = explored_with(&Machine::parse(source), &ExploreOptions::default());
    assert_eq!(
        (report.exhausted, &*report.cut, report.cut_fields.join(" ")),
        (true, &[Cut::Values][..], "Try.guess".to_owned())
    );
}

#[test]
fn a_machine_without_a_start_has_no_states() {
    let (_, report) = explored_with(&Machine::parse("context C { n: 1 }"), &ExploreOptions::default());
    assert_eq!((report.states, report.outcome.is_some(), report.findings.len()), (0, true, 0));
}

#[test]
fn inputs_without_a_value_get_one_and_given_ones_count() {
    let source = "input Claim { amount<number> @minimum(10) }\ninit start\nend small; end large\n\
        start -when: \"Claim.amount > 100\"-> large\nstart -> small";
    let machine = Machine::parse(source);
    let (_, report) = explored_with(&machine, &ExploreOptions::default());
    assert_eq!((report.states > 1, report.outcome.is_some()), (true, false));
    let claim = Map::unit("amount".into(), Value::from(500.0));
    let input = Map::unit("Claim".into(), Value::from(claim));
    let (exploration, _) = explored_with(&machine, &ExploreOptions { input, ..ExploreOptions::default() });
    assert!(exploration.coverage().nodes[machine.find("large").unwrap()] > 0);
}

#[test]
fn without_faults_no_catch_edge_is_called_unreachable() {
    let machine =
        Machine::parse("task risky { prompt: \"Try\" }\nend saved; end done\nrisky -> done\nrisky -catch-> saved");
    let options = ExploreOptions { faults: 0, ..ExploreOptions::default() };
    assert!(explored_with(&machine, &options).1.findings.is_empty());
    assert!(explored_with(&machine, &ExploreOptions::default()).1.findings.is_empty());
}

#[test]
fn a_reply_that_leaves_a_value_out_has_a_note_of_its_own_beside_the_call_that_fails() {
    let source = "context Facts { verdict<'yes' | 'no'> }\ntask judge { prompt: \"True?\" }\nend good; end bad\n\
        judge -writes-> Facts\njudge -when: \"Facts.verdict == 'yes'\"-> good\n\
        judge -when: \"Facts.verdict == 'no'\"-> bad";
    let (_, report) = explored_with(&Machine::parse(source), &ExploreOptions::default());
    let messages: Vec<&str> = report.findings.iter().map(|finding| &*finding.message).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages.iter().any(|message| message.contains("the agent call of `judge` fails")), "{messages:?}");
    assert!(messages.iter().any(|message| message.contains("blocked at `judge`")), "{messages:?}");
}

#[test]
fn a_module_is_entered_even_if_the_run_ends_before_its_path_does_anything() {
    let source = "machine \"Fails\" @errorHandling(\"fail-fast\")\ncontext C { n: 0 }\ninit begin\nstate many\n\
        inside { state first }\nbegin -@barrier(one)-> many\nbegin -@async-> inside\nmany -@map(items: item)-> begin";
    let machine = Machine::parse(source);
    let (exploration, _) = explored_with(&machine, &ExploreOptions::default());
    let reached = |id: &str| exploration.coverage().nodes[machine.find(id).unwrap()];
    assert_eq!((reached("inside"), reached("inside.first")), (1, 0));
}
