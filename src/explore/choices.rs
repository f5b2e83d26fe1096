//! What the outside can do to a run: every reply, answer, event and time that makes a difference.

use std::sync::Arc;

use crate::explore::key::is_ordered;
use crate::explore::reads::{Reads, Slot, stored};
use crate::explore::values::{Candidates, candidates, combinations, sample};
use crate::machine::Machine;
use crate::machine::model::{Builtin, ContextIdx, EdgeIdx, NodeIdx};
use crate::quick::{Map, Set};
use crate::run::agent::call::{AgentReply, Call, ReplyTurn};
use crate::run::agent::requests::Answer;
use crate::run::agent::tool::ToolKind;
use crate::run::state::outcome::TestResult;
use crate::run::state::{AgentId, InfoRequest, ReceivedEvent};
use crate::run::step::awaited::{awaited_events, event_exits, running_timers};
use crate::run::step::failure::retries;
use crate::run::step::names::test_condition_with;
use crate::run::{Action, AgentRequest, Path, Run, Status};
use crate::schema::Schema;
use crate::value::{Map as Fields, Value};

/// The most combinations of values of one choice.
const MAX_COMBINATIONS: usize = 64;
/// The most spawn tools of which every subset is tried.
const MAX_SPAWNS: usize = 3;

/// One thing that the outside does.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The actions, in order.
    pub actions: Vec<Action>,
    /// What they mean.
    pub what: What,
    /// It is a fault of an agent.
    pub is_fault: bool,
}

/// A value that is given for a field.
pub type Given = (Slot, Value);

/// What a choice means.
#[derive(Clone, Debug)]
pub enum What {
    /// All active paths move, or a join waits.
    Step,
    /// An agent replies.
    Reply {
        /// Its node.
        node: NodeIdx,
        /// What it writes.
        writes: Vec<Given>,
        /// Where it goes.
        target: Option<NodeIdx>,
        /// Where it starts paths.
        spawns: Vec<NodeIdx>,
        /// What it does not write, although a condition needs it.
        unset: Vec<Slot>,
        /// It chooses no transition, although its node needs one.
        lacks_choice: bool,
    },
    /// An agent fails.
    Failure {
        /// Its node.
        node: NodeIdx,
        /// How.
        how: Fault,
        /// The code of its error.
        code: Option<Arc<str>>,
    },
    /// A person answers.
    Answer {
        /// The node that asks.
        node: Arc<str>,
        /// A text, for a question.
        text: Option<Arc<str>>,
        /// Values, for a form.
        values: Vec<Given>,
        /// No answer is given.
        declines: bool,
    },
    /// An event comes.
    Event {
        /// Its name.
        name: Arc<str>,
        /// What it brings, as far as something reads it.
        data: Option<Value>,
    },
    /// Time passes.
    Elapse {
        /// Milliseconds.
        ms: u64,
    },
}

/// How an agent fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One attempt fails.
    Attempt,
    /// All attempts of the visit fail.
    Visit,
    /// Its last call is rejected.
    Rejected,
}

/// The choices of one run.
#[derive(Default)]
pub struct Choices {
    /// Those that are always tried.
    pub first: Vec<Choice>,
    /// Those that are tried only if all others lead to states that were explored before.
    pub rest: Vec<Choice>,
    /// The results of conditions of event edges.
    pub tested: Vec<(EdgeIdx, TestResult)>,
    /// Fields of which not all values that matter are tried.
    pub cut: Vec<Slot>,
}

/// Makes the choices of the runs of one machine.
pub struct Chooser {
    /// The order in which agents reply always makes a difference.
    is_ordered: bool,
    /// Whether a slot is needed by a condition that a path can reach from a node before another node writes it.
    needed: Map<(NodeIdx, Slot), bool>,
}

impl Chooser {
    /// Reads from a machine what its choices need.
    pub fn new(machine: &Machine, reads: &Reads) -> Self {
        let is_shared = |slot: &Slot| matches!(slot, Slot::Field(context, _) if machine.contexts[*context].shared);
        let strategy = machine.annotation(&["errorHandling"]).and_then(|rule| rule.value.as_ref());
        let fails_fast = strategy.and_then(Value::as_str).is_some_and(|word| word.eq_ignore_ascii_case("fail-fast"));
        let is_ordered = fails_fast
            || reads.slots.keys().any(is_shared)
            || machine.control.joins().iter().any(|join| join.timeout.is_some())
            || [Builtin::ErrorCount, Builtin::Round, Builtin::Clock].into_iter().any(|name| reads.has(name));
        Chooser { is_ordered, needed: Map::default() }
    }

    /// The choices of a run that has not ended, with so many faults left.
    pub fn choices(&mut self, reads: &Reads, run: &Run, faults: u32) -> Choices {
        let mut choices = Choices::default();
        let is_active = run.live().any(|path| path.status == Status::Active);
        let waits = |path: &Arc<Path>| path.parked().is_some_and(|parked| run.has_timeout(&parked.join));
        if is_active {
            choices.first.push(Choice::step(false));
        } else if run.live().any(waits) {
            choices.first.push(Choice::step(true));
        }
        let mut outside = Vec::new();
        let mut others = Vec::new();
        let asked: Vec<&Arc<Path>> = run.live().filter(|path| path.asked().is_some()).collect();
        let all = is_active || self.has_order(run);
        for (at, path) in asked.into_iter().enumerate() {
            let list = if at == 0 || all { &mut outside } else { &mut others };
            self.replies(reads, run, path, faults, list, &mut choices.cut);
        }
        let questions = run.requests.values().filter(|request| request.is_open() && request.required);
        for (at, request) in questions.enumerate() {
            let list = if at == 0 || all { &mut outside } else { &mut others };
            answers(reads, run, request, list, &mut choices.cut);
        }
        events(reads, run, &mut outside, &mut choices);
        let next = running_timers(run, None).into_iter().map(|timer| timer.left.max(1)).min();
        outside.extend(next.map(|ms| Choice {
            actions: vec![Action::Elapse { milliseconds: ms }],
            what: What::Elapse { ms },
            is_fault: false,
        }));
        if is_active {
            choices.rest = outside;
        } else {
            choices.first.extend(outside);
        }
        choices.rest.extend(others);
        choices
    }

    /// True if it makes a difference which of several agents or people comes first.
    fn has_order(&self, run: &Run) -> bool {
        let control = &run.machine.control;
        self.is_ordered
            || run.live().any(|path| {
                control.joins().iter().any(|join| is_ordered(join) && control.reaches(path.node, join))
                    || event_exits(run, path).next().is_some()
                    || run.running_timers(path).next().is_some()
            })
    }

    fn replies(
        &mut self,
        reads: &Reads,
        run: &Run,
        path: &Arc<Path>,
        faults: u32,
        found: &mut Vec<Choice>,
        cut: &mut Vec<Slot>,
    ) {
        let Some(request) = AgentRequest::of(run, path) else { return };
        let (id, node, machine) = (request.id().clone(), path.node, &run.machine);
        let tools = request.tools();
        let mut fields: Vec<(Slot, &Arc<str>, Vec<Value>)> = Vec::new();
        let mut targets: Vec<(&Arc<str>, NodeIdx)> = Vec::new();
        let mut spawns: Vec<(&Arc<str>, NodeIdx)> = Vec::new();
        for tool in &tools {
            match &tool.kind {
                ToolKind::Transition { target, .. } => targets.push((&tool.name, *target)),
                ToolKind::Spawn { exit, .. } => spawns.push((&tool.name, exit.to)),
                ToolKind::Write(context, allowed) => {
                    for slot in reads.slots.keys() {
                        let Slot::Field(of, name) = slot else { continue };
                        if of != context || !allowed.allow(name) {
                            continue;
                        }
                        let tried = of_field(reads, run, path, slot);
                        cut.extend(tried.is_cut.then(|| slot.clone()));
                        let present = stored(run, run.map_of(path, *context), slot);
                        let others = tried.values.into_iter().filter(|value| Some(value) != present).collect();
                        fields.push((slot.clone(), &tool.name, others));
                    }
                }
                _ => {}
            }
        }
        let sizes: Vec<usize> = fields.iter().map(|(_, _, values)| values.len() + 1).collect();
        let (combined, is_cut) = combinations(&sizes, MAX_COMBINATIONS);
        if is_cut {
            cut.extend(fields.iter().map(|(slot, ..)| slot.clone()));
        }
        let may_write: Vec<&Slot> = fields.iter().map(|(slot, ..)| slot).collect();
        let missing: Vec<Slot> =
            may_write.into_iter().filter(|slot| is_missing(reads, run, path, slot)).cloned().collect();
        for picks in combined {
            let mut writes: Vec<(Slot, &Arc<str>, Value)> = Vec::new();
            for ((slot, tool, values), pick) in fields.iter().zip(picks) {
                let value = pick.checked_sub(1).and_then(|at| values.get(at));
                writes.extend(value.map(|value| (slot.clone(), *tool, value.clone())));
            }
            for started in subsets(&spawns) {
                for target in [None].into_iter().chain(targets.iter().copied().map(Some)) {
                    let from = target.map(|(_, target)| target);
                    let is_needed = |slot: &&Slot| {
                        !writes.iter().any(|(written, ..)| written == *slot)
                            && self.is_needed(reads, machine, from.unwrap_or(node), from.is_none(), slot)
                    };
                    let unset: Vec<Slot> = missing.iter().filter(is_needed).cloned().collect();
                    found.push(Choice {
                        actions: vec![reply(&id, &writes, &started, target.map(|(name, _)| name))],
                        is_fault: !unset.is_empty(),
                        what: What::Reply {
                            node,
                            writes: writes.iter().map(|(slot, _, value)| (slot.clone(), value.clone())).collect(),
                            target: from,
                            spawns: started.iter().map(|(_, node)| *node).collect(),
                            unset,
                            lacks_choice: false,
                        },
                    });
                }
            }
        }
        if faults > 0 {
            failures(reads, run, path, &id, found);
        }
    }

    /// True if a path that leaves a node, or comes to it, can meet a condition that needs a field before another node
    /// writes it.
    fn is_needed(&mut self, reads: &Reads, machine: &Machine, node: NodeIdx, leaves: bool, slot: &Slot) -> bool {
        let key = (node, slot.clone());
        if let Some(known) = self.needed.get(&key).filter(|_| leaves) {
            return *known;
        }
        let control = &machine.control;
        let Slot::Field(context, name) = slot else { return false };
        let writes = |node: NodeIdx| {
            control.work(node).is_agent_work()
                && control.right(node, *context).is_some_and(|right| right.write.allow(name))
        };
        let mut seen: Set<NodeIdx> = Set::default();
        let mut open = vec![(node, leaves)];
        let mut found = false;
        while let Some((node, leaves)) = open.pop() {
            let node = if leaves { node } else { control.entered(node) };
            if !seen.insert(node) || (!leaves && writes(node)) {
                continue;
            }
            let exits = control.effective(node);
            let needs = |edge: EdgeIdx| reads.needed.get(&edge).is_some_and(|slots| slots.contains(slot));
            if exits.iter().any(|exit| needs(exit.edge)) {
                found = true;
                break;
            }
            open.extend(exits.iter().map(|exit| (exit.to, false)));
        }
        if leaves {
            self.needed.insert(key, found);
        }
        found
    }
}

impl What {
    /// True for a reply or an answer that gives or chooses something.
    pub fn is_telling(&self) -> bool {
        match self {
            What::Reply { writes, target, spawns, unset, lacks_choice, .. } => {
                *lacks_choice || target.is_some() || !(writes.is_empty() && spawns.is_empty() && unset.is_empty())
            }
            What::Answer { text, values, declines, .. } => *declines || text.is_some() || !values.is_empty(),
            _ => false,
        }
    }
}

impl Choice {
    fn step(idle: bool) -> Self {
        Choice { actions: vec![Action::Step { idle }], what: What::Step, is_fault: false }
    }
}

/// True for a field without a value that is not made for having none.
fn is_missing(reads: &Reads, run: &Run, path: &Path, slot: &Slot) -> bool {
    let Slot::Field(context, name) = slot else { return false };
    let is_expected = reads.slots.get(slot).is_some_and(|interest| interest.presence);
    stored(run, run.map_of(path, *context), slot).is_none()
        && !is_expected
        && !schema_of(&run.machine, *context, name).is_some_and(|schema| schema.nullable)
}

/// The schema of a field of a context.
fn schema_of<'a>(machine: &'a Machine, context: ContextIdx, name: &str) -> Option<&'a Schema> {
    match machine.field(context, name) {
        Some(field) => Some(&machine.fields[field].schema),
        None => machine.contexts[context].schema.other_keys(),
    }
}

/// The values to try for a field on a path.
fn of_field(reads: &Reads, run: &Run, path: &Path, slot: &Slot) -> Candidates {
    let Slot::Field(context, name) = slot else { return Candidates::default() };
    let (Some(interest), Some(schema)) = (reads.slots.get(slot), schema_of(&run.machine, *context, name)) else {
        return Candidates::default();
    };
    let present = |slot: &Slot| match slot {
        Slot::Field(context, _) => stored(run, run.map_of(path, *context), slot).cloned(),
        Slot::Data(_) => None,
    };
    candidates(schema, interest, present(slot).as_ref(), &present)
}

/// No tool, each, or all of them; every subset of a few.
fn subsets<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    if items.len() <= MAX_SPAWNS {
        let picked = |bits: usize| {
            items.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1).map(|(_, item)| *item).collect()
        };
        return (0..1 << items.len()).map(picked).collect();
    }
    let each = items.iter().map(|item| vec![*item]);
    [Vec::new()].into_iter().chain(each).chain([items.to_vec()]).collect()
}

fn reply(
    id: &AgentId,
    writes: &[(Slot, &Arc<str>, Value)],
    spawns: &[(&Arc<str>, NodeIdx)],
    target: Option<&Arc<str>>,
) -> Action {
    let call = |name: &Arc<str>, input: Value| Call { name: name.clone(), input: Some(input), ..Call::default() };
    let mut calls: Vec<Call> = Vec::new();
    let mut rest = writes;
    while let Some((_, tool, _)) = rest.first() {
        let (mine, after) = rest.split_at(rest.iter().take_while(|(_, other, _)| other == tool).count());
        let data: Fields = mine
            .iter()
            .filter_map(|(slot, _, value)| match slot {
                Slot::Field(_, name) => Some((name.clone(), value.clone())),
                Slot::Data(_) => None,
            })
            .collect();
        calls.push(call(tool, [("data", Value::from(data))].into_iter().collect()));
        rest = after;
    }
    calls.extend(spawns.iter().map(|(tool, _)| call(tool, Value::object())));
    calls.extend(target.map(|tool| call(tool, Value::object())));
    of_turn(id.to_string(), calls)
}

fn of_turn(request: String, calls: Vec<Call>) -> Action {
    let turns = vec![ReplyTurn { text: None, calls }];
    let reply = AgentReply::Turns { turns, is_final: true, path: None, usage: None };
    Action::Reply { request, reply, auto: false }
}

/// The ways in which the agent of a path can fail.
fn failures(reads: &Reads, run: &Run, path: &Path, id: &AgentId, found: &mut Vec<Choice>) {
    let node = path.node;
    let mut add = |how, code, actions| {
        found.push(Choice { actions, what: What::Failure { node, how, code }, is_fault: true });
    };
    let left = (retries(&run.machine, node) + 1).saturating_sub(path.attempt);
    for code in [None].into_iter().chain(reads.codes.iter().cloned().map(Some)) {
        let error = |later: u32| {
            let request = AgentId { number: id.number + later, ..id.clone() }.to_string();
            let message = "the agent call failed".into();
            let reply = AgentReply::Error { message, code: code.clone(), retryable: true, usage: None };
            Action::Reply { request, reply, auto: false }
        };
        add(Fault::Attempt, code.clone(), vec![error(0)]);
        if left > 0 {
            add(Fault::Visit, code.clone(), (0..=left).map(error).collect());
        }
    }
    if reads.has(Builtin::LastError) {
        let call = Call { name: "no_such_tool".into(), ..Call::default() };
        add(Fault::Rejected, None, vec![of_turn(id.to_string(), vec![call])]);
    }
}

/// The answers to a question.
fn answers(reads: &Reads, run: &Run, request: &InfoRequest, found: &mut Vec<Choice>, cut: &mut Vec<Slot>) {
    let mut add = |answer: Answer, text: Option<Arc<str>>, values: Vec<Given>| {
        let declines = matches!(answer, Answer::Declined(_));
        found.push(Choice {
            actions: vec![Action::Answer { request: request.id.to_string(), answer, auto: false }],
            what: What::Answer { node: request.node.clone(), text, values, declines },
            is_fault: false,
        });
    };
    match &request.form {
        None if request.options.is_empty() => add(Answer::Text("An answer".into()), None, Vec::new()),
        None => {
            for option in &request.options {
                add(Answer::Text(option.clone()), Some(option.clone()), Vec::new());
            }
        }
        Some(form) => {
            let machine = &run.machine;
            let context = machine.find(&form.context).and_then(|node| machine.context_of(node));
            let (Some(context), Some(path)) = (context, run.path(&request.id.path)) else { return };
            let mut fixed = Fields::new();
            let mut varied: Vec<(Slot, Vec<Option<Value>>)> = Vec::new();
            for field in machine.contexts[context].schema.fields() {
                if !form.fields.contains(&field.name) {
                    continue;
                }
                let slot = Slot::Field(context, field.name.clone());
                if !reads.slots.contains_key(&slot) {
                    let value = sample(&field.schema, &Default::default()).filter(|_| field.required);
                    fixed.extend(value.map(|value| (field.name.clone(), value)));
                    continue;
                }
                let tried = of_field(reads, run, path, &slot);
                cut.extend(tried.is_cut.then(|| slot.clone()));
                let absent = (!field.required).then_some(None);
                varied.push((slot, tried.values.into_iter().map(Some).chain(absent).collect()));
            }
            let sizes: Vec<usize> = varied.iter().map(|(_, values)| values.len()).collect();
            let (combined, is_cut) = combinations(&sizes, MAX_COMBINATIONS);
            if is_cut {
                cut.extend(varied.iter().map(|(slot, _)| slot.clone()));
            }
            for picks in combined {
                let values: Vec<Given> = varied
                    .iter()
                    .zip(picks)
                    .filter_map(|((slot, values), at)| Some((slot.clone(), values.get(at)?.clone()?)))
                    .collect();
                let named = values.iter().filter_map(|(slot, value)| match slot {
                    Slot::Field(_, name) => Some((name.clone(), value.clone())),
                    Slot::Data(_) => None,
                });
                let answer = fixed.clone().into_iter().chain(named).collect();
                add(Answer::Values(answer), None, values);
            }
        }
    }
    add(Answer::Declined("No answer".into()), None, Vec::new());
}

/// The events that some path awaits, with each of the data that matter.
fn events(reads: &Reads, run: &Run, found: &mut Vec<Choice>, choices: &mut Choices) {
    let any = Schema::default();
    let mut known: Vec<Arc<str>> = Vec::new();
    for awaited in awaited_events(run, None) {
        if known.contains(&awaited.name) {
            continue;
        }
        known.push(awaited.name.clone());
        let schema = awaited.schema.as_deref().unwrap_or(&any);
        let slot = Slot::Data(awaited.name.clone());
        let tried = match reads.slots.get(&slot) {
            Some(interest) => {
                // Of several paths that await the event each may compare it with its own values.
                let first = run.path(&awaited.path);
                let present = |slot: &Slot| match slot {
                    Slot::Field(context, _) => stored(run, run.map_of(first?, *context), slot).cloned(),
                    Slot::Data(_) => None,
                };
                candidates(schema, interest, None, &present)
            }
            None => {
                let value = awaited.schema.is_some().then(|| sample(schema, &Default::default())).flatten();
                Candidates { values: vec![value.unwrap_or_default()], is_cut: false }
            }
        };
        choices.cut.extend(tried.is_cut.then(|| slot.clone()));
        let matters = reads.slots.contains_key(&slot);
        for data in tried.values {
            test(run, &awaited.name, &data, &mut choices.tested);
            found.push(Choice {
                actions: vec![Action::Send { name: awaited.name.to_string(), data: data.clone(), path: None }],
                what: What::Event { name: awaited.name.clone(), data: matters.then_some(data) },
                is_fault: false,
            });
        }
    }
}

/// What the conditions of the edges say that await an event.
fn test(run: &Run, name: &Arc<str>, data: &Value, tested: &mut Vec<(EdgeIdx, TestResult)>) {
    let event = ReceivedEvent { name: name.clone(), data: data.clone() };
    for path in run.live() {
        for (exit, _) in event_exits(run, path).filter(|(_, on)| *on == name) {
            let result = test_condition_with(run, path, exit.edge, Some(&event));
            tested.extend(result.map(|result| (exit.edge, TestResult::of(&result))));
        }
    }
}
