//! Saved runs: what is refused, and that going on from one equals never having stopped.

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::{Files, Machine};
use tracklight::run::save::Past;
use tracklight::run::{StartOptions, Timeline, agent_requests};
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, object, start, start_with, turn};
use super::purity::{MACHINE, Move, moves, play};
use crate::counts;

fn resume(text: &str) -> Play {
    let resumed = Timeline::resume(text, false).expect("a saved run");
    assert!(!resumed.timeline_dropped);
    Play(resumed.timeline)
}

fn refusal(text: &str) -> &'static str {
    Timeline::resume(text, false).unwrap_err().code.word()
}

/// Everything that can be seen of a run.
fn seen(play: &Play) -> String {
    let options = view::DotOptions::default();
    let run = play.run();
    let asked: Vec<String> = agent_requests(run).iter().map(|request| to_string(request)).collect();
    format!("{}\n{}\n{}", view::dot(run, &options), to_string(&view::view(run, "")), asked.join("\n"))
}

fn asked() -> Play {
    let mut play = start(
        "context C { n: 0 }\ncontext Open\ntask t { prompt: \"go\"; needs: \"why\" }\nstate u\n\
         t -writes-> C, Open; t -> u",
    );
    play.step();
    play
}

#[test]
fn open_requests_survive_and_a_second_save_is_byte_equal() {
    let play = asked();
    let text = play.0.save(Past::Full);
    let mut back = resume(&text);
    assert_eq!(back.0.save(Past::Full), text);
    assert_eq!(back.try_step().unwrap_err().code.word(), "requests-pending");
    back.answer("req-1-1", "because").unwrap();
    back.reply("agent-1-1", turn(&[("write_Open", data([("new", Value::from("x"))]))]));
    let text = back.0.save(Past::Full);
    let again = resume(&text);
    assert_eq!(again.0.save(Past::Full), text);
    assert_eq!(again.value("1", "Open"), r#"{"new":"x"}"#);
    assert_eq!(again.log(), back.log());
}

#[test]
fn branches_checkpoints_and_the_cursor_are_restored() {
    let mut play = asked();
    play.answer("req-1-1", "because").unwrap();
    play.0.checkpoint("answered \"so\"".to_owned());
    play.0.fork(Some(1), Some("other".to_owned())).unwrap();
    play.answer("req-1-1", "for fun").unwrap();
    play.0.fork(Some(0), None).unwrap();
    play.0.go_to(1, Some("b2")).unwrap();
    play.0.delete_branch("b3").unwrap();
    let mut back = resume(&play.0.save(Past::Full));
    assert_eq!(back.0.place(), play.0.place());
    assert_eq!(to_string(&back.0.branches()), to_string(&play.0.branches()));
    assert_eq!(back.0.checkpoints(), play.0.checkpoints());
    back.0.restore("answered \"so\"").unwrap();
    assert!(back.last("requestAnswered").contains("because"));
    assert_eq!(back.0.save(Past::Full), resume(&back.0.save(Past::Full)).0.save(Past::Full));
}

#[test]
fn a_run_saved_without_its_past_resumes_from_its_state() {
    let mut play = asked();
    play.answer("req-1-1", "because").unwrap();
    let text = play.0.save(Past::None);
    let mut back = resume(&text);
    assert_eq!(back.0.save(Past::None), text);
    assert_eq!(seen(&back), seen(&play));
    assert_eq!(back.0.back(1).unwrap_err().code.word(), "step-gone");
    for one in [&mut back, &mut play] {
        one.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(4.0))]))]));
        one.step();
    }
    assert_eq!(seen(&back), seen(&play));
    let full = back.0.save(Past::Full);
    let mut twice = resume(&full);
    assert_eq!(twice.0.save(Past::Full), full);
    twice.0.back(2).unwrap();
    assert_eq!(twice.value("1", "C.n"), "0");
}

#[test]
fn a_foreign_hash_is_refused_unless_forced() {
    let text = asked().0.save(Past::Full);
    let foreign = text.replacen("\\\"go\\\"", "\\\"run\\\"", 1);
    assert_ne!(foreign, text);
    assert_eq!(refusal(&foreign), "hash-mismatch");
    let forced = Timeline::resume(&foreign, true).unwrap();
    assert!(!forced.timeline_dropped);
    assert!(forced.timeline.run().machine.source().contains("\"run\""));
}

#[test]
fn another_text_of_the_same_machine_keeps_the_run_and_is_what_is_saved() {
    let old = "context C { n: 0 }\ntask t { prompt: \"go\" }\nstate end\nt -writes-> C\nt -> end";
    let new = format!("// A comment.\n\n{}", old.replace("state end", "state   end  // the end"));
    let mut play = start(old);
    play.step();
    play.set("1", "C.n", 1.0).unwrap();
    let before = seen(&play);
    play.0.set_machine(Machine::parse(&new)).unwrap();
    assert_eq!(seen(&play), before);
    assert_eq!(&**play.run().machine.source(), new);
    play.0.back(1).unwrap();
    assert_eq!(&**play.run().machine.source(), new, "at earlier positions too");
    let mut back = resume(&play.0.save(Past::Full));
    assert_eq!(&**back.run().machine.source(), new);
    back.0.go_to(2, None).unwrap();
    assert_eq!(seen(&back), before);
    back.reply("agent-1-1", turn(&[]));
    back.step();
}

#[test]
fn a_text_of_another_meaning_is_refused_and_changes_nothing() {
    let old = "task t { prompt: \"go\" }\nstate end\nt -> end";
    let mut play = start(old);
    for other in [
        "task t { prompt: \"run\" }\nstate end\nt -> end",
        "state end\ntask t { prompt: \"go\" }\nt -> end",
        "t -> end",
        "",
    ] {
        assert_eq!(play.0.set_machine(Machine::parse(other)).unwrap_err().code.word(), "hash-mismatch", "{other}");
        assert_eq!(&**play.run().machine.source(), old);
    }
}

#[test]
fn a_run_whose_agent_has_read_the_text_keeps_it() {
    let old = "task t @meta { prompt: \"go\" }\nstate end\nt -> end";
    let other = || Machine::parse(&format!("{old} // new"));
    let format = |format: &str| object([("format", Value::from(format))]);
    for (input, keeps) in [(format("json"), false), (format("dsl"), true), (object([]), true)] {
        let mut play = start(old);
        play.step();
        play.reply("agent-1-1", turn(&[("get_machine_definition", input)]));
        assert_eq!(play.0.set_machine(other()).is_err(), keeps);
        assert_eq!(&**play.run().machine.source() == old, keeps);
    }
}

#[test]
fn texts_that_are_cut_off_or_of_another_form_are_refused_and_say_why() {
    let text = asked().0.save(Past::Full);
    for cut in (0..text.len()).step_by(7).filter(|cut| text.is_char_boundary(*cut)) {
        assert_eq!(refusal(text.get(..cut).unwrap()), "bad-save", "{cut}");
    }
    for (text, words) in [
        ("{}".to_owned(), "not a saved run"),
        ("[]".to_owned(), "not a saved run"),
        (text.replacen("\"version\":1", "\"version\":2", 1), "version 2"),
        (text.replacen("\"node\":\"t\",\"phase\"", "\"node\":\"zzz\",\"phase\"", 1), "unknown node `zzz`"),
        (text.replacen("\"status\":\"awaitingAnswers\"", "\"status\":\"happy\"", 1), "`state.paths.status`"),
        (text.replacen("\"kind\":\"step\"", "\"kind\":\"leap\"", 1), "unknown action"),
        (text.replacen("\"entries\":1", "\"entries\":-1", 1), "must be a whole number"),
        (text.replacen("\"entries\":1", "\"entries\":4294967295", 1), "must be a whole number"),
    ] {
        let refused = Timeline::resume(&text, false).unwrap_err();
        assert_eq!(refused.code.word(), "bad-save");
        assert!(refused.message.contains(words), "{}", refused.message);
    }
    let deep = format!("{{\"format\":{}", "[".repeat(1_000_000));
    assert_eq!(refusal(&deep), "bad-save");
}

#[test]
fn a_state_that_the_actions_do_not_give_counts_alone() {
    let text = asked().0.save(Past::Full).replacen("{\"n\":{\"value\":0", "{\"n\":{\"value\":41", 1);
    let resumed = Timeline::resume(&text, false).unwrap();
    assert!(resumed.timeline_dropped);
    assert_eq!(Play(resumed.timeline).value("1", "C.n"), "41");
}

#[test]
fn a_save_of_another_core_is_rebuilt_and_reported_to_differ_only_if_it_does() {
    let mut play = asked();
    play.answer("req-1-1", "because").unwrap();
    let text = play.0.save(Past::Full);
    let core = format!("\"core\":\"{}\",\"rules\":{}", tracklight::CORE, tracklight::RULES);
    let other = text.replacen(&core, "\"core\":\"9.9.9+later\",\"rules\":99", 1);
    assert_ne!(other, text);
    let back = resume(&other);
    assert_eq!(seen(&back), seen(&play));
    assert_eq!(back.0.save(Past::Full), text, "it is ours from here on");
    // An action that our rules refuse ends the past there, and the state counts alone.
    let stray = other.replacen("{\"kind\":\"step\"", "{\"kind\":\"stepPath\",\"path\":\"7\"", 1);
    assert_ne!(stray, other);
    let resumed = Timeline::resume(&stray, false).unwrap();
    assert!(resumed.timeline_dropped);
    assert_eq!(seen(&Play(resumed.timeline)), seen(&play));
}

#[test]
fn unknown_keys_are_ignored_and_missing_later_ones_take_defaults() {
    let play = asked();
    let text = play.0.save(Past::Full);
    let more = text.replacen("{\"format\"", "{\"later\":{\"x\":[1]},\"format\"", 1);
    assert_eq!(resume(&more).0.save(Past::Full), text);
    let less = text.replacen("\"forces\":[],\"tools\":[],\"edits\":[],\"editSeq\":0,", "", 1);
    assert_ne!(less, text);
    assert_eq!(resume(&less).0.save(Past::Full), text);
}

#[test]
fn a_saved_run_without_requests_loads() {
    let text = start("context C { n: 0 }\nstate a; state b\na -> b").0.save(Past::Full);
    let less = text.replace(r#""requests":[],"#, "").replace(r#","requests":[]"#, "");
    assert_ne!(less, text);
    assert_eq!(resume(&less).0.save(Past::Full), text);
}

#[test]
fn start_options_are_restored() {
    let options = StartOptions { history_limit: Some(2), from: Some(vec!["b".to_owned()]), ..StartOptions::default() };
    let mut play = start_with("state a; state b\na -> b; b -> b", &options);
    for _ in 0..4 {
        play.step();
    }
    let back = resume(&play.0.save(Past::Full));
    assert_eq!(back.0.rows(None).unwrap(), play.0.rows(None).unwrap());
    assert_eq!(back.0.save(Past::Full), play.0.save(Past::Full));
}

#[test]
fn the_cursor_is_kept_though_the_history_limit_would_drop_it() {
    let options = StartOptions { history_limit: Some(3), ..StartOptions::default() };
    let mut play = start_with("state a; state b\na -> b; b -> b", &options);
    (0..3).for_each(|_| drop(play.step()));
    play.0.fork(Some(2), None).unwrap();
    play.step();
    play.0.go_to(3, Some("b1")).unwrap();
    let text = play.0.save(Past::Full);
    let back = resume(&text);
    assert_eq!(back.0.place(), play.0.place());
    assert_eq!(back.0.save(Past::Full), text);
}

#[test]
fn a_run_that_has_not_started_comes_back_with_its_reasons() {
    let mut options = StartOptions::default();
    options.input.insert("Nope".into(), Value::object());
    let play = start_with("state a", &options);
    let back = resume(&play.0.save(Past::Full));
    assert_eq!(to_string(&back.run().outcome), to_string(&play.run().outcome));
    assert_eq!(resume(&play.0.save(Past::None)).outcome(), "notStarted");
}

/// Forks, joins of every kind, a shared store, compensation.
pub const FORKS: &str = r#"machine "F" @errorHandling("compensate") { maxSteps: 80; maxPaths: 12 }
context C { n: 0; items: [1, 2] }
context S @shared { k: 0 }
context Open { x: 1 }
init begin
task t @retry(1) { prompt: "{{ item }} {{ index }}"; wants: "b" }
task w { prompt: "w" }
state mid; state late; state undo @compensate(t)
begin -@map(C.items, group: g)-> t; begin -@async-> w
t -writes-> C, S, Open; w -writes-> C, S
t -@join(id: one, group: g, merge: append)-> mid
w -@barrier(id: two, timeout: 3)-> late
mid -@barrier(id: two)-> late
late -when: C.n > 2-> begin"#;

proptest! {
    #![proptest_config(ProptestConfig { cases: counts::cases(32), ..ProptestConfig::default() })]

    #[test]
    fn saving_and_resuming_at_any_step_equals_never_having_stopped(
        machine in prop::sample::select(&[MACHINE, FORKS][..]),
        steps in prop::collection::vec(moves(), 1..40),
        stop in 0..40_usize,
    ) {
        let mut one = start(machine);
        let (before, after) = steps.split_at(stop.min(steps.len()));
        before.iter().for_each(|step| { play(&mut one, step); });
        let text = one.0.save(Past::Full);
        let mut two = resume(&text);
        prop_assert_eq!(&two.0.save(Past::Full), &text);
        prop_assert_eq!(seen(&two), seen(&one));
        let bare = one.0.save(Past::None);
        let mut three = resume(&bare);
        prop_assert_eq!(&three.0.save(Past::None), &bare);
        prop_assert_eq!(seen(&three), seen(&one));
        for step in after.iter().filter(|step| !matches!(step, Move::Back(_))) {
            let accepted = play(&mut one, step);
            prop_assert_eq!(play(&mut two, step), accepted);
            prop_assert_eq!(play(&mut three, step), accepted);
        }
        prop_assert_eq!(two.log(), one.log());
        prop_assert_eq!(seen(&two), seen(&one));
        prop_assert_eq!(seen(&three), seen(&one));
        prop_assert_eq!(two.0.save(Past::Full), one.0.save(Past::Full));
    }

    #[test]
    fn no_edited_text_panics_or_hangs(
        machine in prop::sample::select(&[MACHINE, FORKS][..]),
        steps in prop::collection::vec(moves(), 1..12),
        at in any::<prop::sample::Index>(),
        at_number in any::<bool>(),
        length in 0..12_usize,
        put in prop_oneof![
            Just(String::new()), "[0-9]{1,12}", Just("null".to_owned()), Just("\"\"".to_owned()), "\\PC{1,4}"
        ],
    ) {
        let mut one = start(machine);
        steps.iter().for_each(|step| { play(&mut one, step); });
        let mut text: Vec<char> = one.0.save(Past::Full).chars().collect();
        if at_number {
            // Another number in the place of one: such a text is read, and must be borne.
            let begins = |at: &usize| text[*at].is_ascii_digit() && text[at - 1] == ':';
            let starts: Vec<usize> = (1..text.len()).filter(begins).collect();
            let from = starts[at.index(starts.len())];
            let to = (from..text.len()).find(|at| !text[*at].is_ascii_digit()).unwrap();
            text.splice(from..to, format!("{}", 7_usize.pow(length as u32)).chars());
        } else {
            let from = at.index(text.len());
            let to = (from + length).min(text.len());
            text.splice(from..to, put.chars());
        }
        let text: String = text.into_iter().collect();
        if let Ok(resumed) = Timeline::resume(&text, true) {
            let mut back = Play(resumed.timeline);
            let _ = seen(&back);
            steps.iter().for_each(|step| { play(&mut back, step); });
            let _ = back.0.save(Past::Full);
        }
    }
}

#[test]
fn the_files_of_a_machine_are_saved_with_it() {
    let files = Files::new(
        "main.dygram",
        vec![("lib.dygram".into(), "context C { n: 1 }\ntask Wash { prompt: \"wash\" }".into())],
    );
    let machine =
        Machine::parse_files("import { Wash, C } from \"./lib\"\nstate s\ns -> Wash; Wash -writes-> C", &files);
    let mut play = Play(Timeline::start(machine, &StartOptions::default()));
    play.step();
    play.step();
    assert_eq!(play.path(), "awaitingAgent at Wash");
    for past in [Past::Full, Past::None] {
        let text = play.0.save(past);
        let back = resume(&text);
        assert_eq!(seen(&back), seen(&play));
        assert_eq!(back.0.save(past), text);
    }
    let edited = play.run().machine.source().replace("state s", "state s; state z");
    play.act(tracklight::run::Action::ProposeEdit { source: edited }).unwrap();
    play.act(tracklight::run::Action::ApplyEdit { id: "edit-1".to_owned() }).unwrap();
    assert_eq!(play.path(), "awaitingAgent at Wash");
    let text = play.0.save(Past::None);
    assert_eq!(resume(&text).0.save(Past::None), text);
}

#[test]
fn every_number_of_a_saved_run_is_refused_or_borne_whatever_it_says() {
    let mut play = asked();
    play.answer("req-1-1", "because").unwrap();
    let forked = {
        let mut play = start("init i\nstate b\nstate c\ni -> b @async(2)\nb -> c");
        play.step();
        play.step();
        play
    };
    for text in [play.0.save(Past::Full), play.0.save(Past::None), forked.0.save(Past::Full), forked.0.save(Past::None)]
    {
        let digits: Vec<usize> = text.match_indices(':').map(|(at, _)| at + 1).collect();
        for at in digits {
            let rest = text.get(at..).unwrap();
            let length = rest.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                continue;
            }
            for number in ["2147483647", "4294967295", "9007199254740991", "1e300", "-1", "0.5"] {
                let wrong = format!("{}{number}{}", text.get(..at).unwrap(), rest.get(length..).unwrap());
                let Ok(resumed) = Timeline::resume(&wrong, true) else { continue };
                // What was let in is looked at and goes on in bounded time.
                let mut play = Play(resumed.timeline);
                seen(&play);
                assert!(play.0.rows(None).unwrap().len() < 100);
                play.0.graph();
                let _ = play.try_step();
                play.0.save(Past::Full);
            }
        }
    }
}

#[test]
fn counts_that_say_how_far_work_goes_are_checked_against_what_is_there() {
    let text = asked().0.save(Past::Full);
    for (from, to, words) in [
        ("\"step\":1,\"tick\"", "\"step\":2147483647,\"tick\"", "`state.step`"),
        ("\"requestSeq\":1", "\"requestSeq\":2147483647", "`requestSeq` 2147483647; at most 1 possible"),
        ("\"children\":0", "\"children\":2147483647", "`children` 2147483647; at most 0 possible"),
    ] {
        let wrong = text.replacen(from, to, 1);
        assert_ne!(wrong, text, "{from}");
        let refused = Timeline::resume(&wrong, false).unwrap_err();
        assert_eq!(refused.code.word(), "bad-save");
        assert!(refused.message.contains(words), "{}", refused.message);
    }
}
