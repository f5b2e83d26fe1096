//! Reads the guides: code blocks, paragraphs and tables.

use std::path::PathBuf;

/// A fenced block.
pub struct Block {
    /// The first word behind the fence.
    pub kind: String,
    /// The text between the fences.
    pub text: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
}

/// The guides, as file name and text, in name order.
pub fn guides() -> Vec<(String, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut guides: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), std::fs::read_to_string(path).unwrap()))
        .collect();
    guides.sort();
    guides
}

/// The fenced blocks of a guide, in order.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        if let Some(kind) = line.strip_prefix("```") {
            if !open {
                let kind = kind.split_whitespace().next().unwrap_or_default().to_owned();
                blocks.push(Block { kind, text: String::new(), line: index + 1 });
            }
            open = !open;
        } else if open {
            let block = blocks.last_mut().unwrap();
            block.text.push_str(line);
            block.text.push('\n');
        }
    }
    assert!(!open, "a fence is never closed");
    blocks
}

/// The paragraphs, list items and table rows of a text, without its fenced blocks.
pub fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut fence = "";
    for line in text.lines().map(str::trim) {
        let (ticks, info) = line.split_at(line.find(|c| c != '`').unwrap_or(line.len()));
        if !fence.is_empty() {
            if line == fence {
                fence = "";
            }
        } else if ticks.len() >= 3 && !info.contains('`') {
            fence = ticks;
            paragraphs.push(String::new());
        } else {
            if line.is_empty() || line.starts_with(['|', '-', '#']) {
                paragraphs.push(String::new());
            }
            let paragraph = paragraphs.last_mut().unwrap();
            paragraph.push_str(line);
            paragraph.push('\n');
        }
    }
    paragraphs
}

/// The cells of the first table under a heading, without its head. A `|` inside a cell is written `\|`.
pub fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split_once(heading).unwrap_or_else(|| panic!("no heading {heading}")).1;
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| {
        let line = line.replace("\\|", "\u{0}");
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
    };
    rows.skip(2).map(cells).collect()
}
