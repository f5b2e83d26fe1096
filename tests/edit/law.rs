//! The law of edits: the model differs by exactly what the op says, and undoing gives the first bytes.
//!
//! What a text says is read from its canonical JSON here, on its own: nodes by id, edges by source in their order.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use tracklight::machine::Machine;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::service::edit::{Connection, Edited, Op, Written, edit};
use tracklight::syntax;

use super::random::{Random, machine, op};
use super::{Texts, applied, read};
use crate::counts;
use crate::service::machines;

/// The codes that an edit may be refused with.
const REFUSALS: &[&str] = &[
    "unknown-node",
    "unknown-edge",
    "unknown-context",
    "name-taken",
    "bad-name",
    "bad-ends",
    "bad-value",
    "bad-expression",
    "bad-target",
    "read-only",
    "has-own",
    "syntax-errors",
    "imported",
];

/// What a source says.
#[derive(Clone, Debug, PartialEq)]
pub struct Meaning {
    header: Json,
    pub nodes: BTreeMap<String, Json>,
    notes: BTreeMap<String, Vec<Json>>,
    pub edges: BTreeMap<String, Vec<Json>>,
    /// Source and target of what texts and conditions name.
    names: BTreeSet<(String, String)>,
}

fn only(json: &Json, keys: &[&str]) -> Json {
    let map = json.as_object().unwrap();
    map.iter()
        .filter(|(key, _)| keys.contains(&key.as_str()))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect()
}

pub fn said(texts: &Texts) -> Meaning {
    let json: Json = serde_json::from_str(&write(&read(texts), Ranges::Hidden)).unwrap();
    let text = |json: &Json, key: &str| json[key].as_str().unwrap_or_default().to_owned();
    let mut said = Meaning {
        header: only(&json, &["title", "attributes", "annotations"]),
        nodes: BTreeMap::new(),
        notes: BTreeMap::new(),
        edges: BTreeMap::new(),
        names: BTreeSet::new(),
    };
    for node in json["nodes"].as_array().unwrap() {
        let own = only(node, &["type", "title", "attributes", "annotations"]);
        let id = text(node, "id");
        match id.strip_prefix("note:") {
            Some(target) => {
                let target = target.rsplit_once(':').map_or(target, |(target, _)| target);
                let mut own = own;
                own["attributes"].as_array_mut().unwrap().pop();
                said.notes.entry(target.to_owned()).or_default().push(own);
            }
            None => drop(said.nodes.insert(id, own)),
        }
    }
    for edge in json["edges"].as_array().unwrap().iter().filter(|edge| edge["kind"] != "inferred") {
        let keys = [
            "targetId",
            "arrowType",
            "sourceMultiplicity",
            "targetMultiplicity",
            "attributes",
            "labelParts",
            "condition",
            "annotations",
            "sourceAttribute",
            "targetAttribute",
            "fields",
        ];
        said.edges.entry(text(edge, "sourceId")).or_default().push(only(edge, &keys));
    }
    for name in json["inferredDependencies"].as_array().unwrap() {
        said.names.insert((text(name, "sourceId"), text(name, "targetId")));
    }
    said
}

/// Where two texts begin to differ.
fn differing(a: &str, b: &str) -> String {
    let at = a.char_indices().zip(b.chars()).find(|((_, x), y)| x != y).map_or(a.len().min(b.len()), |((at, _), _)| at);
    let around = |text: &str| {
        let from = (0..=at.saturating_sub(120)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text[from..].chars().take(300).collect::<String>()
    };
    format!("want {}\nhave {}", around(a), around(b))
}

/// The syntax errors of all files by code.
fn errors(texts: &Texts) -> BTreeMap<&'static str, usize> {
    let mut errors = BTreeMap::new();
    for (_, text) in texts {
        for found in syntax::parse(text).diagnostics {
            if found.severity == tracklight::diagnostic::Severity::Error {
                *errors.entry(found.code).or_default() += 1;
            }
        }
    }
    errors
}

/// The edge of a machine that a key names: its source and its place among those that leave it.
fn place(said: &Meaning, key: &str) -> (String, usize) {
    let (ends, at) = key.rsplit_once('#').unwrap();
    let (source, target) = ends.split_once('>').unwrap();
    let edges = said.edges[source].iter().enumerate().filter(|(_, edge)| edge["targetId"] == target);
    (source.to_owned(), edges.map(|(at, _)| at).nth(at.parse().unwrap()).unwrap())
}

fn without(json: &Json, keys: &[&str]) -> Json {
    let mut json = json.clone();
    for key in keys {
        json.as_object_mut().unwrap().remove(*key);
        if let Some(map) = json["attributes"].as_object_mut() {
            map.remove(*key);
        }
    }
    if json["attributes"].as_object().is_some_and(|map| map.is_empty()) || json["attributes"].is_null() {
        json.as_object_mut().unwrap().remove("attributes");
    }
    json
}

const CONDITIONS: &[&str] = &["condition", "when", "if", "unless", "When", "WHEN"];
const TEXTS: &[&str] = &["text", "labelParts"];

/// Takes the one edge out of a list that another one does not have.
fn take_new(list: &mut Vec<Json>, before: &[Json]) -> Option<Json> {
    let fits = |at: &usize| list.iter().enumerate().filter(|(place, _)| place != at).map(|(_, edge)| edge).eq(before);
    let at = (0..list.len()).rev().find(fits)?;
    Some(list.remove(at))
}

fn rename_ids(said: &Meaning, id: &dyn Fn(&str) -> String) -> Meaning {
    let mut now = said.clone();
    now.nodes = said.nodes.iter().map(|(old, node)| (id(old), node.clone())).collect();
    now.notes = said.notes.iter().map(|(old, notes)| (id(old), notes.clone())).collect();
    now.edges = said.edges.iter().map(|(old, edges)| (id(old), edges.clone())).collect();
    for edge in now.edges.values_mut().flatten() {
        edge["targetId"] = json!(id(edge["targetId"].as_str().unwrap()));
    }
    now.names = said.names.iter().map(|(source, target)| (id(source), id(target))).collect();
    now
}

/// What is left where names may be longer than before: keys, and texts without names.
fn shape(said: &Meaning) -> Meaning {
    fn clear(json: &mut Json) {
        match json {
            Json::Object(map) => {
                // A longer name is written with a dot.
                if let Some(name) = map.remove("qualifiedValue") {
                    map.insert("value".to_owned(), name);
                }
                map.values_mut().for_each(clear);
            }
            Json::Array(items) => items.iter_mut().for_each(clear),
            Json::String(text) => text.clear(),
            _ => {}
        }
    }
    let mut said = said.clone();
    for node in said.nodes.values_mut().chain(said.notes.values_mut().flatten()) {
        // The keys of a stub are names too.
        for own in node["attributes"].as_array_mut().unwrap().iter_mut().filter(|own| own["name"] == "stub") {
            own["value"] = json!(null);
        }
        let kind = node["type"].clone();
        let names: Vec<Json> = node["attributes"].as_array().unwrap().iter().map(|own| own["name"].clone()).collect();
        clear(node);
        node["type"] = kind;
        node["names"] = json!(names);
        // A reference to a node counts as one whatever it is called.
    }
    for edge in said.edges.values_mut().flatten() {
        let (target, arrow) = (edge["targetId"].clone(), edge["arrowType"].clone());
        clear(edge);
        edge["targetId"] = target;
        edge["arrowType"] = arrow;
    }
    said.header = json!(null);
    said
}

/// Checks what an op did to the first file of a set.
fn check(op: &Op, before: &Texts, after: &Texts, edited: &Edited) -> Result<(), TestCaseError> {
    let (old, mut now) = (said(before), said(after));
    let mut want = old.clone();
    let reported = || format!("{op:?}\n--- before\n{}\n--- after\n{}", before[0].1, after[0].1);
    macro_rules! same {
        ($a:expr, $b:expr) => {
            let (a, b) = (format!("{:?}", $a), format!("{:?}", $b));
            prop_assert!(a == b, "{}\n{}", differing(&a, &b), reported())
        };
    }
    let attribute = |said: &mut Meaning, node: &str, key: &str| {
        let list = said.nodes.get_mut(node).unwrap()["attributes"].as_array_mut().unwrap();
        let at = list.iter().position(|own| own["name"] == key);
        at.map(|at| list.remove(at))
    };
    match op {
        Op::AddNode { kind, .. } => {
            let id = &*edited.nodes[0];
            let Some(node) = now.nodes.remove(id) else { panic!("no {id}: {}", reported()) };
            same!(node["type"].as_str(), kind.as_deref());
            same!(&node["attributes"], &json!([]));
            same!(&want, &now);
        }
        Op::Connect(Connection { from, to, fields, .. }) => {
            let (had, has) =
                (old.edges.get(from).cloned().unwrap_or_default(), now.edges.entry(from.clone()).or_default());
            if has.len() > had.len() {
                let new = take_new(has, &had);
                prop_assert!(new.is_some_and(|new| new["targetId"] == **to), "{}", reported());
            } else if !edited.edits.is_empty() {
                prop_assert!(!fields.is_empty(), "{}", reported());
                let differ: Vec<usize> = (0..had.len()).filter(|at| had[*at] != has[*at]).collect();
                prop_assert!(differ.len() == 1, "{}", reported());
                let keys = ["text", "labelParts", "fields", "reads", "writes", "read", "write", "asks"];
                let at = differ[0];
                same!(without(&had[at], &keys), without(&has[at], &keys));
                has[at] = had[at].clone();
            }
            now.edges.retain(|_, edges| !edges.is_empty());
            same!(&want.edges, &now.edges);
            same!(&want.nodes, &now.nodes);
            same!(&want.notes, &now.notes);
        }
        Op::SetTitle { node, title } => {
            match title {
                Some(title) => want.nodes.get_mut(node).unwrap()["title"] = json!(title),
                None => drop(want.nodes.get_mut(node).unwrap().as_object_mut().unwrap().remove("title")),
            }
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::SetKind { node, kind } => {
            match kind {
                Some(kind) => want.nodes.get_mut(node).unwrap()["type"] = json!(kind.to_lowercase()),
                None => drop(want.nodes.get_mut(node).unwrap().as_object_mut().unwrap().remove("type")),
            }
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::SetAttribute { node, key, value } => {
            if let Some(name) = key.strip_prefix('@') {
                for said in [&mut want, &mut now] {
                    let node = said.nodes.get_mut(node).unwrap();
                    let list = node["annotations"].as_array().cloned().unwrap_or_default();
                    let is_it = |own: &Json| own["name"].as_str().unwrap().eq_ignore_ascii_case(name);
                    node["annotations"] = list.into_iter().filter(|own| !is_it(own)).collect();
                }
            } else {
                attribute(&mut want, node, key);
                let written = attribute(&mut now, node, key);
                same!(written.is_some(), value.is_some());
                if let Some(Written::Json(json)) = value {
                    let text = tracklight::json::to_string(&json.to_value());
                    let value: Json = serde_json::from_str(&text).unwrap();
                    same!(&written.unwrap()["value"], &value);
                }
            }
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::SetLabel { edge, label } => {
            let (source, at) = place(&old, &edge.key);
            let (had, has) = (old.edges[&source][at].clone(), now.edges[&source][at].clone());
            let shown = has["attributes"]["text"].as_str().unwrap_or_default().to_owned();
            let label = label.clone().unwrap_or_default();
            prop_assert!(
                shown == label || shown.ends_with(&*format!(", {label}")) || label.is_empty(),
                "{}",
                reported()
            );
            same!(without(&had, TEXTS), without(&has, TEXTS));
            now.edges.get_mut(&source).unwrap()[at] = had;
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::SetCondition { edge, expr } => {
            let (source, at) = place(&old, &edge.key);
            let (had, has) = (old.edges[&source][at].clone(), now.edges[&source][at].clone());
            same!(has["condition"]["text"].as_str(), expr.as_deref());
            let keys: Vec<&str> = CONDITIONS.iter().chain(TEXTS).copied().collect();
            same!(without(&had, &keys), without(&has, &keys));
            now.edges.get_mut(&source).unwrap()[at] = had;
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::Retarget { edge, from, to } => {
            let (source, at) = place(&old, &edge.key);
            let mut had = want.edges.get_mut(&source).unwrap().remove(at);
            let (new, target) = (from.clone().unwrap_or(source.clone()), had["targetId"].as_str().unwrap().to_owned());
            let target = to.clone().unwrap_or(target);
            let list = now.edges.get_mut(&new).unwrap();
            let rest = want.edges.get(&new).cloned().unwrap_or_default();
            let has = if new == source { Some(list.remove(at)) } else { take_new(list, &rest) };
            let ends = ["targetId", "sourceAttribute", "targetAttribute"];
            let has = has.unwrap_or_default();
            same!(has["targetId"].as_str(), Some(&*target));
            had["targetId"] = json!(target);
            same!(without(&had, &ends), without(&has, &ends));
            for said in [&mut want, &mut now] {
                said.edges.retain(|_, edges| !edges.is_empty());
            }
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::AddField { context, name, .. } | Op::SetField { context, name, .. } => {
            attribute(&mut want, context, name);
            prop_assert!(attribute(&mut now, context, name).is_some(), "{}", reported());
            want.names = now.names.clone();
            same!(&want, &now);
        }
        Op::RemoveField { context, name } => {
            attribute(&mut want, context, name);
            prop_assert!(attribute(&mut now, context, name).is_none(), "{}", reported());
            same!(&want.nodes, &now.nodes);
            for (source, edges) in &now.edges {
                let had = &old.edges[source];
                let gone = had.len() - edges.len();
                let touching = had.iter().filter(|edge| edge["targetId"] == **context || source == context).count();
                prop_assert!(gone <= touching, "{}", reported());
            }
        }
        Op::RenameField { context, name, to } => {
            prop_assert!(name == to || attribute(&mut now, context, name).is_none(), "{}", reported());
            prop_assert!(attribute(&mut now, context, to).is_some(), "{}", reported());
            same!(&want.names, &now.names);
        }
        Op::Rename { .. } | Op::MoveInto { .. } | Op::Group { .. } | Op::Ungroup { .. } => {
            let moved: BTreeMap<&str, &str> = edited.moved.0.iter().map(|(old, new)| (&**old, &**new)).collect();
            let id = |old: &str| moved.get(old).map_or(old, |new| new).to_owned();
            if let Op::Ungroup { node } = op {
                want.nodes.remove(node);
            }
            let want = rename_ids(&want, &id);
            for new in &edited.nodes {
                prop_assert!(now.nodes.remove(&**new).is_some(), "{}", reported());
            }
            same!(&want.names, &now.names);
            same!(shape(&want), shape(&now));
        }
        Op::Remove { nodes, edges } => {
            // An event goes with the block that it is declared in, an imported one with the last edge that waits for it.
            let machine = read(before);
            let is_imported = |id: &str| {
                let mut events = machine.events.iter().map(|event| &machine.nodes[event.node]);
                let event = events.find(|event| *event.id == *id).and_then(|event| event.name_span);
                event.is_some_and(|name| machine.tree.place(name).file.is_some())
            };
            let is_lost = |id: &str| {
                let can_go = id.starts_with("event:") && (!nodes.is_empty() || is_imported(id));
                can_go && !now.nodes.contains_key(id)
            };
            let goes = |id: &str| {
                let is_inside = |node: &String| id.strip_prefix(&**node).is_some_and(|rest| rest.starts_with('.'));
                nodes.iter().any(|node| id == node || !node.starts_with("event:") && is_inside(node)) || is_lost(id)
            };
            let mut places: Vec<(String, usize)> = edges.iter().map(|edge| place(&old, &edge.key)).collect();
            places.sort();
            places.dedup();
            for (source, at) in places.into_iter().rev() {
                want.edges.get_mut(&source).unwrap().remove(at);
            }
            want.nodes.retain(|id, _| !goes(id));
            want.notes.retain(|id, _| !goes(id));
            want.edges.retain(|id, _| !goes(id));
            for edges in want.edges.values_mut() {
                edges.retain(|edge| !goes(edge["targetId"].as_str().unwrap()));
            }
            want.edges.retain(|_, edges| !edges.is_empty());
            want.names = now.names.clone();
            same!(&want, &now);
        }
    }
    Ok(())
}

/// Comments that have a line of their own, sorted.
fn comments(text: &str) -> Vec<String> {
    let tree = syntax::parse(text);
    let own = tree.tokens.iter().filter(|token| token.first_on_line).map(|token| tree.str(token.span));
    let mut own: Vec<String> =
        own.filter(|text| text.starts_with("//") || text.starts_with("/*")).map(str::to_owned).collect();
    own.sort();
    own
}

fn check_texts(op: &Op, before: &Texts, after: &Texts) -> Result<(), TestCaseError> {
    let (had, has) = (errors(before), errors(after));
    let reported = |at: usize| format!("{op:?}\n--- before\n{}\n--- after\n{}", before[at].1, after[at].1);
    for (code, count) in has {
        prop_assert!(had.get(code).is_some_and(|known| *known >= count), "{code}: {}", reported(0));
    }
    for (at, ((_, old), (_, new))) in before.iter().zip(after).enumerate() {
        if syntax::format(old).is_ok_and(|formatted| formatted == *old) {
            let formatted = syntax::format(new).map_err(|refusal| TestCaseError::fail(refusal.message()))?;
            prop_assert_eq!(&formatted, new, "{}", reported(at));
        }
        let breaks = |text: &str| (text.matches('\n').count(), text.matches("\r\n").count());
        let ((lines, carriages), (lines_now, carriages_now)) = (breaks(old), breaks(new));
        if lines > 0 && carriages == lines {
            prop_assert_eq!(lines_now, carriages_now, "{}", reported(at));
        }
        if carriages == 0 {
            prop_assert_eq!(carriages_now, 0, "{}", reported(at));
        }
        if !matches!(op, Op::Remove { .. } | Op::RemoveField { .. } | Op::SetAttribute { .. }) {
            let has = comments(new);
            for comment in comments(old) {
                prop_assert!(has.contains(&comment), "{comment} is gone\n{}", reported(at));
            }
        }
    }
    Ok(())
}

/// How a sequence of ops went.
#[derive(Default)]
struct Counts {
    done: BTreeMap<String, usize>,
    refused: BTreeMap<String, usize>,
}

fn name_of(op: &Op) -> String {
    format!("{op:?}").split([' ', '(']).next().unwrap().to_owned()
}

fn sequence(first: &Texts, random: &mut Random, counts: &mut Counts) -> Result<(), TestCaseError> {
    let mut texts = first.clone();
    let mut undo = Vec::new();
    for _ in 0..1 + random.below(6) {
        let machine = read(&texts);
        let Some(op) = op(&machine, &said(&texts), random) else { continue };
        match edit(&machine, &op, &[]) {
            Ok(edited) => {
                let (after, back) = applied(&texts, &edited);
                check_texts(&op, &texts, &after)?;
                // An edit of another file changes all nodes that are imported from the same place.
                if edited.edits.iter().all(|edit| edit.file.is_none()) || !imports_twice(&machine) {
                    check(&op, &texts, &after, &edited)?;
                }
                let length = |file: Option<&str>| {
                    let at = file.map_or(0, |file| after.iter().position(|(path, _)| path == file).unwrap());
                    after[at].1.encode_utf16().count()
                };
                let select = &edited.select;
                prop_assert!(select.from <= select.to && select.to as usize <= length(select.file.as_deref()));
                *counts.done.entry(name_of(&op)).or_default() += 1;
                undo.push(back);
                texts = after;
            }
            Err(refusal) => {
                let code = refusal.code.word();
                prop_assert!(REFUSALS.contains(&code), "{code}: {op:?}");
                *counts.refused.entry(format!("{} {code}", name_of(&op))).or_default() += 1;
                if std::env::var("REFUSED").is_ok_and(|wanted| format!("{} {code}", name_of(&op)).contains(&wanted)) {
                    println!("{op:?}\n{}\n{}", refusal.message, texts[0].1);
                }
            }
        }
    }
    for back in undo.into_iter().rev() {
        for (at, from, to, text) in back.into_iter().rev() {
            let mut units: Vec<u16> = texts[at].1.encode_utf16().collect();
            units.splice(from..to, text.encode_utf16());
            texts[at].1 = String::from_utf16(&units).unwrap();
        }
    }
    prop_assert_eq!(&texts, first);
    Ok(())
}

/// True if two nodes are one of another file.
fn imports_twice(machine: &Machine) -> bool {
    let places = machine.nodes.iter().filter_map(|node| {
        let place = machine.tree.place(node.name_span?);
        Some((place.file?.clone(), place.span.start))
    });
    let mut seen = BTreeSet::new();
    !places.into_iter().all(|place| seen.insert(place))
}

/// The machines that sequences begin with.
fn sources() -> Vec<Texts> {
    let all = machines().into_iter().map(|source| {
        let mut texts: Texts = vec![("machine.dygram".to_owned(), source.text)];
        texts.extend(source.files);
        texts
    });
    all.filter(|texts| texts[0].1.len() < 6000).collect()
}

#[test]
fn no_sequence_of_ops_changes_more_than_it_says() {
    let known = sources();
    let mut counts = Counts::default();
    let seed: u64 = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut failures = Vec::new();
    let total = u64::from(counts::cases(2000));
    for at in 0..total {
        let mut random = Random::new(seed * 1_000_000 + at);
        let mut texts = match random.below(2) {
            0 => known[random.below(known.len())].clone(),
            _ => machine(&mut random),
        };
        match random.below(6) {
            0 => texts.iter_mut().for_each(|(_, text)| *text = text.replace("\r\n", "\n").replace('\n', "\r\n")),
            1 | 2 => texts.iter_mut().for_each(|(_, text)| {
                if let Ok(formatted) = syntax::format(text) {
                    *text = formatted;
                }
            }),
            _ => {}
        }
        let tried = catch_unwind(AssertUnwindSafe(|| sequence(&texts, &mut random, &mut counts)));
        match tried {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => failures.push(format!("sequence {at} of seed {seed}: {failure}")),
            Err(_) => failures.push(format!("sequence {at} of seed {seed} panics, from\n{}", texts[0].1)),
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
    let (done, refused) = (counts.done.values().sum::<usize>(), counts.refused.values().sum::<usize>());
    println!("{done} done: {:?}\n{refused} refused: {:?}", counts.done, counts.refused);
    assert!(done > 2 * refused, "{done} done, {refused} refused: {:?}", counts.refused);
    assert!(counts.done.len() >= 15, "every op was done: {:?}", counts.done);
}
