//! Saved runs and recordings that were made under earlier rules.

use tracklight::json::to_string;
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
    assert!(again.contains(&format!("\"machineHash\":\"{}\"", machine.hash())) && again.contains("\"rules\":3"));
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

/// Twelve steps of each example under rules 2, with replies by its stubs: the run as it was saved, and its recording.
/// Behind them machines to which the corrections of rules 3 apply.
const OF_RULES_2: &str = include_str!("../fixtures/rules-2/gallery.json");

struct Older {
    slug: String,
    save: String,
    recording: Recording,
}

fn of_rules_2() -> Vec<Older> {
    let text = |json: &Json, key: &str| match json.get(key) {
        Some(Json::Leaf(value)) => value.as_str().unwrap().to_owned(),
        other => panic!("{key}: {other:?}"),
    };
    let Some(Json::List(all)) = Json::parse_to(OF_RULES_2, 200) else { panic!("the fixture is a list") };
    let one = |json: &Json| Older {
        slug: text(json, "slug"),
        save: text(json, "save"),
        recording: Recording::read(json.get("recording").unwrap()).unwrap(),
    };
    all.iter().map(one).collect()
}

#[test]
fn runs_that_were_saved_under_rules_2_resume_with_their_whole_past() {
    for Older { slug, save, .. } in of_rules_2() {
        assert!(save.contains("\"rules\":2"));
        let resumed = Timeline::resume(&save, false).unwrap_or_else(|refusal| panic!("{slug}: {}", refusal.message));
        // Its path went on behind an end, which it does not any more.
        assert_eq!(resumed.timeline_dropped, slug == "end-with-edge", "{slug}");
    }
    let dropped = of_rules_2().into_iter().find(|one| one.slug == "end-with-edge").unwrap();
    assert_eq!(Play(Timeline::resume(&dropped.save, false).unwrap().timeline).path(), "completed at c");
}

#[test]
fn recordings_of_rules_2_replay_to_the_same_state() {
    for Older { slug, save, recording } in of_rules_2().into_iter().filter(|one| one.slug != "end-with-edge") {
        let saved = Timeline::resume(&save, false).unwrap().timeline;
        let mut again = Timeline::start(Machine::parse(saved.run().machine.source()), &StartOptions::default());
        again.replay(&recording, false, saved.run().tick).unwrap();
        let state = |run: &tracklight::run::Run| {
            let view = to_string(&tracklight::view::view(run, "b1"));
            // What was not recorded is noted as an action of its own.
            let (_, paths) = view.split_once("\"outcome\":").unwrap();
            paths.to_owned()
        };
        assert_eq!(state(again.run()), state(saved.run()), "{slug}");
    }
}

#[test]
fn hashes_of_rules_2_are_accepted() {
    let all = of_rules_2();
    for slug in ["schema-order", "schema-unresolved", "quoted-number"] {
        let one = all.iter().find(|one| one.slug == slug).unwrap();
        let machine = Timeline::resume(&one.save, false).unwrap().timeline.run().machine.clone();
        assert_ne!(**machine.hash(), *one.recording.machine_hash, "{slug}");
        assert!(machine.is_hashed(&one.recording.machine_hash), "{slug}");
    }
}
