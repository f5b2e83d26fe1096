//! The guides keep their word: every machine in `docs/` is read, drawn and run, and every result shown is computed.
//!
//! | block | claim |
//! |---|---|
//! | `dygram`, `broken` | it has the findings that its comments announce at their lines, no others, and it draws |
//! | `values` | expressions of path 1 of the machine above, at its start, and their values |
//! | `trace` | actions on a run of the machine above, and what comes of each |
//!
//! A comment announces with `// error: code`, `// warns: code` or `// info: code`, several codes with commas.

mod playing;
pub mod reading;

use std::path::PathBuf;

use playing::Play;
use reading::{Block, blocks, guides, paragraphs, table};
use tracklight::machine::Machine;
use tracklight::run::{Limits, StartOptions, start};
use tracklight::syntax;
use tracklight::view;

use crate::dot::reading::Drawing;

/// Findings about this version of the program, not about the text.
const ABOUT_THE_VERSION: &[&str] = &["not-executed"];

/// The blocks that are machines, with the guide they stand in.
fn machines() -> Vec<(String, Block)> {
    let of = |(name, text): (String, String)| blocks(&text).into_iter().map(move |block| (name.clone(), block));
    guides().into_iter().flat_map(of).filter(|(_, block)| matches!(&*block.kind, "dygram" | "broken")).collect()
}

/// `line severity code` of each announcement.
fn announced(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for (word, severity) in [("// error: ", "error"), ("// warns: ", "warning"), ("// info: ", "info")] {
            let Some((_, codes)) = line.split_once(word) else { continue };
            found.extend(codes.split(", ").map(|code| format!("{} {severity} {}", index + 1, code.trim())));
        }
    }
    found.sort();
    found
}

/// `line severity code` of each finding, and their messages.
fn found(machine: &Machine, text: &str) -> (Vec<String>, String) {
    let mut found = Vec::new();
    let mut messages = String::new();
    for one in machine.diagnostics.iter().filter(|one| !ABOUT_THE_VERSION.contains(&one.code)) {
        let line = text[..one.span.start as usize].matches('\n').count() + 1;
        found.push(format!("{line} {} {}", one.severity.word(), one.code));
        messages.push_str(&format!("    {line} {} {}: {}\n", one.severity.word(), one.code, one.message));
    }
    found.sort();
    (found, messages)
}

#[test]
fn machines_have_exactly_the_findings_they_announce() {
    let mut wrong = String::new();
    for (guide, block) in machines() {
        let (found, messages) = found(&Machine::parse(&block.text), &block.text);
        let announced = announced(&block.text);
        if found != announced {
            wrong.push_str(&format!("{guide}:{}: announced {announced:?}, found\n{messages}", block.line));
        }
        let errors = found.iter().any(|one| one.contains(" error "));
        if errors != (block.kind == "broken") {
            wrong
                .push_str(&format!("{guide}:{}: a `broken` block has errors, a `dygram` block has none\n", block.line));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// What a block announces to show how a text must not be laid out, or what Format makes of it.
const ABOUT_THE_LAYOUT: &[&str] = &["missing-separator", "detached-annotation", "label-changed"];

#[test]
fn machines_are_as_format_writes_them() {
    let mut wrong = String::new();
    for (name, text) in texts() {
        let is_formatted = |block: &Block| {
            let announced = announced(&block.text);
            block.kind == "dygram"
                && !announced.iter().any(|one| ABOUT_THE_LAYOUT.iter().any(|code| one.ends_with(code)))
        };
        for block in blocks(&text).into_iter().filter(is_formatted) {
            let formatted = syntax::format(&block.text).unwrap();
            if formatted != block.text {
                wrong.push_str(&format!("{name}:{}: Format writes\n{formatted}", block.line));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_machine_draws() {
    for (_, block) in machines() {
        let machine = Machine::parse(&block.text);
        Drawing::read(&view::dot_static(&machine, &view::DotOptions::default())).check();
        let run = start(machine, &StartOptions::default()).run;
        Drawing::read(&view::dot(&run, &view::DotOptions::default())).check();
    }
}

#[test]
fn every_machine_starts_unless_it_says_that_there_is_nothing_to_run() {
    for (guide, block) in machines() {
        let machine = Machine::parse(&block.text);
        let nothing = machine.diagnostics.iter().any(|one| one.code == "nothing-to-run");
        let outcome = start(machine, &StartOptions::default()).run.outcome.word();
        assert_eq!(outcome == "notStarted", nothing, "{guide}:{} {outcome}\n{}", block.line, block.text);
    }
}

#[test]
fn traces_and_values_are_what_the_program_gives() {
    let (mut wrong, mut checked) = (String::new(), 0);
    for (guide, text) in guides() {
        let mut source = String::new();
        for block in blocks(&text) {
            match &*block.kind {
                "dygram" => source = block.text,
                "trace" | "values" => {
                    let mut play = Play::start(&source);
                    for (index, line) in block.text.lines().enumerate() {
                        let (asked, expected) = line.split_once(" => ").expect(line);
                        let (asked, expected) = (asked.trim(), expected.trim());
                        let given = if block.kind == "trace" { play.act(asked) } else { play.value("1", asked) };
                        checked += 1;
                        if given != expected {
                            let line = block.line + index + 1;
                            wrong.push_str(&format!("{guide}:{line}: {asked}\n    {given}\n"));
                        }
                    }
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(checked > 100, "only {checked} lines were checked");
}

/// The guides, the texts beside them, and the pages of the guide in the playground.
fn texts() -> Vec<(String, String)> {
    let top = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let beside = ["README.md", "CHANGELOG.md", "ARCHITECTURE.md"].map(|name| top.join(name));
    let pages = std::fs::read_dir(top.join("www/src/document/guide-pages")).unwrap().map(|page| page.unwrap().path());
    let read = |path: PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    guides().into_iter().chain(beside.into_iter().chain(pages).map(read)).collect()
}

#[test]
fn code_spans_begin_and_end_where_they_are_meant_to() {
    let mut wrong = String::new();
    for (name, text) in texts() {
        for paragraph in paragraphs(&text) {
            let mut rest = &*paragraph;
            while let Some(at) = rest.find('`') {
                let (fence, inside) = rest[at..].split_at(rest[at..].find(|c| c != '`').unwrap_or(1));
                let closes = |at: &usize| !inside[..*at].ends_with('`') && !inside[at + fence.len()..].starts_with('`');
                let Some(end) = inside.match_indices(fence).map(|(at, _)| at).find(closes) else {
                    wrong.push_str(&format!("{name}: never closed: {}\n", &rest[at..]));
                    break;
                };
                // A blank keeps a backtick apart from the fence. Elsewhere it shows that prose became code.
                let span = &inside[..end];
                if span != span.trim() && !span.contains('`') {
                    wrong.push_str(&format!("{name}: {span}\n"));
                }
                rest = &inside[end + fence.len()..];
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// GitHub draws such a block, the site would show its source.
#[test]
fn no_guide_has_a_mermaid_block() {
    for (guide, text) in guides() {
        assert!(blocks(&text).iter().all(|block| block.kind != "mermaid"), "{guide}");
    }
}

#[test]
fn links_of_the_guides_lead_to_files_and_headings() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs");
    for (guide, text) in guides() {
        let prose = paragraphs(&text).concat();
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.starts_with("http") || link.contains(char::is_whitespace) {
                continue;
            }
            let (file, heading) = link.split_once('#').map_or((link, None), |(file, heading)| (file, Some(heading)));
            let path = folder.join(if file.is_empty() { &guide } else { file });
            assert!(path.exists(), "{guide} links to {link}");
            if let Some(heading) = heading {
                let target = std::fs::read_to_string(&path).unwrap();
                let mut anchors = target.lines().filter_map(|line| line.strip_prefix('#')).map(anchor);
                assert!(anchors.any(|anchor| anchor == heading), "{guide} links to {link}");
            }
        }
    }
}

/// The fragment a heading gets when it is shown.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.trim_start_matches('#').trim().to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn the_table_of_limits_has_the_defaults() {
    let (_, guide) = guides().into_iter().find(|(name, _)| name == "runtime.md").unwrap();
    let defaults = Limits::default();
    for row in table(&guide, "\n## Limits") {
        let expected = match row[0].trim_matches('`') {
            "maxSteps" => defaults.max_steps,
            "maxNodeInvocations" => defaults.max_node_invocations,
            "maxPaths" => defaults.max_paths,
            "maxTurns" => defaults.max_turns,
            "timeout" => defaults.timeout,
            _ => continue,
        };
        assert_eq!(row[1].replace(',', ""), expected.to_string(), "{}", row[0]);
    }
}
