//! Every text that fuzzing starts from, and every one that it found something with, goes through all stages.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]
#![allow(dead_code, reason = "what reads drawings is shared with other tests")]

#[path = "format/check.rs"]
mod check;
#[path = "dot/reading.rs"]
mod reading;
#[path = "seeds/stages.rs"]
mod stages;

use std::fs;
use std::path::Path;

#[test]
fn every_seed_goes_through_all_stages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds");
    let mut seeds: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    seeds.sort();
    assert!(seeds.len() > 10, "{seeds:?}");
    for seed in seeds {
        let text = String::from_utf8_lossy(&fs::read(&seed).unwrap()).into_owned();
        println!("{}", seed.display());
        stages::parse(&text);
        stages::format(&text);
        stages::quote(&text);
    }
}
