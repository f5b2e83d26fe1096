//! Checkpoints, deleted branches, the history limit, and what differs between two places.

use tracklight::json::to_string;
use tracklight::run::StartOptions;
use tracklight::run::timeline::AdvanceOptions;
use tracklight::view;

use super::play::{Play, data, start, start_with, turn};

const COUNT: &str = "context C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C; t -when: C.n < 9-> t";

fn count(play: &mut Play) {
    let n: f64 = play.value("1", "C.n").parse().unwrap();
    play.step();
    let open = format!("agent-1-{}", play.run().path(&tracklight::run::PathId::start(1)).unwrap().agent_seq);
    play.reply(&open, turn(&[("write_C", data([("n", (n + 1.0).into())]))]));
}

fn bytes(play: &Play) -> String {
    let options = view::DotOptions::default();
    format!(
        "{}\n{}\n{}",
        view::dot(play.run(), &options),
        to_string(&view::view(play.run(), "")),
        play.log().join("\n")
    )
}

#[test]
fn restoring_a_checkpoint_and_acting_alike_gives_the_same_bytes_on_a_new_branch() {
    let mut play = start(COUNT);
    count(&mut play);
    let named = play.0.checkpoint("before".to_owned());
    count(&mut play);
    count(&mut play);
    let old = bytes(&play);
    assert_eq!(play.0.restore("before").unwrap(), named);
    assert_eq!(play.value("1", "C.n"), "1");
    count(&mut play);
    count(&mut play);
    assert_eq!(bytes(&play), old);
    assert_eq!(play.0.branches().len(), 2);
    play.0.go_to(6, Some("b1")).unwrap();
    assert_eq!(bytes(&play), old);
}

#[test]
fn a_checkpoint_of_the_same_name_moves_and_an_unknown_one_is_refused() {
    let mut play = start(COUNT);
    play.0.checkpoint("here".to_owned());
    count(&mut play);
    play.0.checkpoint("here".to_owned());
    assert_eq!(play.0.checkpoints().iter().map(|taken| taken.step).collect::<Vec<_>>(), [2]);
    assert_eq!(play.0.restore("there").unwrap_err().code.word(), "unknown-checkpoint");
}

#[test]
fn nodes_take_checkpoints_on_entry_and_the_oldest_go_first() {
    let mut play = start("machine \"M\" { maxCheckpoints: 2 }\nstate a @checkpoint; state b\na -> b -> a");
    play.0.checkpoint("mine".to_owned());
    let options = AdvanceOptions { max_ticks: 7, ignore_loops: true, ..AdvanceOptions::default() };
    play.0.advance(&options).unwrap();
    let names: Vec<_> = play.0.checkpoints().iter().map(|taken| (taken.name.as_str(), taken.auto)).collect();
    assert_eq!(names, [("mine", false), ("a#1.3", true), ("a#1.4", true)]);
    assert!(play.last("checkpointTaken").contains(r#""path":"1","name":"a#1.4""#));
    play.0.restore("a#1.3").unwrap();
    assert_eq!(play.path(), "active at b", "it names the end of the action that entered the node");
}

#[test]
fn a_deleted_branch_keeps_what_others_need() {
    let mut play = start(COUNT);
    count(&mut play);
    play.0.fork(Some(1), Some("second".to_owned())).unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", 5.0.into())]))]));
    play.step();
    play.0.fork(Some(2), Some("third".to_owned())).unwrap();
    assert_eq!(play.0.delete_branch("b3").unwrap_err().code.word(), "branch-in-use");
    play.0.delete_branch("b2").unwrap();
    let rows = play.0.branches();
    assert_eq!(rows.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["b1", "b3"]);
    assert_eq!(to_string(&rows[1].from), r#"{"branch":"b1","step":1}"#, "it is told where the kept ones meet");
    assert_eq!(play.0.delete_branch("b2").unwrap_err().code.word(), "unknown-branch");
    play.0.back(1).unwrap();
    play.0.go_to(2, None).unwrap();
    assert_eq!(play.value("1", "C.n"), "5");
}

#[test]
fn a_checkpoint_brings_its_deleted_branch_back() {
    let mut play = start(COUNT);
    count(&mut play);
    play.0.fork(Some(0), None).unwrap();
    play.step();
    play.0.checkpoint("kept".to_owned());
    play.0.go_to(0, Some("b1")).unwrap();
    play.0.delete_branch("b2").unwrap();
    assert_eq!(play.0.branches().len(), 1);
    play.0.restore("kept").unwrap();
    assert_eq!(play.0.branches().len(), 2);
}

#[test]
fn beyond_the_history_limit_only_branch_points_and_checkpoints_stay() {
    let mut play = start_with(COUNT, &StartOptions { history_limit: Some(4), ..StartOptions::default() });
    count(&mut play);
    play.0.checkpoint("kept".to_owned());
    for _ in 0..4 {
        count(&mut play);
    }
    let steps: Vec<u32> = play.0.rows(None).unwrap().iter().map(|row| row.step).collect();
    assert_eq!(steps, [2, 7, 8, 9, 10]);
    assert_eq!(play.0.go_to(3, None).unwrap_err().code.word(), "step-gone");
    assert_eq!(play.0.go_to(11, None).unwrap_err().code.word(), "unknown-step");
    play.0.restore("kept").unwrap();
    assert_eq!(play.value("1", "C.n"), "1");
    assert_eq!(play.0.events(0, usize::MAX).len(), 5, "events of the entries that are kept");
}

#[test]
fn a_diff_lists_moved_paths_and_changed_values() {
    let mut play =
        start("context C { n: 0; m: 1 }\ncontext S @shared { k: 0 }\nstate a; state b\na -> b; a -reads-> C");
    play.set("1", "C.n", 7.0).unwrap();
    play.set("*", "S.k", 3.0).unwrap();
    play.step();
    let diff = play.0.diff((None, 0), (Some("b1"), 3)).unwrap();
    assert_eq!(
        to_string(&diff),
        concat!(
            r#"{"paths":[{"path":"1","before":{"node":"a","status":"active"},"after":{"node":"b","#,
            r#""status":"active"}}],"#,
            r#""changes":[{"path":null,"context":"S","field":"k","before":0,"after":3},"#,
            r#"{"path":"1","context":"C","field":"n","before":0,"after":7}]}"#
        )
    );
    assert_eq!(to_string(&play.0.diff((None, 2), (None, 2)).unwrap()), r#"{"paths":[],"changes":[]}"#);
    assert_eq!(play.0.diff((None, 0), (None, 9)).unwrap_err().code.word(), "unknown-step");
}
