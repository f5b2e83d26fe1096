//! The class `Exploration`.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{object, parsed, write_span};
use super::memory;
use crate::explore::{self, Cut, Finding};
use crate::json::{Object, Writer};
use crate::machine::Machine;
use crate::machine::properties::Property;
use crate::run::save::JournalEntry;
use crate::value::Value;

/// An exploration of all runs of a machine.
#[wasm_bindgen(skip_typescript)]
pub struct Exploration(pub(super) explore::Exploration);

#[wasm_bindgen]
impl Exploration {
    /// Applies about so many actions.
    #[wasm_bindgen(skip_typescript)]
    pub fn advance(&mut self, actions: f64) -> JsValue {
        memory::reserve();
        let progress = self.0.advance(actions as u64);
        let actions = progress.actions as f64;
        let (states, actions) = (JsValue::from(progress.states as f64), JsValue::from(actions));
        object([("done", progress.done.into()), ("states", states), ("actions", actions)])
    }

    /// Ends it before everything was tried; the only reason is that there is no more time.
    #[wasm_bindgen(skip_typescript)]
    pub fn stop(&mut self, _reason: &str) {
        self.0.stop(Cut::Time);
    }

    /// What was found so far.
    #[wasm_bindgen(skip_typescript)]
    pub fn result(&self) -> JsValue {
        let report = self.0.result();
        let machine = self.0.machine();
        let mut text = Writer::default();
        text.object(|object| {
            object.field("exhausted", &report.exhausted);
            object.field("cut", &report.cut);
            object.field("cutFields", &report.cut_fields);
            object.field("input", &Value::from(self.0.start_options().input.clone()));
            object.field("states", &report.states);
            object.field("actions", &report.actions);
            object.field("outcomes", &report.outcomes);
            object.maybe("notStarted", &report.outcome);
            object.object("coverage", |object| self.write_coverage(object));
            object.with("findings", |out| {
                out.each(&report.findings, |out, finding| write_finding(machine, finding, out));
            });
            object.with("properties", |out| {
                out.each(machine.properties.iter().zip(&report.properties), |out, (property, verdict)| {
                    out.object(|object| {
                        object.field("kind", &property.kind);
                        object.field("text", &property.text);
                        object.field("verdict", verdict);
                    });
                });
            });
        });
        parsed(&text.finish())
    }
}

impl Exploration {
    fn write_coverage(&self, object: &mut Object) {
        let machine = self.0.machine();
        let coverage = self.0.coverage();
        object.object("nodes", |object| {
            for (at, node) in machine.nodes.entries().filter(|(_, node)| node.class.is_executable()) {
                object.entry(&node.id, &coverage.nodes[at]);
            }
        });
        object.object("edges", |object| {
            for edge in machine.edges.ids().filter(|edge| machine.control.class(*edge).is_some()) {
                object.entry(&format!("e{}", edge.0), &coverage.edges[edge]);
            }
        });
        object.object("conditions", |object| {
            for (edge, results) in &coverage.conditions {
                object.entry(&format!("e{}", edge.0), results);
            }
        });
    }
}

fn write_finding(machine: &Machine, finding: &Finding, out: &mut Writer) {
    let trace: Vec<JournalEntry> = finding.trace.iter().map(JournalEntry::Action).collect();
    out.object(|object| {
        object.field("kind", &finding.kind);
        object.field("severity", &finding.severity.word());
        object.field("message", &finding.message);
        object.maybe("node", &finding.node.map(|node| &machine.nodes[node].id));
        object.maybe("edge", &finding.edge);
        object.maybe("join", &finding.join);
        let property = finding.property.and_then(|at| machine.properties.get(at));
        object.maybe("property", &property.map(Property::written));
        object.with("span", |out| match finding.span {
            Some(span) => out.object(|object| write_span(object, &machine.tree, span)),
            None => out.null(),
        });
        object.field("trace", &trace);
        object.field("steps", &finding.steps);
        object.field("count", &finding.count);
    });
}
