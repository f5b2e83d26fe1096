//! Recordings: given again they make the same run; what was not recorded is not invented.

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::run::agent::recording::Recording;
use tracklight::run::agent::requests::Answer;
use tracklight::run::{Action, Timeline, agent_requests};
use tracklight::schema::Json;
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, start, turn};
use super::saves::FORKS;
use crate::counts;

const MACHINE: &str = r#"context C { n: 0; log: [] }
init begin; init other
task t { prompt: "count {{ C.n }}"; needs: "why" }
task w { prompt: "wander"; wants: "where" }
state done
begin -> t; other -> w -> t
t -writes-> C; w -writes-> C
t -when: C.n < 3-> t; t -> done"#;

fn replay(source: &str, recording: &Recording, force: bool, ticks: u32) -> (Play, &'static str, Option<String>) {
    let mut play = start(source);
    let replayed = play.0.replay(recording, force, ticks).unwrap();
    (play, replayed.status.word(), replayed.request)
}

/// Plays as a host with automatic agents does: whatever is open is answered, in the order that `order` gives.
fn played(machine: &str, order: &[u8], autos: bool) -> Play {
    let mut play = start(machine);
    let mut given = order.iter().cycle();
    let mut pick = |count: usize| usize::from(*given.next().unwrap()) % count;
    for _ in 0..30 {
        if play.run().outcome.is_end() {
            break;
        }
        let _ = play.act(Action::Step { idle: false });
        loop {
            let mut open: Vec<String> = agent_requests(play.run()).iter().map(|asked| asked.id().to_string()).collect();
            let waits = play.run().requests.values().filter(|request| request.is_open() && request.required);
            open.extend(waits.map(|request| request.id.to_string()));
            if open.is_empty() {
                break;
            }
            let id = open.swap_remove(pick(open.len()));
            if id.starts_with("req") {
                let answer = if pick(2) == 0 {
                    Answer::Text(format!("for {id}").into())
                } else {
                    Answer::Declined("none".into())
                };
                play.act(Action::Answer { request: id, answer, auto: autos }).unwrap();
            } else {
                let reply = turn(&[("write_C", data([("n", Value::from(pick(4)))]))]);
                play.act(Action::Reply { request: id, reply, auto: autos }).unwrap();
            }
        }
    }
    play
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
fn a_recording_holds_replies_and_answers_with_what_they_belong_to() {
    let recording = to_string(&played(MACHINE, &[0, 1, 2, 3], false).0.recording());
    assert!(recording.starts_with(r#"{"format":"tracklight-recording","version":1,"machineHash":""#));
    assert!(
        recording.contains(r#""path":"2","node":"w","occurrence":1,"reply":{"turns":[{"calls":[{"name":"write_C""#)
    );
    assert!(recording.contains(r#"{"query":"why","path":"1","node":"t","occurrence":1,"ordinal":1,"answer":"#));
    assert!(recording.contains(r#""query":"why","path":"1","node":"t","occurrence":2,"ordinal":2"#));
    let read = Recording::read(&Json::parse(&recording).unwrap()).unwrap();
    assert_eq!(to_string(&read), recording);
}

/// A run that `play` plays replays to the same bytes.
fn comes_again(source: &str, play: impl Fn(&mut Play)) {
    let mut one = start(source);
    play(&mut one);
    let text = to_string(&one.0.recording());
    let recording = Recording::read(&Json::parse(&text).unwrap()).unwrap();
    assert_eq!(to_string(&recording), text);
    let (again, status, _) = replay(source, &recording, false, 100);
    assert_eq!((status, bytes(&again)), ("ended", bytes(&one)));
}

#[test]
fn equal_questions_that_are_open_together_get_their_own_answers() {
    let source = "task a { prompt: \"go\"; needs: [\"Why?\", \"Why?\"] }";
    comes_again(source, |play| {
        play.step();
        play.answer("req-1-2", "second").unwrap();
        play.answer("req-1-1", "first").unwrap();
        play.reply("agent-1-1", turn(&[]));
    });
}

#[test]
fn a_question_that_was_answered_when_it_was_asked_again_is_answered_only_then() {
    let source = "context C { n: 0 }\ntask a { prompt: \"go\"; wants: \"Where?\" }\nstate b\na -writes-> C\n\
                  a -when: visits < 2-> a\na -> b";
    comes_again(source, |play| {
        play.step();
        play.reply("agent-1-1", turn(&[]));
        play.step();
        play.answer("req-1-2", "there").unwrap();
        play.reply("agent-1-2", turn(&[]));
        play.step();
    });
}

#[test]
fn an_answer_is_not_given_to_the_optional_question_of_another_path() {
    let source = "init i\nstate w; state done\ntask a { prompt: \"go\"; wants: \"Where?\" }\n\
                  i -@async-> a; i -@async-> w\nw -> a\na -> done";
    comes_again(source, |play| {
        play.step();
        play.step();
        play.reply("agent-1.1-1", turn(&[]));
        play.step();
        play.answer("req-1.2-1", "there").unwrap();
        play.reply("agent-1.2-1", turn(&[]));
        play.step();
    });
}

#[test]
fn a_recording_of_another_version_is_refused() {
    let recording = to_string(&played(MACHINE, &[0, 1, 2, 3], false).0.recording());
    for (version, shown) in [
        (r#""version":7,"#, "version 7"),
        (r#""version":0,"#, "version 0"),
        (r#""version":1.5,"#, "version 1.5"),
        ("", "version"),
    ] {
        let other = recording.replace(r#""version":1,"#, version);
        let refusal = Recording::read(&Json::parse(&other).unwrap()).unwrap_err();
        assert_eq!(refusal.code.word(), "bad-save");
        assert!(refusal.message.contains(shown), "{}", refusal.message);
    }
}

#[test]
fn what_is_not_recorded_is_not_invented() {
    let recording = played(MACHINE, &[0, 1, 2, 3], false).0.recording();
    let changed = MACHINE.replace("count {{", "tally {{");
    let mut play = start(&changed);
    assert_eq!(play.0.replay(&recording, false, 1000).unwrap_err().code.word(), "hash-mismatch");
    let (play, status, request) = replay(&changed, &recording, true, 1000);
    assert_eq!((status, request.as_deref()), ("mismatch", Some("agent-1-1")));
    assert!(play.last("noRecording").contains(r#""node":"t","request":"agent-1-1","digest":""#));
    assert!(play.paths()[0].contains("awaitingAgent"), "the run waits");
    let mut play = play;
    play.reply("agent-1-1", turn(&[]));
}

#[test]
fn a_replay_stops_when_the_run_is_blocked() {
    let blocked = start("context C { n: 0 }\nstate a; state b\na -when: C.n > 0-> b");
    let mut play = blocked;
    let empty = Recording { machine_hash: play.run().machine.hash().clone(), entries: Vec::new() };
    assert_eq!(play.0.replay(&empty, false, 10).unwrap().status.word(), "blocked");
    let mut play = start("state a; state b\na -> b -> a");
    let empty = Recording { machine_hash: play.run().machine.hash().clone(), entries: Vec::new() };
    assert_eq!(play.0.replay(&empty, false, 10).unwrap().status.word(), "budget");
    assert_eq!(play.run().tick, 10);
}

#[test]
fn nothing_is_recorded_for_a_request_that_is_not_open() {
    let mut play = start(MACHINE);
    let none = |play: &mut Play, id: &str| play.act(Action::NoRecording { request: id.to_owned() });
    assert_eq!(none(&mut play, "agent-1-1").unwrap_err().code.word(), "unknown-request");
    play.step();
    play.step();
    let done = none(&mut play, "req-1-1").unwrap();
    assert_eq!(done.events.len(), 1);
    assert_eq!((play.run().tick, play.run().action), (2, 0), "it belongs to the host action before it");
}

#[test]
fn inputs_and_host_actions_alone_reproduce_positions_with_automatic_replies() {
    let machine = "context C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C; t -> t";
    let auto = |play: &mut Play| {
        while let Some(request) = agent_requests(play.run()).first().map(|asked| asked.id().to_string()) {
            let reply = turn(&[("write_C", data([("n", 1.0.into())]))]);
            play.act(Action::Reply { request, reply, auto: true }).unwrap();
        }
    };
    let hosted = |upto: (u32, u32)| {
        let mut play = start(machine);
        let mut seen = Vec::new();
        for (position, action) in [((1, 0), 0), ((2, 0), 0), ((2, 1), 1), ((3, 0), 0)] {
            match action {
                0 => play.act(Action::Step { idle: false }).map(|_| ()).unwrap(),
                _ => play.set("1", "C.n", 7.0).map(|_| ()).unwrap(),
            }
            auto(&mut play);
            assert_eq!((play.run().tick, play.run().action), position);
            seen.push(bytes(&play));
            if position == upto {
                break;
            }
        }
        seen.pop().unwrap()
    };
    for position in [(2, 0), (2, 1), (3, 0)] {
        assert_eq!(hosted(position), hosted(position));
    }
    assert_ne!(hosted((2, 0)), hosted((2, 1)));
}

fn replays(machine: &str, order: &[u8], autos: bool) {
    let one = played(machine, order, autos);
    let recording = one.0.recording();
    let (two, status, _) = replay(machine, &recording, false, one.run().tick);
    assert_eq!(status, if one.run().outcome.is_end() { "ended" } else { "budget" });
    assert_eq!(bytes(&two), bytes(&one));
    assert_eq!(to_string(&two.0.recording()), to_string(&recording));
}

#[test]
fn a_replayed_run_equals_the_recorded_one_after_one_action() {
    for machine in [MACHINE, FORKS] {
        replays(machine, &[128], false);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(48), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn a_replayed_run_equals_the_recorded_one_byte_by_byte(
        machine in prop::sample::select(&[MACHINE, FORKS][..]),
        order in prop::collection::vec(any::<u8>(), 1..40),
        autos in any::<bool>(),
    ) {
        replays(machine, &order, autos);
    }
}

#[test]
fn a_recording_knows_its_branch_only() {
    let mut play = start("context C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", 1.0.into())]))]));
    play.0.back(1).unwrap();
    play.reply("agent-1-1", turn(&[("write_C", data([("n", 2.0.into())]))]));
    let recording = play.0.recording();
    assert_eq!(recording.entries.len(), 1);
    let mut again = Play(Timeline::start(play.run().machine.clone(), &Default::default()));
    again.0.replay(&recording, false, 10).unwrap();
    assert_eq!(again.value("1", "C.n"), "2");
}
