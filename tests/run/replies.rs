//! Replies: who may reply, what a turn does, what the agent is told.

use tracklight::run::agent::call::AgentReply;
use tracklight::value::Value;

use super::play::{data, error, start, turn, turns};

#[test]
fn a_reply_is_taken_once_and_only_for_its_own_request() {
    let mut play = start("task t { prompt: \"go\" }\nstate u\nt -> u -> u");
    play.step();
    let code = |refused: Result<_, tracklight::run::Refusal>| refused.err().map(|refusal| refusal.code.word());
    assert_eq!(code(play.try_reply("agent-1-2", turn(&[])).map(|_| ())), Some("unknown-request"));
    assert_eq!(code(play.try_reply("nonsense", turn(&[])).map(|_| ())), Some("unknown-request"));
    let other = AgentReply::Turns { turns: Vec::new(), is_final: true, path: Some("2".into()), usage: None };
    assert_eq!(code(play.try_reply("agent-1-1", other).map(|_| ())), Some("wrong-path"));
    let log = play.log();
    play.reply("agent-1-1", turn(&[]));
    assert_eq!(code(play.try_reply("agent-1-1", turn(&[])).map(|_| ())), Some("stale-reply"));
    assert_eq!(play.log()[..log.len()], log[..]);
}

#[test]
fn a_visit_lasts_until_the_agent_is_done_and_remembers_its_turns() {
    let mut play = start("context C { n: 0 }\ntask t { prompt: \"go\" }\nstate u\nt -writes-> C; t -> u");
    play.step();
    let write = data([("n", Value::from(1.0))]);
    assert!(play.reply("agent-1-1", turns(&[&[("write_C", write)]], false)).ends_with(&["agentRequested"]));
    let asked = play.asked("agent-1-2");
    assert!(asked.contains(r#""turn":2,"maxTurns":50"#), "{asked}");
    assert!(
        asked.contains(
            r#""transcript":[{"turn":1,"results":[{"callId":"c1.1","name":"write_C","input":{"data":{"n":1}},"ok":true"#
        ),
        "{asked}"
    );
    assert!(asked.contains(r#""values":{"n":1}"#), "{asked}");
    play.reply("agent-1-2", turn(&[]));
    assert_eq!(play.path(), "active at u");
}

#[test]
fn a_transition_is_chosen_by_its_tool_and_the_reason_is_kept() {
    let mut play = start("task t { prompt: \"go\" }\nstate a; state b\nt -one-> a; t -two-> b");
    play.step();
    assert!(play.asked("agent-1-1").contains(r#""description":"Go to b: two""#));
    let reason = super::play::object([("reason", Value::from("why not"))]);
    play.reply("agent-1-1", turn(&[("transition_to_a", Value::object()), ("transition_to_b", reason)]));
    assert!(play.last("moved").contains(r#""cause":{"type":"agent","reason":"why not"}"#));
    assert_eq!(play.path(), "active at b");
}

#[test]
fn malformed_inputs_are_tool_errors_that_name_the_field() {
    let mut play = start("context C { n: 0 }\ntask t { prompt: \"go\" }\nstate u\nt -writes-> C; t -> u");
    play.step();
    let inputs = [
        ("write_C", Value::from(3.0)),
        ("write_C", Value::object()),
        ("write_C", data([])),
        ("read_C", super::play::object([("fields", Value::from("n"))])),
        ("transition_to_u", super::play::object([("reson", Value::from("x"))])),
        ("request_context", super::play::object([("query", Value::from(""))])),
    ];
    let done = play.try_reply("agent-1-1", turn(&inputs)).unwrap();
    let codes: Vec<_> = done.results.iter().map(|result| result.result.as_ref().unwrap_err().code.word()).collect();
    let invalid = "invalid-input";
    assert_eq!(codes, [invalid, invalid, "write-refused", invalid, invalid, invalid]);
    assert_eq!(play.value("1", "C.n"), "0");
}

#[test]
fn input_schemas_and_tools_match_the_guide() {
    let mut play = start(
        "context Counter { value<Integer> @minimum(0): 0; label: \"a\" }\ntask inc { prompt: \"go\" }\n\
         shop { state Done }\n\
         inc -writes-> Counter\ninc -\"when full\"-> shop.Done",
    );
    play.step();
    let asked = play.asked("agent-1-1");
    for tool in [
        concat!(
            r#"{"name":"transition_to_Done","kind":"transition","target":"shop.Done","#,
            r#""description":"Go to shop.Done: when full","inputSchema":{"type":"object","#,
            r#""properties":{"reason":{"type":"string"}},"additionalProperties":false}}"#
        ),
        concat!(
            r#"{"name":"read_Counter","kind":"read","context":"Counter","#,
            r#""description":"Read fields of Counter","inputSchema":{"type":"object","#,
            r#""properties":{"fields":{"type":"array","items":{"enum":["value","label"]},"uniqueItems":true}},"#,
            r#""additionalProperties":false}}"#
        ),
        concat!(
            r#"{"name":"write_Counter","kind":"write","context":"Counter","#,
            r#""description":"Write fields of Counter","inputSchema":{"type":"object","#,
            r#""properties":{"data":{"type":"object","properties":{"value":{"type":"integer","minimum":0,"#,
            r#""default":0},"label":{"default":"a"}},"additionalProperties":false,"minProperties":1}},"#,
            r#""required":["data"],"additionalProperties":false}}"#
        ),
        concat!(
            r#"{"name":"request_context","kind":"request","description":"Ask the user for information","#,
            r#""inputSchema":{"type":"object","properties":{"query":{"type":"string","minLength":1,"#,
            r#""maxLength":1000},"reason":{"type":"string","minLength":1,"maxLength":500},"#,
            r#""priority":{"enum":["required","optional"],"default":"required"},"#,
            r#""options":{"type":"array","items":{"type":"string","minLength":1,"maxLength":200},"#,
            r#""minItems":2,"maxItems":10,"uniqueItems":true}},"required":["query","#,
            r#""reason"],"additionalProperties":false}}"#
        ),
    ] {
        assert!(asked.contains(tool), "{tool}\n\n{asked}");
    }
}

#[test]
fn open_contexts_take_new_fields_and_equal_writes_change_nothing() {
    let mut play = start("context C { n: 0 }\ntask t { prompt: \"go\" }\nt -writes-> C");
    play.step();
    let first = ("write_C", data([("n", Value::from(0.0))]));
    let second = ("write_C", data([("extra", Value::from("x"))]));
    let done = play.try_reply("agent-1-1", turn(&[first, second])).unwrap();
    assert!(done.results[0].result.as_ref().unwrap().to_json().contains(r#""version":0"#));
    assert!(done.results[1].result.as_ref().unwrap().to_json().contains(r#""version":1"#));
    assert_eq!(play.log().iter().filter(|event| event.contains("contextWritten")).count(), 1);
    assert_eq!(play.value("1", "C.extra"), "\"x\"");
}

#[test]
fn prompts_are_resolved_with_the_values_of_the_path() {
    let mut play = start(
        "context C { n: 4; who<string> }\ntask t \"Task {{ C.n }}\" { prompt: \"n is {{ C.n + 1 }}, who is {{ C.who \
         }}\" }\nt -reads-> C",
    );
    let kinds = play.step();
    assert_eq!(kinds, ["nodeEntered", "templateUnresolved", "agentRequested"]);
    let asked = play.asked("agent-1-1");
    assert!(asked.contains(r#""title":"Task 4","prompt":"n is 5, who is {{ C.who }}""#), "{asked}");
    assert!(asked.contains(r#""unresolved":["{{ C.who }}"]"#), "{asked}");
}

const CUPS: &str = "machine \"Cups\" { maxTurns: 5 }\ncontext C { n<number>: 0; items: [\"a\", \"b\"] }\ninit s\n\
    task t \"Fill cups\" @retry(2) @timeout(5s) { prompt: \"Fill {{ item }}\"; desc: \"A cup\"; needs: \"Which tea?\" \
    }\nstate done\n\
    t -writes-> C\ns -@map(C.items)-> t\nt -\"all full\"-> done\nt -\"again\"-> t";

/// The text of an open request.
fn prompt(play: &super::play::Play, id: &str) -> String {
    let open = play.0.agent_requests();
    open.iter().find(|request| request.id().to_string() == id).expect(id).prompt_text()
}

/// A section of the text of a request, without its heading; `None` if there is none.
fn section(prompt: &str, heading: &str) -> Option<String> {
    let (_, rest) = prompt.split_once(&format!("## {heading}\n"))?;
    Some(rest.split("\n\n## ").next().unwrap_or(rest).to_owned())
}

#[test]
fn the_prompt_is_the_whole_request_as_one_text_on_every_turn() {
    let mut play = start(CUPS);
    play.step();
    play.step();
    play.answer("req-1.1-1", "green").unwrap();
    let first = prompt(&play, "agent-1.1-1");
    assert!(first.starts_with("# Fill cups\n\nA cup\n\nFill a\n\n## Request\n"), "{first}");
    assert_eq!(
        section(&first, "Request").unwrap(),
        "Path 1.1 at `t`, visit 1, attempt 1 of 3, turn 1 of 5.\nItem 1 of 2 (index 0): \"a\"\nTime limit: 5000 ms"
    );
    assert_eq!(section(&first, "Answers").unwrap(), "- Which tea?\n  green");
    for heading in ["Previous attempt failed", "Last error", "Recent transitions", "This attempt so far"] {
        assert_eq!(section(&first, heading), None, "{first}");
    }
    // The second turn is told what the first said, what it called with which input, and what that gave.
    let wrong = [("write_C", data([("n", "x".into())])), ("write_C", data([("n", 2.0.into())]))];
    let mut reply = turns(&[&wrong], false);
    if let AgentReply::Turns { turns, .. } = &mut reply {
        turns[0].text = Some("I pour".into());
    }
    play.reply("agent-1.1-1", reply);
    let second = prompt(&play, "agent-1.1-2");
    assert!(section(&second, "Request").unwrap().contains("attempt 1 of 3, turn 2 of 5."));
    let so_far = section(&second, "This attempt so far").unwrap();
    let lines: Vec<&str> = so_far.lines().collect();
    assert_eq!(lines[..2], ["Turn 1", "I pour"]);
    assert!(
        lines[2]
            .starts_with(r#"- write_C {"data":{"n":"x"}}: {"ok":false,"error":{"code":"write-refused","message":""#),
        "{}",
        lines[2]
    );
    assert!(
        lines[3].starts_with(r#"- write_C {"data":{"n":2}}: {"ok":true,"result":{"context":"C","success":true"#),
        "{}",
        lines[3]
    );
    // The next attempt is told why the one before failed, for all its turns, whatever fails meanwhile.
    play.reply("agent-1.1-2", error("the pot broke"));
    for id in ["agent-1.1-3", "agent-1.1-4"] {
        let again = prompt(&play, id);
        assert!(section(&again, "Request").unwrap().contains("attempt 2 of 3"));
        assert_eq!(section(&again, "Previous attempt failed").unwrap(), "agent (agent-error) at `t`: the pot broke");
        play.reply(id, turns(&[&[("nope", data([]))]], false));
    }
    let last = prompt(&play, "agent-1.1-5");
    assert!(section(&last, "Last error").unwrap().starts_with("tool (unknown-tool) at `t`: "), "{last}");
    assert_eq!(section(&last, "This attempt so far").unwrap().matches("Turn ").count(), 2);
    // The next visit begins anew, and knows the way.
    play.reply("agent-1.1-5", turn(&[("transition_to_t", super::play::object([("reason", "more".into())]))]));
    play.step();
    play.answer("req-1.1-2", "black").unwrap();
    let next = prompt(&play, "agent-1.1-6");
    assert!(section(&next, "Request").unwrap().contains("visit 2, attempt 1 of 3, turn 1 of 5."));
    assert_eq!(section(&next, "Recent transitions").unwrap(), "- t -> t (agent: more)");
    assert_eq!(section(&next, "Answers").unwrap(), "- Which tea?\n  black");
    for heading in ["Previous attempt failed", "This attempt so far"] {
        assert_eq!(section(&next, heading), None, "{next}");
    }
}

#[test]
fn the_prompt_of_a_saved_run_is_that_of_the_run() {
    let mut play = start(CUPS);
    play.step();
    play.step();
    play.answer("req-1.1-1", "green").unwrap();
    play.reply("agent-1.1-1", error("first"));
    play.reply("agent-1.1-2", turns(&[&[("nope", data([]))]], false));
    for past in [tracklight::run::save::Past::Full, tracklight::run::save::Past::None] {
        let again = tracklight::run::Timeline::resume(&play.0.save(past), false).unwrap();
        assert!(!again.timeline_dropped);
        assert_eq!(prompt(&super::play::Play(again.timeline), "agent-1.1-3"), prompt(&play, "agent-1.1-3"));
    }
}

#[test]
fn the_prompt_of_a_decision_asks_for_a_choice_and_that_of_code_shows_the_code() {
    let mut play = start("context C { n: 0 }\ntask d \"Where to?\"\nstate a; state b\nd -left-> a; d -right-> b");
    play.step();
    assert!(section(&prompt(&play, "agent-1-1"), "Request").unwrap().ends_with("\nChoose one of the transitions."));
    let mut play = start("task d @code { code: \"return 1\" }\nd -@async(2)-> e\ntask e { prompt: \"go\" }");
    play.step();
    assert_eq!(section(&prompt(&play, "agent-1-1"), "Code").unwrap(), "return 1");
    play.reply("agent-1-1", turn(&[]));
    play.step();
    let counted = prompt(&play, "agent-1.2-1");
    assert!(section(&counted, "Request").unwrap().ends_with("\nBranch 2 of 2 (index 1)"), "{counted}");
}
