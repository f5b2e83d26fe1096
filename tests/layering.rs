//! The modules and files of `src/` use each other as the tables of ARCHITECTURE.md say, and never in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use proc_macro2::{TokenStream, TokenTree};

use crate::rust_tokens::{code_only, is_block, is_punct, is_word, rust_files, top};

/// Which module uses which, and where it does so first.
type Uses = BTreeMap<(String, String), String>;
/// Which modules each module may use.
type Allowed = BTreeMap<String, BTreeSet<String>>;

/// A file of `src/`.
struct Source {
    module: Vec<String>,
    /// Whether it is a `mod.rs`, which stands for its folder, or `lib.rs`.
    is_folder: bool,
    /// Without its unit tests.
    tokens: Vec<TokenTree>,
}

impl Source {
    /// The path of the file in `src/`.
    fn name(&self) -> String {
        let path = self.module.join("/");
        match (self.is_folder, &*path) {
            (true, "") => "lib.rs".to_owned(),
            (true, _) => format!("{path}/mod.rs"),
            (false, _) => format!("{path}.rs"),
        }
    }

    fn new(module: &[&str], is_folder: bool, text: &str) -> Self {
        let module = module.iter().map(|&name| name.to_owned()).collect();
        let tokens: TokenStream = text.parse().unwrap();
        Self { module, is_folder, tokens: code_only(tokens) }
    }
}

/// Every file of `src/`.
fn all_sources() -> Vec<Source> {
    let src = top().join("src");
    let source = |file: &std::path::PathBuf| {
        let path = file.strip_prefix(&src).unwrap().with_extension("");
        let mut module: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
        let is_folder = module.pop_if(|name| matches!(*name, "mod" | "lib")).is_some();
        Source::new(&module, is_folder, &fs::read_to_string(file).unwrap())
    };
    rust_files(&src).iter().map(source).collect()
}

/// Every path of a run of tokens and of the groups in it. Of a tree like `a::{b, c::d}` each branch is one.
fn paths(tokens: &[TokenTree], found: &mut Vec<Path>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at = match token {
            TokenTree::Ident(_) => path(tokens, at, &[], found),
            TokenTree::Group(group) => {
                paths(&group.stream().into_iter().collect::<Vec<_>>(), found);
                at + 1
            }
            _ => at + 1,
        };
    }
}

/// Reads the path that begins at `at`, below `before`, and says where it ends.
fn path(tokens: &[TokenTree], at: usize, before: &[String], found: &mut Vec<Path>) -> usize {
    match tokens.get(at) {
        Some(TokenTree::Group(group)) => {
            let branches: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut branch = 0;
            while branch < branches.len() {
                branch = path(&branches, branch, before, found).max(branch + 1);
            }
            at + 1
        }
        Some(token @ (TokenTree::Ident(_) | TokenTree::Punct(_))) => {
            if is_punct(token, ',') {
                return at + 1;
            }
            let mut segments = before.to_vec();
            segments.push(token.to_string());
            let goes_on = tokens.get(at + 1..at + 3).is_some_and(|next| next.iter().all(|colon| is_punct(colon, ':')));
            let is_turbofish = tokens.get(at + 3).is_some_and(|next| is_punct(next, '<'));
            if goes_on && !is_turbofish {
                return path(tokens, at + 3, &segments, found);
            }
            let is_renamed = matches!(tokens.get(at + 1), Some(TokenTree::Ident(word)) if word == "as");
            let alias = tokens.get(at + 2).filter(|_| is_renamed && !before.is_empty()).map(ToString::to_string);
            let end = if alias.is_some() { at + 3 } else { at + 1 };
            found.push(Path { segments, alias });
            end
        }
        _ => at + 1,
    }
}

/// A path as it stands in a source.
struct Path {
    segments: Vec<String>,
    /// What `as` calls it.
    alias: Option<String>,
}

/// A path that a `use` brings in.
struct Import {
    /// From the root of the crate.
    full: Vec<String>,
    /// What the file calls it.
    name: String,
    is_public: bool,
}

/// What a file names within the crate, each from the root of the crate.
struct Named {
    imports: Vec<Import>,
    /// Outside of `use`.
    paths: Vec<Vec<String>>,
    /// The single words outside of `use`.
    words: BTreeSet<String>,
}

/// A path from the root of the crate, if it leads into the crate.
fn full_path(source: &Source, modules: &BTreeSet<Vec<String>>, path: &[String]) -> Option<Vec<String>> {
    let child = [&source.module[..], &path[..1]].concat();
    let ups = path.iter().take_while(|part| *part == "super").count();
    let mut full = match &*path[0] {
        "crate" => Vec::new(),
        "self" | "super" => source.module.clone(),
        _ if path.len() > 1 && modules.contains(&child) => source.module.clone(),
        _ => return None,
    };
    full.truncate(full.len().saturating_sub(ups));
    full.extend(path.iter().filter(|part| !matches!(&***part, "crate" | "super" | "self")).cloned());
    Some(full)
}

fn named(source: &Source, modules: &BTreeSet<Vec<String>>) -> Named {
    let mut named = Named { imports: Vec::new(), paths: Vec::new(), words: BTreeSet::new() };
    let mut rest = Vec::new();
    for item in source.tokens.split_inclusive(|token| is_punct(token, ';') || is_block(token)) {
        // What a file declares as its child it does not use by that.
        if item.iter().any(|token| is_word(token, "mod")) {
            continue;
        }
        // A tree of a `use` is a block too.
        let Some(start) = item.iter().position(|token| is_word(token, "use")) else {
            rest.extend_from_slice(item);
            continue;
        };
        let mut found = Vec::new();
        path(item, start + 1, &[], &mut found);
        for Path { segments, alias } in found {
            let Some(full) = full_path(source, modules, &segments) else { continue };
            let last = segments.iter().rfind(|part| *part != "self").cloned();
            let Some(name) = alias.or(last) else { continue };
            named.imports.push(Import { full, name, is_public: item.iter().any(|token| is_word(token, "pub")) });
        }
    }
    let mut found = Vec::new();
    paths(&rest, &mut found);
    for Path { segments, .. } in found {
        if let Some(full) = full_path(source, modules, &segments) {
            named.paths.push(full);
        } else if let Some(import) = named.imports.iter().find(|import| import.name == segments[0]) {
            named.paths.push([&import.full[..], &segments[1..]].concat());
        }
        named.words.extend(segments.into_iter().next());
    }
    named
}

/// Which part of `inside` uses which other part of it. Parts are the modules directly below `inside`.
fn uses(files: &[Source], inside: &[&str]) -> Uses {
    let part = |path: &[String]| {
        let within = path.len() > inside.len() && path.iter().zip(inside).all(|(part, own)| part == own);
        within.then(|| path[inside.len()].clone())
    };
    let modules = files.iter().map(|file| file.module.clone()).collect();
    let parts: BTreeSet<String> = files.iter().filter_map(|file| part(&file.module)).collect();
    let mut uses = Uses::new();
    for file in files {
        let Some(own) = part(&file.module) else { continue };
        let named = named(file, &modules);
        for path in named.imports.iter().map(|import| &import.full).chain(&named.paths) {
            if let Some(used) = part(path).filter(|used| *used != own && parts.contains(used)) {
                let place = format!("{} names {}", file.module.join("::"), path.join("::"));
                uses.entry((own.clone(), used)).or_insert(place);
            }
        }
    }
    uses
}

/// Which file uses which. The used file is the one that defines what is named, even if other files re-export it. A file
/// that only re-exports a name does not use it, and naming a module alone uses nothing in it.
fn uses_of_files(files: &[Source]) -> Uses {
    let modules: BTreeSet<Vec<String>> = files.iter().map(|file| file.module.clone()).collect();
    let all: BTreeMap<&[String], Named> = files.iter().map(|file| (&*file.module, named(file, &modules))).collect();
    let names: BTreeMap<&[String], String> = files.iter().map(|file| (&*file.module, file.name())).collect();
    let mut uses = Uses::new();
    for (module, named) in &all {
        let is_used = |import: &&Import| !import.is_public || named.words.contains(&import.name);
        let imports = named.imports.iter().filter(is_used).map(|import| &import.full);
        for path in imports.chain(&named.paths) {
            if let Some(used) = home(path, &all).filter(|used| used != module) {
                let pair = (names[module].clone(), names[used].clone());
                uses.entry(pair).or_insert_with(|| path.join("::"));
            }
        }
    }
    uses
}

/// The module whose file holds what a path names.
fn home<'a>(path: &[String], all: &BTreeMap<&'a [String], Named>) -> Option<&'a [String]> {
    if all.contains_key(path) {
        return None;
    }
    let (module, named) = (0..path.len()).rev().find_map(|length| all.get_key_value(&path[..length]))?;
    let passed_on = named.imports.iter().find(|import| import.name == path[module.len()]);
    match passed_on {
        Some(import) => home(&[&import.full[..], &path[module.len() + 1..]].concat(), all),
        None => Some(module),
    }
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
    let files = all_sources();
    let allowed = table(&fs::read_to_string(top().join("ARCHITECTURE.md")).unwrap(), head);
    let parts: BTreeSet<&String> = files
        .iter()
        .map(|file| &file.module)
        .filter(|module| module.len() > inside.len() && module.iter().zip(inside).all(|(part, own)| part == own))
        .map(|module| &module[inside.len()])
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
fn no_files_use_each_other_in_a_circle() {
    let uses = uses_of_files(&all_sources());
    assert!(uses.len() > 1_000, "only {} uses were found", uses.len());
    if let Some(files) = circle(&uses) {
        let next = |at: usize| files[(at + 1) % files.len()].clone();
        let steps = files.iter().enumerate().map(|(at, file)| {
            let used = next(at);
            format!("{file} uses {used}: {}", uses[&(file.clone(), used.clone())])
        });
        panic!("these files use each other in a circle:\n{}", steps.collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn a_circle_of_files_is_found_through_names_that_are_passed_on() {
    let folder =
        "pub mod a; mod b; pub use a::A; pub(crate) use crate::m::b::{self, B as Renamed}; const TEXT: u8 = 0;";
    let files_with = |a: &str, b: &str| {
        let files =
            [Source::new(&["m"], true, folder), Source::new(&["m", "a"], false, a), Source::new(&["m", "b"], false, b)];
        circle(&uses_of_files(&files)).map(|files| files.len())
    };
    let a = "pub struct A; impl A { fn f() -> super::Renamed { todo!() } }";
    assert_eq!(files_with(a, "pub struct B;"), None);
    for b in ["use crate::m::A;", "fn f() { super::A::f() }", "use crate::m; fn f() { m::A::f() }"] {
        assert_eq!(files_with(a, b), Some(2), "{b}");
    }
    // The folder uses neither file, and naming a module alone is no use.
    assert_eq!(
        files_with("use super::TEXT;", "use crate::m::{self, a}; pub(in crate::m) const B: u8 = m::TEXT;"),
        None
    );
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
    let file = |name: &str, text: &str| Source::new(&[name], false, text);
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
