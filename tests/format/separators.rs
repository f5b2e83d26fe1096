//! Each way to separate two items, in each kind of block.

use super::check::check;
use crate::counts;

const ITEMS: &[&str] = &[
    "a",
    "a \"1\"",
    "a, b \"1\"",
    "a @x",
    "@x a",
    "@x task a \"T\"",
    "task a, b",
    "task a {}",
    "a { ; }",
    "task a { x: 1 }",
    "a -> b",
    "a -> b {}",
    "a -> b { r: 1 }",
    "a -> b @x",
    "a -> task b {}",
    "a -> task b @y",
    "a -> task b { x: 1 }",
    "a -> task b { x: 1 } {}",
    "task a -> b",
    "-> b",
    "\"1\" -> b",
    "@x -> b",
    "-go-> b",
    "--x--> b",
    "o --> b",
    "x: 1",
    "x: y",
    "x<n>",
    "@m x: 1",
    "x: 1 @m",
    "x @m: 1",
    "@m x<n>: 1",
    "s: 5, 5",
    "s: red,",
    "s-t: a b",
    "s: f(x",
    "'k': 1",
    "k: { l: 1, m: 2 }",
    "style: { f: x y, n: { a: 1 } @m }",
    "n: { }",
    "@strict",
    "@strict a",
    "machine",
    "machine @x",
    "import",
    "machine \"M\"",
];

const SEPARATORS: &[&str] = &[
    ";",
    ",",
    ";\n",
    ",\n",
    "\n",
    " ",
    ";;",
    ",;",
    ";,",
    ", ,",
    " // c\n",
    "; // c\n",
    ", /* c */ ",
    "\n\n",
    "\n  ",
    ";\n    ",
    "\n; ",
];

const BLOCKS: &[(&str, &str)] = &[
    ("", ""),
    ("", ";"),
    ("g { ", " }"),
    ("g {\n", "\n}"),
    ("g { h { ", "; } }"),
    ("style g { ", " }"),
    ("style g {\n", ";\n}"),
    ("machine \"M\" { ", " }"),
    ("machine \"M\" {\n", "\n}"),
    ("x: { ", " }"),
    ("x: {\n", ",\n}"),
    ("style: { ", " }"),
    ("a -> b { ", " }"),
    ("a -> b {\n", "\n}"),
    ("a -> task b { ", " } -> c"),
    ("task a @n({ ", " }; f)"),
];

#[test]
fn items_are_kept_apart_by_any_separator_in_any_block() {
    let texts = ITEMS.iter().flat_map(|one| SEPARATORS.iter().map(move |separator| format!("{one}{separator}")));
    let texts = texts.flat_map(|text| ITEMS.iter().map(move |next| format!("{text}{next}")));
    let texts = texts.flat_map(|text| BLOCKS.iter().map(move |(open, close)| format!("{open}{text}{close}")));
    // No part of the numbers of items, separators and blocks, so that a sample has each beside each.
    let step = if counts::step(1) == 1 { 7 } else { 67 };
    let formatted = texts.step_by(step).filter(|text| check(text)).count();
    assert!(formatted * step > 100_000, "{formatted}");
}
