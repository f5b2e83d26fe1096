//! Journals: the accepted actions of a run make it again, and what is no journal is refused.

use tracklight::json::to_string;
use tracklight::run::save::Past;
use tracklight::run::{Action, StartOptions, Timeline};
use tracklight::value::Value;
use tracklight::work::Work;

use super::play::{Play, data, start, start_with, turn};

const ASKING: &str = "context C { n: 0 }\ncontext Open\ntask t { prompt: \"go\"; needs: \"why\" }\nstate u\n\
     t -writes-> C, Open; t -> u";

fn replay(entries: &str) -> Result<Timeline, tracklight::run::Refusal> {
    Timeline::replay_journal(entries, false, &Work::default())
}

fn journal(timeline: &Timeline) -> String {
    to_string(&timeline.actions(None))
}

fn played() -> Play {
    let mut play = start(ASKING);
    play.step();
    play.answer("req-1-1", "because").unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", Value::from(3.0))]))]));
    play
}

#[test]
fn the_actions_make_the_same_run_again() {
    let mut play = played();
    play.act(Action::ReportTime { elapsed_ms: 12 }).unwrap();
    let text = journal(&play.0);
    let back = replay(&text).unwrap();
    assert_eq!(back.save(Past::Full), play.0.save(Past::Full));
    assert_eq!(journal(&back), text);
}

#[test]
fn the_actions_after_a_step_have_no_header_and_refused_ones_are_not_there() {
    let mut play = played();
    assert!(play.answer("req-1-1", "again").is_err());
    assert_eq!(play.0.actions(Some(3)).len(), 0);
    assert_eq!(play.0.actions(Some(u32::MAX)).len(), 0);
    assert_eq!(
        to_string(&play.0.actions(Some(1))),
        r#"[{"kind":"answer","request":"req-1-1","answer":"because"},{"kind":"reply","request":"agent-1-1","#
            .to_owned()
            + r#""reply":{"turns":[{"calls":[{"name":"write_C","input":{"data":{"n":3}}}]}]}}]"#
    );
    assert_eq!(play.0.actions(None).len(), 4);
}

#[test]
fn a_branch_has_the_actions_before_it_and_its_own_up_to_the_cursor() {
    let mut play = played();
    play.0.go_to(1, None).unwrap();
    play.answer("req-1-1", "for fun").unwrap();
    let text = journal(&play.0);
    assert!(text.contains("for fun") && !text.contains("because"));
    assert_eq!(replay(&text).unwrap().run().seq, play.run().seq);
    play.0.back(1).unwrap();
    assert_eq!(play.0.actions(Some(0)).len(), 1);
}

#[test]
fn actions_outlive_the_history_limit_and_a_state_without_its_past() {
    let options = StartOptions { history_limit: Some(1), ..StartOptions::default() };
    let mut play = start_with("state a; state b\na -> b; b -> b", &options);
    (0..5).for_each(|_| drop(play.step()));
    assert_eq!(replay(&journal(&play.0)).unwrap().save(Past::None), play.0.save(Past::None));
    let mut bare = Play(Timeline::resume(&played().0.save(Past::None), false).unwrap().timeline);
    bare.step();
    assert_eq!(bare.0.actions(None).len(), 2);
    assert_eq!(replay(&journal(&bare.0)).unwrap().save(Past::Full), bare.0.save(Past::Full));
}

#[test]
fn what_is_no_journal_of_this_machine_and_version_is_refused_and_says_where() {
    let text = journal(&played().0);
    for (from, to, code, words) in [
        ("tracklight-journal", "tracklight-run", "bad-save", "this is not a journal"),
        ("\"version\":1", "\"version\":2", "bad-save", "version 2"),
        ("\\\"go\\\"", "\\\"run\\\"", "hash-mismatch", "does not match"),
        ("\"rules\":", "\"rules\":9", "rules-mismatch", "written under rules 9"),
        ("\"kind\":\"step\"", "\"kind\":\"leap\"", "bad-save", "`entry 2.kind`: unknown action"),
        ("req-1-1", "req-1-7", "bad-save", "entry 3: unknown question"),
        ("\"turns\":[{", "\"turn\":[{", "bad-save", "`entry 4.reply.turns`: missing"),
    ] {
        let foreign = text.replacen(from, to, 1);
        assert_ne!(foreign, text);
        let refused = replay(&foreign).unwrap_err();
        assert_eq!(refused.code.word(), code, "{}", refused.message);
        assert!(refused.message.contains(words), "{}", refused.message);
    }
    for (text, words) in [("[]", "empty"), ("{}", "a list of entries"), ("[1]", "not a journal")] {
        assert!(replay(text).unwrap_err().message.contains(words));
    }
    let twice = text.replacen(",{\"kind\"", &format!(",{},{{\"kind\"", text.trim_matches(['[', ']'])), 1);
    assert!(replay(&twice).unwrap_err().message.contains("`entry 2.kind`: missing"));
}

#[test]
fn rules_and_hash_are_skipped_by_force() {
    let text = journal(&played().0).replacen("\"rules\":", "\"rules\":9", 1).replacen("\\\"go\\\"", "\\\"run\\\"", 1);
    let forced = Timeline::replay_journal(&text, true, &Work::default()).unwrap();
    assert_eq!(forced.run().step, 3);
}
