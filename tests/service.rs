//! What editors are answered, seen from outside.
//!
//! `tests/cases/service/*.md` hold claims: a heading, a machine with `‸` where the caret stands, and what is answered
//! there; `complete 2` asks at the second caret. `UPDATE_CASES=1 cargo test service::` writes the answers anew;
//! read the difference before you commit it.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use tracklight::diagnostic::{Edit, Fix, Severity};
use tracklight::machine::Files;
use tracklight::machine::Machine;
use tracklight::service::{
    Place, Range, Uses, complete, definition, fixes, hover, outline, references, rename_file, tokens,
};
use tracklight::text::Span;

use crate::counts;

include!(concat!(env!("OUT_DIR"), "/examples.rs"));

/// How many completions of a place are written down.
const SHOWN: usize = 14;

fn cases() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

/// A text without its carets, and their UTF-16 offsets.
fn without_carets(marked: &str) -> (String, Vec<u32>) {
    let (mut text, mut carets) = (String::new(), Vec::new());
    for part in marked.split_inclusive('‸') {
        match part.strip_suffix('‸') {
            Some(part) => {
                text.push_str(part);
                carets.push(text.encode_utf16().count() as u32);
            }
            None => text.push_str(part),
        }
    }
    (text, carets)
}

/// Line and text of a range.
fn place(machine: &Machine, range: Range) -> String {
    let tree = &machine.tree;
    let [start, end] = [range.from, range.to].map(|offset| tree.lines.byte(&tree.text, offset));
    format!("{}: {}", tree.lines.line(start) + 1, tree.str(Span { start, end }))
}

/// Line and text of a place, with its file.
fn file_place(machine: &Machine, place: Place) -> String {
    let file = machine.tree.files.iter().find(|file| Some(&file.path) == place.file.as_ref());
    let Some(file) = file else {
        return self::place(machine, Range { from: place.from, to: place.to });
    };
    let [start, end] = [place.from, place.to].map(|offset| file.lines.byte(&file.text, offset));
    format!("{} {}: {}", file.path, file.lines.line(start) + 1, Span { start, end }.of(&file.text))
}

fn renamed(machine: &Machine, names: &str) -> String {
    let (from, to) = names.split_once(' ').unwrap();
    match rename_file(machine, from, to) {
        Ok(edits) => edits
            .iter()
            .map(|edit| {
                let file = edit.file.as_deref().unwrap_or("the source");
                format!("{file} {}..{} {}\n", edit.from, edit.to, edit.insert)
            })
            .collect(),
        Err(refusal) => format!("{}: {}\n", refusal.code.word(), refusal.message),
    }
}

fn completions(machine: &Machine, at: u32) -> String {
    let offered = complete(machine, at);
    assert!(offered.is_sorted_by(|a, b| a.sort < b.sort));
    let mut out = String::new();
    for one in offered.iter().take(SHOWN) {
        write!(out, "{} {}", one.kind, one.label).unwrap();
        if one.insert != one.label {
            write!(out, " ⇒ {}", one.insert.trim_end()).unwrap();
        }
        out.push('\n');
    }
    if offered.len() > SHOWN {
        writeln!(out, "… {} more", offered.len() - SHOWN).unwrap();
    }
    if let Some(first) = offered.first()
        && first.from != first.to
    {
        let range = Range { from: first.from, to: first.to };
        writeln!(out, "in the place of {}", place(machine, range)).unwrap();
    }
    out
}

fn apply(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        out.push_str(&text[at..edit.span.start as usize]);
        out.push_str(&edit.insert);
        at = edit.span.end as usize;
    }
    out + &text[at..]
}

/// The title of a fix and the lines it changes.
fn change(text: &str, fix: &Fix) -> String {
    let after = apply(text, &fix.edits);
    let (old, new): (Vec<&str>, Vec<&str>) = (text.lines().collect(), after.lines().collect());
    let front = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let back = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let back = back.min(old.len() - front).min(new.len() - front);
    let mut out = format!("{}\n", fix.title);
    old[front..old.len() - back].iter().for_each(|line| writeln!(out, "  - {line}").unwrap());
    new[front..new.len() - back].iter().for_each(|line| writeln!(out, "  + {line}").unwrap());
    out
}

fn answer(machine: &Machine, question: &str, carets: &[u32]) -> String {
    if let Some(names) = question.strip_prefix("rename ") {
        return renamed(machine, names);
    }
    let (question, which) = question.split_once(' ').unwrap_or((question, "1"));
    let at = carets.get(which.parse::<usize>().unwrap() - 1).copied();
    let caret = || at.expect("the question needs a caret");
    let uses = Uses::of(machine);
    match question {
        "complete" => completions(machine, caret()),
        "hover" => hover(machine, &uses, caret()).map_or_else(String::new, |hover| {
            let at = place(machine, Range { from: hover.from, to: hover.to });
            format!("{at}\n{}\n", hover.markdown.replace("```", "~~~").replace("\n\n", "\n"))
        }),
        "definition" => {
            definition(machine, &uses, caret()).map_or_else(String::new, |place| file_place(machine, place) + "\n")
        }
        "references" => {
            references(machine, &uses, caret()).into_iter().map(|place| file_place(machine, place) + "\n").collect()
        }
        "fixes" => {
            let to = carets.get(1).copied().unwrap_or(caret());
            fixes(machine, &uses, caret(), to).iter().map(|fix| change(&machine.tree.text, fix)).collect()
        }
        "tokens" => {
            let all = tokens(machine, &uses, Span { start: 0, end: u32::MAX });
            let colored = all.iter().filter(|token| !token.modifiers.is_empty() || token.class.word() == "variable");
            colored
                .map(|token| {
                    let modifiers = token.modifiers.join(" ");
                    format!("{} {} {modifiers}", machine.tree.str(token.span), token.class.word()).trim_end().to_owned()
                        + "\n"
                })
                .collect()
        }
        other => panic!("no question `{other}`"),
    }
}

/// The case file with the answers as they are.
fn rewritten(file: &str) -> String {
    let mut out = String::new();
    let mut source: Option<(String, Vec<u32>)> = None;
    let mut files: Vec<(String, String)> = Vec::new();
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        writeln!(out, "{line}").unwrap();
        let Some(kind) = line.strip_prefix("```").filter(|kind| !kind.is_empty()) else { continue };
        let body: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        if kind == "dygram" {
            source = Some(without_carets(&body));
            files.clear();
            out.push_str(&body);
        } else if let Some(path) = kind.strip_prefix("file ") {
            out.push_str(&body);
            files.push((path.to_owned(), body));
        } else {
            let (text, carets) = source.as_ref().expect("questions stand behind a machine");
            let set = Files::new("", files.clone());
            let machine = if files.is_empty() { Machine::parse(text) } else { Machine::parse_files(text, &set) };
            out.push_str(&answer(&machine, kind, carets));
        }
        out.push_str("```\n");
    }
    out
}

fn check(name: &str) {
    let path = cases().join("service").join(name);
    let written = fs::read_to_string(&path).unwrap();
    let actual = rewritten(&written);
    if std::env::var_os("UPDATE_CASES").is_some() {
        fs::write(&path, &actual).unwrap();
    } else if actual != written {
        let differs = written.lines().zip(actual.lines()).position(|(a, b)| a != b).unwrap_or(0);
        let around = |text: &str| text.lines().skip(differs.saturating_sub(4)).take(8).collect::<Vec<_>>().join("\n");
        panic!("{name}, line {}\n--- expected\n{}\n--- actual\n{}", differs + 1, around(&written), around(&actual));
    }
}

#[test]
fn every_place_offers_what_may_stand_there() {
    check("complete.md");
}

/// Offers at places: the text up to the caret, what is taken, the bracket or quote that may follow already, and the
/// text behind `before` once it is taken with nothing, with a blank and with that character behind the caret.
const INSERTED: &[(&str, &str, &str, [&str; 3])] = &[
    // The start of an item.
    ("ta", "task", " a", ["task ", "task ", "task a"]),
    ("mach", "machine", "\"M\"", ["machine \"\"", "machine \"\" ", "machine \"M\""]),
    ("imp", "import", "{ a }", ["import { } from \"\"", "import { } from \"\" ", "import { a }"]),
    // In a block.
    ("task a {\n  pro", "prompt", ": 1", ["prompt: \"\"", "prompt: \"\" ", "prompt: 1"]),
    ("task a {\n  st", "stub", ": {}", ["stub: { }", "stub: { } ", "stub: {}"]),
    ("task a {\n  stub: ", "{ }", "{ }", ["stub: { }", "stub: { } ", "stub: { }"]),
    ("task a {\n  stub: { wr", "write", ": { }", ["stub: { write: { }", "stub: { write: { } ", "stub: { write: { }"]),
    (
        "alpha -> beta; task alpha {\n  stub: { go: ",
        "beta",
        "}",
        ["stub: { go: \"beta\"", "stub: { go: \"beta\" ", "stub: { go: \"beta\"}"],
    ),
    (
        "alpha -> beta; task alpha {\n  stub: { go: \"",
        "beta",
        "\"",
        ["stub: { go: \"beta\"", "stub: { go: \"beta\" ", "stub: { go: \"beta\""],
    ),
    ("style s {\n  col", "color", ": red", ["color: ", "color: ", "color: red"]),
    ("task a {\n  style: { col", "color", ": red", ["style: { color: ", "style: { color: ", "style: { color: red"]),
    // Behind a name and behind an arrow.
    ("state a\na ", "->", "x", ["a -> ", "a -> ", "a -> x"]),
    ("state alpha\nb -> al", "alpha", ";", ["b -> alpha", "b -> alpha ", "b -> alpha;"]),
    ("context C { n: 1 }\na -re", "reads", "->", ["a -reads-> ", "a -reads-> ", "a -reads->"]),
    // In a label.
    ("a -wh", "when:", ": x", ["a -when: ", "a -when: ", "a -when: x"]),
    ("a -re", "reads", "-> b", ["a -reads-> ", "a -reads-> ", "a -reads-> b"]),
    ("a -@ma", "map", "(x)", ["a -@map()", "a -@map() ", "a -@map(x)"]),
    ("a -@aut", "auto", "->", ["a -@auto", "a -@auto ", "a -@auto->"]),
    ("a -go, ", "@map", "(x)", ["a -go, @map()", "a -go, @map() ", "a -go, @map(x)"]),
    ("a -> b @ma", "map", "(x)", ["a -> b @map()", "a -> b @map() ", "a -> b @map(x)"]),
    // Behind an `@`, and in its arguments.
    ("task a @ret", "retry", "(2)", ["task a @retry()", "task a @retry() ", "task a @retry(2)"]),
    ("task a @chec", "checkpoint", ";", ["task a @checkpoint", "task a @checkpoint ", "task a @checkpoint;"]),
    (
        "context C {\n  n<number> @min",
        "minimum",
        "(1)",
        ["n<number> @minimum()", "n<number> @minimum() ", "n<number> @minimum(1)"],
    ),
    (
        "context C {\n  n<array> @uni",
        "uniqueItems",
        ";",
        ["n<array> @uniqueItems", "n<array> @uniqueItems ", "n<array> @uniqueItems;"],
    ),
    ("a -@join(mer", "merge", ": x", ["a -@join(merge: ", "a -@join(merge: ", "a -@join(merge: x"]),
    ("task a @style(col", "color", ")", ["task a @style(color: ", "task a @style(color: ", "task a @style(color: )"]),
    // In a condition.
    ("context Cart { n: 1 }\na -when: Ca", "Cart", ".n", ["a -when: Cart", "a -when: Cart ", "a -when: Cart.n"]),
    ("a -when: si", "size", "(x)", ["a -when: size()", "a -when: size() ", "a -when: size(x)"]),
    ("a -when: \"si", "size", "\"", ["a -when: \"size()", "a -when: \"size() ", "a -when: \"size()\""]),
    (
        "context C { t<string> }\na -when: C.t.si",
        "size",
        "()",
        ["a -when: C.t.size()", "a -when: C.t.size() ", "a -when: C.t.size()"],
    ),
    // In a placeholder.
    (
        "context Cart { n: 1 }\ntask a \"{{ Ca",
        "Cart",
        " }}\"",
        ["task a \"{{ Cart }}", "task a \"{{ Cart }} ", "task a \"{{ Cart }}\""],
    ),
    (
        "context Cart { n: 1 }\ntask a \"{{ ",
        "Cart",
        "}}\"",
        ["task a \"{{ Cart }}", "task a \"{{ Cart }} ", "task a \"{{ Cart}}\""],
    ),
    (
        "context Cart { n: 1 }\ntask a \"{{Cart.",
        "n",
        "} {{ b }}\"",
        ["task a \"{{Cart.n}}", "task a \"{{Cart.n}} ", "task a \"{{Cart.n}} {{ b }}\""],
    ),
    (
        "task a \"{{ si",
        "size",
        "(x) }}\"",
        ["task a \"{{ size() }}", "task a \"{{ size() }} ", "task a \"{{ size(x) }}\""],
    ),
    // In a type.
    ("context C {\n  n<str", "string", ">", ["n<string", "n<string ", "n<string>"]),
    ("context C {\n  n<List<num", "number", ">>", ["n<List<number", "n<List<number ", "n<List<number>>"]),
];

#[test]
fn an_offer_is_inserted_in_one_way_at_every_place() {
    let mut failed = String::new();
    for (before, label, closer, expected) in INSERTED {
        for (after, expected) in ["", " ", closer].iter().zip(expected) {
            let text = format!("{before}{after}");
            let at = before.encode_utf16().count();
            let offered = complete(&Machine::parse(&text), at as u32);
            let Some(offer) = offered.iter().find(|one| one.label == *label) else {
                // What is there already is not offered again.
                if !text.ends_with(expected) {
                    writeln!(failed, "{text:?}: no {label}").unwrap();
                }
                continue;
            };
            let taken = format!("{}{}{}", &text[..offer.from as usize], offer.insert, &text[offer.to as usize..]);
            if !taken.ends_with(expected) {
                writeln!(failed, "{text:?}: {taken:?}, not {expected:?}").unwrap();
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

#[test]
fn constraints_are_offered_where_they_fit_the_type() {
    let bounds = "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf";
    let texts = "minLength maxLength pattern format";
    let lists = "minItems maxItems uniqueItems";
    let all = format!("artifact {bounds} {texts} {lists}");
    let text = format!("artifact {texts}");
    let cases = [
        ("a<number>", bounds),
        ("a<number?>", bounds),
        ("a<Integer>", bounds),
        ("a<string>", &text),
        ("a<Date>", &text),
        ("a<'x' | 'y'>", &text),
        ("a<1 | 2>", bounds),
        ("a<boolean>", ""),
        ("a<List<string>>", &format!("artifact {lists}")),
        ("a<List<number>>", lists),
        ("a<object>", "artifact"),
        ("a<Map<string, number>>", ""),
        ("a<any>", "artifact"),
        ("a<Other>", "artifact"),
        ("a<number> @minimum(0)", bounds),
        ("a", &all),
    ];
    for holder in ["context", "type"] {
        for (field, expected) in cases {
            for rest in ["", "\n}", ": 1\n}", "; b<string>\n}", "mini\n}"] {
                let before = format!("{holder} C {{\n  {field} @");
                let offered = complete(&Machine::parse(&format!("{before}{rest}")), before.len() as u32);
                let labels: Vec<&str> = offered.iter().map(|one| &*one.label).collect();
                assert_eq!(labels.join(" "), expected, "{holder} {field} @{rest}");
            }
        }
    }
}

#[test]
fn hovering_tells_facts() {
    check("hover.md");
}

#[test]
fn names_lead_to_their_declarations_and_uses() {
    check("names.md");
}

#[test]
fn fixes_change_what_they_say_and_nothing_else() {
    check("fixes.md");
}

#[test]
fn imports_lead_to_other_files() {
    check("files.md");
}

#[test]
fn tokens_know_their_nodes() {
    check("tokens.md");
}

/// A text, and the files it was given.
pub struct Source {
    pub text: String,
    pub files: Vec<(String, String)>,
}

impl Source {
    fn parse(&self, text: &str) -> std::sync::Arc<Machine> {
        match self.files.is_empty() {
            true => Machine::parse(text),
            false => Machine::parse_files(text, &Files::new("", self.files.clone())),
        }
    }
}

/// Every machine of the case files, of the documents and of the gallery, broken ones among them.
pub fn machines() -> Vec<Source> {
    let alone = |text: &str| Source { text: text.to_owned(), files: Vec::new() };
    let mut found: Vec<Source> = EXAMPLES.iter().map(|(_, source)| alone(source)).collect();
    let mut folders = vec![cases()];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension {
                None => folders.push(path),
                Some("dygram") => found.push(alone(&fs::read_to_string(&path).unwrap())),
                Some("md") => {
                    let text = fs::read_to_string(&path).unwrap();
                    let mut lines = text.lines();
                    while let Some(line) = lines.next() {
                        let fence: String = line.chars().take_while(|c| *c == '`').collect();
                        if fence.len() < 3 || line.len() == fence.len() {
                            continue;
                        }
                        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
                        let body = body.join("\n") + "\n";
                        match &line[fence.len()..] {
                            "dygram" | "broken" => found.push(alone(&without_carets(&body).0)),
                            kind => {
                                if let (Some(path), Some(last)) = (kind.strip_prefix("file "), found.last_mut()) {
                                    last.files.push((path.to_owned(), body));
                                }
                            }
                        }
                    }
                }
                Some(_) => {}
            }
        }
    }
    assert!(found.len() > 200, "{}", found.len());
    found
}

/// Asks everything at an offset and checks that every answer lies in the text.
fn ask(machine: &Machine, uses: &Uses, at: u32, units: u32) {
    let text = &machine.tree.text;
    let inside = |from: u32, to: u32| {
        let lines = &machine.tree.lines;
        let whole = |offset: u32| lines.utf16(text, lines.byte(text, offset)) == offset;
        assert!(from <= to && to <= units && whole(from) && whole(to), "{from}..{to} at {at} in {text:?}");
    };
    for one in complete(machine, at) {
        inside(one.from, one.to);
        assert!(one.from <= at && at <= one.to, "{one:?} at {at} in {text:?}");
        assert!(!one.insert.is_empty() && one.sort.len() == 4);
    }
    if let Some(hover) = hover(machine, uses, at) {
        inside(hover.from, hover.to);
        assert!(!hover.markdown.trim().is_empty());
    }
    let declared = definition(machine, uses, at).filter(|place| place.file.is_none());
    declared.into_iter().for_each(|place| inside(place.from, place.to));
    references(machine, uses, at).into_iter().for_each(|place| inside(place.from, place.to));
    for fix in fixes(machine, uses, at, at) {
        let mut end = 0;
        for edit in &fix.edits {
            assert!(edit.span.start >= end && text.get(edit.span.start as usize..edit.span.end as usize).is_some());
            end = edit.span.end;
        }
    }
}

fn ask_everywhere(source: &Source, every: usize) {
    let text = &source.text;
    let machine = source.parse(text);
    let uses = Uses::of(&machine);
    let mut end = 0;
    for token in tokens(&machine, &uses, Span { start: 0, end: u32::MAX }) {
        assert!(token.span.start >= end && !machine.tree.str(token.span).is_empty());
        end = token.span.end;
    }
    let units = text.encode_utf16().count() as u32;
    for at in (0..=units + 1).step_by(every) {
        // In the middle of a surrogate pair the offset counts as the start of it.
        let lines = &machine.tree.lines;
        let at = lines.utf16(text, lines.byte(text, at));
        ask(&machine, &uses, at, units);
    }
}

#[test]
fn every_offset_of_the_gallery_has_answers_inside_the_text() {
    for (_, source) in EXAMPLES {
        ask_everywhere(&Source { text: (*source).to_owned(), files: Vec::new() }, 1);
    }
}

#[test]
fn offsets_of_every_machine_have_answers_inside_the_text() {
    for source in machines() {
        ask_everywhere(&source, 3);
    }
}

/// In a sample fewer prefixes.
#[test]
fn every_prefix_of_the_gallery_has_answers_at_its_end() {
    let step = counts::step(1);
    for (turn, (_, source)) in EXAMPLES.iter().enumerate() {
        for (end, _) in source.char_indices().skip(turn % step).step_by(step) {
            let text = &source[..end];
            let machine = Machine::parse(text);
            let units = text.encode_utf16().count() as u32;
            ask(&machine, &Uses::of(&machine), units, units);
        }
    }
}

#[test]
fn astral_characters_and_carriage_returns_do_not_move_answers() {
    let text = "machine \"🌊🌊\"\r\ntask 𝒜 \"🐟 {{ Sea.🐟 }}\" @Ünïcode\r\ncontext Sea { wärme: 1 }\r\n𝒜 -reads-> Sea";
    ask_everywhere(&Source { text: text.to_owned(), files: Vec::new() }, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(counts::cases(300)))]
    #[test]
    fn any_row_of_tokens_has_answers(
        parts in prop::collection::vec(prop::sample::select(PARTS), 0..24),
        glue in prop::sample::select(&[" ", "", "\n"][..])
    ) {
        ask_everywhere(&Source { text: parts.join(glue), files: Vec::new() }, 1);
    }
}

/// What texts are made of.
const PARTS: &[&str] = &[
    "task",
    "context",
    "note",
    "machine",
    "import",
    "from",
    "a",
    "b.c",
    "C",
    "when",
    "reads",
    "style",
    ".",
    ":",
    ";",
    ",",
    "->",
    "-->",
    "-",
    "--",
    "=",
    "=>",
    "<-->",
    "<--",
    "<",
    ">",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "@",
    "@map",
    "@join",
    "#x",
    "?",
    "|",
    "1",
    "30s",
    "\"x\"",
    "'y'",
    "\"",
    "'",
    "\"{{ a",
    "{{ C.n }}",
    "}}",
    "\\",
    "//",
    "/*",
    "*/",
    "🌊",
    "ü",
];

fn errors(machine: &Machine) -> usize {
    machine.diagnostics.iter().filter(|finding| finding.severity == Severity::Error).count()
}

#[test]
fn applying_a_fix_removes_its_finding_and_adds_no_error() {
    let mut failed = String::new();
    for source in machines() {
        let text = &source.text;
        let machine = source.parse(text);
        for finding in &machine.diagnostics {
            // What is wrong in another file is mended there.
            let here = |fix: &&Fix| fix.edits.iter().all(|edit| machine.tree.place(edit.span).file.is_none());
            for fix in finding.fixes.iter().filter(here) {
                let after = source.parse(&apply(text, &fix.edits));
                let count = |machine: &Machine| {
                    let same = machine.diagnostics.iter().filter(|one| one.code == finding.code);
                    same.filter(|one| one.message == finding.message).count()
                };
                if errors(&after) > errors(&machine) || count(&after) >= count(&machine) {
                    let now: Vec<_> =
                        after.diagnostics.iter().map(|one| (one.code, after.tree.str(one.span))).collect();
                    writeln!(failed, "{}: {}\n{text}\n=>\n{}\n{now:?}\n", finding.code, fix.title, after.tree.text)
                        .unwrap();
                }
            }
        }
    }
    assert!(failed.is_empty(), "{failed}");
}

/// Near misses of `a -when: "C.n > 9"-> b`, as labels of the edge or as whole statements, with the condition that the
/// first fix of the only finding gives.
const NEAR_CONDITIONS: &[(&str, &str)] = &[
    ("a -when \"C.n > 9\"-> b", "when: \"C.n > 9\""),
    ("a -when C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -WHEN C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -when = C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -when(C.n > 9)-> b", "when: \"C.n > 9\""),
    ("a -when “C.n > 9”-> b", "when: \"C.n > 9\""),
    ("a -When: “C.n > 9”-> b", "when: \"C.n > 9\""),
    ("a -if (C.n > 9)-> b", "when: \"C.n > 9\""),
    ("a -else if C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -> b (when C.n > 9)", "when: \"C.n > 9\""),
    ("a -only if C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -unless \"C.n < 9\"-> b", "unless: \"C.n < 9\""),
    ("a -where C.n > 9, priority: 2-> b", "when: \"C.n > 9\""),
    ("a -go when C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -\"when C.n > 9\"-> b", "when: \"C.n > 9\""),
    ("a -if C.n = 9 and C.m is \"x\"-> b", "when: 'C.n == 9 && C.m == \"x\"'"),
    ("a -if not C.n > 9-> b", "when: \"!(C.n > 9)\""),
    ("a -when C.n in [1, 2]-> b", "when: \"C.n in [1, 2]\""),
    ("a -[C.n > 9]-> b", "when: \"C.n > 9\""),
    ("a -C.n > 9-> b", "when: \"C.n > 9\""),
    ("a -C.n ≥ 9-> b", "when: \"C.n >= 9\""),
    ("a --C.n > 9--> b", "when: \"C.n > 9\""),
    ("a -\"C.n > 9\"-> b", "when: \"C.n > 9\""),
    ("a -cond: \"C.n > 9\"-> b", "when: \"C.n > 9\""),
    ("a -guard: C.n > 9, priority: 2-> b", "when: \"C.n > 9\""),
    ("a -wehn: C.n > 9-> b", "when: C.n > 9"),
    ("a -> b { cond: \"C.n > 9\" }", "when: \"C.n > 9\""),
    ("a -> b @when(\"C.n > 9\")", "when: \"C.n > 9\""),
    ("a -> b @if(C.n > 9) @Loud", "when: \"C.n > 9\""),
    ("a -@unless(\"C.n > 9\")-> b", "unless: \"C.n > 9\""),
    ("a -go @guard(C.n > 9)-> b", "when: \"C.n > 9\""),
    ("a -when(\"C.n > 9\")-> b", "when: \"C.n > 9\""),
    ("a -if `C.n > 9`-> b", "when: \"C.n > 9\""),
    ("a -(when C.n > 9)-> b", "when: \"C.n > 9\""),
    ("a -go (unless C.n > 9)-> b", "unless: \"C.n > 9\""),
    ("a -go, (if: \"C.n > 9\")-> b", "when: \"C.n > 9\""),
    ("a -{when: \"C.n > 9\"}-> b", "when: \"C.n > 9\""),
    ("a -go {when: \"C.n > 9\"}-> b", "when: \"C.n > 9\""),
    ("a -go [\"C.n > 9\"]-> b", "when: \"C.n > 9\""),
    ("a -go [C.n]-> b", "when: \"C.n\""),
    ("a -|C.n > 9|-> b", "when: \"C.n > 9\""),
    ("a -> b when C.n > 9", "when: \"C.n > 9\""),
    ("a -> b if C.n > 9", "when: \"C.n > 9\""),
    ("a -> b unless \"C.n > 9\"", "unless: \"C.n > 9\""),
    ("a -> b : when C.n > 9", "when: \"C.n > 9\""),
    ("a -> b [C.n > 9]", "when: \"C.n > 9\""),
    ("a -> b when: C.n > 9", "when: \"C.n > 9\""),
    ("a -> b, when: \"C.n > 9\"", "when: \"C.n > 9\""),
    ("a -> b\n  when: \"C.n > 9\"", "when: \"C.n > 9\""),
    ("a -when: siz(C.m) > 1-> b", "when: \"size(C.m) > 1\""),
    ("a -when: C.n = 9-> b", "when: \"C.n == 9\""),
    ("a -when: C.n > 9 and C.n < 12-> b", "when: \"C.n > 9 && C.n < 12\""),
];

#[test]
fn a_near_miss_of_a_condition_is_reported_and_its_fix_makes_it_one() {
    let mut failed = String::new();
    for (written, condition) in NEAR_CONDITIONS {
        let text = format!("context C {{ n: 1; m: \"x\" }}\ninit a; end b\n{written}\n");
        let machine = Machine::parse(&text);
        let [finding] = machine.diagnostics.as_slice() else {
            writeln!(failed, "{written}: {:?}", machine.diagnostics).unwrap();
            continue;
        };
        let Some(fix) = finding.fixes.first().filter(|_| finding.severity != Severity::Info) else {
            writeln!(failed, "{written}: {finding:?}").unwrap();
            continue;
        };
        let after = Machine::parse(&apply(&text, &fix.edits));
        let edge = after.edges.iter().find(|edge| edge.condition.is_some());
        let parsed = edge.is_some_and(|edge| edge.condition.as_ref().unwrap().expr.is_ok());
        if !parsed || !after.tree.text.contains(condition) || !after.diagnostics.is_empty() {
            writeln!(failed, "{written}: {}\n{:?}", after.tree.text, after.diagnostics).unwrap();
        }
    }
    assert_eq!(failed, "");
}

#[test]
fn a_misspelt_word_is_named_with_its_cure() {
    // The text, what is reported, and what the first fix writes in its place.
    let cases = [
        ("task t { promt: \"x\" }", "promt", "prompt"),
        ("task t { prompt: \"x\"; neds: \"y\" }", "neds", "needs"),
        ("task t { prompt: \"x\"; timout: 5s }", "timout", "timeout"),
        ("machine \"M\" { maxsteps: 5 }\nstate a", "maxsteps", "maxSteps"),
        ("machine \"M\" { max_paths: 5 }\nstate a", "max_paths", "maxPaths"),
        ("contxtBudget: 5\nstate a", "contxtBudget", "contextBudget"),
        ("machine \"M\" @strcit\nstate a", "strcit", "strict"),
        ("a -@jion-> b", "jion", "join"),
        ("a -@assync-> b", "assync", "async"),
        ("a -@gahter(from: C.a; into: C.b)-> b", "gahter", "gather"),
        ("task t @retyr(2) { prompt: \"x\" }", "retyr", "retry"),
        ("task t @chekcpiont { prompt: \"x\" }", "chekcpiont", "checkpoint"),
        ("context C @shaerd { n: 1 }\nstate a", "shaerd", "shared"),
        ("context C @ouput { n: 1 }\nstate a", "ouput", "output"),
        ("context C { n<number> @minimun(1): 2 }\nstate a", "minimun", "minimum"),
        ("context C { n<nummber>: 1 }\nstate a", "nummber", "number"),
        ("context C { n<List<strng>>: [] }\nstate a", "strng", "string"),
        ("context C { n<bool?> }\nstate a", "bool", "boolean"),
        ("type Address { zip<string> }\ncontext C { n<Adress?> }\nstate a", "Adress", "Address"),
        ("contxt C { n: 1 }\nstate a", "contxt", "context"),
        ("inptu C { n: 1 }\nstate a", "inptu", "input"),
        ("taks t { prompt: \"x\" }", "taks", "task"),
        ("init a; final b\na -> b", "final", "end"),
        ("context C { n: 1 }\ntask t { prompt: \"x\" }\nt -wirtes: n-> C", "wirtes", "writes"),
        ("init a; a -> b { priorty: 1 }", "priorty", "priority"),
        ("context C { items<List<string>>: [] }\ninit a; a -@map(C.itmes)-> b", "C.itmes", "C.items"),
        ("init a; a -@join(gruop: g)-> b", "gruop", "group"),
        ("init a; a -@priority(hgih)-> b", "hgih", "high"),
    ];
    let mut failed = String::new();
    for (text, written, cure) in cases {
        let machine = Machine::parse(text);
        let finding = machine.diagnostics.iter().find(|one| machine.tree.str(one.span) == written);
        let edits = finding.and_then(|one| one.fixes.first()).map(|fix| fix.edits.clone()).unwrap_or_default();
        let after = Machine::parse(&apply(text, &edits));
        let gone = |one: &tracklight::diagnostic::Diagnostic| {
            !after.diagnostics.iter().any(|left| left.code == one.code && left.message == one.message)
        };
        if apply(text, &edits) != text.replacen(written, cure, 1) || !finding.is_some_and(gone) {
            writeln!(failed, "{text}: {:?}\n{}", machine.diagnostics, after.tree.text).unwrap();
        }
    }
    assert_eq!(failed, "");
}

#[test]
fn a_second_task_that_no_path_reaches_is_reported() {
    let machine = Machine::parse("task a { prompt: \"x\" }\ntask b { prompt: \"y\" }\nstate c");
    let found: Vec<_> = machine.diagnostics.iter().map(|one| (one.code, machine.tree.str(one.span))).collect();
    assert_eq!(found, [("unreachable-node", "b")]);
    assert_eq!(machine.diagnostics[0].message, "no edge leads to `b`; only `a` runs");
    let started = Machine::parse("task a @start { prompt: \"x\" }\ntask b @start { prompt: \"y\" }");
    assert_eq!(started.diagnostics, []);
}

#[test]
fn ordinary_words_of_a_label_are_no_near_miss_of_a_condition() {
    let labels = [
        "else",
        "otherwise",
        "when ready",
        "if it rains",
        "if yes/no",
        "unless busy",
        "when",
        "go home.",
        "!important",
        "if any in stock",
        "\"the price > 5\"",
        "\"a > b\"",
        "guard: \"Bob\"",
        "given: name",
        "then: x",
        "1.5",
        "yes/no",
        "when the sun is up (at 5)",
        "if true",
        "@When",
        "a or b",
        "C and D",
    ];
    for label in labels {
        let machine = Machine::parse(&format!("context C {{ n: 1 }}\ninit a; end b\na -{label}-> b\n"));
        assert_eq!(machine.diagnostics, [], "{label}");
    }
    // These look like conditions on names that nobody knows.
    for label in ["temperature > 30", "A == B", "if errors"] {
        let machine = Machine::parse(&format!("init a; end b\na -{label}-> b\n"));
        let found: Vec<_> = machine.diagnostics.iter().map(|one| (one.severity, one.code)).collect();
        assert_eq!(found, [(Severity::Info, "condition-as-label")], "{label}");
    }
    // An agent is shown its labels and decides by them.
    let agent =
        Machine::parse("context C { n: 1 }\ntask a { prompt: \"x\" }\na -\"C.n > 9\"-> b; a -\"C.n < 9\"-> c\n");
    assert!(agent.diagnostics.iter().all(|one| one.code != "condition-as-label" || one.severity == Severity::Info));
}

/// Severities and codes of a text's findings, without what speaks of its shape.
fn words_of(text: &str) -> Vec<(Severity, &'static str)> {
    Machine::parse(text).diagnostics.iter().map(|one| (one.severity, one.code)).collect()
}

#[test]
fn annotations_of_edges_on_nodes_and_of_nodes_on_edges_are_told() {
    for annotation in ["@join(\"k\")", "@barrier", "@gather(from: C.n; into: C.list)", "@map(C.list)", "@auto"] {
        let text = format!("context C {{ n: 1; list: [1] }}\ninit a; state b {annotation}\na -> b\n");
        assert_eq!(words_of(&text), [(Severity::Warning, "annotation-no-effect")], "{annotation}");
    }
    for annotation in ["@retry(2)", "@timeout(5s)", "@checkpoint", "@compensate(a)", "@start"] {
        let text = format!("init a; state b\na -> b {annotation}\n");
        assert_eq!(words_of(&text), [(Severity::Warning, "annotation-no-effect")], "{annotation}");
    }
    // Switched off, a selector of a style rule, or an ordinary word.
    for text in [
        "init a; state b @join(false)\na -> b",
        "style s @auto { color: \"red\" }\ninit a; state b @auto\na -> b",
        "init a; state b @Wait\na -> b @Monday",
    ] {
        assert_eq!(words_of(text), [], "{text}");
    }
}

#[test]
fn settings_in_the_form_of_another_place_are_told() {
    for annotation in ["@prompt(\"Go\")", "@needs(\"why\")", "@wants(\"more\")"] {
        let text = format!("init a; task b {annotation}\na -> b\n");
        assert_eq!(words_of(&text), [(Severity::Warning, "annotation-no-effect")], "{annotation}");
    }
    for annotation in ["@maxSteps(5)", "@MaxPaths(3)", "@timeout(5s)", "@contextBudget(100)"] {
        let text = format!("machine \"M\" {annotation}\ninit a; state b\na -> b\n");
        assert_eq!(words_of(&text), [(Severity::Warning, "annotation-no-effect")], "{annotation}");
    }
    for text in [
        "init a; task b { prompt: \"Go\"; retry: 3 }\na -> b",
        "init a; state b { checkpoint: true }\na -> b",
        "init a; state b\na -join: \"k\"-> b",
        "init a; state b\na -> b { async: true }",
        "machine \"M\" { strict: true }\ninit a; state b\na -> b",
        "machine \"M\" { errorHandling: \"continue\" }\ninit a; state b\na -> b",
    ] {
        assert_eq!(words_of(text), [(Severity::Info, "similar-attribute")], "{text}");
    }
    for (text, message) in [
        ("init a; task b { prompt: \"Go\"; maxTurns: 3 }\na -> b", "`maxTurns` has no effect on a node"),
        ("machine \"M\" { prompt: \"Go\" }\ninit a; state b\na -> b", "`prompt` has no effect on the machine"),
    ] {
        assert_eq!(words_of(text), [(Severity::Info, "similar-attribute")], "{text}");
        assert_eq!(Machine::parse(text).diagnostics[0].message, message);
    }
    // Data that a condition reads.
    for read in [
        "init a; state b { retry: 3 }\na -> b\nb -when: \"b.retry > visits\"-> b",
        "init a; state b { maxTurns: 3 }\na -> b\nb -when: \"b.maxTurns > visits\"-> b",
    ] {
        assert_eq!(words_of(read), [], "{read}");
    }
}

#[test]
fn catch_written_as_an_annotation_is_told() {
    let label = "init a; task b { prompt: \"Go\" }; state c\na -> b -@catch-> c\n";
    assert_eq!(words_of(label), [(Severity::Warning, "annotation-no-effect")]);
    assert_eq!(first_fixed(label).2, label.replace("-@catch->", "-catch->"));
    let behind = "init a; task b { prompt: \"Go\" }; state c\na -> b\nb -> c @catch\n";
    assert_eq!(words_of(behind), [(Severity::Warning, "annotation-no-effect")]);
    assert_eq!(first_fixed(behind).2, behind.replace("-> c @catch", "-catch-> c"));
}

#[test]
fn a_retry_with_more_than_a_number_is_told_what_it_takes() {
    for (written, fixed) in [
        ("@retry(attempts: 5)", "@retry(5)"),
        ("@retry(5, backoff: \"2s\")", "@retry(5)"),
        ("@retry(backoff: \"2s\"; 5)", "@retry(5)"),
    ] {
        let text = format!("task a {written} {{ prompt: \"Go\" }}\n");
        assert_eq!(words_of(&text), [(Severity::Error, "annotation-argument")], "{written}");
        assert_eq!(first_fixed(&text).2, text.replace(written, fixed));
    }
    assert_eq!(words_of("task a @retry(backoff: \"2s\") { prompt: \"Go\" }\n").len(), 1);
    for written in ["@retry", "@retry(5)", "@retry(enabled: true)", "@retry(enabled: false)"] {
        assert_eq!(words_of(&format!("task a {written} {{ prompt: \"Go\" }}\n")), [], "{written}");
    }
}

#[test]
fn a_gather_of_a_field_that_nothing_writes_is_told() {
    let machine = |edges: &str| {
        format!(
            "context C {{ list: [1] }}\ncontext T {{ note: \"x\" }}\n\
             init a; task b {{ prompt: \"Go\" }}; end c\n{edges}\n"
        )
    };
    let gather = "a -@map(C.list)-> b -@join(\"k\") @gather(from: T.vote; into: T.votes)-> c";
    assert_eq!(words_of(&machine(gather)), [(Severity::Warning, "gather-path")]);
    // A step may write it.
    assert_eq!(words_of(&machine(&format!("{gather}\nb -writes-> T"))), []);
    // What is gathered is there for the next edge.
    let again =
        "a -@map(C.list)-> b -@join(\"k\") @gather(from: C.list; into: T.votes)-> d -@map(T.votes)-> c\nstate d";
    assert_eq!(words_of(&machine(again)), []);
}

/// Code and range of the first error or warning, and the text after its first fix.
fn first_fixed(text: &str) -> (&'static str, String, String) {
    let machine = Machine::parse(text);
    let found = machine.diagnostics.iter().find(|one| one.severity != Severity::Info).unwrap();
    let mut fixed = text.to_owned();
    for edit in found.fixes[0].edits.iter().rev() {
        fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
    }
    (found.code, machine.tree.str(found.span).to_owned(), fixed)
}

#[test]
fn a_lost_closing_quote_is_put_back_on_its_own_line() {
    for (broken, whole) in [
        ("machine \"Untitled\n\ntask a \"\"\nstate b \"B\"\n", "machine \"Untitled\"\n\ntask a \"\"\nstate b \"B\"\n"),
        (
            "task a { prompt: \"Read }\ntask b { prompt: \"{{ visits }}\" }",
            "task a { prompt: \"Read\" }\ntask b { prompt: \"{{ visits }}\" }",
        ),
        ("task a \"A {\n  stub: { say: \"=visits\" }\n}", "task a \"A\" {\n  stub: { say: \"=visits\" }\n}"),
        ("a -when: \"C.n > 1-> b\na -\"go\"-> c", "a -when: \"C.n > 1\"-> b\na -\"go\"-> c"),
    ] {
        let (code, _, fixed) = first_fixed(broken);
        assert_eq!((code, &*fixed), ("unclosed-string", whole));
    }
}

#[test]
fn a_closing_quote_without_an_opening_one_is_part_of_the_text_to_quote() {
    for (broken, whole) in [
        ("machine Untitled\"\n\ntask a \"A\"\n", "machine \"Untitled\"\n\ntask a \"A\"\n"),
        ("machine Two words\"", "machine \"Two words\""),
        ("task a {\n  prompt: Hello\"\n  note: \"x\"\n}", "task a {\n  prompt: \"Hello\"\n  note: \"x\"\n}"),
        ("task a {\n  prompt: Hello you\"\n}", "task a {\n  prompt: \"Hello you\"\n}"),
    ] {
        assert_eq!(first_fixed(broken).2, whole);
        let machine = Machine::parse(broken);
        assert_eq!(machine.diagnostics.iter().filter(|one| one.severity == Severity::Error).count(), 1, "{broken}");
    }
}

#[test]
fn a_misspelt_keyword_is_a_warning_and_what_follows_from_it_is_not_told() {
    for (broken, word, whole) in [
        ("xmachine \"T\"\ntask a", "xmachine", "machine \"T\"\ntask a"),
        (
            "contqext C { n: 1 }\ntask a { prompt: \"x\" }\na -> b",
            "contqext",
            "context C { n: 1 }\ntask a { prompt: \"x\" }\na -> b",
        ),
        (
            "task a { prompt: \"x\" }\ncontqext C { n: 1 }\na -reads-> C",
            "contqext",
            "task a { prompt: \"x\" }\ncontext C { n: 1 }\na -reads-> C",
        ),
        ("tas draft", "tas", "task draft"),
        ("tasl draft { prompt: \"x\" }", "tasl", "task draft { prompt: \"x\" }"),
        ("Tas draft", "Tas", "task draft"),
        ("ini a\na -> b", "ini", "init a\na -> b"),
        (
            "task a { prompt: \"x\" }\ninpu I { n: 1 }\na -reads-> I",
            "inpu",
            "task a { prompt: \"x\" }\ninput I { n: 1 }\na -reads-> I",
        ),
    ] {
        assert_eq!(first_fixed(broken), ("similar-type", word.to_owned(), whole.to_owned()));
        let machine = Machine::parse(broken);
        assert_eq!(machine.diagnostics.iter().filter(|one| one.severity != Severity::Info).count(), 1, "{broken}");
    }
    // Words of their own.
    for text in
        ["contest C { n: 1 }", "tasks t", "mask m", "date d", "stats s", "inch i", "tä x", "machinery \"T\"\ntask a"]
    {
        let machine = Machine::parse(text);
        assert!(!machine.diagnostics.iter().any(|one| one.code == "similar-type" && one.severity != Severity::Info));
    }
}

#[test]
fn a_title_that_stands_alone_on_its_line_is_deleted_with_it() {
    for (text, [second, first]) in [
        ("machine \"A\"\nmachine \"B\"\na -> b\n", ["machine \"A\"\na -> b\n", "machine \"B\"\na -> b\n"]),
        ("machine \"A\"\r\n  machine \"B\";\r\n\r\na", ["machine \"A\"\r\n\r\na", "  machine \"B\";\r\n\r\na"]),
        // Something else stands on the line of the first, and no line break behind the second.
        ("/* x */ machine \"A\" // y\nmachine \"B\"", ["/* x */ machine \"A\" // y\n", "/* x */  // y\nmachine \"B\""]),
    ] {
        let machine = Machine::parse(text);
        let finding = machine.diagnostics.iter().find(|one| one.code == "second-header").unwrap();
        let fixed: Vec<_> = finding.fixes.iter().map(|fix| apply(text, &fix.edits)).collect();
        assert_eq!(fixed, [second, first], "{text}");
    }
}

#[test]
fn what_no_edge_leads_to_is_told_to_be_a_start_only_where_it_can_be_one() {
    let machine = Machine::parse("init a; end b, c; task d { prompt: \"x\" }\na -> b\n");
    let found: Vec<_> = machine.diagnostics.iter().map(|one| (one.code, one.hint.as_deref())).collect();
    assert_eq!(
        found,
        [
            ("unreachable-node", Some("add an edge to it")),
            ("unreachable-node", Some("add an edge to it, or mark it `@start`"))
        ]
    );
}

#[test]
fn conditions_under_a_key_or_behind_a_word_of_another_notation_are_reported() {
    for edge in [
        "a -when C.n > 9-> b",
        "a -if not C.n-> b",
        "a -unless C.n > 9-> b",
        "a -else if C.n > 9-> b",
        "a -while C.n < 9-> b",
        "a -when \"C.n > 9\"-> b",
        "a -\"when C.n > 9\"-> b",
        "a -go when C.n > 9-> b",
        "a -see [C.n]-> b",
        "a -C.n-> b",
        "a -C.n = 9-> b",
        "a -?C.n > 9-> b",
        "a -C.n > 9?-> b",
        "a -[ \"go\"\nC.n > 9 ]-> b",
        "a -C.n in [1, 2]-> b",
        "a -\"C.n > 9\"-> b",
        "a -guard: C.n > 9-> b",
        "a -> b { cond: \"C.n > 9\" }",
        "a -> b @when(\"C.n > 9\")",
        "a -@if(C.n > 9)-> b",
    ] {
        let text = format!("context C {{ n: 1 }}\ninit a; state b\n{edge}\n");
        assert_eq!(words_of(&text), [(Severity::Warning, "condition-as-label")], "{edge}");
        assert_eq!(words_of(&first_fixed(&text).2), [], "{edge}");
    }
    for edge in [
        "a -note: \"n > 9\"-> b",
        "a -note: \"see p. 5 (top)\"-> b",
        "a -ready?-> b",
        "a -> b @Owner(\"A.B\")",
        "a -after C.n days-> b",
        "a -see p. 5 (top)-> b",
        "a -\"wait until C is full.\"-> b",
        "a -go [1, 2]-> b",
        "a -when it is 5.30 p.m.-> b",
        "a -go (when ready)-> b",
        "a -{note: \"C.n\"}-> b",
    ] {
        let text = format!("context C {{ n: 1 }}\ninit a; state b\n{edge}\n");
        assert_eq!(words_of(&text), [], "{edge}");
    }
}

#[test]
fn an_attribute_without_its_colon_is_told() {
    let cases = [
        ("task t { prompt \"x\" }", Severity::Warning),
        ("task t { prompt: \"x\"; Timeout \"5s\" }", Severity::Warning),
        ("task t { prompt: \"x\"; stub { go: \"b\" } }\nstate b\nt -> b", Severity::Warning),
        ("machine \"M\" { description \"x\" }\nstate a", Severity::Info),
        ("state s { needs \"x\" }", Severity::Info),
    ];
    for (text, severity) in cases {
        let machine = Machine::parse(text);
        let found = machine.diagnostics.iter().find(|one| one.code == "similar-attribute");
        let found = found.unwrap_or_else(|| panic!("{text}: {:?}", machine.diagnostics));
        assert_eq!(found.severity, severity, "{text}");
        assert_eq!(words_of(&apply(text, &found.fixes[0].edits)), [], "{text}");
    }
    // A step may be called like an attribute, and data may have any name.
    for text in
        ["state s { needs \"x\" -> wants \"y\" }", "task t { prompt: \"x\"; topic \"y\" }", "context C { n: 1 }"]
    {
        assert!(!words_of(text).iter().any(|(_, code)| *code == "similar-attribute"), "{text}");
    }
}

#[test]
fn a_condition_outside_of_an_arrow_that_declares_a_node_is_told() {
    for statement in ["a -> b, when C.n", "a -> b; if C.n", "when C.n { a -> b }", "unless \"C.n > 9\" { a -> b }"] {
        let text = format!("context C {{ n: 1 }}\ninit a; state b\n{statement}\n");
        let machine = Machine::parse(&text);
        let found = machine.diagnostics.iter().find(|one| one.code == "kind-without-meaning");
        let hint = found.and_then(|one| one.hint.as_deref());
        assert_eq!(hint, Some("conditions belong inside the arrow: `a -when: \"…\"-> b`"), "{statement}");
    }
}

#[test]
fn words_in_front_of_a_condition_stay_the_label() {
    let text = "context C { n: 1 }\ninit a; state b\na -go on if C.n > 9-> b\n";
    assert_eq!(first_fixed(text).2, text.replace(" if C.n > 9", ", when: \"C.n > 9\""));
    // A list by its brackets, a guard to those who know UML.
    let guard = "context C { n: 1 }\ninit a; state b\na -go fast [C.n > 9]-> b\n";
    let machine = Machine::parse(guard);
    let found = machine.diagnostics.iter().find(|one| one.code == "condition-as-label").unwrap();
    let after = apply(guard, &found.fixes[0].edits);
    assert_eq!(after, guard.replace(" [C.n > 9]", ", when: \"C.n > 9\""));
    assert_eq!(words_of(&after), []);
}

#[test]
fn changes_that_need_no_finding_add_no_error() {
    for source in machines() {
        let text = &source.text;
        let machine = source.parse(text);
        let uses = Uses::of(&machine);
        let mut titles = std::collections::BTreeSet::new();
        for token in &machine.tree.tokens {
            let at = machine.tree.lines.utf16(text, token.span.start);
            for fix in fixes(&machine, &uses, at, at) {
                let known = machine.diagnostics.iter().any(|finding| finding.fixes.contains(&fix));
                if known || !titles.insert((fix.title.clone(), fix.edits.clone().len())) {
                    continue;
                }
                let after = source.parse(&apply(text, &fix.edits));
                let codes: Vec<_> = after.diagnostics.iter().map(|one| (one.code, after.tree.str(one.span))).collect();
                assert!(
                    errors(&after) <= errors(&machine),
                    "{}\n{text}\n=>\n{}\n{codes:?}",
                    fix.title,
                    after.tree.text
                );
            }
        }
    }
}

#[test]
fn an_accepted_completion_is_found_by_its_reader() {
    let (text, carets) =
        without_carets("context Level { cm<number>: 1 }\nstate low; state high\nlow -when: Le‸-> high\n");
    let machine = Machine::parse(&text);
    let offered = complete(&machine, carets[0]);
    let level = offered.iter().find(|one| one.label == "Level").unwrap();
    let (from, to) = (level.from as usize, level.to as usize);
    let after = Machine::parse(&format!("{}{}.cm > 3{}", &text[..from], level.insert, &text[to..]));
    assert!(after.diagnostics.iter().all(|finding| finding.code != "condition-name"), "{:?}", after.diagnostics);
}

#[test]
fn ten_thousand_nodes_have_an_index_of_their_uses() {
    let mut text = String::from("context C { n: 1 }\n");
    for at in 0..10_000 {
        writeln!(
            text,
            "task t{at} \"{{{{ C.n }}}}\" {{ prompt: \"{{{{ C.n }}}}\" }} t{at} -when: C.n > {at}-> t{}",
            at + 1
        )
        .unwrap();
    }
    let machine = Machine::parse(&text);
    let uses = Uses::of(&machine);
    let at = uses.at(8).unwrap();
    assert_eq!(uses.of_target(&at.target).count(), 30_001);
    assert_eq!(outline(&machine).len(), 20_002);
    assert_eq!(complete(&machine, text.len() as u32).len(), 1_000, "as many as are ever offered");
}

/// The tokens of a part are those of the whole text that overlap it.
fn parts_agree(source: &Source, every: usize) {
    let machine = source.parse(&source.text);
    let all = tokens(&machine, &Uses::of(&machine), Span::ALL);
    let ends: Vec<u32> = source.text.char_indices().step_by(every).map(|(at, _)| at as u32).collect();
    for (at, start) in ends.iter().copied().enumerate() {
        for end in ends.iter().copied().skip(at + 1).step_by(7) {
            let within = Span { start, end };
            let part = tokens(&machine, &Uses::within(&machine, within), within);
            let inside: Vec<_> = all.iter().filter(|token| token.span.overlaps(within)).cloned().collect();
            assert_eq!(part, inside, "{start}..{end} of\n{}", source.text);
        }
    }
}

#[test]
fn a_part_of_a_text_is_coloured_as_in_the_whole() {
    let texts = [
        "@A task a @B, b \"{{ C.n }} and {{ a }}\" { prompt: \"{{ visits }}\" }\n\
         @E(x) task c \"C\" -\"when: C.n > 1\"-> @F d @G { text: \"{{ C.n }}\" }",
        "import { a as b } from \"f\"\ncontext C { @D n<number>: 1; m: { k: [a, #b] } } note b \"N\" % % ;\n\
         box { inner { leaf } leaf -reads: n-> C } box.inner.leaf -> b",
        "machine \"M\" @S { a: 1 }\nstyle s @S { color: \"red\" }\na -> b /* x */ -> \"1\" c \"*\" // end",
    ];
    for text in texts {
        parts_agree(&Source { text: text.to_owned(), files: Vec::new() }, 1);
    }
    for source in machines() {
        parts_agree(&source, 1 + source.text.len() / 40);
    }
}
