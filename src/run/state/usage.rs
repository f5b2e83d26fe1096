//! What the replies of agents used up.

use std::sync::Arc;

use im::OrdMap;

use crate::machine::model::NodeIdx;
use crate::shape;

/// What one reply used up, as far as the host says it. Numbers are 0 or more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// Tokens of what the agent was asked.
    pub input_tokens: Option<f64>,
    /// Tokens of what it replied.
    pub output_tokens: Option<f64>,
    /// What it cost, in the host's currency.
    pub cost: Option<f64>,
    /// The model that replied.
    pub model: Option<Arc<str>>,
}
shape!(Usage { ; input_tokens, output_tokens, cost, model });

/// What several replies used up together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TotalUsage {
    /// Tokens of what agents were asked.
    pub input_tokens: f64,
    /// Tokens of what they replied.
    pub output_tokens: f64,
    /// What it cost.
    pub cost: f64,
}
shape!(TotalUsage { input_tokens, output_tokens, cost });

impl TotalUsage {
    /// Input and output together.
    pub fn tokens(&self) -> f64 {
        self.input_tokens + self.output_tokens
    }

    /// Adds what a reply used up.
    pub(in crate::run) fn add(&mut self, usage: &Usage) {
        self.input_tokens += usage.input_tokens.unwrap_or(0.0);
        self.output_tokens += usage.output_tokens.unwrap_or(0.0);
        self.cost += usage.cost.unwrap_or(0.0);
    }
}

/// What all replies of a run used up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunUsage {
    /// Of all nodes.
    pub total: TotalUsage,
    /// Of each node whose agent said it.
    pub by_node: OrdMap<NodeIdx, TotalUsage>,
}
