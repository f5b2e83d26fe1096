//! The agent patterns of the gallery: each runs to its end with its stubs, time passing only where it is let pass.

use super::play::{Play, start};
use super::stubs;

fn source(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/www/examples");
    std::fs::read_to_string(format!("{folder}/{name}.dygram")).unwrap()
}

/// Runs an example until nothing is left to do; it ends, and at this node.
fn ends_at(name: &str, node: &str) -> Play {
    let mut play = start(&source(name));
    assert_eq!(stubs::run(&mut play), "run-ended", "{:?}", play.paths());
    assert_eq!((play.outcome(), &*play.paths()[0]), ("completed", &*format!("1 completed at {node}")));
    assert_eq!(play.run().clock_ms, 0);
    assert_eq!(Some(u64::from(play.run().tick)), listed(name)["ticks"].as_u64(), "steps in the gallery's list");
    play
}

/// What the list of the gallery says about an example.
fn listed(name: &str) -> serde_json::Value {
    let list: Vec<serde_json::Value> = serde_json::from_str(include_str!("../../www/examples/index.json")).unwrap();
    list.into_iter().find(|example| example["slug"] == name).expect("an entry of the list")
}

#[test]
fn the_agent_patterns_come_first_in_the_gallery() {
    let list: Vec<serde_json::Value> = serde_json::from_str(include_str!("../../www/examples/index.json")).unwrap();
    let topics: Vec<&str> = list.iter().map(|example| example["topic"].as_str().unwrap()).collect();
    assert_eq!(topics.iter().position(|topic| *topic != "Agent patterns"), Some(9));
    assert_eq!(topics.iter().filter(|topic| **topic == "Agent patterns").count(), 9);
    assert_eq!(list[0]["slug"], "refund-desk");
}

#[test]
fn the_refund_desk_pays_a_claim_that_its_stub_approves() {
    let play = ends_at("refund-desk", "closed");
    assert_eq!(play.value("1", "Letter.text"), r#""Refund: approve""#);
    assert_eq!(play.value("1", "lastEvent"), r#"{"data":{"amount":120},"name":"paid"}"#);
}

#[test]
fn the_research_team_searches_again_for_what_the_critic_misses() {
    let play = ends_at("research-team", "published");
    assert_eq!(play.value("1", "[Plan.rounds, size(Notes.findings)]"), "[2,3]");
    assert_eq!(play.value("1", "Review.verdict"), r#""publish""#);
    assert_eq!(play.paths().len(), 4, "two searches, then one: {:?}", play.paths());
}

#[test]
fn the_code_review_asks_all_reviewers_again_after_a_change() {
    let play = ends_at("code-review", "merged");
    assert_eq!(play.value("1", "Result.text"), r#""Round 2: merge""#);
    assert_eq!(play.value("1", "Review.remarks"), "[]");
    assert_eq!(play.paths().len(), 7, "{:?}", play.paths());
}

#[test]
fn the_answer_has_the_sources_of_its_passages() {
    let play = ends_at("answer-with-sources", "answered");
    assert_eq!(play.value("1", "Answer.sources"), r#"["Handbook, page 48","Fares, table 3"]"#);
    assert_eq!(play.value("1", "Search.rewrites"), "1");
}

#[test]
fn the_tool_calling_agent_books_on_its_second_attempt() {
    let play = ends_at("tool-calling-agent", "booked");
    assert_eq!(play.value("1", "[Booking.train, Booking.price, errorCount]"), r#"["NJ 425",129,1]"#);
    let results = play.log().into_iter().filter(|event| event.contains(r#""kind":"toolCalled""#));
    let tools: Vec<bool> = results.map(|event| event.contains("_train")).collect();
    assert_eq!(tools, [true, true, false]);
}

#[test]
fn the_order_waits_for_events_and_for_four_hours() {
    const FOUR_HOURS: u64 = 4 * 3_600_000;
    let mut play = start(&source("order-that-waits"));
    assert_eq!(stubs::run(&mut play), "events-pending");
    assert_eq!(play.path(), "awaitingEvent at order.packing");
    stubs::skip(&mut play, FOUR_HOURS);
    assert_eq!(stubs::run(&mut play), "run-ended");
    assert_eq!((play.outcome(), play.path()), ("completed", "completed at done".to_owned()));
    assert_eq!(play.value("1", "Receipt.text"), r#""Paid 48""#);
    assert_eq!(play.run().clock_ms, FOUR_HOURS);
}

#[test]
fn the_round_table_goes_round_twice_and_asks_once() {
    let play = ends_at("round-table", "agreed");
    assert_eq!(play.value("1", "[Rounds.count, size(Talk.lines), Facts.budget]"), r#"[2,6,"900 at most"]"#);
    assert_eq!(play.run().requests.len(), 1);
}

#[test]
fn the_router_takes_the_edge_that_its_agent_chooses() {
    let play = ends_at("router", "replied");
    assert_eq!(play.value("1", "Reply.by"), r#""Billing""#);
}
