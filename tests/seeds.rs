//! Every text that fuzzing starts from, and every one that it found something with, goes through all stages.

mod stages;

use std::fs;
use std::path::Path;
use std::thread;

use crate::counts;
use crate::dot::reading;
use crate::format::check;

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

#[test]
fn a_control_character_in_any_kind_of_text_goes_through_all_stages() {
    let controls = (0..=0x1f)
        .chain(0x7f..=0x9f)
        .chain([0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff, 0xfffe, 0xffff, 0x301]);
    for c in controls.filter_map(char::from_u32) {
        stages::quote(&format!("a{c}b"));
        let text = format!(
            "machine \"M{c}\" // {c}\n/* {c} */ import {{ a{c} }} from \"./{c}\"\n\
             context C{c} {{ f{c}<str{c}ing>: \"{c}\"; g: [1{c}, #x{c}] }}\n\
             task t{c} \"{c}\" @x{c}(\"{c}\") {{ prompt: \"{{{{ C.f{c} }}}}\" }}\n\
             t -wh{c}en: C.f{c} > 1, k{c}: {c}-> u{c}\nnote t \"{c}\"\n{c}"
        );
        stages::parse(&text);
        stages::format(&text);
    }
}

#[test]
fn a_megabyte_of_one_thing_or_of_anything_goes_through_all_stages() {
    // A sample is a tenth as long.
    let megabyte = counts::cases(1 << 20) as usize;
    let deep = counts::cases(100_000) as usize;
    let mut seed = 7_u64;
    let mut random = |_| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 56) as u8
    };
    let bytes: Vec<u8> = (0..megabyte / 8).map(&mut random).collect();
    let texts = [
        "\"".repeat(megabyte),
        format!("task t \"{}\" {{ prompt: \"{}\" }}", "word ".repeat(megabyte / 10), "{{ x }} ".repeat(megabyte / 64)),
        format!("state {}", "n".repeat(megabyte)),
        format!("a -\"{}\"-> b", "**b** [x](y) `c` ".repeat(megabyte / 17)),
        "{".repeat(deep),
        "a: [".repeat(deep),
        String::from_utf8_lossy(&bytes).into_owned(),
    ];
    thread::scope(|scope| {
        for text in &texts {
            scope.spawn(|| stages::parse(text));
            scope.spawn(|| stages::format(text));
        }
    });
}
