//! Time of validating one write to a context of 50 typed fields, as every write of an agent and of the host is.
//!
//! ```text
//! cargo bench --bench validation
//! ```
//!
//! Times are those of the processor where the system tells them (Linux), else those of the clock. The bound is the one
//! that the project sets itself for a current desktop core.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tracklight::machine::Machine;
use tracklight::machine::writes::{Author, check_write};
use tracklight::value::{Map, Value};

const FIELDS: usize = 50;
const ROUNDS: u32 = 20_000;

/// The kinds of fields, in turn: type and constraints, and a value that fits.
fn kinds() -> [(&'static str, Value); 5] {
    let spot: Value = [("lat", Value::from(51.5)), ("lon", Value::from(-0.1))].into_iter().collect();
    let words: Value = ["mayfly", "caddis", "stonefly"].into_iter().map(Value::from).collect();
    [
        ("<int> @minimum(0) @maximum(100)", Value::from(41.0)),
        ("<string> @minLength(1) @maxLength(40)", Value::from("a name of some length")),
        ("<'creek' | 'pond' | 'lake'>", Value::from("lake")),
        ("<Spot?>", spot),
        ("<List<string>> @maxItems(8)", words),
    ]
}

/// Time this process has had a processor, or, where that is not known, time since `start`.
fn now(start: Instant) -> Duration {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|schedstat| schedstat.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn main() {
    let kinds = kinds();
    let mut text =
        String::from("type Spot { lat<number> @minimum(-90) @maximum(90); lon<number>; note<string?> }\ncontext C {\n");
    let mut all = Map::new();
    for at in 0..FIELDS {
        let (kind, value) = &kinds[at % kinds.len()];
        writeln!(text, "  field{at}{kind};").unwrap();
        all.insert(format!("field{at}").into(), value.clone());
    }
    text.push_str("}\nstate s");
    let machine = Machine::parse(&text);
    assert!(machine.diagnostics.is_empty(), "{:?}", machine.diagnostics);
    let context = machine.contexts.ids().next().unwrap();
    let one = Map::unit("field7".into(), kinds[2].1.clone());
    let bad = all.update("field0".into(), Value::from(101.0)).update("feild7".into(), Value::Null);
    println!("a write to a context of {FIELDS} typed fields, mean of {ROUNDS}");
    for (what, data, fits) in
        [("of one field", &one, true), ("of all fields", &all, true), ("refused twice", &bad, false)]
    {
        let check = || check_write(&machine, context, black_box(data), Author::Host);
        assert_eq!(check().is_ok(), fits, "{what}");
        (0..ROUNDS / 10).for_each(|_| drop(black_box(check())));
        let start = Instant::now();
        let from = now(start);
        (0..ROUNDS).for_each(|_| drop(black_box(check())));
        let each = now(start).saturating_sub(from).as_secs_f64() * 1e6 / f64::from(ROUNDS);
        println!("  {what:14} {each:8.2} µs   bound 20 µs");
    }
}
