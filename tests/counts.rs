//! How many inputs the tests with many inputs try: a sample, or all with `TRACKLIGHT_TESTS=full` (`make test-all`).

use std::env;

/// One input in this many is part of a sample.
const SAMPLE: u32 = 10;
/// A sample has no fewer cases, unless the full count is smaller.
const LEAST: u32 = 24;

fn full() -> bool {
    env::var("TRACKLIGHT_TESTS").is_ok_and(|tests| tests == "full")
}

/// The number of cases of a property test that has `all` in a full run.
pub fn cases(all: u32) -> u32 {
    if full() { all } else { (all / SAMPLE).max(LEAST).min(all) }
}

/// The distance between the places of a text that a test tries, `all` in a full run. The first place should differ from
/// text to text, so that a sample reaches all kinds of places.
pub fn step(all: usize) -> usize {
    if full() { all } else { all * SAMPLE as usize }
}

/// How far a test goes with one input: `all` in a full run.
pub fn depth(sample: usize, all: usize) -> usize {
    if full() { all } else { sample }
}
