//! Asking an agent: the request, rendered from the run whenever it is read.

use std::sync::Arc;

use crate::context::store;
use crate::json::{Object, ToJson, Writer};
use crate::machine::control::{Fields, Work};
use crate::machine::model::{ContextIdx, NodeIdx};
use crate::run::agent::tool::Tool;
use crate::run::agent::tools::offers;
use crate::run::event::{Kind, Limit};
use crate::run::state::{AgentId, Path, Run, Status};
use crate::run::step::draft::PathMover;
use crate::run::step::templates::{Rendered, resolve};
use crate::text::hash;

/// What an agent is asked. Id, path, node, kind, visit, attempt and turn are fixed; the rest is read from the run.
#[derive(Clone)]
pub struct AgentRequest<'a> {
    pub(crate) run: &'a Run,
    pub(crate) path: &'a Path,
    id: AgentId,
}

impl PathMover<'_> {
    /// Asks the agent and leaves the path waiting for it. Fails the path once the replies have exceeded `maxTokens`.
    pub fn ask(&mut self, delay_ms: u32) {
        if let Some(limit) = self.draft.run.exceeded_tokens() {
            return self.hit_limit(Limit::MaxTokens, "max-tokens", limit);
        }
        self.path.agent_seq += 1;
        self.path.delay_ms = delay_ms;
        self.path.status = Status::AwaitingAgent(self.path.agent_seq);
        self.draft.run.counters.agent_requests += 1;
        let request = AgentId { path: self.path.id.clone(), number: self.path.agent_seq };
        let at = self.draft.at(&self.path);
        let asked = AgentRequest { run: &self.draft.run, path: &self.path, id: request.clone() };
        let (work, turn, digest) = (asked.kind(), asked.turn(), asked.digest().into());
        let unresolved: Vec<_> = asked
            .texts()
            .into_iter()
            .filter(|(_, resolved)| !resolved.unresolved.is_empty())
            .map(|(place, resolved)| (place, resolved.unresolved))
            .collect();
        let attempt = self.path.attempt;
        for (place, placeholders) in unresolved {
            self.draft.emit(Kind::TemplateUnresolved { at: at.clone(), place, placeholders });
        }
        self.draft.emit(Kind::AgentRequested { at, request, work, attempt, turn, digest, delay_ms });
    }
}

/// The open agent requests of a run, in path order.
pub fn agent_requests(run: &Run) -> Vec<AgentRequest<'_>> {
    run.paths.values().filter_map(|path| AgentRequest::of(run, path)).collect()
}

impl<'a> AgentRequest<'a> {
    /// The open request of a path.
    pub fn of(run: &'a Run, path: &'a Path) -> Option<Self> {
        path.asked().map(|id| AgentRequest { run, path, id })
    }

    /// Its id.
    pub fn id(&self) -> &AgentId {
        &self.id
    }

    /// The node that asks.
    pub fn node(&self) -> NodeIdx {
        self.path.node
    }

    /// The kind of work requested.
    pub fn kind(&self) -> Work {
        self.run.machine.control.work(self.path.node)
    }

    /// The number of the requested turn, from 1.
    pub fn turn(&self) -> u32 {
        self.path.turn + 1
    }

    /// The tools offered, in order.
    pub fn tools(&self) -> Vec<Tool> {
        offers(self.run, self.path)
    }

    fn resolved(&self, text: Option<&str>) -> Rendered {
        resolve(self.run, self.path, text.unwrap_or(""))
    }

    pub(crate) fn texts(&self) -> [(&'static str, Rendered); 3] {
        let node = &self.run.machine.nodes[self.path.node];
        let title = node.title.clone().unwrap_or_else(|| node.name.clone());
        [
            ("title", self.resolved(Some(&title))),
            ("prompt", self.resolved(node.text("prompt"))),
            ("description", self.resolved(node.text("description").or_else(|| node.text("desc")))),
        ]
    }

    /// The title with templates resolved.
    pub fn title(&self) -> String {
        let node = &self.run.machine.nodes[self.path.node];
        let title = node.title.clone().unwrap_or_else(|| node.name.clone());
        self.resolved(Some(&title)).text
    }

    /// Contexts the node has a right to, with what it may read and write of them.
    pub(crate) fn contexts(&self) -> impl Iterator<Item = (ContextIdx, Fields, Fields)> + 'a {
        let rights = self.run.machine.control.rights(self.path.node);
        rights.into_iter().map(|(context, rights)| (context, rights.read.clone(), rights.write.clone()))
    }

    pub(crate) fn values(&self, context: ContextIdx, readable: &Fields, object: &mut Object) {
        let run = self.run;
        store::write_values(object, &run.machine, &run.added, run.map_of(self.path, context), context, readable);
    }

    /// Hash of what the agent is asked: node, kind, prompt, tool names and readable values.
    pub fn digest(&self) -> String {
        self.digest_of(&self.tools())
    }

    pub(crate) fn digest_of(&self, tools: &[Tool]) -> String {
        self.digest_with(tools.iter().map(|tool| &tool.name).collect())
    }

    /// The digest under rules 1, if it differs: tools had other names then.
    pub(in crate::run) fn former_digest(&self) -> Option<String> {
        let tools = self.tools();
        let renamed = tools.iter().any(|tool| tool.name != tool.former);
        renamed.then(|| self.digest_with(tools.iter().map(|tool| &tool.former).collect()))
    }

    fn digest_with(&self, mut names: Vec<&Arc<str>>) -> String {
        let run = self.run;
        let node = &run.machine.nodes[self.path.node];
        names.sort();
        let mut out = Writer::default();
        out.raw("[");
        out.string(&node.id);
        out.raw(",");
        out.string(self.kind().word());
        out.raw(",");
        out.string(&self.resolved(node.text("prompt")).text);
        out.raw(",");
        names.write(&mut out);
        out.raw(",");
        out.object(|object| {
            for (context, read, _) in self.contexts() {
                object.entry_with(run.machine.context_id(context), |object| self.values(context, &read, object));
            }
        });
        out.raw("]");
        hash(&out.finish())
    }
}
