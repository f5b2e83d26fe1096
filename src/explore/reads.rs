//! Which values matter: the fields and event data that conditions, lists of `@map`, `@set` and `@from` read, and what
//! they compare them with. Nothing else is varied or told apart.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::context::{ContextMap, store};
use crate::expr::{Purpose, Read};
use crate::machine::Machine;
use crate::machine::fan_out::Branches;
use crate::machine::join::Strategy;
use crate::machine::model::{Assignment, Binding, Bound, Builtin, ContextIdx, EdgeIdx, NodeIdx};
use crate::machine::reference::Step;
use crate::machine::written::Written;
use crate::quick::{Map, Set};
use crate::run::Run;
use crate::value::Value;

/// Rounds in which what is read of a field is passed on to the fields that it is copied from.
const MAX_ROUNDS: usize = 8;

/// Something that an agent, a person or an event gives a value for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A field of a context.
    Field(ContextIdx, Arc<str>),
    /// The data of an event.
    Data(Arc<str>),
}

/// A step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Key(Arc<str>),
    Each,
}

/// A value inside a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    slot: Slot,
    parts: Vec<Part>,
}

/// What is read of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interest {
    /// The constants it is compared with.
    pub literals: Vec<Value>,
    /// Whether it is set.
    pub presence: bool,
    /// Whether it is true.
    pub truth: bool,
    /// The numbers its size is compared with.
    pub sizes: Vec<f64>,
    /// It is a list that paths are started for.
    pub is_source: bool,
    /// It is computed with, or compared with a field that varies: no choice of values covers all cases.
    pub is_open: bool,
    /// Fields that it is compared with.
    pub against: Vec<Slot>,
    /// What is read of the values of its keys.
    pub keys: BTreeMap<Arc<str>, Interest>,
    /// What is read of its items.
    pub each: Option<Box<Interest>>,
    /// Where it is copied to.
    copied: Vec<Place>,
}

/// How a number that a run counts is read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Count {
    /// The largest number it is compared with.
    pub most: f64,
    /// It is used in another way too, so every value counts.
    pub is_open: bool,
}

/// What the expressions of a machine read.
#[derive(Debug, Default)]
pub struct Reads {
    /// What is read of each slot whose value can change.
    pub slots: BTreeMap<Slot, Interest>,
    /// Counters, with the value from which on all are alike.
    pub counters: BTreeMap<Slot, f64>,
    /// Built-in names that are read.
    builtins: Vec<(Builtin, Count)>,
    /// Codes of failures that a condition names.
    pub codes: Vec<Arc<str>>,
    /// Nodes where the number of visits is read.
    pub visits_at: Set<NodeIdx>,
    /// Edges whose conditions read something that only failures or questions of agents change.
    pub by_failure: Set<EdgeIdx>,
    /// The slots that the condition of an edge needs a value of.
    pub needed: Map<EdgeIdx, Vec<Slot>>,
    /// Edges whose conditions read a field that keeps the value of the start.
    pub by_start: Set<EdgeIdx>,
}

impl Reads {
    /// How a built-in name is read, if it is.
    pub fn builtin(&self, builtin: Builtin) -> Option<Count> {
        self.builtins.iter().find(|(known, _)| *known == builtin).map(|(_, count)| *count)
    }

    /// True if the built-in name is read.
    pub fn has(&self, builtin: Builtin) -> bool {
        self.builtin(builtin).is_some()
    }
}

impl Count {
    /// The number as far as it makes a difference.
    pub fn capped(self, number: u32) -> f64 {
        let number = f64::from(number);
        if self.is_open { number } else { number.min(self.most + 1.0) }
    }
}

impl Interest {
    fn at(&mut self, parts: &[Part]) -> &mut Interest {
        match parts.split_first() {
            None => self,
            Some((Part::Key(key), rest)) => self.keys.entry(key.clone()).or_default().at(rest),
            Some((Part::Each, rest)) => self.each.get_or_insert_default().at(rest),
        }
    }

    fn find(&self, parts: &[Part]) -> Option<&Interest> {
        match parts.split_first() {
            None => Some(self),
            Some((Part::Key(key), rest)) => self.keys.get(key)?.find(rest),
            Some((Part::Each, rest)) => self.each.as_ref()?.find(rest),
        }
    }

    /// Adds what is read of another value that this one is copied to.
    fn unite(&mut self, other: &Interest) {
        self.literals.extend(other.literals.iter().cloned());
        self.presence |= other.presence;
        self.truth |= other.truth;
        self.sizes.extend(&other.sizes);
        self.is_source |= other.is_source;
        self.is_open |= other.is_open;
        self.against.extend(other.against.iter().cloned());
        for (key, inner) in &other.keys {
            self.keys.entry(key.clone()).or_default().unite(inner);
        }
        if let Some(each) = &other.each {
            self.each.get_or_insert_default().unite(each);
        }
        self.order();
    }

    /// Puts the constants in an order that does not depend on where they stand in the text.
    fn order(&mut self) {
        self.literals.sort_by_cached_key(Value::to_json);
        self.literals.dedup();
        self.sizes.sort_by(f64::total_cmp);
        self.sizes.dedup();
        self.against.sort();
        self.against.dedup();
    }

    fn each_copy(&self, slot: &Slot, parts: &mut Vec<Part>, found: &mut Vec<(Place, Place)>) {
        let place = Place { slot: slot.clone(), parts: parts.clone() };
        found.extend(self.copied.iter().map(|to| (place.clone(), to.clone())));
        for (key, inner) in &self.keys {
            parts.push(Part::Key(key.clone()));
            inner.each_copy(slot, parts, found);
            parts.pop();
        }
        if let Some(each) = &self.each {
            parts.push(Part::Each);
            each.each_copy(slot, parts, found);
            parts.pop();
        }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Site {
    edge: Option<EdgeIdx>,
    node: Option<NodeIdx>,
}

/// Collects what a machine reads.
struct Collector<'a> {
    machine: &'a Machine,
    written: Written,
    slots: BTreeMap<Slot, Interest>,
    reads: Reads,
    /// The lists of `@map`, which `item` is an item of.
    sources: Vec<Place>,
    events: Vec<Arc<str>>,
    visit_edges: Set<EdgeIdx>,
    visits_everywhere: bool,
}

/// What the expressions of a machine read.
pub fn reads(machine: &Machine) -> Reads {
    let mut events: Vec<Arc<str>> =
        machine.edges.iter().filter_map(|edge| edge.on.as_ref().map(|on| on.name.clone())).collect();
    events.sort();
    events.dedup();
    let mut collector = Collector {
        machine,
        written: Written::of(machine),
        slots: BTreeMap::new(),
        reads: Reads::default(),
        sources: Vec::new(),
        events,
        visit_edges: Set::default(),
        visits_everywhere: false,
    };
    collector.collect();
    collector.finish()
}

impl Collector<'_> {
    fn collect(&mut self) {
        let machine = self.machine;
        let crossed = || machine.edges.entries().filter(|(at, _)| machine.control.class(*at).is_some());
        for (at, _) in crossed() {
            let Some(fan_out) = machine.control.fan_out(at) else { continue };
            let Branches::Each { list: Some(list), .. } = &fan_out.branches else { continue };
            let site = Site { edge: Some(at), node: None };
            for read in list.expr.reads_of_value() {
                let places = self.places(site, list, read.name);
                if read.purpose == Purpose::Result {
                    self.sources.extend(places.iter().cloned());
                }
                for place in places {
                    let interest = self.interest(&place);
                    interest.is_source = true;
                    interest.is_open |= read.purpose != Purpose::Result;
                }
            }
        }
        for (at, edge) in crossed() {
            if let Some(Ok(bound)) = edge.condition.as_ref().map(|condition| &condition.expr) {
                let site = Site { edge: Some(at), node: None };
                bound.expr.reads_of_test().into_iter().for_each(|read| self.read(site, bound, read, None));
            }
        }
        for property in &machine.properties {
            let Some(Ok(bound)) = property.formula.as_ref().map(|formula| &formula.expr) else { continue };
            let site = Site { edge: None, node: None };
            bound.expr.reads_of_test().into_iter().for_each(|read| self.read(site, bound, read, None));
        }
        for field in machine.fields.iter() {
            let Some(Ok(bound)) = field.from.as_ref().map(|from| &from.expr) else { continue };
            for read in bound.expr.reads_of_value() {
                let purpose = match read.purpose {
                    Purpose::Result | Purpose::Computed(_) | Purpose::Against(_) => Purpose::Presence,
                    other => other,
                };
                self.read(Site { edge: None, node: None }, bound, Read { purpose, ..read }, None);
            }
        }
        let of_edges = crossed().flat_map(|(at, edge)| {
            edge.assignments.iter().map(move |assignment| (Site { edge: Some(at), node: None }, assignment))
        });
        let of_nodes = machine.nodes.entries().flat_map(|(at, node)| {
            node.assignments.iter().map(move |assignment| (Site { edge: None, node: Some(at) }, assignment))
        });
        let mut open: Vec<(Site, &Arc<Assignment>)> = of_edges.chain(of_nodes).collect();
        // A value that is written counts as far as the field counts that it is written to.
        loop {
            let before = open.len();
            open.retain(|(site, assignment)| {
                let counts = target(assignment).is_some_and(|place| self.slots.contains_key(&place.slot));
                if counts {
                    self.assigned(*site, assignment, true);
                }
                !counts
            });
            self.gathered();
            if open.len() == before {
                break;
            }
        }
        open.into_iter().for_each(|(site, assignment)| self.assigned(site, assignment, false));
    }

    /// What an assignment reads.
    fn assigned(&mut self, site: Site, assignment: &Assignment, counts: bool) {
        let Ok(bound) = &assignment.value.expr else { return };
        let to = target(assignment).filter(|_| counts);
        let own = bound.expr.increment().filter(|(_, by)| *by > 0.0);
        for read in bound.expr.reads_of_value() {
            let is_own = own.is_some_and(|(name, _)| name == read.name)
                && to.as_ref().is_none_or(|to| self.places(site, bound, read.name) == [to.clone()]);
            let purpose = match read.purpose {
                _ if is_own && to.is_some() => continue,
                Purpose::Result | Purpose::Computed(_) | Purpose::Against(_) if !counts => Purpose::Presence,
                other => other,
            };
            self.read(site, bound, Read { purpose, ..read }, to.as_ref());
        }
    }

    /// What is gathered into a field that counts, counts.
    fn gathered(&mut self) {
        let machine = self.machine;
        for rule in machine.control.joins().iter().flat_map(|join| &join.gather) {
            let (Some(from), Some(into)) = (self.field(&rule.from), self.field(&rule.into)) else { continue };
            if self.slots.contains_key(&into.slot) {
                let interest = self.interest(&from);
                interest.presence = true;
                interest.is_open = true;
            }
        }
    }

    fn field(&self, binding: &Binding) -> Option<Place> {
        let part = |key: &Arc<str>| Part::Key(key.clone());
        match binding {
            Binding::Field(field, keys) => {
                let field = &self.machine.fields[*field];
                let slot = Slot::Field(field.context, field.name.clone());
                Some(Place { slot, parts: keys.iter().map(part).collect() })
            }
            Binding::Undeclared(context, name, keys) => {
                let slot = Slot::Field(*context, name.clone());
                Some(Place { slot, parts: keys.iter().map(part).collect() })
            }
            _ => None,
        }
    }

    /// What a name stands for: fields, data of events, items of lists.
    fn places(&self, site: Site, bound: &Bound, name: usize) -> Vec<Place> {
        let Some(binding) = bound.names.get(name) else { return Vec::new() };
        let parts = |keys: &[Arc<str>]| keys.iter().cloned().map(Part::Key).collect::<Vec<_>>();
        let of_event = |event: &Arc<str>, keys: &[Arc<str>]| match keys.split_first() {
            Some((first, rest)) if **first == *"data" => {
                Some(Place { slot: Slot::Data(event.clone()), parts: parts(rest) })
            }
            _ => None,
        };
        match binding {
            Binding::Field(..) | Binding::Undeclared(..) => self.field(binding).into_iter().collect(),
            Binding::Context(context) => {
                let fields = self.machine.contexts[*context].fields.iter();
                let slot = |name: &Arc<str>| Slot::Field(*context, name.clone());
                fields.map(|field| Place { slot: slot(&self.machine.fields[*field].name), parts: Vec::new() }).collect()
            }
            Binding::Builtin(Builtin::Event, keys) => {
                let on = site.edge.and_then(|edge| self.machine.edges[edge].on.as_ref());
                on.and_then(|on| of_event(&on.name, keys)).into_iter().collect()
            }
            Binding::Builtin(Builtin::LastEvent, keys) => {
                self.events.iter().filter_map(|event| of_event(event, keys)).collect()
            }
            Binding::Builtin(Builtin::Item, keys) => {
                let below = |source: &Place| {
                    let mut place = source.clone();
                    place.parts.push(Part::Each);
                    place.parts.extend(parts(keys));
                    place
                };
                self.sources.iter().map(below).collect()
            }
            _ => Vec::new(),
        }
    }

    fn interest(&mut self, place: &Place) -> &mut Interest {
        self.slots.entry(place.slot.clone()).or_default().at(&place.parts)
    }

    fn read(&mut self, site: Site, bound: &Bound, read: Read, to: Option<&Place>) {
        if let Some(Binding::Builtin(builtin, keys)) = bound.names.get(read.name) {
            self.builtin(site, *builtin, keys, &read.purpose);
        }
        let is_whole = matches!(bound.names.get(read.name), Some(Binding::Context(_)));
        for place in self.places(site, bound, read.name) {
            let partners = match &read.purpose {
                Purpose::Against(other) => self.places(site, bound, *other),
                _ => Vec::new(),
            };
            let constant: Option<Vec<Value>> = match &read.purpose {
                Purpose::Against(_) => partners.iter().map(|partner| self.constant(partner)).collect(),
                _ => None,
            };
            if let (Some(edge), false) = (site.edge, read.purpose == Purpose::Presence) {
                self.reads.needed.entry(edge).or_default().push(place.slot.clone());
            }
            if let (Some(edge), Slot::Field(context, name)) = (site.edge, &place.slot)
                && !self.written.takes(*context, name)
            {
                self.reads.by_start.insert(edge);
            }
            let interest = self.interest(&place);
            match &read.purpose {
                _ if is_whole => (interest.presence, interest.is_open) = (true, true),
                Purpose::Presence => interest.presence = true,
                Purpose::Truth => interest.truth = true,
                Purpose::Compared(literals) => interest.literals.extend(literals.iter().cloned()),
                Purpose::Size(sizes) => interest.sizes.extend(sizes.iter().filter_map(Value::as_num)),
                Purpose::Holds(items) => {
                    interest.each.get_or_insert_default().literals.extend(items.iter().cloned());
                }
                Purpose::Result => match to {
                    Some(to) => interest.copied.push(to.clone()),
                    None => interest.presence = true,
                },
                Purpose::Computed(literals) => {
                    interest.literals.extend(literals.iter().cloned());
                    interest.is_open = true;
                }
                Purpose::Against(_) => match constant.filter(|constant| !constant.is_empty()) {
                    Some(constant) => interest.literals.extend(constant),
                    None => {
                        interest.is_open = true;
                        interest.against.extend(partners.into_iter().map(|partner| partner.slot));
                    }
                },
            }
        }
    }

    /// The value of a field that nothing writes.
    fn constant(&self, place: &Place) -> Option<Value> {
        let Slot::Field(context, name) = &place.slot else { return None };
        if self.written.takes(*context, name) {
            return None;
        }
        let field = self.machine.field(*context, name)?;
        let mut value = self.machine.fields[field].default.as_ref()?;
        for part in &place.parts {
            let Part::Key(key) = part else { return None };
            value = value.get(key)?;
        }
        Some(value.clone())
    }

    fn builtin(&mut self, site: Site, builtin: Builtin, keys: &[Arc<str>], purpose: &Purpose) {
        let (most, is_open) = match purpose {
            Purpose::Compared(literals) => {
                let numbers: Option<Vec<f64>> = literals.iter().map(Value::as_num).collect();
                (numbers.iter().flatten().copied().fold(0.0, f64::max), numbers.is_none())
            }
            Purpose::Truth | Purpose::Presence => (0.0, false),
            _ => (0.0, true),
        };
        match self.reads.builtins.iter_mut().find(|(known, _)| *known == builtin) {
            Some((_, count)) => *count = Count { most: count.most.max(most), is_open: count.is_open || is_open },
            None => self.reads.builtins.push((builtin, Count { most, is_open })),
        }
        match builtin {
            Builtin::Visits | Builtin::Round => match site {
                Site { edge: Some(edge), .. } => drop(self.visit_edges.insert(edge)),
                Site { node: Some(node), .. } => drop(self.reads.visits_at.insert(node)),
                _ => self.visits_everywhere = true,
            },
            Builtin::ErrorCount | Builtin::PathErrors | Builtin::Attempt | Builtin::LastError | Builtin::Declined => {
                self.reads.by_failure.extend(site.edge);
            }
            _ => {}
        }
        let is_code = builtin == Builtin::LastError && keys.first().is_some_and(|key| **key == *"code");
        if let (true, Purpose::Compared(codes)) = (is_code, purpose) {
            self.reads.codes.extend(codes.iter().filter_map(|code| code.as_str().map(Arc::from)));
        }
    }

    fn finish(mut self) -> Reads {
        self.pass_on();
        self.slots.values_mut().for_each(order_all);
        let machine = self.machine;
        for node in machine.nodes.ids() {
            if self.visits_everywhere || seen_at(machine, node).iter().any(|edge| self.visit_edges.contains(edge)) {
                self.reads.visits_at.insert(node);
            }
        }
        self.reads.codes.sort();
        self.reads.codes.dedup();
        let slots = std::mem::take(&mut self.slots);
        let changes = |slot: &Slot| match slot {
            Slot::Field(context, name) => self.written.takes(*context, name),
            Slot::Data(_) => true,
        };
        self.reads.slots = slots.into_iter().filter(|(slot, _)| changes(slot)).collect();
        self.reads.counters = self.counters();
        self.reads
    }

    /// Passes what is read of a field on to those that it is copied from.
    fn pass_on(&mut self) {
        for _ in 0..MAX_ROUNDS {
            let mut copies = Vec::new();
            for (slot, interest) in &self.slots {
                interest.each_copy(slot, &mut Vec::new(), &mut copies);
            }
            let before = self.slots.clone();
            for (from, to) in copies {
                let read = before.get(&to.slot).and_then(|interest| interest.find(&to.parts)).cloned();
                let interest = self.interest(&from);
                match read {
                    Some(read) if from != to => interest.unite(&Interest { copied: Vec::new(), ..read }),
                    _ => interest.presence = true,
                }
            }
            if before == self.slots {
                break;
            }
        }
    }

    /// Fields that only grow, by constants, and are compared with constants only.
    fn counters(&self) -> BTreeMap<Slot, f64> {
        let machine = self.machine;
        let joins_lists = machine.control.joins().iter().any(|join| {
            use Strategy::{Append, Collect, Error, Keyed};
            matches!(join.merge, Some(Append | Collect | Keyed | Error))
        });
        if joins_lists {
            return BTreeMap::new();
        }
        let of_edges = machine.edges.iter().flat_map(|edge| &edge.assignments);
        let assignments: Vec<&Arc<Assignment>> =
            of_edges.chain(machine.nodes.iter().flat_map(|node| &node.assignments)).collect();
        let mut counters = BTreeMap::new();
        for (slot, interest) in &self.reads.slots {
            let Slot::Field(context, name) = slot else { continue };
            let Some(field) = machine.field(*context, name) else { continue };
            let schema = &machine.fields[field].schema;
            let numbers: Option<Vec<f64>> = interest.literals.iter().map(Value::as_num).collect();
            let Some(numbers) = numbers else { continue };
            let is_plain = Interest { literals: Vec::new(), presence: false, truth: false, ..interest.clone() };
            if is_plain != Interest::default()
                || self.written.is_given(*context, name)
                || schema.members.is_some()
                || schema.number.multiple_of.is_some()
            {
                continue;
            }
            let grows = |assignment: &&Arc<Assignment>| {
                let Ok(bound) = &assignment.value.expr else { return true };
                let reads_it = |binding: &Binding| self.field(binding).is_some_and(|place| place.slot == *slot);
                match target(assignment) {
                    Some(place) if place.slot == *slot => {
                        let is_whole = place.parts.is_empty();
                        let grows = bound
                            .expr
                            .increment()
                            .is_some_and(|(name, by)| by > 0.0 && bound.names.get(name).is_some_and(reads_it));
                        is_whole && (grows || !bound.names.iter().any(reads_it))
                    }
                    _ => true,
                }
            };
            if assignments.iter().all(grows) {
                let bounds = [schema.number.maximum, schema.number.exclusive_maximum];
                let most = numbers.into_iter().chain(bounds.into_iter().flatten()).fold(0.0, f64::max);
                counters.insert(slot.clone(), most + 1.0);
            }
        }
        counters
    }
}

fn order_all(interest: &mut Interest) {
    interest.order();
    interest.keys.values_mut().for_each(order_all);
    interest.each.iter_mut().for_each(|each| order_all(each));
}

/// Where an assignment writes.
fn target(assignment: &Assignment) -> Option<Place> {
    let place = assignment.place.as_ref().ok()?;
    let part = |step: &Step| match step {
        Step::Key(key) => Part::Key(key.clone()),
        Step::Index(_) => Part::Each,
    };
    Some(Place { slot: Slot::Field(place.context, place.field.clone()), parts: place.walk.iter().map(part).collect() })
}

/// The edges whose conditions can be tested on a path at a node.
fn seen_at(machine: &Machine, node: NodeIdx) -> Vec<EdgeIdx> {
    let control = &machine.control;
    let mut edges: Vec<EdgeIdx> = control.effective(node).iter().map(|exit| exit.edge).collect();
    for around in control.outwards(node) {
        let exits = [control.events(around), control.timers(around), control.catches(around)];
        edges.extend(exits.into_iter().flatten().map(|exit| exit.edge));
    }
    edges
}

/// The value of a slot of a context, in the store that holds it.
pub fn stored<'a>(run: &Run, map: &'a ContextMap, slot: &Slot) -> Option<&'a Value> {
    let Slot::Field(context, name) = slot else { return None };
    let field = store::find(&run.machine, &run.added, *context, name)?;
    map.get(&field).map(|stored| &*stored.value)
}
