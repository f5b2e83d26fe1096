#![no_main]
#![allow(dead_code)]

#[path = "../../tests/format/check.rs"]
mod check;
#[path = "../../tests/dot/reading.rs"]
mod reading;
#[path = "../../tests/seeds/stages.rs"]
mod stages;

libfuzzer_sys::fuzz_target!(|data: &[u8]| stages::format(&String::from_utf8_lossy(data)));
