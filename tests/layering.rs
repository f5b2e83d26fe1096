//! The modules of `src/` use each other as the tables of ARCHITECTURE.md say, and never in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Which module uses which, and where it does so first.
type Uses = BTreeMap<(String, String), String>;
/// Which modules each module may use.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// Every Rust file below a folder: its module path and its text without comments, literals and unit tests.
fn sources(folder: &Path, module: &[String], found: &mut Vec<(Vec<String>, String)>) {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut inner = module.to_vec();
        if !matches!(&*name, "mod" | "lib") {
            inner.push(name);
        }
        if path.is_dir() {
            sources(&path, &inner, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((inner, code(&fs::read_to_string(&path).unwrap())));
        }
    }
}

/// A source without comments, without what stands in literals, and without its unit tests.
fn code(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let raw = rest.strip_prefix('r').filter(|_| !out.ends_with(|c: char| c.is_alphanumeric() || c == '_'));
        let hashes = raw.map_or(0, |raw| raw.len() - raw.trim_start_matches('#').len());
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if raw.is_some_and(|raw| raw[hashes..].starts_with('"')) {
            let close = format!("\"{}", "#".repeat(hashes));
            let open = 2 + hashes;
            rest[open..].find(&close).map_or(rest.len(), |end| open + end + close.len())
        } else if first == '"' {
            literal(rest, '"')
        } else if first == '\'' && is_character(rest) {
            literal(rest, '\'')
        } else {
            out.push(first);
            rest = &rest[first.len_utf8()..];
            continue;
        };
        rest = &rest[length..];
    }
    match out.find("#[cfg(test)]\nmod ") {
        Some(tests) => out[..tests].to_owned(),
        None => out,
    }
}

/// The length of a literal with its quotes.
fn literal(text: &str, quote: char) -> usize {
    let mut chars = text.char_indices().skip(1);
    while let Some((at, c)) = chars.next() {
        if c == '\\' {
            chars.next();
        } else if c == quote {
            return at + 1;
        }
    }
    text.len()
}

/// True for a character literal, false for a lifetime.
fn is_character(text: &str) -> bool {
    let mut chars = text.chars().skip(1);
    let first = chars.next();
    first == Some('\\') || chars.next() == Some('\'')
}

/// The paths that a path expression or the tree of a `use` names, and what follows it.
fn paths<'a>(text: &'a str, found: &mut Vec<Vec<String>>, before: &[String]) -> &'a str {
    let text = text.trim_start();
    if let Some(mut inner) = text.strip_prefix('{') {
        loop {
            inner = inner.trim_start().trim_start_matches(',').trim_start();
            match inner.strip_prefix('}') {
                Some(rest) => return rest,
                None if inner.is_empty() => return inner,
                None => {
                    let rest = paths(inner, found, before);
                    inner = if rest.len() < inner.len() { rest } else { "" };
                }
            }
        }
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let mut path = before.to_vec();
    if !word.is_empty() {
        path.push(word.to_owned());
    }
    match rest.trim_start().strip_prefix("::") {
        Some(more) if !more.starts_with('<') => paths(more, found, &path),
        _ => {
            found.push(path);
            let renamed = rest.trim_start().strip_prefix("as ").map(str::trim_start);
            renamed.map_or(rest, |name| name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'))
        }
    }
}

/// The paths within the crate that a file names, each from the root of the crate.
fn named(module: &[String], text: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let mut found = Vec::new();
            paths(&text[at..], &mut found, &[]);
            for path in found {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let mut full = if path[0] == "crate" { Vec::new() } else { module.to_vec() };
                full.truncate(full.len().saturating_sub(ups));
                full.extend(path.into_iter().filter(|part| !matches!(&**part, "crate" | "super" | "self")));
                all.push(full);
            }
        }
    }
    all
}

/// Which part of `inside` uses which other part of it. Parts are the modules directly below `inside`.
fn uses(files: &[(Vec<String>, String)], inside: &[&str]) -> Uses {
    let part = |path: &[String]| {
        let within = path.len() > inside.len() && path.iter().zip(inside).all(|(part, own)| part == own);
        within.then(|| path[inside.len()].clone())
    };
    let parts: BTreeSet<String> = files.iter().filter_map(|(module, _)| part(module)).collect();
    let mut uses = Uses::new();
    for (module, text) in files {
        let Some(own) = part(module) else { continue };
        for path in named(module, text) {
            if let Some(used) = part(&path).filter(|used| *used != own && parts.contains(used)) {
                let place = format!("{} names {}", module.join("::"), path.join("::"));
                uses.entry((own.clone(), used)).or_insert(place);
            }
        }
    }
    uses
}

/// Reads the table whose head is `head`: each module with the modules it may use.
///
/// A cell names modules in backticks. `name:` in the first cell gives the modules of a row a common name, which later
/// cells may write instead of them.
fn table(text: &str, head: &str) -> Allowed {
    let start = text.find(head).unwrap_or_else(|| panic!("ARCHITECTURE.md has the table {head}"));
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut allowed = Allowed::new();
    for line in text[start..].lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [modules, may_use] = cells.as_slice() else { panic!("two cells: {line}") };
        let ticked = |cell: &str| -> Vec<String> {
            cell.split('`').skip(1).step_by(2).map(|name| name.trim_end_matches('/').to_owned()).collect()
        };
        let modules_named = ticked(modules);
        if let Some((name, _)) = modules.split_once(':') {
            groups.insert(name.to_owned(), modules_named.clone());
        }
        let mut used: BTreeSet<String> = ticked(may_use).into_iter().collect();
        for word in may_use.split('`').step_by(2).flat_map(|plain| plain.split([',', ' '])) {
            match groups.get(word) {
                Some(group) => used.extend(group.iter().cloned()),
                None => assert!(word.is_empty(), "`{word}` is neither a module nor a group: {line}"),
            }
        }
        for module in modules_named {
            assert!(allowed.insert(module.clone(), used.clone()).is_none(), "`{module}` has one row");
        }
    }
    allowed
}

/// What a set of uses does that a table does not allow.
fn faults(uses: &Uses, allowed: &Allowed) -> Vec<String> {
    let is_wrong = |(own, used): &(String, String)| !allowed.get(own).is_some_and(|may| may.contains(used));
    uses.iter()
        .filter(|(pair, _)| is_wrong(pair))
        .map(|((own, used), place)| format!("`{own}` may not use `{used}`: {place}"))
        .collect()
}

/// One circle among the uses, as the modules in their order.
fn circle(uses: &Uses) -> Option<Vec<String>> {
    fn visit(at: &str, uses: &Uses, way: &mut Vec<String>, done: &mut BTreeSet<String>) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|known| known == at) {
            return Some(way[start..].to_vec());
        }
        if done.contains(at) {
            return None;
        }
        way.push(at.to_owned());
        for (_, next) in uses.keys().filter(|(own, _)| own == at) {
            if let Some(found) = visit(next, uses, way, done) {
                return Some(found);
            }
        }
        way.pop();
        done.insert(at.to_owned());
        None
    }
    let mut done = BTreeSet::new();
    uses.keys().find_map(|(own, _)| visit(own, uses, &mut Vec::new(), &mut done))
}

/// Compares the modules directly below `inside` with the table under `head`.
fn check(inside: &[&str], head: &str) {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&top.join("src"), &[], &mut files);
    let allowed = table(&fs::read_to_string(top.join("ARCHITECTURE.md")).unwrap(), head);
    let parts: BTreeSet<&String> = files
        .iter()
        .filter(|(module, _)| module.len() > inside.len() && module.iter().zip(inside).all(|(part, own)| part == own))
        .map(|(module, _)| &module[inside.len()])
        .collect();
    assert_eq!(parts, allowed.keys().collect(), "the table {head} has a row for each module");
    let uses = uses(&files, inside);
    let mut wrong = faults(&uses, &allowed);
    wrong.extend(circle(&uses).map(|modules| format!("these use each other in a circle: {}", modules.join(", "))));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_use_only_what_the_table_allows() {
    check(&[], "| module | may use |");
}

#[test]
fn rooms_of_run_use_only_what_the_table_allows() {
    check(&["run"], "| part of `run/` | may use |");
}

#[test]
fn one_wrong_use_is_found_in_every_form() {
    let allowed = table("| module | may use |\n|---|---|\n| low: `text` | |\n| `run` | low |\n", "| module |");
    let forms = [
        "use crate::run::Run;",
        "use crate::{value::Value, run::{self, Run}};",
        "use super::run::Run;",
        "fn f() -> crate::run::Run { todo!() }",
        "pub(in crate::text) fn f(run: &crate::run::Run) {}",
    ];
    let file = |name: &str, text: &str| (vec![name.to_owned()], code(text));
    for form in forms {
        let files = [file("run", "use crate::text::Span;"), file("text", form)];
        let uses = uses(&files, &[]);
        assert_eq!(faults(&uses, &allowed).len(), 1, "{form}");
        assert_eq!(circle(&uses).map(|found| found.len()), Some(2), "{form}");
    }
    let harmless = ["// use crate::run::Run;", "const A: &str = \"crate::run\";", "const A: &str = r#\"crate::run\"#;"];
    for form in harmless {
        assert!(uses(&[file("run", ""), file("text", form)], &[]).is_empty(), "{form}");
    }
}
