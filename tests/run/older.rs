//! Saved runs and recordings that were made under rules 1.

use tracklight::machine::Machine;
use tracklight::run::agent::recording::Recording;
use tracklight::run::save::Past;
use tracklight::run::{StartOptions, Timeline};
use tracklight::schema::Json;

use super::play::Play;

/// Its imported edges said their file, which gave the machine another hash.
const WAITING: &str = include_str!("../fixtures/rules-1/waiting.json");
const RECORDING: &str = include_str!("../fixtures/rules-1/recording.json");
/// The names of its tools had lost all that is not ASCII, which gave other digests.
const NAMES: &str = include_str!("../fixtures/rules-1/names.json");
/// A value was set on its path after that had completed.
const ENDED: &str = include_str!("../fixtures/rules-1/ended.json");

#[test]
fn a_run_saved_with_the_old_hash_of_its_imports_resumes_with_its_whole_past() {
    assert!(WAITING.contains("\"rules\":1"));
    let resumed = Timeline::resume(WAITING, false).unwrap();
    assert!(!resumed.timeline_dropped);
    let machine = resumed.timeline.run().machine.clone();
    assert!(!WAITING.contains(&**machine.hash()) && machine.is_hashed("f0e62b49f5a85cdd"));
    assert!(!machine.is_hashed("f0e62b49f5a85cde"));
    let again = resumed.timeline.save(Past::Full);
    assert!(again.contains(&format!("\"machineHash\":\"{}\"", machine.hash())) && again.contains("\"rules\":2"));
    let play = Play(resumed.timeline);
    assert_eq!(play.path(), "awaitingAgent at Wash");
}

#[test]
fn a_saved_run_of_another_source_is_still_refused() {
    let other = WAITING.replacen("grams: 20", "grams: 21", 1);
    assert_eq!(Timeline::resume(&other, false).unwrap_err().code.word(), "hash-mismatch");
}

#[test]
fn a_recording_with_the_old_hash_of_its_imports_plays() {
    let machine = Timeline::resume(WAITING, false).unwrap().timeline.run().machine.clone();
    let recording = Recording::read(&Json::parse(RECORDING).unwrap()).unwrap();
    let mut play = Play(Timeline::start(machine, &StartOptions::default()));
    assert_eq!(play.0.replay(&recording, false, 10).unwrap().status.word(), "ended");
    assert_eq!(play.value("1", "Soap.grams"), "30");
    let mut other = Timeline::start(Machine::parse("state a"), &StartOptions::default());
    assert_eq!(other.replay(&recording, false, 10).unwrap_err().code.word(), "hash-mismatch");
}

#[test]
fn a_saved_run_whose_past_is_now_refused_resumes_from_its_state() {
    let resumed = Timeline::resume(ENDED, false).unwrap();
    assert!(resumed.timeline_dropped);
    let play = Play(resumed.timeline);
    assert_eq!((play.path().as_str(), play.value("1", "Soap.grams").as_str()), ("completed at dry", "5"));
}

#[test]
fn recorded_replies_match_by_their_old_digest_and_call_the_tools_by_their_present_names() {
    let machine = Machine::parse(
        "context 数 { n: 0 }\ntask fragen { prompt: \"go\" }\nstate 京\nstate 都\nfragen -writes-> 数\nfragen -one-> 京\n\
         fragen -two-> 都\n",
    );
    let recording = Recording::read(&Json::parse(NAMES).unwrap()).unwrap();
    let mut play = Play(Timeline::start(machine, &StartOptions::default()));
    assert_eq!(play.0.replay(&recording, false, 10).unwrap().status.word(), "ended");
    assert_eq!((play.path().as_str(), play.value("1", "数.n").as_str()), ("completed at 都", "4"));
}
