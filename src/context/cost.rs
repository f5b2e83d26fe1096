//! How many tokens a text costs, estimated from its length.

use crate::shape;

/// What a text is, for its density of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// Sentences.
    Prose,
    /// Source code.
    Code,
    /// HTML, XML, SVG.
    Markup,
    /// JSON, CSV, YAML, TOML.
    Data,
    /// What is no text.
    Binary,
}

const MARKUP: &[&str] = &["html", "htm", "xml", "svg"];
const DATA: &[&str] = &["json", "csv", "tsv", "yaml", "yml", "toml"];
const CODE: &[&str] = &[
    "js", "mjs", "cjs", "ts", "tsx", "jsx", "rs", "py", "rb", "go", "c", "h", "cc", "cpp", "hpp", "cs", "java", "kt",
    "swift", "php", "sh", "bash", "sql", "css", "scss", "lua", "pl", "r", "dot", "dygram", "wat", "zig",
];
const BINARY: &[&str] = &[
    "png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "avif", "pdf", "zip", "gz", "tgz", "tar", "bz2", "xz", "7z",
    "wasm", "bin",
];

impl Media {
    /// By the extension of a file name, in any case.
    pub fn of_name(name: &str) -> Media {
        let Some((_, extension)) = name.rsplit_once('.') else { return Media::Prose };
        for (known, media) in
            [(MARKUP, Media::Markup), (DATA, Media::Data), (CODE, Media::Code), (BINARY, Media::Binary)]
        {
            if known.iter().any(|word| extension.eq_ignore_ascii_case(word)) {
                return media;
            }
        }
        Media::Prose
    }

    /// The lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Media::Prose => "prose",
            Media::Code => "code",
            Media::Markup => "markup",
            Media::Data => "data",
            Media::Binary => "binary",
        }
    }

    /// Characters per token, in tenths.
    fn density(self) -> u32 {
        match self {
            Media::Prose => 40,
            Media::Code => 35,
            Media::Markup => 30,
            Media::Data => 25,
            Media::Binary => 10,
        }
    }

    /// The tokens of a line of this length.
    pub fn line(self, characters: usize) -> u32 {
        let tenths = u32::try_from(characters).unwrap_or(u32::MAX / 16).saturating_add(1).saturating_mul(10);
        tenths.div_ceil(self.density())
    }

    /// The tokens of a text, line by line; the empty text costs nothing.
    pub fn text(self, text: &str) -> u32 {
        if text.is_empty() {
            return 0;
        }
        let mut sum = 0u32;
        for line in text.split('\n') {
            sum = sum.saturating_add(self.line(line.chars().count()));
        }
        sum
    }
}

/// A body that was cut: what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Lines left out.
    pub lines: usize,
    /// What they cost.
    pub tokens: u32,
}
shape!(Cut { lines, tokens });
