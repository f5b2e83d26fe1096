//! Machines with planted faults: every one is found, and nothing else above info.

use tracklight::explore::{ExploreOptions, FindingKind, Severity};
use tracklight::machine::Machine;

use super::whole::{explored_with, place};

/// What is found above info, as `kind place`.
fn serious(source: &str) -> Vec<String> {
    let machine = Machine::parse(source);
    let (_, report) = explored_with(&machine, &ExploreOptions::default());
    assert!(report.states > 0, "{source}");
    let serious = report.findings.iter().filter(|found| found.severity != Severity::Info);
    serious.map(|found| format!("{} {}", found.kind, place(&machine, found))).collect()
}

fn message(source: &str) -> String {
    let (_, report) = explored_with(&Machine::parse(source), &ExploreOptions::default());
    report.findings[0].message.clone()
}

#[test]
fn a_value_of_a_type_without_an_edge_blocks_the_run() {
    let source = "task judge { prompt: \"Good?\" }\ncontext Review { verdict<'good' | 'bad' | 'unsure'> }\n\
        end sold; end returned\njudge -writes-> Review\njudge -when: \"Review.verdict == 'good'\"-> sold\n\
        judge -when: \"Review.verdict == 'bad'\"-> returned";
    assert_eq!(serious(source), ["deadlock judge"]);
    assert_eq!(
        message(source),
        "If `judge` writes `verdict` = \"unsure\", the run is blocked at `judge`: no condition is true."
    );
}

#[test]
fn a_value_that_only_a_later_node_has_no_edge_for_blocks_the_run_there() {
    let source = "task judge { prompt: \"Good?\" }\nstate route\ncontext Review { verdict<'good' | 'bad' | 'unsure'> }\n\
        end sold; end returned\njudge -writes-> Review\njudge -> route\n\
        route -when: \"Review.verdict == 'good'\"-> sold\nroute -when: \"Review.verdict == 'bad'\"-> returned";
    assert_eq!(serious(source), ["deadlock route"]);
}

#[test]
fn an_optional_value_that_is_left_out_blocks_the_run() {
    let source = "task judge { prompt: \"Good?\" }\ncontext Review { ok<boolean?> }\nend yes; end no\n\
        judge -writes-> Review\njudge -when: \"Review.ok == true\"-> yes\njudge -when: \"Review.ok == false\"-> no";
    assert_eq!(serious(source), ["deadlock judge"]);
}

#[test]
fn a_number_between_two_conditions_blocks_the_run() {
    let source = "task rate { prompt: \"Score it\" }\ncontext Grade { score<number> @minimum(0) @maximum(10) }\n\
        end pass; end fail\nrate -writes-> Grade\nrate -when: \"Grade.score > 5\"-> pass\n\
        rate -when: \"Grade.score < 5\"-> fail";
    assert_eq!(serious(source), ["deadlock rate"]);
    assert!(message(source).contains("`score` = 5,"), "{}", message(source));
}

#[test]
fn a_choice_that_has_to_be_made_again_and_again_is_counted() {
    let source = "task draft { prompt: \"Write\" }\nstate ask\nend sent\ncontext Decision { ok<boolean> }\n\
        context Rounds { n<number>: 0 }\ndraft -> ask\nask -asks-> Decision\nask -when: \"Decision.ok\"-> sent\n\
        ask -when: \"!Decision.ok && Rounds.n < 2\", @set(Rounds.n: Rounds.n + 1)-> draft\n\
        ask -when: \"declined\"-> sent";
    assert_eq!(serious(source), ["deadlock ask"]);
    assert_eq!(
        message(source),
        "If the question of `ask` is answered with `ok` = false 3 times, the run is blocked at `ask`: no condition is \
         true."
    );
}

#[test]
fn a_loop_whose_exit_nobody_may_write_never_ends() {
    let source = "task draft { prompt: \"Write\" }\nend done\ncontext Work { ready<boolean>: false; text<string?> }\n\
        draft -writes: text-> Work\ndraft -when: \"Work.ready\"-> done\ndraft -> draft";
    assert_eq!(serious(source), ["neverCompletes draft"]);
}

#[test]
fn a_choice_that_leads_into_a_circle_without_an_end_is_named() {
    let source = "task pick { prompt: \"Which?\" }\nstate round; state again; end done\n\
        pick -> round\npick -> done\nround -> again\nagain -> round";
    assert_eq!(serious(source), ["neverCompletes round"]);
    assert!(message(source).starts_with("If `pick` chooses `round`, the run never ends"), "{}", message(source));
}

#[test]
fn the_way_to_a_loop_goes_round_it_once() {
    let steps = |source: &str| {
        let (_, report) = explored_with(&Machine::parse(source), &ExploreOptions::default());
        let found = report.findings.into_iter().find(|found| found.kind == FindingKind::NeverCompletes).unwrap();
        (found.trace.len(), found.steps)
    };
    let (length, said) = steps(
        "task pick { prompt: \"Which?\" }\nstate round; state again; end done\n\
         pick -> round\npick -> done\nround -> again\nagain -> round",
    );
    assert_eq!(
        said,
        [
            "`pick` chooses `round`.",
            "The run moves to `round`.",
            "This is where the loop begins.",
            "The run moves to `again`.",
            "The run moves to `round`.",
            "The run is back where the loop began.",
            "The run never ends: it stays at `round` and `again`.",
        ]
    );
    assert_eq!(length, 4, "a step to the call, the reply, and two steps round the loop");
    let (_, said) = steps(
        "task draft { prompt: \"Write\" }\nend done\ncontext Work { ready<boolean>: false; text<string?> }\n\
         draft -writes: text-> Work\ndraft -when: \"Work.ready\"-> done\ndraft -> draft",
    );
    assert_eq!(
        said,
        [
            "This is where the loop begins.",
            "`draft` replies without writing anything.",
            "The run is back where the loop began.",
            "The run never ends: it stays at `draft`, where `Work.ready` would have to be true for the edge from \
             `draft` to `done`.",
        ]
    );
}

#[test]
fn two_timers_that_lead_to_each_other_never_end() {
    let source = "init start\nstate one; state two; end done\ncontext Way { far<boolean> }\n\
        task ask { prompt: \"Far?\" }\nstart -> ask\nask -writes-> Way\nask -when: \"Way.far\"-> one\nask -> done\n\
        one -after: 1h-> two\ntwo -after: 2h-> one";
    assert_eq!(serious(source), ["neverCompletes one"]);
}

#[test]
fn a_question_that_may_be_declined_needs_an_edge_for_it() {
    let source = "init start\nstate approve \"Approve?\"\ncontext Decision { ok<boolean> }\nend yes; end no\n\
        start -> approve\napprove -asks-> Decision\napprove -when: \"Decision.ok == true\"-> yes\n\
        approve -when: \"Decision.ok == false\"-> no";
    assert_eq!(serious(source), ["deadlock approve"]);
    assert_eq!(
        message(source),
        "If the question of `approve` is declined, the run is blocked at `approve`: no condition is true."
    );
}

#[test]
fn a_form_with_a_value_without_an_edge_blocks_the_run() {
    let source = "init start\nstate approve \"Approve?\"\ncontext Decision { verdict<'yes' | 'no' | 'later'> }\n\
        end yes; end no\nstart -> approve\napprove -asks-> Decision\napprove -when: \"declined\"-> no\n\
        approve -when: \"Decision.verdict == 'yes'\"-> yes\napprove -when: \"Decision.verdict == 'no'\"-> no";
    assert_eq!(serious(source), ["deadlock approve"]);
    assert!(message(source).contains("answered with `verdict` = \"later\""), "{}", message(source));
}

#[test]
fn two_plain_edges_that_nothing_decides_between_block_the_run() {
    assert_eq!(serious("init start\nstate fork; end a; end b\nstart -> fork\nfork -> a\nfork -> b"), ["deadlock fork"]);
}

#[test]
fn a_timer_with_a_condition_that_is_false_leaves_a_path_blocked() {
    let source = "task prepare { prompt: \"Ready?\" }\nstate wait; end done\ncontext Stock { ready<boolean> }\n\
        prepare -writes-> Stock\nprepare -> wait\nwait -after: 1d; when: \"Stock.ready\"-> done\n\
        wait -when: \"Stock.ready && visits > 3\"-> done";
    assert_eq!(serious(source), ["deadlock wait"]);
}

#[test]
fn a_list_that_may_be_empty_needs_an_edge_for_that() {
    let source = "task plan { prompt: \"Plan\" }\nstate check; state go; end done\n\
        context Plan { steps<List<string>>: [] }\nplan -writes-> Plan\nplan -> check\n\
        check -when: \"size(Plan.steps) > 0\"-> go\ngo -> done";
    assert_eq!(serious(source), ["deadlock check"]);
}

#[test]
fn a_set_of_a_value_that_is_unset_fails() {
    let source = "init start\nstate add @set(Sum.total: Sum.total + Sum.next)\nend done\n\
        context Sum { total<number>: 0; next<number?> }\nstart -> add\nadd -> done";
    assert_eq!(serious(source), ["uncaught add"]);
}

#[test]
fn a_counter_that_outgrows_its_field_fails() {
    let source = "task work { prompt: \"Again?\" }\nend done\ncontext Rounds { count<Integer> @maximum(3): 0 }\n\
        work -@set(Rounds.count: Rounds.count + 1)-> work\nwork -> done";
    assert_eq!(serious(source), ["uncaught work"]);
    let (_, report) = explored_with(&Machine::parse(source), &ExploreOptions::default());
    assert_eq!(report.findings[0].trace.len(), 8, "four rounds of a step and a reply");
}

#[test]
fn a_join_that_needs_more_paths_than_can_come_fails() {
    let fork = "init start\nstate a; state b; state c; end aside; end done\nstart -@async-> a\nstart -@async-> b\n\
        start -@async-> c\na -@join(all; mode: 3)-> done\nb -@join(all)-> done\nc -> aside";
    assert_eq!(serious(fork), ["uncaught a", "uncaught b"]);
}

#[test]
fn a_join_that_goes_on_without_some_of_its_paths_is_found() {
    let fork = "init start\nstate a; state b; state c; end aside; end done\nstart -@async-> a\nstart -@async-> b\n\
        start -@async-> c\na -@join(all; mode: 3; onTimeout: proceed)-> done\nb -@join(all)-> done\nc -> aside";
    assert_eq!(serious(fork), ["joinShort all"]);
}

#[test]
fn a_join_that_another_one_always_forestalls_never_completes() {
    let race = "init start\nstate a; state b; state late; state x; end done\ncontext Way { long<boolean>: false }\n\
        start -@async-> a\nstart -@async-> b\na -@join(both)-> x\nx -@join(finish; mode: any)-> done\n\
        b -when: \"Way.long\"-> late\nlate -@join(both)-> x\nb -@join(finish)-> done";
    assert_eq!(serious(race), ["joinNever both"]);
}

#[test]
fn more_paths_than_there_may_be_reach_the_limit() {
    let source = "machine \"Bomb\" { maxPaths: 3 }\ninit s\nstate t; end done\ns -> t\nt -@async(4)-> done\nt -> done";
    assert_eq!(serious(source), ["limit t"]);
}

#[test]
fn a_path_that_always_starts_another_one_never_ends() {
    let source = "init s\nstate t; end done\ns -> t\nt -@async-> t\nt -> done";
    assert_eq!(serious(source), ["neverCompletes t"]);
}

#[test]
fn an_edge_that_another_one_always_precedes_is_never_taken() {
    let source =
        "init door\nprocess wait; end look; end home\ndoor -> wait\nwait -\"called\"-> look\nwait -@auto-> home";
    assert_eq!(serious(source), ["unreachable wait -> look"]);
}

#[test]
fn a_condition_that_no_value_makes_true_is_found() {
    let source = "task judge { prompt: \"Good?\" }\ncontext Review { verdict<'good' | 'bad'> }\nend sold; end kept; end odd\n\
        judge -writes-> Review\njudge -when: \"Review.verdict == 'good'\"-> sold\n\
        judge -when: \"Review.verdict == 'fine'\"-> odd\njudge -> kept";
    assert_eq!(serious(source), ["neverTrue judge -> odd"]);
}

#[test]
fn an_output_that_one_way_leaves_unset_is_found() {
    let source = "task pick { prompt: \"Which?\" }\ntask write { prompt: \"Write\" }\nend done\n\
        output Letter { text<string> }\npick -> write\npick -> done\nwrite -writes-> Letter\nwrite -> done";
    assert_eq!(serious(source), ["outputIncomplete Letter"]);
}

#[test]
fn several_faults_are_all_found() {
    let source = "task judge { prompt: \"Good?\" }\ncontext Review { verdict<'good' | 'bad' | 'unsure'> }\n\
        output Letter { text<string> }\nstate round; state again; process tail; end sold; end never\n\
        judge -writes-> Review\njudge -when: \"Review.verdict == 'good'\"-> tail\n\
        judge -when: \"Review.verdict == 'bad'\"-> round\nround -> again\nagain -> round\n\
        tail -@auto-> sold\ntail -> never";
    assert_eq!(
        serious(source),
        ["deadlock judge", "neverCompletes round", "unreachable tail -> never", "outputIncomplete Letter"]
    );
}

#[test]
fn a_machine_without_an_end_that_always_goes_on_is_no_problem() {
    assert_eq!(serious("state red; state green\nred -> green\ngreen -> red"), [""; 0]);
}

#[test]
fn machines_that_cover_all_cases_have_no_findings() {
    let clean = [
        "task judge @retry(1) { prompt: \"Good?\" }\ncontext Review { verdict<'good' | 'bad'> }\nend sold; end kept\n\
         judge -writes-> Review\njudge -when: \"Review.verdict == 'good'\"-> sold\njudge -> kept\njudge -catch-> kept",
        "task work { prompt: \"Go\" }\nend done\ncontext Rounds { count<Integer>: 0 }\n\
         work -when: \"Rounds.count < 3\" @set(Rounds.count: Rounds.count + 1)-> work\nwork -> done",
        "init start\ntask a { prompt: \"A\" }\ntask b { prompt: \"B\" }\nend done\ncontext Note { text<string?> }\n\
         a, b -writes-> Note\nstart -@async-> a\nstart -@async-> b\na, b -@join(both)-> done",
        "event paid { amount<number> }\ninit start\nstate wait; end done; end late\nstart -> wait\n\
         wait -on: paid; when: \"event.data.amount >= 100\"-> done\nwait -after: 5d-> late",
        "task plan { prompt: \"Plan\" }\ntask search { prompt: \"{{ item }}\" }\nend done\n\
         context Plan { parts<List<string>>: [] }\nplan -writes-> Plan\nplan -@map(Plan.parts)-> search\n\
         search -@join(found)-> done",
        "shop { init open; state wait; open -> wait }\ncontext Till { full<boolean> }\ntask count { prompt: \"Full?\" }\n\
         end shut\nshop -> count\ncount -writes-> Till\ncount -when: \"Till.full\"-> shut\ncount -unless: \"Till.full\"-> shop",
        "task risky { prompt: \"Try\" }\nstate failed; end done\nrisky -> done\nrisky -catch-> failed\nfailed -> done",
    ];
    for source in clean {
        assert_eq!(serious(source), [""; 0], "{source}");
    }
}

#[test]
fn what_depends_on_the_values_at_the_start_is_no_problem() {
    let source = "init gate\nend free; end paid\ncontext Car { pass<boolean>: false }\n\
        gate -when: \"Car.pass\"-> free\ngate -> paid";
    assert_eq!(serious(source), [""; 0]);
    assert!(message(source).ends_with("is never true with the values at the start."), "{}", message(source));
}

#[test]
fn a_failure_that_ends_the_run_is_only_worth_knowing() {
    let source = "task risky { prompt: \"Try\" }\nend done\nrisky -> done";
    assert_eq!(serious(source), [""; 0]);
    let expected = "If the agent call of `risky` fails, the run fails at `risky`: the agent call failed.";
    assert_eq!(message(source), expected);
}
