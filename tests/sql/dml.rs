//! Statements for one value.

use super::{CREEK, execute, fill, json, machine, open, plain, query};
use tracklight::schema::sql::{Dml, Op, Options, Statement};
use tracklight::value::Value;
use tracklight::view::contexts::dml;

fn insert(source: &str, context: &str, value: &str) -> Dml {
    dml(&machine(source), context, &json(value), &Options::default()).unwrap()
}

/// A line per statement: text, then parameters.
fn shown(statements: &[Statement]) -> Vec<String> {
    statements
        .iter()
        .map(|one| {
            format!("{} {}", one.sql, Value::List(std::sync::Arc::new(one.params.iter().cloned().collect())).to_json())
        })
        .collect()
}

fn with(source: &str, context: &str, value: &str, op: Op, id: u32) -> Vec<Statement> {
    let options =
        Options { op, id, first_ids: vec![("context_A_items".into(), 40), ("context_A_items_tags".into(), 70)] };
    dml(&machine(source), context, &json(value), &options).unwrap().statements
}

const NESTED: &str = "type Item { n<int>; tags<List<string>> }
    context A @open { name<string>; spot<Spot?>; items<List<Item>>; notes<List<string>> } type Spot { lat<number>; \
    note<string?> }";

const ORDER: &str = concat!(
    r#"{"readings":[{"who":"Ada","ph":6.9,"tags":["am","cold"]},{"who":"Bo","ph":7.2,"tags":[]}],"#,
    r#""verdict":"can't tell"}"#
);

#[test]
fn the_statements_of_the_worked_example_come_out_exactly() {
    let readings =
        "INSERT INTO context_Report_readings (id, context_Report_id, \"index\", who, ph) VALUES (?, ?, ?, ?, ?)";
    let tags = "INSERT INTO context_Report_readings_tags (id, context_Report_readings_id, \"index\", value) VALUES \
                (?, ?, ?, ?)";
    assert_eq!(
        shown(&insert(CREEK, "Report", ORDER).statements),
        [
            "INSERT INTO context_Report (id, verdict) VALUES (?, ?) [1,\"can't tell\"]".to_owned(),
            format!("{readings} [1,1,0,\"Ada\",6.9]"),
            format!("{tags} [1,1,0,\"am\"]"),
            format!("{tags} [2,1,1,\"cold\"]"),
            format!("{readings} [2,1,1,\"Bo\",7.2]"),
        ]
    );
}

#[test]
fn inserts_name_only_set_fields_and_hold_parameters_only() {
    let source =
        "context C { s<string?>; b<boolean?>; m<Map<string, int>?>; x<any?>; n<int?>; l<List<int>?>; h: true }";
    let done = insert(source, "C", r#"{"b":true,"m":{"a":1},"x":["q"],"n":null,"l":[],"h":false}"#);
    assert_eq!(
        shown(&done.statements),
        [r#"INSERT INTO context_C (id, b, m, x, n, h) VALUES (?, ?, ?, ?, ?, ?) [1,1,"{\"a\":1}","[\"q\"]",null,0]"#]
    );
    fill(&open(&plain(source)), &done.statements);
}

#[test]
fn generated_text_never_contains_a_value() {
    let evil = r#"x'); DROP TABLE context_A; --"#;
    let items = format!(r#"[{{"n":67890,"tags":["{evil}"]}}]"#);
    let value =
        format!(r#"{{"name":"{evil}","spot":{{"lat":12345,"note":"{evil}"}},"items":{items},"notes":["{evil}"]}}"#);
    let mut all = insert(NESTED, "A", &value).statements;
    all.extend(with(NESTED, "A", &value, Op::Update, 24680));
    all.extend(with(NESTED, "A", &value, Op::Delete, 24680));
    for statement in &all {
        for word in ["DROP", "'", "12345", "67890", "24680"] {
            assert!(!statement.sql.contains(word), "{}", statement.sql);
        }
        assert_eq!(statement.sql.matches('?').count(), statement.params.len());
    }
    let database = open(&plain(NESTED));
    fill(&database, &insert(NESTED, "A", &value).statements);
    assert_eq!(query(&database, "SELECT name, spot_note FROM context_A"), [format!("{evil}|{evil}")]);
}

#[test]
fn rows_of_nested_lists_point_at_the_right_parents() {
    let value = r#"{"name":"a","items":[{"n":1,"tags":["a","b"]},{"n":2,"tags":[]},{"n":3,"tags":["c"]}],"notes":[]}"#;
    let database = open(&plain(NESTED));
    fill(&database, &insert(NESTED, "A", value).statements);
    let sql = "SELECT i.n, t.value FROM context_A_items i JOIN context_A_items_tags t ON t.context_A_items_id = i.id \
               ORDER BY t.id";
    assert_eq!(query(&database, sql), ["1|a", "1|b", "3|c"]);
}

#[test]
fn an_update_sets_what_is_given_and_replaces_given_lists() {
    let database = open(&plain(NESTED));
    let first = r#"{"name":"a","spot":{"lat":1,"note":"n"},"items":[{"n":1,"tags":["a"]}],"notes":["keep"]}"#;
    fill(&database, &insert(NESTED, "A", first).statements);
    let update =
        with(NESTED, "A", r#"{"spot":{"lat":2},"items":[{"n":5,"tags":["x","y"]},{"n":6,"tags":[]}]}"#, Op::Update, 1);
    assert_eq!(
        shown(&update[..3]),
        [
            "UPDATE context_A SET spot_lat = ?, spot_note = ? WHERE id = ? [2,null,1]",
            "DELETE FROM context_A_items_tags WHERE context_A_items_id IN (SELECT id FROM context_A_items WHERE \
             context_A_id = ?) [1]",
            "DELETE FROM context_A_items WHERE context_A_id = ? [1]",
        ]
    );
    fill(&database, &update);
    assert_eq!(
        query(&database, "SELECT name, spot_lat, spot_note FROM context_A"),
        ["a|2|NULL"],
        "an object is given whole"
    );
    assert_eq!(query(&database, "SELECT id, n FROM context_A_items ORDER BY id"), ["40|5", "41|6"]);
    assert_eq!(
        query(&database, "SELECT id, context_A_items_id, value FROM context_A_items_tags ORDER BY id"),
        ["70|40|x", "71|40|y"]
    );
    assert_eq!(query(&database, "SELECT value FROM context_A_notes"), ["keep"]);
    let lists_only = with(NESTED, "A", r#"{"notes":["new"]}"#, Op::Update, 1);
    assert!(lists_only.iter().all(|one| !one.sql.starts_with("UPDATE")), "no column is given");
}

#[test]
fn a_delete_works_from_the_deepest_table_up_without_cascade() {
    let text = plain(NESTED).replace(" ON DELETE CASCADE", "");
    let database = open(&text);
    let value = r#"{"name":"a","items":[{"n":1,"tags":["a"]}],"notes":["n"]}"#;
    fill(&database, &insert(NESTED, "A", value).statements);
    let other = dml(
        &machine(NESTED),
        "A",
        &json(value),
        &Options {
            id: 2,
            first_ids: vec![
                ("context_A_items".into(), 9),
                ("context_A_items_tags".into(), 9),
                ("context_A_notes".into(), 9),
            ],
            ..Options::default()
        },
    );
    fill(&database, &other.unwrap().statements);
    let delete = with(NESTED, "A", "null", Op::Delete, 1);
    assert_eq!(delete.last().unwrap().sql, "DELETE FROM context_A WHERE id = ?");
    fill(&database, &delete);
    for table in ["context_A", "context_A_items", "context_A_items_tags", "context_A_notes"] {
        assert_eq!(
            query(&database, &format!("SELECT count(*) FROM {table}")),
            ["1"],
            "only those of row 1 went from {table}"
        );
    }
}

#[test]
fn invalid_or_incomplete_values_are_refused_before_any_statement() {
    let machine = machine(CREEK);
    let refused =
        |value: &str, op: Op| dml(&machine, "Site", &json(value), &Options { op, ..Options::default() }).unwrap_err();
    let found = refused(r#"{"name":"Ox","kind":"creek"}"#, Op::Insert);
    assert_eq!(found.code.word(), "invalid-value");
    let data = found.data.unwrap();
    assert_eq!(data.get("context").unwrap().as_str(), Some("Site"));
    let first = data.get("errors").unwrap().as_list().unwrap()[0].clone();
    assert_eq!(first.get("code").unwrap().as_str(), Some("min-length"));
    let missing = refused(r#"{"name":"Oxbow"}"#, Op::Insert).message;
    assert!(missing.contains("`kind` is required"), "{missing}");
    assert!(
        dml(&machine, "Site", &json(r#"{"name":"Oxbow"}"#), &Options { op: Op::Update, ..Options::default() }).is_ok()
    );
    assert!(refused("[]", Op::Insert).message.contains("expected object"));
    let unknown = dml(&machine, "Sites", &json("{}"), &Options::default()).unwrap_err();
    assert_eq!(
        (unknown.code.word(), unknown.message.as_str()),
        ("unknown-context", "unknown context `Sites`; did you mean `Site`?")
    );
}

#[test]
fn undeclared_keys_of_open_values_are_named() {
    let done = insert(
        NESTED,
        "A",
        r#"{"name":"a","mood":"calm","spot":{"lat":1,"far/away":true},"items":[{"n":1,"tags":[],"z":0}],"notes":[]}"#,
    );
    assert_eq!(done.dropped, ["/items/0/z", "/mood", "/spot/far~1away"]);
}

#[test]
fn a_value_is_completed_like_one_that_is_written() {
    let source = "type Spot { lat<number>; label<string>: \"here\" } context C { spot<Spot> }";
    let done = insert(source, "C", r#"{"spot":{"lat":1}}"#);
    assert_eq!(
        shown(&done.statements),
        [r#"INSERT INTO context_C (id, spot_lat, spot_label) VALUES (?, ?, ?) [1,1,"here"]"#]
    );
    assert!(execute(&open(&plain(source)), &done.statements[0]).is_ok());
}
