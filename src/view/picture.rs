//! The picture of a machine or a run: for every drawn node and edge its look, its cells and its title.
//!
//! Everything that a run changes is decided here, once. The DOT text and the overlay are two ways to write the
//! same picture, so patching a drawing with the overlay gives what a new layout would. A node or an edge is looked at
//! when it is written, and nothing is kept of it.

use crate::expr::template::is_template;
use crate::machine::Machine;
use crate::machine::initial;
use crate::machine::model::{Class, Edge, EdgeIdx, NodeIdx};
use crate::run::state::Run;
use crate::view::edge_label;
use crate::view::look;
use crate::view::marks::{EdgeMarks, NodeMarks, Shown, Title};
use crate::view::options::{Data, Direction, DotOptions, Theme};
use crate::view::paint::Name;
use crate::view::plan::{Plan, Shape};
use crate::view::status;
use crate::view::style::{self, StyleTarget};
use crate::view::texts::Texts;
use crate::view::values::{self, FieldMarks};

/// A machine or a run, ready to be written.
pub struct Picture<'a> {
    /// What is drawn.
    pub plan: Plan<'a>,
    /// The run.
    shown: Option<Shown<'a>>,
    /// Whether titles are asked for.
    titled: bool,
}

impl<'a> Picture<'a> {
    /// The picture of a machine without a run. Only where `titled` does it have titles.
    pub fn of_machine(machine: &'a Machine, options: &'a DotOptions, titled: bool) -> Self {
        Self { plan: Plan::new(machine, options, &[]), shown: None, titled }
    }

    /// The picture of a run. Only where `titled` does it have titles.
    pub fn of_run(run: &'a Run, options: &'a DotOptions, titled: bool) -> Self {
        let occupied: Vec<NodeIdx> = run.live().filter_map(|path| path.place()).collect();
        let plan = Plan::new(&run.machine, options, &occupied);
        Self { shown: Some(Shown::of(run, &plan)), plan, titled }
    }

    /// The labels and marks of a node that is drawn.
    pub fn node(&self, at: NodeIdx) -> NodeMarks {
        // One value from here to the end: it is large, and would be copied.
        let mut marks = NodeMarks::default();
        let plan = &self.plan;
        let node = &plan.machine.nodes[at];
        let on = match plan.shape(at) {
            Shape::Hidden => return marks,
            Shape::Folded => {
                marks.look = look::of_folded(node, plan.palette);
                StyleTarget::Node
            }
            Shape::Leaf => {
                marks.look = look::of_node(node, plan.entry(at), plan.palette);
                StyleTarget::Node
            }
            Shape::Cluster => {
                marks.look = look::of_cluster(node, plan.palette);
                StyleTarget::Cluster
            }
        };
        if plan.is_ordered(at) && on == StyleTarget::Node {
            marks.look.set(Name::Ordering, "out");
        }
        style::apply(&mut marks.look, &node.style, on);
        marks.look.classes.extend(plan.node_problem(at));
        marks.title = self.title(&node.id);
        if let Some(more) = node.title.as_deref().filter(|title| self.titled && *title != &*node.name) {
            marks.title.add(&[" · ", &crate::text::clip(more, 200)]);
        }
        marks.texts = self.texts(at);
        marks.rows = plan.data_rows(at);
        if let Some(shown) = &self.shown {
            marks.rows.iter_mut().for_each(|row| row.mark_last(shown.last_edges()));
        }
        let kind = status::kind(plan, at);
        marks.status_width = status::width(plan, at, &kind);
        let context = if node.class == Class::Context { plan.machine.context_of(at) } else { None };
        match (&self.shown, context) {
            (Some(shown), Some(context)) => shown.mark_context(at, context, kind, &mut marks, plan),
            (Some(shown), None) if node.class.is_executable() => shown.mark_states(at, kind, &mut marks, plan),
            _ => {
                marks.status = Some(status::still(node.class, at, kind));
                if let Some(context) = context.filter(|_| plan.has_rows(at)) {
                    marks.fields = values::still(plan, at, context);
                }
            }
        }
        marks
    }

    /// The labels and marks of an edge that is drawn.
    pub fn edge(&self, at: EdgeIdx, edge: &'a Edge) -> EdgeMarks<'a> {
        let mut marks = EdgeMarks::default();
        let (plan, machine) = (&self.plan, self.plan.machine);
        let truth = edge.condition.as_ref().map(|condition| initial::truth(machine, condition));
        marks.look = look::of_edge(edge, truth, plan.is_reversed(edge), plan.palette);
        style::apply(&mut marks.look, &edge.style, StyleTarget::Edge);
        marks.look.classes.extend(plan.edge_problem(at));
        marks.title = self.title(&machine.nodes[edge.source].id);
        if self.titled {
            marks.title.add(&[" → ", &machine.nodes[edge.target].id]);
            let condition = edge.condition.as_ref().map(|condition| &condition.text);
            for more in edge.texts.iter().chain(condition).filter(|more| !more.is_empty()) {
                marks.title.add(&[" · ", &crate::text::clip(more, 200)]);
            }
        }
        if edge.texts.iter().any(|text| is_template(text)) {
            marks.texts.add("text", Some(&edge.text()), |text| match &self.shown {
                Some(shown) => shown.resolve(edge.source, text),
                None => initial::text(machine, edge.scope, text),
            });
        }
        marks.lines = edge_label::lines(plan, edge, marks.texts.get("text"));
        match &self.shown {
            Some(shown) => shown.mark_edge(at, edge, &mut marks, plan),
            None => marks.cell = edge_label::still(at, &marks.lines),
        }
        marks
    }

    fn title(&self, start: &str) -> Title {
        Title(self.titled.then(|| {
            let mut title = String::with_capacity(start.len() + 40);
            title.push_str(start);
            title
        }))
    }

    /// The texts of a node that may hold templates.
    fn texts(&self, at: NodeIdx) -> Texts {
        let plan = &self.plan;
        let node = &plan.machine.nodes[at];
        let resolve = |text: &str| match &self.shown {
            Some(shown) => shown.resolve(at, text),
            None => initial::text(plan.machine, Some(at), text),
        };
        let mut texts = Texts::default();
        texts.add("title", node.title.as_deref(), resolve);
        if !plan.options.is_compact() {
            texts.add("desc", node.text("desc"), resolve);
        }
        texts
    }

    /// The layout key of what the drawing shows of the run in the rail alone.
    pub fn rail_key(&self) -> Key {
        let mut text = self.key().0;
        text.push_str("rail");
        if let Some(fit) = self.plan.fit {
            text.push_str(&format!("{} {} {} {}", fit.width, fit.key, fit.columns, fit.types));
        }
        Key(text)
    }

    /// The layout key, before the labels of all nodes and then of all edges are added.
    pub fn key(&self) -> Key {
        let plan = &self.plan;
        let options = plan.options;
        let mut text = plan.machine.hash().to_string();
        let choices = [
            options.direction == Some(Direction::TB),
            options.direction == Some(Direction::LR),
            options.is_compact(),
            options.contexts,
            options.data == Data::Rows,
            options.data == Data::Lines,
            plan.fit.is_some(),
            options.notes,
            options.inferred,
            options.attributes,
            options.prompts,
            options.heading,
            options.theme == Theme::Dark,
        ];
        text.extend(choices.map(|choice| if choice { '1' } else { '0' }));
        if options.links {
            text.push_str(&crate::text::hash(plan.machine.source()));
        }
        text.push_str(&options.columns().to_string());
        for (at, _) in plan.machine.nodes.entries().filter(|(at, _)| plan.shape(*at) == Shape::Folded) {
            text.push_str(&format!(" {}", at.0));
        }
        Key(text)
    }
}

/// The hash of everything that can move ink: equal for two pictures with the same layout.
///
/// The static part is a function of the machine and the options, so their hashes stand for it; what a run adds
/// to the layout are rows that come and go and texts with templates.
pub struct Key(String);

impl Key {
    /// Adds the labels of a node.
    pub fn node(&mut self, plan: &Plan, at: NodeIdx, marks: &NodeMarks) {
        let kept = |field: &&FieldMarks| field.is_kept(plan, at, marks.fields.len());
        for field in marks.fields.iter().filter(kept) {
            field.write_rows(plan, &mut self.0);
        }
        if plan.extent(at).is_some() {
            self.0.push_str(&format!("\nr{}", at.0));
            for field in marks.fields.iter().filter(kept) {
                self.0.push_str(&format!(" {}", field.position));
            }
        }
        write_texts(&mut self.0, 'n', at.0, &marks.texts);
    }

    /// Adds the labels of an edge.
    pub fn edge(&mut self, at: EdgeIdx, marks: &EdgeMarks) {
        write_texts(&mut self.0, 'e', at.0, &marks.texts);
    }

    /// The key.
    pub fn finish(self) -> String {
        crate::text::hash(&self.0)
    }
}

fn write_texts(text: &mut String, kind: char, at: u32, texts: &Texts) {
    for resolved in texts.iter() {
        // The length keeps one text from reading as two.
        text.push_str(&format!("\n{kind}{at} {}:{resolved}", resolved.len()));
    }
}

impl FieldMarks {
    fn write_rows(&self, plan: &Plan, text: &mut String) {
        let added = self.id.0 as usize >= plan.machine.fields.len();
        if let ([(None, _)], false) = (self.rows.as_slice(), added) {
            // As it always is.
            return;
        }
        for (_, cell) in &self.rows {
            text.push_str(&format!("\n{} {}:{}", cell.id.to_text(), self.name.len(), self.name));
        }
        text.push_str(&format!("+{}", self.more));
    }
}
