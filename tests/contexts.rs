//! Contexts as plain data: what the machine says about them, what a run has in them.

use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::state::PathId;
use tracklight::run::state::artifacts::artifacts;
use tracklight::run::{get, outputs};
use tracklight::schema::{Amount, Json, Scope};
use tracklight::value::Value;
use tracklight::view::contexts::{Contexts, find, validate};

use crate::run::play::{Play, data, start, start_with, turn};

const CREEK: &str = include_str!("schema/creek.dygram");

fn json(text: &str) -> Value {
    Json::parse(text).unwrap_or_else(|| panic!("no JSON: {text}")).to_value()
}

/// `set` a value on path 1 and go on.
fn set(play: &mut Play, target: &str, value: &str) {
    play.set("1", target, json(value)).expect(target);
}

/// `name media text` of each artifact.
fn shown(play: &Play) -> Vec<String> {
    artifacts(play.run()).iter().map(|one| format!("{} {} {}", one.name, one.media, one.text)).collect()
}

#[test]
fn contexts_are_listed_with_their_fields_in_source_order() {
    let source = "input In { n<int?> } box { context C @open @shared { mood: \"calm\"; text<string> @artifact } }";
    assert_eq!(
        to_string(&Contexts(&Machine::parse(source))),
        concat!(
            r#"[{"id":"In","name":"In","role":"input","open":false,"shared":false,"fields":[{"name":"n","#,
            r#""schema":{"type":["integer","null"]},"required":false,"hint":null,"artifact":false,"#,
            r#""span":{"from":11,"to":18}}],"span":{"from":0,"to":20}},"#,
            r#"{"id":"box.C","name":"C","role":"state","open":true,"shared":true,"fields":[{"name":"mood","#,
            r#""schema":{"default":"calm"},"required":false,"hint":"string","artifact":false,"#,
            r#""span":{"from":53,"to":65}},"#,
            r#"{"name":"text","schema":{"type":"string","x-tracklight":{"artifact":true}},"required":true,"#,
            r#""hint":null,"artifact":true,"span":{"from":67,"to":89}}],"span":{"from":27,"to":91}}]"#
        )
    );
}

#[test]
fn a_value_is_checked_like_a_write_and_whole_on_demand() {
    let machine = Machine::parse(CREEK);
    let sample = find(&machine, "Sample").unwrap();
    let codes = |value: &str, scope, amount| {
        let report = validate(&machine, sample, &json(value), scope, amount);
        report.violations.iter().map(|one| format!("{} {}", one.pointer, one.code)).collect::<Vec<_>>()
    };
    assert_eq!(codes(r#"{"ph":6.9}"#, Scope::Fields, Amount::All), Vec::<String>::new());
    assert_eq!(
        codes(r#"{"ph":15}"#, Scope::Whole, Amount::All),
        [
            "/clarity required-missing",
            "/wet required-missing",
            "/spot required-missing",
            "/species required-missing",
            "/ph maximum"
        ]
    );
    assert_eq!(codes(r#"{"ph":15,"clarity":9}"#, Scope::Fields, Amount::First), ["/ph maximum"]);
    assert_eq!(codes("3", Scope::Fields, Amount::All), [" type-mismatch"]);
    assert_eq!(find(&machine, "visit"), None, "a task is no context");
    let nested = Machine::parse("type Spot { lat<number>; label<string>: \"x\" } context C { spot<Spot> }");
    let context = find(&nested, "C").unwrap();
    assert!(
        validate(&nested, context, &json(r#"{"spot":{"lat":1}}"#), Scope::Whole, Amount::All).is_empty(),
        "defaults complete it"
    );
}

#[test]
fn get_never_fails_through_null_scalars_missing_keys_or_indices() {
    let mut play =
        start("context C { ph<number?>; spot<object?>; tags<List<string>?>; none<string?> } init s; state t; s -> t");
    set(&mut play, "C.ph", "6.9");
    set(&mut play, "C.spot", r#"{"odd key":{"x":1}}"#);
    set(&mut play, "C.tags", r#"["a"]"#);
    set(&mut play, "C.none", "null");
    let path = PathId::start(1);
    let read = |text: &str| match get(play.run(), &path, text) {
        Ok(Some(value)) => value.to_json(),
        Ok(None) => "unset".to_owned(),
        Err(refusal) => refusal.code.word().to_owned(),
    };
    for (reference, expected) in [
        ("C.ph", "6.9"),
        ("C.tags[0]", "\"a\""),
        ("C.tags[1]", "unset"),
        ("C.tags.x", "unset"),
        ("C.ph[2]", "unset"),
        ("C.ph.x.y", "unset"),
        ("C.none", "null"),
        ("C.none.x", "unset"),
        ("C.missing", "unset"),
        (r#"C.spot["odd key"].x"#, "1"),
        ("C", r#"{"none":null,"ph":6.9,"spot":{"odd key":{"x":1}},"tags":["a"]}"#),
        ("C.tags[01]", "bad-reference"),
        ("C..x", "bad-reference"),
        ("D.x", "unknown-context"),
    ] {
        assert_eq!(read(reference), expected, "{reference}");
    }
    assert_eq!(get(play.run(), &PathId::start(9), "C").unwrap_err().code.word(), "unknown-path");
}

#[test]
fn set_makes_objects_and_lists_on_the_way_and_validates_like_a_write() {
    let input = json(r#"{"Site":{"name":"Oxbow"}}"#).as_map().unwrap().clone();
    let mut play = start_with(CREEK, &tracklight::run::StartOptions { input, ..Default::default() });
    let sample = |play: &Play| get(play.run(), &PathId::start(1), "Sample").unwrap().unwrap();
    let refused = |play: &mut Play, target: &str, value: &str| {
        let before = sample(play);
        let refusal = play.set("1", target, json(value)).unwrap_err();
        assert_eq!(sample(play), before, "a refusal changes nothing");
        let errors = refusal.data.as_ref().and_then(|data| data.get("errors")).map(Value::to_json).unwrap_or_default();
        (refusal.code.word(), errors)
    };
    let (code, errors) = refused(&mut play, "Sample.spot.lat", "1");
    assert!(code == "write-refused" && errors.contains("required-missing") && errors.contains("/spot/lon"), "{errors}");
    set(&mut play, "Sample.spot", r#"{"lat":1,"lon":2}"#);
    let older = play.run().clone();
    set(&mut play, "Sample.spot.note", "\"n\"");
    assert_eq!(sample(&play).get("spot").unwrap().to_json(), r#"{"lat":1,"lon":2,"note":"n"}"#);
    let still = get(&older, &PathId::start(1), "Sample.spot").unwrap().unwrap();
    assert_eq!(still.to_json(), r#"{"lat":1,"lon":2}"#, "the older run is as it was");
    set(&mut play, "Sample.species[0]", "\"a\"");
    let (code, errors) = refused(&mut play, "Sample.species[1]", "\"a\"");
    assert!(code == "write-refused" && errors.contains("unique-items") && errors.contains("/species/1"), "{errors}");
    set(&mut play, "Sample.species[1]", "\"b\"");
    assert_eq!(sample(&play).get("species").unwrap().to_json(), r#"["a","b"]"#);
    assert_eq!(refused(&mut play, "Sample.species[3]", "\"d\"").0, "index-range");
    set(&mut play, "Sample.ph", "6.9");
    assert_eq!(refused(&mut play, "Sample.ph.x", "1").0, "not-a-container");
    let (code, errors) = refused(&mut play, "Site.kind", "\"pond\"");
    assert!(code == "write-refused" && errors.contains("input-immutable"), "{errors}");
}

#[test]
fn outputs_list_completed_paths_and_shared_ones_with_what_is_missing() {
    let source = "output Out { a<string>; b<int>; c<int?> } output All @shared { n<int> } init s; state t; s -> t";
    let mut play = start(source);
    assert_eq!(
        to_string(&outputs(play.run())),
        r#"[{"context":"All","path":null,"complete":false,"missing":["n"],"value":{}}]"#
    );
    set(&mut play, "Out.a", "\"x\"");
    set(&mut play, "All.n", "3");
    play.0.advance(&tracklight::run::AdvanceOptions::default()).unwrap();
    assert_eq!(
        to_string(&outputs(play.run())),
        concat!(
            r#"[{"context":"Out","path":"1","complete":false,"missing":["b"],"value":{"a":"x"}},"#,
            r#"{"context":"All","path":null,"complete":true,"missing":[],"value":{"n":3}}]"#
        )
    );
    assert!(to_string(&play.run().outcome).contains(r#""incomplete":[{"path":"1","context":"Out","missing":["b"]}]"#));
}

#[test]
fn strings_list_items_and_members_of_marked_fields_are_artifacts() {
    let source = r#"context C { body<string?> @artifact("Report.MD"); pages<List<string>?> @artifact("page.html");
        files<Map<string, any>?> @artifact;
        plain<string?>; text<string?> @artifact; more<List<string>?> @artifact } init s; state t; s -> t"#;
    let mut play = start(source);
    assert_eq!(shown(&play), Vec::<String>::new());
    set(&mut play, "C.body", "\"# Hi\"");
    set(&mut play, "C.pages", r#"["<p>", "", "<b>"]"#);
    set(&mut play, "C.files", r#"{"a.json":"{}","main.rs":"fn","logo.PNG":"x","deep":{"b.md":"no"},"n":3,"empty":""}"#);
    set(&mut play, "C.plain", "\"no\"");
    set(&mut play, "C.text", "\"words\"");
    set(&mut play, "C.more", r#"["one"]"#);
    assert_eq!(
        shown(&play),
        [
            "Report.MD prose # Hi",
            "page-0.html markup <p>",
            "page-2.html markup <b>",
            "a.json data {}",
            "logo.PNG binary x",
            "main.rs code fn",
            "C.text prose words",
            "C.more-0 prose one"
        ]
    );
    let all = artifacts(play.run());
    let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids[..4], ["art:1/C/body", "art:1/C/pages/0", "art:1/C/pages/2", "art:1/C/files/a.json"]);
    assert_eq!(
        to_string(&all[0]),
        concat!(
            r##"{"id":"art:1/C/body","name":"Report.MD","media":"prose","context":"C","field":"body","##,
            r##""path":"1","bytes":4,"text":"# Hi"}"##
        )
    );
    let view = to_string(&tracklight::view::view(play.run(), "b1"));
    assert!(view.ends_with(&format!("\"artifacts\":{}}}", to_string(&all))));
}

#[test]
fn a_path_that_another_one_spawned_lists_what_it_changed() {
    let mut play = start("context C { a<string?> @artifact; l<List<string>?> @artifact } init s; state t; s -> t");
    set(&mut play, "C.a", "\"same\"");
    set(&mut play, "C.l", r#"["x","y"]"#);
    let parent = play.run().path(&PathId::start(1)).unwrap().clone();
    set(&mut play, "C.l", r#"["x","new","z"]"#);
    let mut run = play.run().clone();
    let mut child = (**run.path(&PathId::start(1)).unwrap()).clone();
    child.id = parent.id.child(1);
    child.parent = Some(parent.id.clone());
    child.base = parent.context.clone();
    run.paths = im::OrdMap::from(vec![(parent.id.clone(), parent), (child.id.clone(), child.into())]);
    let ids: Vec<String> = artifacts(&run).into_iter().map(|one| one.id).collect();
    assert_eq!(ids, ["art:1/C/a", "art:1/C/l/0", "art:1/C/l/1", "art:1.1/C/l/1", "art:1.1/C/l/2"]);
}

#[test]
fn a_marked_context_marks_all_its_fields_also_added_ones() {
    let mut play = start("context C @artifact @shared { a: \"x\" } init s; state t; s -> t");
    set(&mut play, "C.b", "\"ÿ\"");
    assert_eq!(shown(&play), ["C.a prose x", "C.b prose ÿ"]);
    let last = artifacts(play.run()).pop().unwrap();
    assert_eq!((last.id.as_str(), last.path, last.bytes), ("art:*/C/b", None, 2));
}

#[test]
fn a_written_artifact_is_told_after_the_write() {
    let source = "context C { pages<List<string>?> @artifact; n<int?> } task t { prompt: \"p\" }\nt -writes-> C";
    let mut play = start(source);
    play.step();
    let write = data([("pages", json(r#"["a","bc"]"#)), ("n", Value::from(1.0))]);
    let words = play.reply("agent-1-1", turn(&[("write_C", write)]));
    assert_eq!(words[..5], ["agentReplied", "contextWritten", "artifactWritten", "artifactWritten", "toolCalled"]);
    let said = play.last("artifactWritten");
    let expected = concat!(
        r#""kind":"artifactWritten","path":"1","artifact":"art:1/C/pages/1","context":"C","field":"pages","#,
        r#""name":"C.pages-1","bytes":2}"#
    );
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn branches_list_what_they_wrote_and_merged_paths_nothing() {
    let source = "context C { text<string?> @artifact } init s; task w { prompt: \"p\" } state t
        s -> w @fork(2); w -> t @join; w -writes-> C";
    let mut play = start(source);
    let waits = |play: &Play| {
        let paths = play.run().paths.values();
        paths.filter_map(|path| path.asked()).map(|id| id.to_string()).collect::<Vec<_>>()
    };
    while waits(&play).len() < 2 {
        play.step();
    }
    for (at, request) in waits(&play).into_iter().enumerate() {
        if at == 0 {
            play.reply(&request, turn(&[("write_C", data([("text", Value::from("first"))]))]));
            let ids: Vec<String> = artifacts(play.run()).into_iter().map(|one| one.id).collect();
            assert_eq!(ids, ["art:1.1/C/text"]);
        } else {
            play.reply(&request, turn(&[]));
        }
    }
    let mut steps = 0;
    while play.outcome() == "running" && steps < 5 {
        play.step();
        steps += 1;
    }
    let merged = play.last("artifactWritten");
    assert!(merged.contains(r#""path":"1","artifact":"art:1/C/text""#), "{merged}");
    let ids: Vec<String> = artifacts(play.run()).into_iter().map(|one| one.id).collect();
    assert_eq!(ids, ["art:1/C/text"], "{:?}", play.paths());
}

#[test]
fn an_artifact_where_no_text_fits_is_told_at_load() {
    let said = |source: &str| {
        let machine = Machine::parse(source);
        machine.diagnostics.iter().filter(|one| one.code == "artifact-type").count()
    };
    assert_eq!(said("context C { n<int> @artifact }"), 1);
    assert_eq!(said("context C @artifact { n<int> }"), 1);
    assert_eq!(said("context C @artifact { n<int>; t<List<string>> } context D @artifact @open { n<int> }"), 0);
    assert_eq!(said("context C { n<List<string>> @artifact; m<Map<string, string>> @artifact; u @artifact }"), 0);
}
