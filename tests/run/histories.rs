//! Long pasts: walked, branched, saved, dropped.

use tracklight::json::to_string;
use tracklight::run::save::Past;
use tracklight::run::{Action, StartOptions, Timeline};
use tracklight::view;

use super::play::{Play, start, start_with};

const LONG: u32 = 100_000;

fn report_times(play: &mut Play, from: u32, to: u32) {
    for ms in from..=to {
        play.act(Action::ReportTime { elapsed_ms: u64::from(ms) }).unwrap();
    }
}

#[test]
fn a_hundred_thousand_actions_can_be_walked_branched_and_named() {
    let mut play = start_with("state s", &StartOptions { history_limit: Some(LONG + 100), ..StartOptions::default() });
    report_times(&mut play, 1, LONG);
    assert_eq!(play.run().step, LONG);
    for step in [100, LONG - 100, 1, LONG] {
        play.0.go_to(step, Some("b1")).unwrap();
        assert_eq!(play.run().elapsed_ms, u64::from(step));
        play.0.checkpoint(format!("at {step}"));
    }
    for step in [100, LONG - 100] {
        play.0.go_to(LONG, Some("b1")).unwrap();
        play.0.fork(Some(step), None).unwrap();
        play.act(Action::ReportTime { elapsed_ms: u64::from(2 * LONG) }).unwrap();
        assert_eq!((play.run().step, play.run().elapsed_ms), (step + 1, u64::from(2 * LONG)));
        assert_eq!(play.0.events(0, usize::MAX).len() as u32, step + 2);
    }
    play.0.restore("at 1").unwrap();
    assert_eq!(play.run().elapsed_ms, 1);
    let events = play.0.events(0, usize::MAX);
    assert_eq!(events.len(), 2, "the start, and the first action");
    play.0.go_to(LONG, Some("b1")).unwrap();
    assert_eq!(play.0.events(u64::from(LONG), usize::MAX).len(), 1, "events since a number are found, not searched");
    assert_eq!(play.0.rows(None).unwrap().len() as u32, LONG + 1);
}

#[test]
fn a_long_history_is_saved_and_comes_back_byte_equal() {
    let mut play = start("context C { n: 0 }\nstate s\ns -writes-> C");
    report_times(&mut play, 1, 20_000);
    play.0.fork(Some(19_000), None).unwrap();
    play.set("1", "C.n", 5.0).unwrap();
    let text = play.0.save(Past::Full);
    let resumed = Timeline::resume(&text, false).unwrap();
    assert!(!resumed.timeline_dropped);
    let back = Play(resumed.timeline);
    assert_eq!(back.0.save(Past::Full), text);
    assert_eq!(to_string(&view::view(back.run(), "")), to_string(&view::view(play.run(), "")));
    assert_eq!(back.0.branches().len(), 2);
}

#[test]
fn a_long_road_is_dropped_without_going_deep() {
    let mut play = start_with(
        "machine \"Long\" { maxSteps: 1000000; maxNodeInvocations: 1000000 }\nstate a; state b\na -> b -> a",
        &StartOptions { history_limit: Some(10), ..StartOptions::default() },
    );
    for _ in 0..20_000 {
        play.step();
    }
    let path = play.run().path(&tracklight::run::PathId::start(1)).unwrap();
    assert_eq!((path.history.iter().count(), path.entries), (20_000, 20_000));
    assert_eq!(play.0.rows(None).unwrap().len(), 10);
    // Nothing but the timeline holds these runs; dropping the last one ends the whole list.
    drop(play);
}

#[test]
fn only_the_kept_entries_are_walked_when_the_limit_has_dropped_the_rest() {
    let mut play = start_with("state s", &StartOptions { history_limit: Some(50), ..StartOptions::default() });
    report_times(&mut play, 1, 5_000);
    assert_eq!(play.0.go_to(4_000, None).unwrap_err().code.word(), "step-gone");
    play.0.go_to(4_990, None).unwrap();
    let text = play.0.save(Past::Full);
    assert_eq!(Timeline::resume(&text, false).unwrap().timeline.save(Past::Full), text);
}
