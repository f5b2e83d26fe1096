//! Time of every stage from text to picture, for machines of growing size, and of a step.
//!
//! ```text
//! cargo bench --bench scale                             # everything
//! cargo bench --bench scale -- 2000 4000                # one round of machines of these sizes, for a profiler
//! cargo bench --bench scale -- explore 5000 file …      # explores machines, up to so many situations
//! ```
//!
//! Times are those of the processor where the system tells them (Linux), so that other work on the machine is not
//! counted; else those of the clock. The bounds are those that the project sets itself for a current desktop core.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::{Duration, Instant};

use tracklight::explore::ExploreOptions;
use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::machine::canonical::{Ranges, write};
use tracklight::run::{Action, PathId, StartOptions, Timeline, apply, start};
use tracklight::value::Value;
use tracklight::{syntax, view};

/// Nodes and edges of the machine that the bounds speak of.
const NODES: usize = 1_600;
const EDGES: usize = 3_000;

/// A machine of `nodes` nodes in boxes of ten, every fourth one a task whose prompt has templates, with `edges` edges,
/// every tenth one conditional.
fn machine(nodes: usize, edges: usize) -> String {
    let mut text = String::from("machine \"Scale\" { speed: 3 }\ncontext Store { level<number>: 1; name: \"x\" }\n");
    // The context is a node too, and so are the boxes: of ten drawn nodes nine are steps.
    let steps = (nodes - 1) * 9 / 10;
    for step in 0..steps {
        if step % 9 == 0 {
            writeln!(text, "box{} \"Box\" {{", step / 9).unwrap();
        }
        if step % 4 == 0 {
            let prompt = "Use {{ Store.level }} of {{ Store.name }}, {{ visits }} times";
            writeln!(text, "  task n{step} \"Step **{step}**\" {{ prompt: \"{prompt}\"; size: {step} }}").unwrap();
        } else {
            writeln!(text, "  state n{step} \"Step {step}\"").unwrap();
        }
        if step % 9 == 8 || step + 1 == steps {
            text.push_str("}\n");
        }
    }
    let name = |step: usize| format!("box{}.n{step}", step / 9);
    for edge in 0..edges {
        let source = edge % steps;
        // A way on for every node first, then jumps that are spread over the machine.
        let target = if edge < steps { (source + 1) % steps } else { (source * 7 + edge) % steps };
        match edge % 10 {
            3 => writeln!(text, "{} -when: \"Store.level > {edge}\"-> {}", name(source), name(target)),
            7 => writeln!(text, "{} -reads-> Store", name(source)),
            _ => writeln!(text, "{} -\"go {edge}\"-> {}", name(source), name(target)),
        }
        .unwrap();
    }
    text
}

/// The stages, each given what the one before has made.
const STAGES: [&str; 5] = ["parse", "resolve, validate", "JSON", "DOT", "DOT of a run"];

/// Mean times of the stages.
fn stages(text: &str, rounds: usize) -> [Duration; 5] {
    let mut took = [Duration::ZERO; 5];
    for _ in 0..rounds {
        let tree = timed(&mut took[0], || syntax::parse(text));
        let machine = timed(&mut took[1], || Machine::of_tree(tree));
        timed(&mut took[2], || write(&machine, Ranges::Shown));
        timed(&mut took[3], || view::dot_static(&machine, &view::DotOptions::default()));
        let run = start(machine, &StartOptions::default()).run;
        timed(&mut took[4], || view::dot(&run, &view::DotOptions::default()));
    }
    took.map(|took| took / rounds as u32)
}

/// Time this process has had a processor, or, where that is not known, time since `start`.
fn now(start: Instant) -> Duration {
    let schedstat = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = schedstat.and_then(|schedstat| schedstat.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn timed<T>(took: &mut Duration, act: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let from = now(start);
    let made = black_box(act());
    *took += now(start).saturating_sub(from);
    made
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn text_to_picture() {
    let text = machine(NODES, EDGES);
    let made = Machine::parse(&text);
    println!("{} nodes, {} edges, {} KB", made.nodes.len(), made.edges.len(), text.len() / 1024);
    let times = stages(&text, 20);
    for (stage, time) in STAGES.iter().zip(times) {
        println!("  {stage:18} {:8.2} ms", milliseconds(time));
    }
    let whole: Duration = times[..4].iter().sum();
    println!("  {:18} {:8.2} ms   bound 50 ms", "text to DOT", milliseconds(whole));
}

fn growth(sizes: &[usize], rounds: fn(usize) -> usize) {
    println!("\nmicroseconds per node (twice the nodes may take at most 2.3 times the time)");
    println!("  {:>6} {}   twice", "nodes", STAGES.map(|stage| format!("{stage:>18}")).concat());
    let mut before = (0, Duration::ZERO);
    for &nodes in sizes {
        let times = stages(&machine(nodes, nodes * 15 / 8), rounds(nodes));
        let whole: Duration = times[..4].iter().sum();
        let each = times.map(|time| format!("{:18.2}", time.as_secs_f64() * 1e6 / nodes as f64)).concat();
        let twice = if nodes == 2 * before.0 {
            format!("{:8.2}", whole.as_secs_f64() / before.1.as_secs_f64())
        } else {
            String::new()
        };
        println!("  {nodes:6} {each}{twice}");
        before = (nodes, whole);
    }
}

fn ring(nodes: usize) -> String {
    let mut text = String::from(
        "machine \"Ring\" { maxSteps: 100000000; maxNodeInvocations: 100000000 }\n\
         context C { n: 0; a: 1; b: \"x\"; c: true }\ns0 -writes-> C\n",
    );
    for node in 0..nodes {
        writeln!(text, "state s{node}; s{node} -> s{}", (node + 1) % nodes).unwrap();
    }
    text
}

fn steps() {
    const ROUNDS: u32 = 10_000;
    let mut timeline = Timeline::start(Machine::parse(&ring(1_000)), &StartOptions::default());
    let mut act = |value: u32| {
        let (path, target) = (Some(PathId::start(1)), "C.n".to_owned());
        timeline.act(Action::SetContext { path, target, value: Value::Num(f64::from(value)) }).unwrap();
        timeline.act(Action::Step { idle: false }).unwrap();
    };
    (0..1_000).for_each(&mut act);
    let mut took = Duration::ZERO;
    timed(&mut took, || (0..ROUNDS).for_each(&mut act));
    let each = took.as_secs_f64() * 1e6 / f64::from(ROUNDS);
    println!("\nring of 1,000: setContext + step, mean of {ROUNDS} {each:8.2} µs   bound 20 µs");

    const TICKS: u32 = 1_000;
    let mut text = ring(1_000);
    (0..100).for_each(|index| writeln!(text, "init i{index}; i{index} -> s{index}").unwrap());
    let mut run = start(Machine::parse(&text), &StartOptions::default()).run;
    let (mut took, step) = (Duration::ZERO, Action::Step { idle: false });
    timed(&mut took, || (0..TICKS).for_each(|_| run = apply(&run, &step).unwrap().run));
    let each = milliseconds(took) / f64::from(TICKS);
    println!("one tick of {} active paths, mean of {TICKS} {each:12.2} ms   bound 3 ms in wasm", run.paths.len());
    let mut took = Duration::ZERO;
    let shown = timed(&mut took, || to_string(&view::view(&run, "b1")));
    println!("view() of that run, {:4} KB of JSON {:16.2} ms", shown.len() / 1024, milliseconds(took));
}

/// How long each machine is explored: the time of a short exploration would be that of a tick of the system's clock.
const EXPLORED: Duration = Duration::from_millis(200);

/// Explores machines, each up to so many situations, again and again for a while. Prints for each its file, the
/// actions and how many in a second: `www/bench/explore.ts` reads that, and has the same of the built core beside it.
fn explorations(files: &[String], states: usize) {
    for file in files {
        let machine = Machine::parse(&std::fs::read_to_string(file).unwrap());
        let (mut actions, mut rounds, mut took) = (0, 0, Duration::ZERO);
        while took < EXPLORED {
            let mut exploration = machine.explore(&ExploreOptions { states, ..ExploreOptions::default() });
            timed(&mut took, || while !exploration.advance(10_000).done {});
            (actions, rounds) = (exploration.result().actions, rounds + 1);
        }
        println!("{file}\t{actions}\t{:.0}", f64::from(rounds) * actions as f64 / took.as_secs_f64());
    }
}

fn main() {
    // Cargo adds a word of its own.
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    if let [what, states, files @ ..] = words.as_slice()
        && what == "explore"
    {
        return explorations(files, states.parse().unwrap());
    }
    let sizes: Vec<usize> = words.iter().filter_map(|word| word.parse().ok()).collect();
    if !sizes.is_empty() {
        growth(&sizes, |_| 1);
        return;
    }
    text_to_picture();
    growth(&[100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000], |nodes| (40_000 / nodes).clamp(3, 50));
    steps();
}
