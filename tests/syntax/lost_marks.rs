//! A quote or brace that was deleted is put back by the first fix of the first error.

use std::fs;

use tracklight::diagnostic::{Diagnostic, Severity};
use tracklight::syntax;
use tracklight::syntax::tree::TokenKind;

use super::dump;

fn first_error(text: &str) -> Option<Diagnostic> {
    syntax::parse(text).diagnostics.into_iter().find(|found| found.severity == Severity::Error)
}

/// The text after the first fix of its first error; as it is without one.
fn mended(text: &str) -> String {
    let mut mended = text.to_owned();
    let error = first_error(text);
    for edit in error.iter().flat_map(|error| error.fixes.first()).flat_map(|fix| fix.edits.iter().rev()) {
        mended.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
    }
    mended
}

/// The text without the character at `at`.
fn without(text: &str, at: usize) -> String {
    let mut broken = text.to_owned();
    broken.remove(at);
    broken
}

#[test]
fn a_deleted_quote_is_put_back_where_it_stood() {
    for text in [
        "machine \"Untitled\"\n\ntask start \"Start\"\n",
        "machine \"Untitled\" {\n  maxSteps: 5\n}\n",
        "task review \"Review the report\" @retry(2) {\n  prompt: \"Review {{ Request.purpose }}\"\n  note: \"\"\n}\n",
        "task review { prompt: \"Review {{ Request.purpose }}\" }\nstate b \"B\"\n",
        "task review {\n  prompt: \"Say: it is done. Well-known words (really)\"\n}\nstate b \"B\"\n",
        "context Plan { stalls: [\"bread\", \"honey\"]; cake: \"none yet\"; days: 12 }\n",
        "context Note { text<string> @minLength(2): \"Hello there\" }\n",
        "task a {\n  stub: [\n    { say: \"Dry.\", write: { Notes: { seen: [\"sponge\"] } }, go: \"again\" },\n  ]\n}\n",
        "look -when: \"Patient.pulse > 140\", priority: 2-> theatre\nlook -\"sent home\"-> home\n",
        "task pack @retryPolicy(\"fixed\") { prompt: \"go\" }\n",
    ] {
        for (at, _) in
            text.match_indices('"').filter(|(at, _)| !text[*at..].starts_with("\"\"") && !text[..*at].ends_with('"'))
        {
            let broken = without(text, at);
            assert_eq!(mended(&broken), text, "{broken}\n{:#?}", first_error(&broken));
        }
    }
}

/// In how many cases a mark of the gallery that was deleted is put back, and of how many.
/// `marks` tells where those of a text stand.
fn put_back(marks: impl Fn(&str) -> Vec<usize>) -> (usize, usize) {
    let (mut back, mut all) = (0, 0);
    for entry in fs::read_dir("www/examples").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "dygram") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for at in marks(&text) {
            all += 1;
            back += usize::from(mended(&without(&text, at)) == text);
        }
    }
    (back, all)
}

#[test]
fn most_quotes_of_the_gallery_are_put_back_where_they_stood() {
    let (back, all) = put_back(|text| text.match_indices('"').map(|(at, _)| at).collect());
    assert!(all > 500 && back * 10 >= all * 9, "{back} of {all}");
}

#[test]
fn most_braces_of_the_gallery_are_put_back_where_they_stood() {
    let is_brace = |kind| matches!(kind, TokenKind::OpenBrace | TokenKind::CloseBrace);
    let (back, all) = put_back(|text| {
        let tokens = syntax::parse(text).tokens;
        tokens.iter().filter(|token| is_brace(token.kind)).map(|token| token.span.start as usize).collect()
    });
    assert!(all > 300 && back * 10 >= all * 9, "{back} of {all}");
}

#[test]
fn a_text_without_its_opening_quote_is_a_string_all_the_same() {
    let tree =
        syntax::parse("task review Review the report\" @retry(2) {\n  prompt: Say {{ Note.text }}\"\n}\na -> review\n");
    assert_eq!(
        dump::tree(&tree),
        "task review \"Review the report\" @retry(2)\n  prompt: \"Say {{ Note.text }}\"\nedge a -> review\n"
    );
    let found: Vec<_> = tree.diagnostics.iter().map(|one| (one.code, tree.str(one.span))).collect();
    assert_eq!(found, [("unclosed-string", "Review the report\""), ("unclosed-string", "Say {{ Note.text }}\"")]);
}

#[test]
fn a_deleted_opening_brace_is_told_at_the_line_that_lacks_it() {
    for (text, line) in [
        ("task start \"Start\" {\n  prompt: \"Hi\"\n}\nstate b\n", "task start \"Start\""),
        ("state a\ntask mid @retry(2) { prompt: \"Read\"; note: \"\" }\nstate b\n", "task mid @retry(2)"),
        ("context Day { takings<List<number>>: []; cake: \"none yet\" }\n", "context Day"),
        ("market {\n  sell \"Sell\" { prompt: \"x\" }\n  state b\n}\n", "sell \"Sell\""),
        ("market {\n  sell {\n    prompt: \"x\"\n  }\n  state b\n}\n", "sell"),
        ("task a {\n  stub: { fail: \"x\" }\n}\n", "stub:"),
        ("context Plan {\n  flags: { storm: false; quarantine: true }\n}\n", "flags:"),
    ] {
        let at = text.find(&format!("{line} {{")).unwrap_or_else(|| text.find(&format!("{line}{{")).unwrap() - 1)
            + line.len()
            + 1;
        let broken = without(text, at);
        let tree = syntax::parse(&broken);
        let found: Vec<_> = tree.diagnostics.iter().map(|one| (one.code, tree.str(one.span))).collect();
        assert_eq!(found, [("unmatched-brace", line)], "{broken}");
        assert_eq!(dump::tree(&tree), dump::tree(&syntax::parse(text)), "{broken}");
        assert_eq!(mended(&broken), text);
    }
}

#[test]
fn a_deleted_opening_brace_of_an_item_is_told_at_the_item() {
    let text = "task a {\n  stub: [\n    { say: \"Dry.\", write: { N: { seen: [\"x\"] } }, go: \"b\" },\n\
                \x20   { fail: \"no\" }\n  ]\n}\n\
                context B {\n  sails: [\"none\", { name: \"Dove\"; miles: 9 }, { name: \"Heron\"; miles: 3 }]\n}\n\
                task c {\n  stub: [[{ fail: \"x\" }, { say: \"y\" }]]\n}\n";
    for item in ["say: \"Dry", "fail: \"no", "name: \"Dove", "name: \"Heron", "fail: \"x", "say: \"y"] {
        let broken = without(text, text.find(&format!("{{ {item}")).unwrap());
        let tree = syntax::parse(&broken);
        let found: Vec<_> = tree.diagnostics.iter().map(|one| (one.code, tree.str(one.span))).collect();
        assert_eq!(found, [("unmatched-brace", item.split(':').next().unwrap())], "{broken}");
        assert_eq!(dump::tree(&tree), dump::tree(&syntax::parse(text)), "{broken}");
        assert_eq!(mended(&broken), text);
    }
}

#[test]
fn a_brace_that_a_string_without_its_closing_quote_takes_in_opens_its_block() {
    let tree = syntax::parse("task a \"The title {\n  prompt: \"x\"\n}\nstate b\n");
    let found: Vec<_> = tree.diagnostics.iter().map(|one| (one.code, tree.str(one.span))).collect();
    assert_eq!(found, [("unclosed-string", "\"The title {")]);
    assert_eq!(dump::tree(&tree), "task a \"The title {\"\n  prompt: \"x\"\nstate b\n");
}

#[test]
fn a_deleted_closing_brace_is_put_back_where_it_stood() {
    for text in [
        "task start \"Start\" {\n  prompt: \"Hi\"\n}\n\nstate b\n",
        "task start {\n  stub: {\n    fail: \"x\"\n  }\n}\n\nstate b\n",
        "context Day { cake: \"none yet\" }\nstate b\n",
        "task a { stub: { write: { Vote: { legal: true } }; go: \"x\" } }\nstate b\n",
        "task a {\n  stub: { write: { Vote: { legal: true } }; go: \"x\" }\n}\n\nstate b\n",
        "task a {\n  stub: [\n    { say: \"Dry.\", write: { Notes: { seen: 1 } }, go: \"x\" },\n  ]\n}\n\nstate b\n",
        "task start {\r\n  stub: {\r\n    fail: \"x\"\r\n  }\r\n}\r\n\r\nstate b\r\n",
    ] {
        for (at, _) in text.match_indices('}') {
            let broken = without(text, at);
            assert_eq!(mended(&broken), text, "{broken}");
        }
    }
}

#[test]
fn a_closing_brace_goes_into_the_blank_line_that_it_left() {
    let whole = "task a {\n  prompt: \"x\"\n}\nstate b\n";
    for blank in ["", "  ", "\t"] {
        let broken = format!("task a {{\n  prompt: \"x\"\n{blank}\nstate b\n");
        assert_eq!(mended(&broken), whole);
        assert_eq!(mended(&broken.replace('\n', "\r\n")), whole.replace('\n', "\r\n"));
    }
    let whole = "shop {\n  task a {\n    prompt: \"x\"\n  }\n  state b\n}\n";
    for blank in ["", " ", "  ", "    "] {
        assert_eq!(mended(&whole.replace("\n  }\n", &format!("\n{blank}\n"))), whole);
    }
    // No line is blank.
    for text in ["task a {\n  prompt: \"x\"", "task a {\n  prompt: \"x\"\n", "task a {\n  prompt: \"x\"\nstate b"] {
        let (block, rest) = text.split_at(text.rfind('"').unwrap() + 1);
        assert_eq!(mended(text), format!("{block}\n}}{rest}"));
    }
}

#[test]
fn a_brace_too_many_is_deleted() {
    for text in ["task a {\n  prompt: \"x\"\n}\n}\nstate b\n", "task a { prompt: \"x\" } }\nstate b\n", "}\n"] {
        let error = first_error(text).unwrap();
        assert_eq!((error.code, &*error.fixes[0].title), ("unmatched-brace", "delete it"), "{text}");
        assert!(first_error(&mended(text)).is_none(), "{text}");
    }
}

#[test]
fn a_line_full_of_closing_braces_tells_of_a_lost_opener_once() {
    let text = format!("task a prompt: \"x\" {}\n", "} ".repeat(50));
    let tree = syntax::parse(&text);
    let missing_braces = tree.diagnostics.iter().filter(|found| found.message.contains("has no `{`")).count();
    assert_eq!(missing_braces, 1);
    assert!(tree.tokens.iter().filter(|token| token.kind == TokenKind::CloseBrace).count() == 50);
}
