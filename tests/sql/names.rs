//! Names: quoting, bookkeeping, collisions.

use super::{fill, json, lines, machine, open, plain, query, tables};
use tracklight::schema::sql::Options;
use tracklight::view::contexts::dml;

#[test]
fn keywords_and_odd_names_are_quoted_and_index_always_is() {
    let source = r#"context C { schema: { type: "object", properties: {
        "odd name": { type: "string" }, "say \"hi\"": { type: "string" },
        "1st": { type: "string" }, "größe": { type: "string" },
        plain_1: { type: "string" }, list: { type: "array", items: { type: "string" } }, "": { type: "string" } } } }"#;
    let text = plain(source);
    for line in
        ["  \"odd name\" TEXT", "  \"say \"\"hi\"\"\" TEXT", "  \"1st\" TEXT", "  \"größe\" TEXT", "  plain_1 TEXT"]
    {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("  \"index\" INTEGER NOT NULL,\n"), "{text}");
    let database = open(&text);
    let value = json(r#"{"odd name":"a","say \"hi\"":"b","":"c","list":["d"]}"#);
    fill(&database, &dml(&machine(source), "C", &value, &Options::default()).unwrap().statements);
    assert_eq!(query(&database, "SELECT \"odd name\", \"say \"\"hi\"\"\" FROM context_C"), ["a|b"]);
    assert_eq!(lines("context C { order<string?>; Select<string?> }"), ["\"order\" TEXT", "\"Select\" TEXT"]);
}

#[test]
fn an_authors_id_index_value_and_version_keep_their_names() {
    let text = plain(
        "context C { id<string>; version<int>; list<List<Part>> } type Part { index<int>; value<string>; id<int>; \
         context_C_id<int> }",
    );
    assert_eq!(
        text,
        "CREATE TABLE context_C (\n  id_ INTEGER PRIMARY KEY,\n  id TEXT NOT NULL,\n  version INTEGER NOT NULL\n);\n\n\
         CREATE TABLE context_C_list (\n  id_ INTEGER PRIMARY KEY,\n  context_C_id_ INTEGER NOT NULL,\n  index_ \
         INTEGER NOT NULL,\n  \
         \"index\" INTEGER NOT NULL,\n  value TEXT NOT NULL,\n  id INTEGER NOT NULL,\n  context_C_id INTEGER NOT \
         NULL,\n  \
         FOREIGN KEY (context_C_id_) REFERENCES context_C(id_) ON DELETE CASCADE\n);"
    );
    open(&text);
}

/// `code text` of each finding about SQL, with the text it underlines.
fn said(source: &str) -> Vec<String> {
    let machine = machine(source);
    let found = machine.diagnostics.iter().filter(|one| one.code == "sql-name-collision");
    found.map(|one| machine.tree.str(one.span).to_owned()).collect()
}

#[test]
fn colliding_names_are_reported_on_both_sides_and_still_give_valid_distinct_names() {
    let columns = "context C { a_b<string?>; a<Part?>; A_B<string?> } type Part { b<string?> }";
    assert_eq!(lines(columns), ["a_b TEXT", "a_b_2 TEXT", "A_B_3 TEXT"]);
    assert_eq!(said(columns), ["a_b", "a", "A_B"]);
    let contexts = "context Vote { n<int> } context vote { n<int> }";
    assert_eq!(tables(contexts), ["context_Vote", "context_vote_2"]);
    assert_eq!(said(contexts), ["Vote", "vote"]);
    let lists = "context A { b<List<string>> } context A_b { n<int> }";
    assert_eq!(tables(lists), ["context_A", "context_A_b", "context_A_b_2"]);
    assert_eq!(said(lists), ["b", "A_b"]);
    for source in [columns, contexts, lists] {
        open(&plain(source));
    }
    assert!(said("context A { b<string>; c<List<string>> } context B { b<string> }").is_empty());
}

#[test]
fn names_of_nested_contexts_are_joined_with_underscores() {
    assert_eq!(
        tables("shop { context Cart { items<List<string>> } }"),
        ["context_shop_Cart", "context_shop_Cart_items"]
    );
}

#[test]
fn ten_thousand_equal_names_get_distinct_ones() {
    let fields: Vec<String> = (0..5_000).map(|at| format!("a{at}_b<int?>; a{at}<Part?>;")).collect();
    let source = format!("type Part {{ b<int?> }} context C {{ {} }}", fields.join("\n"));
    let lines = lines(&source);
    let distinct: std::collections::HashSet<&String> = lines.iter().collect();
    assert_eq!((lines.len(), distinct.len()), (10_000, 10_000));
}

#[test]
fn a_thousand_columns_of_any_name_are_a_table_in_the_real_database() {
    let odd = [
        "select",
        "GROUP",
        "a b",
        "say \\\"hi\\\"",
        "it's",
        "größe",
        "列",
        "🌊",
        "--",
        "/*",
        "; DROP TABLE context_C",
        "]",
        "`x`",
        "rowid",
        "1",
        "\\n",
        "null",
    ];
    let names: Vec<String> = (0..1_000).map(|at| format!("{}{}", odd[at % odd.len()], at / odd.len())).collect();
    let properties: Vec<String> = names.iter().map(|name| format!("\"{name}\": {{ type: \"integer\" }}")).collect();
    let source = format!("context C {{ schema: {{ type: \"object\", properties: {{ {} }} }} }}", properties.join(", "));
    let values: Vec<String> = names.iter().enumerate().map(|(at, name)| format!("\"{name}\":{at}")).collect();
    let database = open(&plain(&source));
    let value = json(&format!("{{{}}}", values.join(",")));
    fill(&database, &dml(&machine(&source), "C", &value, &Options::default()).unwrap().statements);
    let row = query(&database, "SELECT * FROM context_C").remove(0);
    let cells: Vec<usize> = row.split('|').map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(cells[1..], (0..1_000).collect::<Vec<_>>());
}
