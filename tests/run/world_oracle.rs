//! An interpreter of world.md 1 to 4 that knows nothing of the core, and random runs in which both do the same.
//!
//! Its machines have two start paths, a module, forms, events, timers and `@set`, but no agents, forks or joins.

use std::fmt::Write;

use proptest::prelude::*;
use tracklight::json::to_string;
use tracklight::machine::Machine;
use tracklight::run::agent::requests::Answer;
use tracklight::run::{Action, PathId, StartOptions, Timeline};
use tracklight::schema::Json;
use tracklight::value::{Map, Value};

use super::play::Play;
use crate::counts;

const NAMES: [&str; 7] = ["s0", "s1", "s2", "m.start", "m.a", "m.b", "m"];
const MODULE: usize = 6;
const EVENTS: [&str; 2] = ["go", "halt"];
/// The greatest value of `C.n`.
const MOST: i64 = 12;

#[derive(Clone, Debug)]
enum When {
    Plain,
    AtLeast(i64),
    Declined,
    Event(usize, Option<i64>),
    After(u64, Option<i64>),
}

#[derive(Clone, Debug)]
struct Edge {
    from: usize,
    to: usize,
    when: When,
    adds: i64,
    priority: i64,
}

#[derive(Clone, Debug)]
struct Plan {
    edges: Vec<Edge>,
    /// What each node adds to `C.n` on entry.
    adds: [i64; 6],
    asks: [bool; 6],
}

fn plans() -> impl Strategy<Value = Plan> {
    let limit = || prop::option::of(0..6_i64);
    let when = prop_oneof![
        3 => Just(When::Plain),
        2 => (0..6_i64).prop_map(When::AtLeast),
        1 => Just(When::Declined),
        4 => (0..2_usize, limit()).prop_map(|(name, least)| When::Event(name, least)),
        4 => (1..9_u64, limit()).prop_map(|(time, least)| When::After(time * 500, least)),
    ];
    let edge = (0..7_usize, 0..7_usize, when, 0..3_i64, 1..4_i64).prop_map(|(from, to, when, adds, priority)| Edge {
        from,
        to,
        when,
        adds,
        priority,
    });
    let adds = prop::array::uniform6(prop_oneof![4 => Just(0), 1 => Just(1_i64)]);
    let asks = prop::array::uniform6(prop::bool::weighted(0.25));
    (prop::collection::vec(edge, 2..14), adds, asks).prop_map(|(edges, adds, asks)| Plan { edges, adds, asks })
}

impl Plan {
    fn source(&self) -> String {
        let mut text = format!("context C {{ n<Integer> @maximum({MOST}): 0 }}\ncontext D {{ v<Integer> }}\n");
        for (at, (name, adds)) in NAMES.iter().zip(self.adds).enumerate() {
            let set = if adds == 0 { String::new() } else { format!(" @set(C.n: C.n + {adds})") };
            let (kind, end) = (if at < 2 { "init" } else { "state" }, if at == 5 { "\n}" } else { "" });
            text += if at == 3 { "state m {\n" } else { "" };
            writeln!(text, "{kind} {}{set}{end}", name.trim_start_matches("m.")).unwrap();
        }
        for Edge { from, to, when, adds, priority } in &self.edges {
            let label = match when {
                When::Plain => String::new(),
                When::AtLeast(least) => format!("when: \"C.n >= {least}\" "),
                When::Declined => "when: \"declined\" ".to_owned(),
                When::Event(name, None) => format!("on: {} ", EVENTS[*name]),
                When::Event(name, Some(least)) => format!("on: {}; when: \"event.data >= {least}\" ", EVENTS[*name]),
                When::After(time, None) => format!("after: {time}ms "),
                When::After(time, Some(least)) => format!("after: {time}ms; when: \"C.n >= {least}\" "),
            };
            let event = if matches!(when, When::Event(..)) { " + event.data" } else { "" };
            let set = if *adds == 0 { String::new() } else { format!(" @set(C.n: C.n + {adds}{event})") };
            writeln!(text, "{} -{label}@priority({priority}){set}-> {}", NAMES[*from], NAMES[*to]).unwrap();
        }
        for (name, _) in NAMES.iter().zip(self.asks).filter(|(_, asks)| *asks) {
            writeln!(text, "{name} -asks-> D").unwrap();
        }
        text
    }

    /// The edges that begin at a node and pass, by priority, then source order.
    fn from(&self, node: usize, passes: impl Fn(&When) -> bool) -> Vec<usize> {
        let mut found: Vec<usize> =
            (0..self.edges.len()).filter(|at| self.edges[*at].from == node && passes(&self.edges[*at].when)).collect();
        found.sort_by_key(|at| self.edges[*at].priority);
        found
    }
}

fn is_timer(when: &When) -> bool {
    matches!(when, When::After(..))
}

fn is_exit(when: &When) -> bool {
    !is_timer(when) && !matches!(when, When::Event(..))
}

fn is_inside(node: usize) -> bool {
    (3..6).contains(&node)
}

/// A node and the module around it.
fn outwards(node: usize) -> Vec<usize> {
    if is_inside(node) { vec![node, MODULE] } else { vec![node] }
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Status {
    Active,
    AwaitingAnswers,
    AwaitingEvent,
    Blocked,
    Completed,
    Failed,
}

#[derive(Clone, Debug)]
struct Path {
    id: u32,
    node: usize,
    /// It has entered its node.
    entered: bool,
    status: Status,
    n: i64,
    v: Option<i64>,
    requests: u32,
    open: bool,
    /// How the question of this visit was answered.
    answered: Option<bool>,
    last_event: Option<(usize, i64)>,
    /// Edge, start, and whether it is spent.
    timers: Vec<(usize, u64, bool)>,
}

impl Path {
    fn is_live(&self) -> bool {
        !matches!(self.status, Status::Completed | Status::Failed)
    }
}

/// What leaving a node comes to.
enum Way {
    Take(usize),
    Ambiguous,
    NoTransition,
    End,
}

struct Interpreter<'a> {
    plan: &'a Plan,
    paths: Vec<Path>,
    clock: u64,
    log: Vec<String>,
}

impl<'a> Interpreter<'a> {
    fn new(plan: &'a Plan) -> Self {
        let mut interpreter = Interpreter { plan, paths: Vec::new(), clock: 0, log: Vec::new() };
        for node in 0..2 {
            let mut path = Path {
                id: node as u32 + 1,
                node,
                entered: false,
                status: Status::Active,
                n: 0,
                v: None,
                requests: 0,
                open: false,
                answered: None,
                last_event: None,
                timers: Vec::new(),
            };
            interpreter.arrive(&mut path, node, None);
            interpreter.paths.push(path);
        }
        interpreter
    }

    fn tell(&mut self, path: &Path, what: impl AsRef<str>) {
        self.log.push(format!("{} {}", path.id, what.as_ref()));
    }

    fn arrive(&mut self, path: &mut Path, to: usize, from: Option<usize>) {
        path.node = if to == MODULE { 3 } else { to };
        (path.entered, path.status, path.answered) = (false, Status::Active, None);
        let stayed = from.is_some_and(is_inside) && to != MODULE;
        let kept: Vec<_> =
            path.timers.iter().copied().filter(|timer| stayed && self.plan.edges[timer.0].from == MODULE).collect();
        path.timers.clear();
        for at in outwards(path.node) {
            if at == MODULE && stayed {
                path.timers.extend(&kept);
            } else {
                path.timers.extend(self.plan.from(at, is_timer).into_iter().map(|edge| (edge, self.clock, false)));
            }
        }
    }

    /// Adds to `C.n`. False if the path fails by it.
    fn add(&mut self, path: &mut Path, adds: i64) -> bool {
        if path.n + adds > MOST {
            self.tell(path, "visitFailed");
            if std::mem::take(&mut path.open) {
                self.tell(path, "requestLapsed ended");
            }
            path.status = Status::Failed;
            self.tell(path, "pathFailed");
            return false;
        }
        if adds != 0 {
            path.n += adds;
            self.tell(path, "contextWritten set");
        }
        true
    }

    fn enter(&mut self, path: &mut Path) -> bool {
        path.entered = true;
        self.tell(path, format!("nodeEntered {}", NAMES[path.node]));
        self.add(path, self.plan.adds[path.node])
    }

    fn run(&mut self, path: &mut Path) {
        if !path.entered {
            if !self.enter(path) {
                return;
            }
            if self.plan.asks[path.node] {
                (path.requests, path.open, path.status) = (path.requests + 1, true, Status::AwaitingAnswers);
                return self.tell(path, "requestOpened");
            }
        }
        let (way, evaluated) = self.way(path);
        evaluated.iter().for_each(|line| self.tell(path, line));
        match way {
            Way::Take(edge) => self.cross(path, edge, None),
            other => self.stand(path, &other),
        }
    }

    fn stand(&mut self, path: &mut Path, way: &Way) {
        if self.can_wait(path, way) {
            path.status = Status::AwaitingEvent;
        } else if matches!(way, Way::End) {
            path.status = Status::Completed;
            self.tell(path, "pathCompleted");
        } else {
            path.status = Status::Blocked;
            let reason = if matches!(way, Way::Ambiguous) { "ambiguous" } else { "noTransition" };
            self.tell(path, format!("blocked {reason}"));
        }
    }

    fn can_wait(&self, path: &Path, way: &Way) -> bool {
        let counts = |node: usize| node == path.node || !matches!(way, Way::End);
        let nodes = outwards(path.node).into_iter().filter(|node| counts(*node));
        let has_event =
            nodes.flat_map(|at| self.plan.from(at, |when| matches!(when, When::Event(..)))).next().is_some();
        has_event || path.timers.iter().any(|(edge, _, spent)| !spent && counts(self.plan.edges[*edge].from))
    }

    fn way(&self, path: &Path) -> (Way, Vec<String>) {
        let own = self.plan.from(path.node, is_exit);
        let inherits = own.is_empty() && is_inside(path.node);
        let exits = if inherits { self.plan.from(MODULE, is_exit) } else { own };
        let mut evaluated = Vec::new();
        let mut plain: Vec<usize> = Vec::new();
        for at in exits {
            let holds = match self.plan.edges[at].when {
                When::AtLeast(least) => path.n >= least,
                When::Declined => path.answered == Some(false),
                _ => {
                    plain.push(at);
                    continue;
                }
            };
            evaluated.push(format!("conditionEvaluated {at} {holds}"));
            if holds {
                return (Way::Take(at), evaluated);
            }
        }
        let best = plain.first().map(|at| self.plan.edges[*at].priority);
        plain.retain(|at| Some(self.plan.edges[*at].priority) == best);
        let way = match plain.first() {
            Some(first) if plain.iter().all(|at| self.plan.edges[*at].to == self.plan.edges[*first].to) => {
                Way::Take(*first)
            }
            Some(_) => Way::Ambiguous,
            None if !evaluated.is_empty() => Way::NoTransition,
            None => Way::End,
        };
        (way, evaluated)
    }

    fn cross(&mut self, path: &mut Path, edge: usize, event: Option<(usize, i64)>) {
        let Edge { to, adds, .. } = self.plan.edges[edge].clone();
        let more = event.filter(|_| adds != 0).map_or(0, |(_, data)| data);
        if !self.add(path, adds + more) {
            return;
        }
        path.last_event = event.or(path.last_event);
        let from = path.node;
        self.arrive(path, to, Some(from));
        self.tell(path, format!("moved {edge}"));
    }

    fn interrupt(&mut self, path: &mut Path, edge: usize, event: Option<(usize, i64)>) {
        if !path.entered && !self.enter(path) {
            return;
        }
        if std::mem::take(&mut path.open) {
            self.tell(path, "requestLapsed interrupted");
        }
        path.status = Status::Active;
        self.cross(path, edge, event);
    }

    /// Does something with a path and keeps the result.
    fn with(&mut self, at: usize, act: impl FnOnce(&mut Self, &mut Path)) {
        let mut path = self.paths[at].clone();
        act(self, &mut path);
        self.paths[at] = path;
    }

    fn look_again(&mut self) {
        for at in 0..self.paths.len() {
            if !matches!(self.paths[at].status, Status::Blocked | Status::AwaitingEvent) {
                continue;
            }
            self.with(at, |this, path| match this.way(path) {
                (Way::Take(_), evaluated) => {
                    path.status = Status::Active;
                    evaluated.iter().for_each(|line| this.tell(path, line));
                    this.tell(path, "unblocked");
                }
                (way, _) if path.status == Status::AwaitingEvent && !this.can_wait(path, &way) => {
                    this.stand(path, if matches!(way, Way::End) { &Way::End } else { &Way::NoTransition });
                }
                _ => {}
            });
        }
    }

    /// Carries out an action. False if it is refused.
    fn act(&mut self, step: &Step) -> bool {
        let done = match step {
            Step::Tick => {
                let active: Vec<usize> =
                    (0..self.paths.len()).filter(|at| self.paths[*at].status == Status::Active).collect();
                active.iter().for_each(|at| self.with(*at, |this, path| this.run(path)));
                !active.is_empty()
            }
            Step::Send(name, data) => self.send(*name, *data),
            Step::Elapse(time) => self.elapse(*time),
            Step::Answer(at, value) => {
                let is_open = self.paths[*at].open;
                if is_open {
                    self.with(*at, |this, path| {
                        this.tell(path, format!("requestAnswered {}", value.is_some()));
                        if value.is_some() && path.v != *value {
                            path.v = *value;
                            this.tell(path, "contextWritten answer");
                        }
                        (path.open, path.answered, path.status) = (false, Some(value.is_some()), Status::Active);
                    });
                }
                is_open
            }
        };
        if done {
            self.look_again();
        }
        done
    }

    fn send(&mut self, name: usize, data: i64) -> bool {
        let mut receivers = Vec::new();
        for (at, path) in self.paths.iter().enumerate().filter(|(_, path)| path.is_live()) {
            let opens = |when: &When| matches!(when, When::Event(on, least) if *on == name && least.is_none_or(|least| data >= least));
            let edge = outwards(path.node).into_iter().flat_map(|node| self.plan.from(node, opens)).next();
            receivers.extend(edge.map(|edge| (at, edge)));
        }
        if receivers.is_empty() {
            return false;
        }
        let ids: Vec<String> = receivers.iter().map(|(at, _)| self.paths[*at].id.to_string()).collect();
        self.log.push(format!("eventReceived {}", ids.join(" ")));
        for (at, edge) in receivers {
            self.with(at, |this, path| this.interrupt(path, edge, Some((name, data))));
        }
        true
    }

    fn due(&self, timer: &(usize, u64, bool)) -> u64 {
        match self.plan.edges[timer.0].when {
            When::After(time, _) => timer.1 + time,
            _ => u64::MAX,
        }
    }

    fn elapse(&mut self, time: u64) -> bool {
        if !self.paths.iter().any(Path::is_live) {
            return false;
        }
        let can_fire = |path: &Path, timer: &(usize, u64, bool)| {
            let rests = path.status == Status::Active && path.entered && path.answered.is_some();
            path.is_live() && !timer.2 && !(rests && self.plan.edges[timer.0].from == path.node)
        };
        let running =
            |path: &Path| -> Vec<_> { path.timers.iter().copied().filter(|timer| can_fire(path, timer)).collect() };
        let all: Vec<Vec<(usize, u64, bool)>> = self.paths.iter().map(running).collect();
        let next = all.iter().flatten().map(|timer| self.due(timer).max(self.clock)).min();
        let end = self.clock + time;
        self.clock = next.unwrap_or(end).min(end);
        for (at, mut timers) in all.into_iter().enumerate() {
            timers.retain(|timer| self.due(timer) <= self.clock);
            timers.sort_by_key(|timer| (self.plan.edges[timer.0].priority, timer.0));
            for timer in timers {
                let due = self.due(&timer);
                let mut fires = true;
                self.with(at, |this, path| {
                    path.timers.iter_mut().filter(|one| **one == timer).for_each(|one| one.2 = true);
                    if let When::After(_, Some(least)) = this.plan.edges[timer.0].when {
                        fires = path.n >= least;
                        this.tell(path, format!("conditionEvaluated {} {fires}", timer.0));
                    }
                    if fires {
                        this.tell(path, format!("timerFired {} {due}", timer.0));
                        this.interrupt(path, timer.0, None);
                    }
                });
                if fires {
                    break;
                }
            }
        }
        true
    }

    fn state(&self) -> Vec<String> {
        let line = |path: &Path| {
            let status = match path.status {
                Status::Active => "active",
                Status::AwaitingAnswers => "awaitingAnswers",
                Status::AwaitingEvent => "awaitingEvent",
                Status::Blocked => "blocked",
                Status::Completed => "completed",
                Status::Failed => "failed",
            };
            let last = path.last_event.map(|(name, data)| format!("{} {data}", EVENTS[name])).unwrap_or_default();
            let timers: Vec<u64> = path.timers.iter().filter(|timer| !timer.2).map(|timer| self.due(timer)).collect();
            let timers = if path.is_live() { timers } else { Vec::new() };
            format!("{} {status} {} {} {last} {timers:?} {}", path.id, NAMES[path.node], path.n, self.clock)
        };
        self.paths.iter().map(line).collect()
    }
}

/// The state of the core's run in the same words.
fn state_of(play: &Play) -> Vec<String> {
    let run = play.run();
    let line = |path: &std::sync::Arc<tracklight::run::Path>| {
        let last = path.last_event.as_ref().map(|event| format!("{} {}", event.name, event.data.to_json()));
        let timers: Vec<u64> = run.running_timers(path).map(|timer| run.due(timer)).collect();
        let (status, node, id) = (path.status.word(), run.node_of(path), path.id.to_string());
        format!(
            "{id} {status} {node} {} {} {timers:?} {}",
            play.value(&id, "C.n"),
            last.unwrap_or_default(),
            run.clock_ms
        )
    };
    run.paths.values().map(line).collect()
}

/// The core's events in the same words, without those that the interpreter does not know.
fn log_of(play: &Play) -> Vec<String> {
    let line = |event: &String| {
        let json = Json::parse(event).unwrap().to_value();
        let text = |key: &str| json.get(key).map(|value| value.to_text()).unwrap_or_default();
        let edge = || text("edge").trim_start_matches('e').to_owned();
        let kind = text("kind");
        let more = match &*kind {
            "nodeEntered" => text("node"),
            "contextWritten" => text("source"),
            "requestLapsed" | "blocked" => text("reason"),
            "requestAnswered" => text("ok"),
            "conditionEvaluated" => format!("{} {}", edge(), text("result")),
            "moved" => edge(),
            "timerFired" => format!("{} {}", edge(), text("due")),
            "eventReceived" => {
                let paths = json.get("paths").and_then(Value::as_list)?.iter().map(Value::to_text);
                return Some(format!("eventReceived {}", paths.collect::<Vec<_>>().join(" ")));
            }
            "requestOpened" | "visitFailed" | "pathFailed" | "pathCompleted" | "unblocked" => String::new(),
            _ => return None,
        };
        Some(format!("{} {kind} {more}", text("path")).trim_end().to_owned())
    };
    play.log().iter().filter_map(line).collect()
}

#[derive(Clone, Debug)]
enum Step {
    Tick,
    Send(usize, i64),
    Elapse(u64),
    Answer(usize, Option<i64>),
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => Just(Step::Tick),
        3 => (0..2_usize, 0..6_i64).prop_map(|(name, data)| Step::Send(name, data)),
        3 => (1..5_000_u64).prop_map(Step::Elapse),
        4 => (0..2_usize, prop::option::of(0..3_i64)).prop_map(|(at, value)| Step::Answer(at, value)),
    ]
}

fn action(step: &Step, interpreter: &Interpreter) -> Action {
    match step {
        Step::Tick => Action::Step { idle: false },
        Step::Send(name, data) => {
            Action::Send { name: EVENTS[*name].to_owned(), data: Value::from(*data as f64), path: None }
        }
        Step::Elapse(milliseconds) => Action::Elapse { milliseconds: *milliseconds },
        Step::Answer(at, value) => {
            let path = &interpreter.paths[*at];
            let answer = match value {
                Some(value) => Answer::Values(Map::unit("v".into(), Value::from(*value as f64))),
                None => Answer::Declined("no".into()),
            };
            let request = format!("req-{}-{}", PathId::start(path.id), path.requests);
            Action::Answer { request, answer, auto: false }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(2000), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn the_core_does_what_an_interpreter_of_its_own_does(
        plan in plans(),
        steps in prop::collection::vec(steps(), 1..40),
    ) {
        let source = plan.source();
        let mut play = Play(Timeline::start(Machine::parse(&source), &StartOptions::default()));
        let mut interpreter = Interpreter::new(&plan);
        for step in &steps {
            let asked = action(step, &interpreter);
            let (theirs, ours) = (interpreter.act(step), play.act(asked));
            prop_assert_eq!(ours.is_ok(), theirs, "{:?}: {:?}\n{}", step, ours.map_err(|one| to_string(&one)), &source);
            prop_assert_eq!(state_of(&play), interpreter.state(), "{:?}\n{}", step, &source);
        }
        prop_assert_eq!(log_of(&play), interpreter.log, "{}", &source);
    }
}
