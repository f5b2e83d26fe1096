//! The way from the start of a run to what was found: its actions, and in sentences.

use std::sync::Arc;

use crate::explore::choices::{Choice, What};
use crate::explore::record::Step;
use crate::explore::search::Search;
use crate::explore::sentences::{capitalized, condition, joined, listed};
use crate::machine::Machine;
use crate::machine::model::NodeIdx;
use crate::run::Action;

/// Choices that one sentence names.
const MAX_CAUSES: usize = 3;

/// The way from the start to a step.
pub struct Way {
    choices: Vec<Arc<Choice>>,
    /// The state that each choice leads to. That of the last one may be unknown.
    states: Vec<usize>,
    /// How many choices lead to the loop that the rest goes round once.
    before_loop: Option<usize>,
}

impl Way {
    pub fn to(search: &Search, step: &Step) -> Self {
        let mut way = Way { choices: step.1.iter().cloned().collect(), states: Vec::new(), before_loop: None };
        let mut at = step.0 as usize;
        while let Some(state) = search.states.get(at) {
            way.states.push(at);
            let Some(choice) = &state.choice else { break };
            way.choices.push(choice.clone());
            at = state.parent as usize;
        }
        way.choices.reverse();
        way.states.reverse();
        way
    }

    /// Goes on to a loop and once round it.
    pub fn go_round(&mut self, search: &Search, to_loop: &[usize], round: &[usize]) {
        let states = [to_loop, round].concat();
        let Some(choices) = search.choices_through(&states, &self.choices) else { return };
        self.before_loop = Some(self.choices.len() + to_loop.len());
        self.choices.extend(choices);
        self.states.extend(states);
    }

    pub fn trace(&self) -> Vec<Action> {
        self.choices.iter().flat_map(|choice| choice.actions.iter().cloned()).collect()
    }

    /// What is done on the way and where the run moves, a sentence each.
    pub fn steps(&self, search: &Search, then: &str) -> Vec<String> {
        let nodes =
            |at: usize| self.states.get(at).and_then(|state| search.states.get(*state)).map(|state| &state.nodes);
        let mut steps = Vec::new();
        for (at, choice) in self.choices.iter().enumerate() {
            if self.before_loop == Some(at) {
                steps.push("This is where the loop begins.".to_owned());
            }
            if !matches!(choice.what, What::Step) {
                steps.push(capitalized(&format!("{}.", condition(&search.machine, &choice.what))));
            }
            let (Some(before), Some(after)) = (nodes(at), nodes(at + 1)) else { continue };
            let new: Vec<NodeIdx> = after.iter().filter(|node| !before.contains(node)).copied().collect();
            if !new.is_empty() {
                steps.push(format!("The run moves to {}.", listed(&search.machine, &new)));
            }
        }
        if self.before_loop.is_some() {
            steps.push("The run is back where the loop began.".to_owned());
        }
        steps.push(capitalized(then));
        steps
    }

    /// What follows from the way, with the choices that lead to it: the last one, with the replies and answers that came
    /// just before it, while no path moved; alone, with how often it was made.
    pub fn sentence(&self, machine: &Machine, then: &str) -> String {
        let mut choices = self.choices.iter().rev().skip_while(|choice| matches!(choice.what, What::Step));
        let mut causes: Vec<&Choice> = choices.next().map(|choice| &**choice).into_iter().collect();
        let is_answer = |what: &What| matches!(what, What::Reply { .. } | What::Answer { .. });
        if causes.iter().all(|cause| is_answer(&cause.what)) {
            let before = choices.take_while(|choice| is_answer(&choice.what)).filter(|choice| choice.what.is_telling());
            causes.extend(before.map(|choice| &**choice).take(MAX_CAUSES - 1));
        }
        causes.reverse();
        if let [cause] = causes.as_slice() {
            let text = condition(machine, &cause.what);
            let times = self.choices.iter().filter(|choice| condition(machine, &choice.what) == text).count();
            if times > 1 {
                return format!("If {text} {times} times, {then}");
            }
        }
        sentence(machine, &causes, then)
    }
}

/// Choices and what follows from them.
pub fn sentence(machine: &Machine, causes: &[&Choice], then: &str) -> String {
    if causes.is_empty() {
        return capitalized(then);
    }
    let causes: Vec<String> = causes.iter().map(|cause| condition(machine, &cause.what)).collect();
    format!("If {}, {then}", joined(&causes))
}
