//! The conformance data of CEL (`tests/fixtures/cel-spec/`): every case has CEL's result unless the guide excepts it.
//!
//! `differences.txt` lists each case that differs, with the row of the guide's table that says why. An unlisted case
//! that differs, a listed case that agrees, and a row that no case needs are all failures.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Given;
use tracklight::expr::{self, Environment, NameUse, Operand};
use tracklight::schema::Json;
use tracklight::value::Value;

use crate::docs::reading;

fn fixture(name: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cel-spec").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// A value of the data; none if it is of a type that no context can hold.
fn plain(given: &Given) -> Option<Value> {
    Some(Json::parse(&given.get("v")?.to_string()).unwrap().to_value())
}

/// The variables of a case. A name is that of the longest variable it begins with; the rest are members.
struct Bindings(BTreeMap<String, Option<Value>>);

impl Environment for Bindings {
    fn name(&self, _: usize, name: &NameUse) -> Result<Operand, String> {
        let found = (1..=name.segments.len()).rev().find_map(|length| {
            let value = self.0.get(&name.segments[..length].join("."))?;
            Some((value.clone()?, &name.segments[length..]))
        });
        let (mut value, members) = found.ok_or("unknown name")?;
        for member in members {
            value = value.get(member).cloned().ok_or("no such member")?;
        }
        Ok(Operand::Value(value))
    }
}

fn agrees(case: &Given) -> bool {
    agrees_as(case, case["expr"].as_str().unwrap())
}

/// True if `text` gives what the case expects.
fn agrees_as(case: &Given, text: &str) -> bool {
    let bindings = case.get("bindings").and_then(Given::as_object);
    let bindings = bindings.into_iter().flatten().map(|(name, value)| (name.clone(), plain(value))).collect();
    let ours = expr::parse(text).ok().and_then(|expr| expr.evaluate(&Bindings(bindings)).ok());
    match (ours, case.get("error")) {
        (None, Some(_)) => true,
        (Some(Operand::Value(ours)), None) => plain(&case["value"]) == Some(ours),
        _ => false,
    }
}

#[test]
fn conditions_agree_with_the_conformance_data_but_for_the_documented_differences() {
    let cases: Vec<Given> = serde_json::from_str(&fixture("simple.json")).unwrap();
    let listed = fixture("differences.txt");
    let listed: BTreeMap<&str, &str> = listed.lines().map(|line| line.split_once(": ").unwrap()).collect();
    let differing: BTreeSet<&str> =
        cases.iter().filter(|case| !agrees(case)).map(|case| case["id"].as_str().unwrap()).collect();
    let unlisted: Vec<&&str> = differing.iter().filter(|id| !listed.contains_key(**id)).collect();
    assert!(unlisted.is_empty(), "{} differences are not documented: {unlisted:#?}", unlisted.len());
    let agreeing: Vec<&&str> = listed.keys().filter(|id| !differing.contains(**id)).collect();
    assert!(agreeing.is_empty(), "no differences any more: {agreeing:#?}");
    // Types that are not checked have no mark to leave them by; without it these cases agree.
    let marked = cases.iter().filter(|case| listed.get(case["id"].as_str().unwrap()) == Some(&"`dyn`"));
    for case in marked {
        assert!(agrees_as(case, &case["expr"].as_str().unwrap().replace("dyn(", "(")), "{case}");
    }
    let (_, guide) = reading::guides().into_iter().find(|(name, _)| name == "runtime.md").unwrap();
    let rows = reading::table(&guide, "\n### The conformance data of CEL");
    let documented: BTreeSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
    assert_eq!(listed.values().copied().collect::<BTreeSet<_>>(), documented);
    assert!(cases.len() - listed.len() > 400, "most cases agree");
}
