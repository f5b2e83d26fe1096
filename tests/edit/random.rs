//! Machines and ops made at random.

use std::fmt::Write as _;

use tracklight::machine::Machine;
use tracklight::schema::Json;
use tracklight::service::edit::{Change, Connection, EdgeName, Link, Op, Written};
use tracklight::value::Value;

use super::Texts;
use super::law::Meaning;

/// A source of chance that a seed decides.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(1))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

const NAMES: &[&str] = &["a", "b", "c", "d", "e", "f", "step", "wait", "Ω"];
const CONTEXTS: &[&str] = &["C", "D", "Log"];
const KINDS: &[&str] = &["task", "state", "init", "end", "process", ""];
const LABELS: &[&str] = &[
    "->",
    "->",
    "->",
    "-->",
    "=>",
    "<-->",
    "-go on->",
    "-\"It's on\"->",
    "-when: \"C.x > 1\"->",
    "-unless: C.y, again->",
    "-catch->",
    "-go, priority: 1 @auto->",
    "-[ \"x\"; when: \"D.y == 'a'\" ]->",
    "=sync=>",
    "<--both-->",
    "-@x \"t\"->",
    "-on: paid->",
    "-on: paid; when: \"event.data.n > 1\"->",
    "-on: bill.sent, go->",
    "-after: 2d->",
    "-after: 2d; when: \"C.y\"->",
    "-go @set(C.y: false)->",
];
const EVENTS: &[&str] = &[
    "event paid { n<number> @minimum(0); stub: { n: 2 } }",
    "event paid \"It's paid\"",
    "event paid, bill.sent",
    "event bill.sent {\n  by<string?>\n}",
    "event a",
];
const TAILS: &[&str] = &[
    "",
    "",
    "",
    "",
    " @async",
    " @k(v: 1)",
    " { retry: 2 }",
    " { text: \"t\"; when: \"C.x\" }",
    " @set(C.x: C.x + 1)",
    " @set(C.x: C.x + 1; D.z: 'a; b') @k",
    " { on: paid; n: 1 }",
];
const COMMENTS: &[&str] = &["", "", "", "", " // why", " /* so */"];

/// A machine, now and then of two files.
pub fn machine(random: &mut Random) -> Texts {
    let end = if random.one_in(2) { ";" } else { "" };
    let mut text = String::new();
    let is_split = random.one_in(4);
    if is_split {
        text.push_str(random.pick(&[
            "import { Wash, tools.Rinse as Soak } from \"./laundry\"\n",
            "import { Wash } from \"./laundry.dygram\"\nimport { tools.Rinse } from \"./laundry\"\n",
            "import { Wash, done } from \"./laundry\"\n",
        ]));
    }
    if random.one_in(2) {
        text.push_str(random.pick(&[
            "machine \"M\"\n\n",
            "machine \"M\" { limit: 3 }\n",
            "@Version(\"1\")\nmachine \"M\"\n",
        ]));
    }
    block(random, &mut text, 0, end);
    if is_split {
        let _ = writeln!(text, "a -> Wash{end}");
    }
    let mut texts = vec![("machine.dygram".to_owned(), text)];
    if is_split {
        let laundry = "task Wash \"Wash it\" { prompt: \"Wash {{ Tub.hot }}\" }\ncontext Tub { hot: true }\n\
                       tools {\n  task Rinse\n}\nevent done, paid\nWash -> tools.Rinse\n\
                       Wash -on: done-> tools.Rinse\n";
        texts.push(("laundry.dygram".to_owned(), laundry.to_owned()));
    }
    texts
}

fn block(random: &mut Random, text: &mut String, depth: usize, end: &str) {
    let indent = "  ".repeat(depth);
    let mut names: Vec<&str> = Vec::new();
    for _ in 0..1 + random.below(5) {
        let kind = random.pick(KINDS);
        let name = random.pick(NAMES);
        if names.contains(&name) {
            continue;
        }
        names.push(name);
        if random.one_in(8) {
            let _ = writeln!(text, "{indent}// about {name}");
        }
        let word = if kind.is_empty() { String::new() } else { format!("{kind} ") };
        let title = random.pick(&["", " \"The title\"", " \"At {{ C.x }}\"", " 'It''"]).replace("'It''", "'It'");
        let mark = random.pick(&["", "", " @retry(2)", " @Hot"]);
        let comment = random.pick(COMMENTS);
        match random.below(7) {
            0 if depth < 2 => {
                let _ = writeln!(text, "{indent}{word}{name}{title}{mark} {{{comment}");
                if comment.starts_with(" //") || random.one_in(2) {
                    text.push('\n');
                }
                block(random, text, depth + 1, end);
                let _ = writeln!(text, "{indent}}}");
            }
            1 => {
                let _ = writeln!(
                    text,
                    "{indent}{word}{name}{title}{mark} {{ prompt: \"Use {{{{ C.x }}}} or b\"; n: 1 }}{comment}"
                );
            }
            2 => {
                let _ = writeln!(
                    text,
                    "{indent}{word}{name}{title}{mark} {{\n{indent}  prompt: \"Two\n lines\"\n{indent}  uses: a\n{indent}}}"
                );
            }
            3 if !kind.is_empty() => {
                let other = random.pick(NAMES);
                let more = if names.contains(&other) { String::new() } else { format!(", {other}{mark}") };
                if !more.is_empty() {
                    names.push(other);
                }
                let _ = writeln!(text, "{indent}{word}{name}{title}{more}{end}{comment}");
            }
            _ => {
                let _ = writeln!(text, "{indent}{word}{name}{title}{mark}{end}{comment}");
            }
        }
    }
    if depth == 0 {
        text.push_str(
            "context C { x<number>: 1; y: true }\ncontext D {\n  y<'a' | 'b'>: 'a' // first\n  z<string?>\n}\n",
        );
        if random.one_in(2) {
            text.push_str("context Log @shared { entries: [] }\n");
        }
    }
    if random.one_in(if depth == 0 { 2 } else { 8 }) {
        let event = random.pick(EVENTS);
        let _ = writeln!(text, "{indent}{}{}", event.replace('\n', &format!("\n{indent}")), random.pick(COMMENTS));
    }
    if random.one_in(2) {
        text.push('\n');
    }
    for _ in 0..random.below(6) {
        if random.one_in(8) {
            let _ = writeln!(text, "{indent}// then");
        }
        let ends = |random: &mut Random| -> String {
            let one = random.pick(NAMES).to_owned();
            if random.one_in(4) { format!("{one}, {}", random.pick(NAMES)) } else { one }
        };
        let comment = random.pick(COMMENTS);
        match random.below(8) {
            0 if depth > 0 => {
                let target = ends(random);
                let _ = writeln!(text, "{indent}{}", format_args!("{} {target};{comment}", random.pick(LABELS)));
            }
            1 => {
                let verbs = ["reads", "writes", "reads: x, y", "writes: y", "asks", "asks: y", "asks: x, y"];
                let (verb, context) = (random.pick(&verbs), random.pick(&CONTEXTS[..2]));
                let _ = writeln!(text, "{indent}{} -{verb}-> {context}{end}{comment}", random.pick(NAMES));
            }
            2 => {
                let _ = writeln!(text, "{indent}note {} \"Mind {{{{ C.x }}}}\"{end}", random.pick(NAMES));
            }
            _ => {
                let mut line = format!("{indent}{}", ends(random));
                for _ in 0..1 + random.below(3) {
                    let target = ends(random);
                    let _ = write!(line, " {} {target}", random.pick(LABELS));
                }
                let tail = random.pick(TAILS);
                let stop = if tail.ends_with('}') { "" } else { end };
                let _ = writeln!(text, "{line}{tail}{stop}{comment}");
            }
        }
    }
}

/// An op on a machine; `None` where the one that was chosen has nothing to be about.
pub fn op(machine: &Machine, said: &Meaning, random: &mut Random) -> Option<Op> {
    let ids: Vec<&String> = said.nodes.keys().collect();
    let node =
        |random: &mut Random| -> Option<String> { (!ids.is_empty()).then(|| ids[random.below(ids.len())].clone()) };
    let events: Vec<&str> = machine.events.iter().map(|event| &*machine.nodes[event.node].id).collect();
    let contexts = machine.contexts.iter().map(|context| &*machine.nodes[context.node].id);
    let contexts: Vec<&str> = contexts.chain(events.iter().copied()).collect();
    let context =
        |random: &mut Random| (!contexts.is_empty()).then(|| contexts[random.below(contexts.len())].to_owned());
    let keys: Vec<String> = said
        .edges
        .iter()
        .flat_map(|(source, edges)| {
            edges.iter().enumerate().map(move |(at, edge)| {
                let same = edges.iter().take(at).filter(|other| other["targetId"] == edge["targetId"]).count();
                format!("{source}>{}#{same}", edge["targetId"].as_str().unwrap())
            })
        })
        .collect();
    let edge = |random: &mut Random| -> Option<EdgeName> {
        let key = (!keys.is_empty()).then(|| keys[random.below(keys.len())].clone())?;
        Some(EdgeName { key, label: None })
    };
    let field = |random: &mut Random, context: &str| -> Option<String> {
        let list: Vec<&str> =
            said.nodes[context]["attributes"].as_array()?.iter().filter_map(|own| own["name"].as_str()).collect();
        (!list.is_empty()).then(|| list[random.below(list.len())].to_owned())
    };
    let value = |random: &mut Random| -> Written {
        let texts = [
            "\"text\"",
            "3",
            "true",
            "[1, \"x\"]",
            "{\"k\": \"v\", \"a b\": [null]}",
            "\"It's \\\"so\\\"\\n{{ C.x }}\"",
        ];
        match random.below(8) {
            0 => Written::Source("30s".to_owned()),
            at => Written::Json(Json::parse(texts[at % texts.len()]).unwrap_or(Json::Leaf(Value::Null))),
        }
    };
    let fresh = |random: &mut Random| format!("{}{}", random.pick(&["new", "other", "a"]), random.below(50));
    let own = |text: &str| Some(text.to_owned());
    let some = |random: &mut Random, text: &str| random.below(4).checked_sub(1).map(|_| text.to_owned());
    Some(match random.below(20) {
        0 | 1 => Op::AddNode {
            kind: own(random.pick(&["task", "state", "end", "context", "event"])),
            name: if random.one_in(2) { Some(fresh(random)) } else { None },
            title: None,
            inside: if random.one_in(3) { node(random) } else { None },
            after: None,
        },
        2 => Op::AddNode { kind: own("task"), name: None, title: None, inside: None, after: node(random) },
        3 => Op::Connect(Connection {
            from: node(random)?,
            to: node(random)?,
            link: [Link::Flow, Link::Catch, Link::Async][random.below(3)],
            label: if random.one_in(3) { own("no, thanks") } else { None },
            when: if random.one_in(3) { own("1 < 2") } else { None },
            fields: Vec::new(),
            event: None,
            duration: None,
        }),
        4 => {
            let to = context(random)?;
            let fields = if random.one_in(2) { field(random, &to).into_iter().collect() } else { Vec::new() };
            let link = [Link::Reads, Link::Writes, Link::Asks][random.below(3)];
            let (label, when, event, duration) = (None, None, None, None);
            Op::Connect(Connection { from: node(random)?, to, link, label, when, fields, event, duration })
        }
        5 => Op::SetTitle { node: node(random)?, title: some(random, "A \"new\" title") },
        6 => Op::SetKind { node: node(random)?, kind: some(random, random_kind(said)) },
        7 => {
            let node = node(random)?;
            let key = match random.below(3) {
                0 => "prompt".to_owned(),
                1 => field(random, &node).filter(|key| !key.contains([' ', '-'])).unwrap_or_else(|| "extra".to_owned()),
                _ => "@retry".to_owned(),
            };
            let value = match (random.one_in(3), key.starts_with('@')) {
                (true, _) => None,
                (_, true) => Some(Written::Source("3".to_owned())),
                _ => Some(value(random)),
            };
            Op::SetAttribute { node, key, value }
        }
        8 => Op::SetLabel { edge: edge(random)?, label: some(random, random_label(said)) },
        9 => Op::SetCondition { edge: edge(random)?, expr: some(random, "2 > 1 || false") },
        10 => {
            let (from, to) = (random.one_in(2).then(|| node(random)).flatten(), node(random));
            Op::Retarget { edge: edge(random)?, from, to }
        }
        11 => Op::AddField {
            context: context(random)?,
            name: fresh(random),
            kind: random.one_in(2).then(|| "string?".to_owned()),
            value: random.one_in(2).then(|| value(random)),
        },
        12 => {
            let context = context(random)?;
            let name = field(random, &context)?;
            let kind = if random.one_in(2) { Change::Set("any".to_owned()) } else { Change::Keep };
            Op::SetField { context, name, kind, value: Change::Set(value(random)) }
        }
        13 => {
            let context = context(random)?;
            let name = field(random, &context)?;
            if random.one_in(2) {
                Op::RemoveField { context, name }
            } else {
                Op::RenameField { context, name, to: fresh(random) }
            }
        }
        17 => Op::Connect(Connection {
            from: node(random)?,
            to: node(random)?,
            link: [Link::OnEvent, Link::Timer][random.below(2)],
            label: if random.one_in(3) { own("go") } else { None },
            when: if random.one_in(3) { own("C.x > 1") } else { None },
            fields: Vec::new(),
            event: own(random.pick(&["paid", "bill.sent", "other"])),
            duration: own(random.pick(&["2d", "30 s", "PT5M"])),
        }),
        // Events are few among the nodes.
        18 if events.is_empty() => return None,
        18 => {
            let node = random.pick(&events).to_owned();
            match random.below(5) {
                0 => Op::Rename { node, name: fresh(random) },
                1 => Op::SetTitle { node, title: some(random, "What came") },
                2 => Op::Remove { nodes: vec![node], edges: Vec::new() },
                3 => {
                    let value = random.one_in(2).then(|| value(random));
                    Op::SetAttribute { node, key: "stub".to_owned(), value }
                }
                _ => Op::AddField { context: node, name: fresh(random), kind: own("number?"), value: None },
            }
        }
        14 => Op::Rename { node: node(random)?, name: fresh(random) },
        15 => {
            let module = if random.one_in(3) { None } else { node(random) };
            Op::MoveInto { nodes: vec![node(random)?], module }
        }
        16 if random.one_in(2) => Op::Ungroup { node: node(random)? },
        16 => {
            let first = node(random)?;
            let block = first.rsplit_once('.').map_or("", |(block, _)| block);
            let siblings = ids.iter().filter(|id| id.rsplit_once('.').map_or("", |(block, _)| block) == block);
            let nodes: Vec<String> =
                siblings.filter(|id| ***id == first || random.one_in(2)).map(|id| (*id).clone()).collect();
            Op::Group { nodes, name: fresh(random) }
        }
        _ => {
            let nodes: Vec<String> = (0..random.below(3)).filter_map(|_| node(random)).collect();
            let edges: Vec<EdgeName> = (0..random.below(3)).filter_map(|_| edge(random)).collect();
            Op::Remove { nodes, edges }
        }
    })
}

fn random_kind(said: &Meaning) -> &'static str {
    ["task", "state", "process"][said.nodes.len() % 3]
}

fn random_label(said: &Meaning) -> &'static str {
    ["go", "It's done", "no, thanks", "x > 1", "3h"][said.edges.len() % 5]
}
