//! Tokens (world.md 5): what replies used up is kept and summed, and a limit ends the run's work.

use std::sync::Arc;

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::agent::call::AgentReply;
use tracklight::run::save::Past;
use tracklight::run::state::Usage;
use tracklight::run::{StartOptions, Timeline};
use tracklight::value::Value;
use tracklight::view;

use super::play::{Play, data, error, start, turn};

/// The reply with what it used up.
fn with_usage(mut reply: AgentReply, input: f64, output: f64) -> AgentReply {
    let used =
        Usage { input_tokens: Some(input), output_tokens: Some(output), cost: Some(0.25), model: Some("small".into()) };
    match &mut reply {
        AgentReply::Turns { usage, .. } | AgentReply::Error { usage, .. } => *usage = Some(Arc::new(used)),
    }
    reply
}

const TWO: &str = "task a { prompt: \"a\" }\ntask b { prompt: \"b\" }\na -> b";

#[test]
fn world_5_usage_is_in_the_event_and_summed_for_the_run_and_per_node() {
    let mut play = start(TWO);
    play.step();
    play.reply("agent-1-1", with_usage(turn(&[]), 10.0, 2.0));
    let usage = r#""usage":{"inputTokens":10,"outputTokens":2,"cost":0.25,"model":"small"}"#;
    assert!(play.last("agentReplied").contains(usage), "{}", play.last("agentReplied"));
    play.step();
    play.reply("agent-1-2", with_usage(turn(&[]), 5.0, 1.0));
    let shown = to_string(&view::view(play.run(), "b0"));
    assert!(shown.contains(r#""usage":{"inputTokens":15,"outputTokens":3,"cost":0.5}"#), "{shown}");
    assert!(shown.contains(r#""visits":1,"usage":{"inputTokens":10,"outputTokens":2,"cost":0.25}"#), "{shown}");
}

#[test]
fn world_5_usage_is_kept_in_saves_and_recordings() {
    let mut play = start(TWO);
    play.step();
    play.reply("agent-1-1", with_usage(turn(&[]), 10.0, 2.0));
    for past in [Past::Full, Past::None] {
        let back = Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!back.timeline_dropped);
        assert_eq!(back.timeline.run().usage, play.run().usage);
        assert_eq!(back.timeline.run().usage, play.run().usage);
    }
    let mut again = Timeline::start(Machine::parse(TWO), &StartOptions::default());
    again.replay(&play.0.recording(), false, 10).unwrap();
    assert_eq!(again.run().usage.total.tokens(), 12.0);
}

#[test]
fn world_5_usage_does_not_change_what_is_asked() {
    let ask = |used: bool| {
        let mut play = start("task a { prompt: \"a\" }");
        play.step();
        let more = tracklight::run::AgentReply::Turns { turns: Vec::new(), is_final: false, path: None, usage: None };
        play.reply("agent-1-1", if used { with_usage(more, 9.0, 9.0) } else { more });
        tracklight::run::agent_requests(play.run())[0].digest()
    };
    assert_eq!(ask(true), ask(false));
}

const LIMITED: &str = "machine \"M\" { maxTokens: 100 }\ncontext C { n: 0 }\nstate rescue\n\
                       task a @retry(2) { prompt: \"a\" }\ntask b { prompt: \"b\" }\na -writes-> C\na -> b\n\
                       a -catch-> rescue\nb -catch-> rescue";

fn write() -> AgentReply {
    turn(&[("write_C", data([("n", Value::from(7.0))]))])
}

#[test]
fn world_5_the_turns_of_the_reply_that_exceeds_the_limit_are_applied_and_its_path_fails() {
    let mut play = start(LIMITED);
    play.step();
    let kinds = play.reply("agent-1-1", with_usage(write(), 90.0, 11.0));
    assert_eq!(kinds, ["agentReplied", "contextWritten", "toolCalled", "limitHit", "pathFailed", "runEnded"]);
    assert!(play.last("limitHit").contains(r#""limit":"maxTokens","value":100"#));
    assert!(play.last("pathFailed").contains(r#""kind":"limit","code":"max-tokens""#));
    assert_eq!((play.value("1", "C.n"), play.path().as_str()), ("7".to_owned(), "failed at a"));
}

#[test]
fn world_5_a_reply_that_reaches_the_limit_does_not_exceed_it() {
    let mut play = start(LIMITED);
    play.step();
    play.reply("agent-1-1", with_usage(write(), 90.0, 10.0));
    assert_eq!(play.path(), "active at b");
}

#[test]
fn world_5_an_error_that_exceeds_the_limit_is_neither_retried_nor_caught() {
    let mut play = start(LIMITED);
    play.step();
    let kinds = play.reply("agent-1-1", with_usage(error("busy"), 101.0, 0.0));
    assert_eq!(kinds, ["agentReplied", "limitHit", "pathFailed", "runEnded"]);
    assert!(play.last("pathFailed").contains(r#""code":"max-tokens""#));
}

#[test]
fn world_5_every_later_ask_fails_too() {
    let mut play = start(
        "machine \"M\" { maxTokens: 100 }\ninit one; init two\ntask a { prompt: \"a\" }\ntask b { prompt: \"b\" }\n\
         one -> a; two -> b",
    );
    play.step();
    play.0.act(tracklight::run::Action::StepPath { path: tracklight::run::PathId::start(1) }).unwrap();
    play.reply("agent-1-1", with_usage(turn(&[]), 200.0, 0.0));
    assert_eq!(play.step(), ["nodeEntered", "limitHit", "pathFailed", "runEnded"]);
    assert_eq!(play.paths(), ["1 failed at a", "2 failed at b"]);
    assert_eq!(play.run().counters.agent_requests, 1);
}

#[test]
fn world_5_the_limit_may_come_from_the_host() {
    let mut options = StartOptions::default();
    options.limits.max_tokens = Some(5);
    let mut play = super::play::start_with(TWO, &options);
    play.step();
    play.reply("agent-1-1", with_usage(turn(&[]), 6.0, 0.0));
    assert_eq!(play.path(), "failed at a");
    let saved = play.0.save(Past::Full);
    assert!(saved.contains(r#""maxTokens":5"#));
    assert_eq!(Timeline::resume(&saved, false).unwrap().timeline.run().limits.max_tokens, Some(5));
    let unlimited: Play = start(TWO);
    assert!(!unlimited.log()[0].contains("maxTokens"));
}
