//! Time of every stage from text to picture, for machines of growing size, and of a step.
//!
//! ```text
//! cargo bench --bench scale
//! ```
//!
//! Figures are the least of several runs: what the code can do when it is not disturbed. The bounds are those that the
//! project sets itself for a current desktop core; the machine this runs on may be another.
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

fn stages(text: &str, times: usize) -> [Duration; 5] {
    let mut best = [Duration::MAX; 5];
    for _ in 0..times {
        let mut took = [Duration::ZERO; 5];
        let tree = timed(&mut took[0], || syntax::parse(text));
        let machine = timed(&mut took[1], || Machine::of_tree(tree));
        timed(&mut took[2], || write(&machine, Ranges::Shown));
        timed(&mut took[3], || view::dot_static(&machine, &view::DotOptions::default()));
        let run = start(machine, &StartOptions::default()).run;
        timed(&mut took[4], || view::dot(&run, &view::DotOptions::default()));
        for (best, took) in best.iter_mut().zip(took) {
            *best = took.min(*best);
        }
    }
    best
}

fn timed<T>(took: &mut Duration, act: impl FnOnce() -> T) -> T {
    let from = Instant::now();
    let made = black_box(act());
    *took = from.elapsed();
    made
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn text_to_picture() {
    let text = machine(NODES, EDGES);
    let made = Machine::parse(&text);
    println!("{} nodes, {} edges, {} KB", made.nodes.len(), made.edges.len(), text.len() / 1024);
    let times = stages(&text, 10);
    for (stage, time) in STAGES.iter().zip(times) {
        println!("  {stage:18} {:8.2} ms", milliseconds(time));
    }
    let whole: Duration = times[..4].iter().sum();
    println!("  {:18} {:8.2} ms   bound 50 ms", "text to DOT", milliseconds(whole));
}

fn growth() {
    println!("\nmicroseconds per node (twice the nodes may take at most 2.3 times the time)");
    println!("  {:>6} {}   twice", "nodes", STAGES.map(|stage| format!("{stage:>18}")).concat());
    let mut before = (0, Duration::ZERO);
    for nodes in [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000] {
        let times = stages(&machine(nodes, nodes * 15 / 8), (40_000 / nodes).clamp(3, 50));
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
    let from = Instant::now();
    (0..ROUNDS).for_each(&mut act);
    let each = from.elapsed().as_secs_f64() * 1e6 / f64::from(ROUNDS);
    println!("\nring of 1,000: setContext + step, mean of {ROUNDS} {each:8.2} µs   bound 20 µs");

    let mut text = ring(1_000);
    (0..100).for_each(|index| writeln!(text, "init i{index}; i{index} -> s{index}").unwrap());
    let mut run = start(Machine::parse(&text), &StartOptions::default()).run;
    let (mut best, step) = (Duration::MAX, Action::Step { idle: false });
    for _ in 0..50 {
        let mut took = Duration::ZERO;
        let applied = timed(&mut took, || apply(&run, &step).unwrap());
        best = best.min(took);
        run = applied.run;
    }
    println!(
        "one tick of {} active paths                 {:8.2} ms   bound 3 ms in wasm",
        run.paths.len(),
        milliseconds(best)
    );
    let mut took = Duration::ZERO;
    let shown = timed(&mut took, || to_string(&view::view(&run, "b1")));
    println!("view() of that run, {:4} KB of JSON          {:8.2} ms", shown.len() / 1024, milliseconds(took));
}

fn main() {
    text_to_picture();
    growth();
    steps();
}
