//! What holds for every text.

use std::collections::BTreeMap;
use std::thread;

use proptest::prelude::*;
use tracklight::diagnostic::{Edit, Severity};
use tracklight::syntax::{self, tree::*};
use tracklight::text::Span;

use super::cases::{blocks, diagnostics};
use super::dump;
use crate::counts;

const MACHINES: &str = include_str!("../cases/syntax/machines.md");
const CASES: [&str; 5] = [
    include_str!("../cases/syntax/items.md"),
    include_str!("../cases/syntax/labels.md"),
    include_str!("../cases/syntax/values.md"),
    include_str!("../cases/syntax/recovery.md"),
    include_str!("../cases/syntax/near.md"),
];

/// The machines of the language document; `kind` is `dygram` or `broken`.
fn machines(kind: &str) -> Vec<String> {
    blocks(MACHINES).into_iter().filter(|(_, found, _)| found == kind).map(|(_, _, source)| source).collect()
}

fn all_sources() -> Vec<String> {
    let cases = CASES.iter().flat_map(|document| blocks(document)).filter(|(_, kind, _)| kind == "dygram");
    machines("dygram").into_iter().chain(machines("broken")).chain(cases.map(|(_, _, source)| source)).collect()
}

/// Parses, and checks what holds for every tree.
fn parse(text: &str) -> Tree {
    let tree = syntax::parse(text);
    let inside = |span: Span| span.start <= span.end && text.get(span.start as usize..span.end as usize).is_some();
    let mut end = 0;
    for token in &tree.tokens {
        assert!(inside(token.span) && token.span.start >= end && !token.span.is_empty(), "{token:?} in {text:?}");
        let gap = &text[end as usize..token.span.start as usize];
        assert!(gap.chars().all(|c| c.is_whitespace() || c == '\u{feff}'), "{gap:?} is lost in {text:?}");
        end = token.span.end;
    }
    for found in &tree.diagnostics {
        assert!(inside(found.span), "{found:?} in {text:?}");
        assert!(found.related.iter().all(|(span, _)| inside(*span)));
        for fix in &found.fixes {
            let mut last = 0;
            for edit in &fix.edits {
                assert!(inside(edit.span) && edit.span.start >= last, "{fix:?} in {text:?}");
                last = edit.span.end;
            }
        }
    }
    let starts: Vec<u32> = tree.diagnostics.iter().map(|found| found.span.start).collect();
    assert!(starts.is_sorted());
    for (start, _) in dump::lines(&tree) {
        assert!(text.is_char_boundary(start as usize));
    }
    check_highlights(&tree);
    check_blocks(&tree.items, Span::new(0, text.len()), text);
    tree
}

/// Colours come in order, do not overlap, and leave nothing out.
fn check_highlights(tree: &Tree) {
    let mut end = 0;
    for part in syntax::highlight(tree) {
        let gap = tree.text.get(end as usize..part.span.start as usize).expect("in order");
        assert!(gap.chars().all(|c| c.is_whitespace() || c == '\u{feff}'), "{gap:?} has no colour in {:?}", tree.text);
        assert!(tree.text.get(part.span.start as usize..part.span.end as usize).is_some_and(|text| !text.is_empty()));
        end = part.span.end;
    }
    assert!(tree.tokens.last().is_none_or(|last| last.span.end <= end));
}

/// Items stand in order, inside their block.
fn check_blocks(items: &[Item], inside: Span, text: &str) {
    let mut last = inside.start;
    for item in items {
        let (span, block) = match item {
            Item::Import(one) => (one.span, None),
            Item::Header(one) => (one.span, one.block.as_ref()),
            Item::Node(one) => (one.span, one.block.as_ref()),
            Item::Edge(one) => (one.span, None),
            Item::Attribute(one) => (one.span, None),
            Item::Error(span) => (*span, None),
        };
        assert!(span.start >= inside.start && span.end <= inside.end, "{item:?} leaves {inside:?} in {text:?}");
        assert!(span.start >= last || matches!(item, Item::Edge(_)), "{item:?} is out of order in {text:?}");
        last = last.max(span.start);
        if let Some(block) = block {
            check_blocks(&block.items, block.span, text);
        }
    }
}

#[test]
fn valid_machines_are_silent_but_for_what_their_comments_announce() {
    for source in machines("dygram") {
        assert_eq!(diagnostics(&parse(&source)), "", "{source}");
    }
}

#[test]
fn the_broken_machines_have_the_errors_they_announce() {
    let found: Vec<String> = machines("broken").iter().map(|source| diagnostics(&parse(source))).collect();
    let bakery = "unclosed-block @ {\nmalformed-annotation @ @retry(3\nunclosed-label @ -rise 40 min proof\n\
                  text-after-target @ : \"golden\"\nmissing-value @ :\nreverse-arrow @ <-\n";
    assert_eq!(found, [bakery, ""], "the second one has no errors of syntax");
}

/// The text after an edit set; edits come in order.
fn apply(text: &str, edits: &[Edit]) -> String {
    let (mut out, mut at) = (String::new(), 0);
    for edit in edits {
        out.push_str(&text[at..edit.span.start as usize]);
        out.push_str(&edit.insert);
        at = edit.span.end as usize;
    }
    out + &text[at..]
}

#[test]
fn a_quick_fix_removes_its_diagnostic_and_adds_no_error() {
    let mut failures = Vec::new();
    for source in all_sources() {
        let before = parse(&source);
        let count = |tree: &Tree, code: &str| tree.diagnostics.iter().filter(|found| found.code == code).count();
        let errors = |tree: &Tree| tree.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
        for found in &before.diagnostics {
            for fix in &found.fixes {
                let text = apply(&source, &fix.edits);
                let after = parse(&text);
                let mended =
                    count(&after, found.code) < count(&before, found.code) && errors(&after) <= errors(&before);
                if !mended {
                    failures.push(format!("{} of {}\n{text}\n{}", fix.title, found.code, diagnostics(&after)));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_prefix_parses() {
    for source in all_sources() {
        for (at, _) in source.char_indices() {
            parse(&source[..at]);
        }
    }
}

#[test]
fn every_deleted_doubled_or_swapped_token_parses() {
    for source in all_sources() {
        let tokens = syntax::parse(&source).tokens;
        for (at, token) in tokens.iter().enumerate() {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            parse(&format!("{}{}", &source[..start], &source[end..]));
            parse(&format!("{}{}", &source[..end], &source[start..]));
            if let Some(next) = tokens.get(at + 1) {
                let (from, to) = (next.span.start as usize, next.span.end as usize);
                let (one, two) = (&source[start..end], &source[from..to]);
                parse(&format!("{}{two}{}{one}{}", &source[..start], &source[end..from], &source[to..]));
            }
        }
    }
}

/// How many of the items of `before` that start on other lines than those touched are gone in `after`.
fn lost(before: &[(u32, String)], after: &Tree, touched: impl Fn(u32) -> bool) -> Vec<String> {
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for (_, line) in dump::lines(after) {
        *left.entry(line).or_default() += 1;
    }
    let mut gone = Vec::new();
    for (start, line) in before {
        if touched(*start) {
            continue;
        }
        // An edge whose statement goes on with the damaged line below it still has all its own edges.
        let kept = |other: &str| other == line || (line.starts_with("edge ") && other.starts_with(&format!("{line} ")));
        match left.iter_mut().find(|(other, count)| **count > 0 && kept(other)) {
            Some((_, count)) => *count -= 1,
            None => gone.push(line.clone()),
        }
    }
    gone
}

#[test]
fn deleting_a_token_keeps_the_items_of_other_lines() {
    let (mut kept, mut cases) = (0, 0);
    let mut failures = Vec::new();
    for source in machines("dygram") {
        let tree = syntax::parse(&source);
        let before = dump::lines(&tree);
        let brace = |token: &&Token| !matches!(token.kind, TokenKind::OpenBrace | TokenKind::CloseBrace);
        for token in tree.tokens.iter().filter(brace) {
            let (start, end) = (token.span.start as usize, token.span.end as usize);
            let after = parse(&format!("{}{}", &source[..start], &source[end..]));
            let line = tree.lines.line(token.span.start);
            let gone = lost(&before, &after, |item| tree.lines.line(item) == line);
            cases += 1;
            kept += usize::from(gone.is_empty());
            if !gone.is_empty() {
                failures.push(format!("without `{}` on line {line}: {gone:?}\n{source}", tree.str(token.span)));
            }
        }
    }
    assert!(kept * 100 >= cases * 99, "{kept} of {cases}\n{}", failures.join("\n"));
}

#[test]
fn deleting_a_brace_of_an_indented_text_keeps_the_items_outside_its_block() {
    let (mut kept, mut cases) = (0, 0);
    let mut failures = Vec::new();
    for source in machines("dygram") {
        let tree = syntax::parse(&source);
        let before = dump::lines(&tree);
        for (open, close) in braces(&tree) {
            for brace in [open, close] {
                let at = brace as usize;
                let after = parse(&format!("{}{}", &source[..at], &source[at + 1..]));
                let (first, last) = (tree.lines.line(open), tree.lines.line(close));
                let gone = lost(&before, &after, |item| (first..=last).contains(&tree.lines.line(item)));
                cases += 1;
                kept += usize::from(gone.is_empty());
                if !gone.is_empty() {
                    failures.push(format!("without the brace at {brace}: {gone:?}\n{source}"));
                }
            }
        }
    }
    assert!(kept * 100 >= cases * 95, "{kept} of {cases}\n{}", failures.join("\n"));
}

/// The offsets of the paired braces of a balanced text.
fn braces(tree: &Tree) -> Vec<(u32, u32)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for token in &tree.tokens {
        match token.kind {
            TokenKind::OpenBrace => open.push(token.span.start),
            TokenKind::CloseBrace => pairs.push((open.pop().unwrap(), token.span.start)),
            _ => {}
        }
    }
    pairs
}

#[test]
fn nesting_fits_a_small_stack() {
    // Half of the stack that WebAssembly has. Without optimisation frames are several times larger.
    let stack = if cfg!(debug_assertions) { 4 } else { 1 } * 512 * 1024;
    let deep = std::thread::Builder::new().stack_size(stack).spawn(|| {
        for bracket in [
            "a {",
            "a: [",
            "a: {",
            "@a({b: [",
            "a<b<",
            "a b -> task x {",
            "a -@a({b: [",
            "style s { style: {",
            "b {a: [",
        ] {
            syntax::highlight(&syntax::parse(&bracket.repeat(1000)));
        }
    });
    deep.unwrap().join().unwrap();
}

#[test]
fn deep_nesting_is_one_error_and_no_overflow() {
    let brackets =
        ["{", "[", "(", "<", "a {", "a: [", "a: {", "@a(", "a -[", "a<b<", "@a({b: [", "a.", "a b -x{", "-(", "{}}"];
    thread::scope(|scope| {
        for bracket in brackets {
            scope.spawn(|| {
                let text = bracket.repeat(100_000);
                parse(&text);
                parse(&format!("state before; {text}"));
                parse(&format!("a: {text}"));
            });
        }
    });
    let nested = format!("{}x{}", "a { ".repeat(120), " }".repeat(120));
    assert_eq!(diagnostics(&parse(&nested)), "nesting-too-deep @ {\n");
    let list = format!("a: {}1{}; b: 2", "[".repeat(120), "]".repeat(120));
    let tree = parse(&list);
    assert_eq!(diagnostics(&tree), "nesting-too-deep @ [\n");
    assert_eq!(tree.items.len(), 2);
    let name = format!("state {}", vec!["a"; 101].join("."));
    assert_eq!(parse(&name).diagnostics[0].code, "nesting-too-deep");
}

#[test]
fn long_runs_of_anything_parse_in_linear_time() {
    for part in ["\"", "'", "a", "a ", "\"a", "a -x ", "é🌊"] {
        syntax::parse(&part.repeat(1_000_000 / part.len()));
    }
    for part in [
        "\"",
        "'",
        "\"a",
        "'\n",
        "\"\n",
        "a",
        " ",
        "a ",
        "a,",
        "a -",
        "a -x-",
        "a -x=> ",
        "@a(",
        "@a ",
        "a @a ",
        "a<",
        "§",
        "§ ",
        "}",
        "{\n",
        "}\n",
        " }\n{",
        "/*",
        "/*\n*/",
        "a -> b ",
        "a -> b <- ",
        "a: 1 ",
        "a: -",
        "1.",
        "a.",
        "<--",
        "<--x",
        "-{",
        "-[",
        "\\",
        "\"\"\"",
        "\"\"\"a",
        "```\n",
        "import ",
        "import a\n",
        "machine ",
        "when:",
        "-when: a ",
        "o-->",
        "a o--> ",
        "\u{1F30A}",
        "a b c\n",
        "=",
        "#",
        "a;\n  @b",
        "(",
        ")(",
        "[)",
        "{[",
        "{(\n",
        "a\n",
        "a -x,\n",
        "a \"",
        "a: \"b\" ",
    ] {
        let text = part.repeat(100_000 / part.len());
        syntax::parse(&text);
        syntax::parse(&format!("{text}-> x"));
        syntax::parse(&format!("a -{text}"));
    }
}

fn soup() -> impl Strategy<Value = String> {
    let tokens = [
        "a",
        "b",
        "task",
        "machine",
        "import",
        "from",
        "o",
        "when",
        "\"s\"",
        "'",
        "\"",
        "{{ x }}",
        "1",
        "-2",
        "30s",
        "#x",
        "# c\n",
        "//",
        "/*",
        "*/",
        "->",
        "-->",
        "=>",
        "<-->",
        "<|--",
        "*-->",
        "o-->",
        "-",
        "--",
        "=",
        "<--",
        "<-",
        "<=",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        ",",
        ":",
        ";",
        ".",
        "@",
        "|",
        "?",
        "&&",
        "!",
        "\n",
        "\n  ",
        " ",
        "\t",
        "é",
        "🌊",
        "\u{301}",
        "\r\n",
        "\0",
        "@a(",
        "state s",
        "a: ",
        "x<string>",
        "\\",
    ];
    prop::collection::vec(prop::sample::select(tokens.to_vec()), 0..60).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(2000),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_text_parses(text in any::<String>()) {
        parse(&text);
    }

    #[test]
    fn any_token_soup_parses(text in soup()) {
        parse(&text);
    }
}
