//! The picture of a machine or a run: for every drawn node and edge its look, its cells and its title.
//!
//! Everything that a run changes is decided here, once. The DOT text and the overlay are two ways to write the
//! same picture, so patching a drawing with the overlay gives what a new layout would.

use crate::machine::model::{EdgeIdx, FieldId, NodeIdx};
use crate::machine::table::Table;
use crate::run::state::{PathId, Run};
use crate::view::cell::Cell;
use crate::view::look::{self, Look};
use crate::view::marks;
use crate::view::options::{Detail, Direction, Theme};
use crate::view::plan::{Plan, Shape};
use crate::view::style::{self, On};
use crate::view::texts::{self, Texts};

/// A machine or a run, ready to be written.
pub struct Picture<'a> {
    /// What is drawn.
    pub plan: Plan<'a>,
    /// By node, those that are not drawn left empty.
    pub nodes: Table<NodeIdx, NodeMarks>,
    /// By edge, those that are not drawn left empty.
    pub edges: Table<EdgeIdx, EdgeMarks>,
    /// Equal for two pictures with the same layout.
    pub key: String,
}

/// What is said of a node.
#[derive(Clone, Debug, Default)]
pub struct NodeMarks {
    /// Its static look, with the classes of the run.
    pub look: Look,
    /// What a run draws over it.
    pub run: Option<RunLook>,
    /// Its tooltip in the page.
    pub title: String,
    /// Cells of executable nodes.
    pub status: Option<StatusCells>,
    /// The version cell of contexts.
    pub version: Option<Cell>,
    /// The values of contexts.
    pub fields: Vec<FieldMarks>,
    /// Its texts with templates.
    pub texts: Texts,
}

/// What is said of an edge.
#[derive(Clone, Debug, Default)]
pub struct EdgeMarks {
    /// Its static look, with the classes of the run.
    pub look: Look,
    /// What a run draws over it.
    pub run: Option<RunLook>,
    /// Its tooltip in the page.
    pub title: String,
    /// How often it was crossed, on edges with a label.
    pub taken: Option<Cell>,
    /// How many paths wait, on edges with a join.
    pub join: Option<Cell>,
    /// Its texts with templates.
    pub texts: Texts,
}

/// Colour and width that replace the static ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunLook {
    /// Of the line.
    pub color: &'static str,
    /// Of the pen; drawn by the page only, because it would move the layout.
    pub width: f64,
}

/// The cells of an executable node.
#[derive(Clone, Debug)]
pub struct StatusCells {
    /// `s<i>`
    pub glyph: Cell,
    /// `k<i>`
    pub visits: Cell,
    /// `p<i>`
    pub paths: Cell,
}

/// The value cells of a field.
#[derive(Clone, Debug)]
pub struct FieldMarks {
    /// The field.
    pub id: FieldId,
    /// Its position in the context.
    pub position: usize,
    /// Its name.
    pub name: String,
    /// Its type as written.
    pub kind: Option<String>,
    /// One row when all paths agree, else one for each path.
    pub rows: Vec<(Option<PathId>, Cell)>,
    /// Paths that have no row.
    pub more: usize,
}

impl<'a> Picture<'a> {
    /// The picture of a machine without a run.
    pub fn of_machine(plan: Plan<'a>) -> Self {
        let mut picture = Self::bare(plan);
        let machine = picture.plan.machine;
        for at in machine.nodes.ids().filter(|at| picture.plan.is_drawn(*at)) {
            let texts = node_texts(&picture.plan, at, |text| texts::initial(machine, Some(at), text));
            picture.nodes[at].texts = texts;
        }
        for at in picture.plan.edges().map(|(at, _)| at).collect::<Vec<_>>() {
            let edge = &machine.edges[at];
            picture.edges[at].texts.add("text", Some(&edge.text()), |text| texts::initial(machine, edge.scope, text));
        }
        picture.key = picture.layout_key("static");
        picture
    }

    /// The picture of a run.
    pub fn of_run(plan: Plan<'a>, run: &Run) -> Self {
        let mut picture = Self::bare(plan);
        marks::add(&mut picture, run);
        picture.key = picture.layout_key("run");
        picture
    }

    /// Static looks and titles.
    fn bare(plan: Plan<'a>) -> Self {
        let machine = plan.machine;
        let nodes = machine.nodes.ids().map(|at| static_node(&plan, at)).collect();
        let mut edges: Table<EdgeIdx, EdgeMarks> = machine.edges.iter().map(|_| EdgeMarks::default()).collect();
        for (at, edge) in plan.edges() {
            let truth = edge.condition.as_ref().map(|condition| texts::truth(machine, condition));
            let mut look = look::of_edge(edge, truth, plan.options.theme);
            style::apply(&mut look, &edge.style, On::Edge);
            look.classes.extend(plan.edge_problem(at).map(Into::into));
            let (source, target) = (&machine.nodes[edge.source].id, &machine.nodes[edge.target].id);
            let mut title = String::with_capacity(source.len() + target.len() + 40);
            for part in [&**source, " → ", &**target] {
                title.push_str(part);
            }
            let condition = edge.condition.as_ref().map(|condition| &condition.text);
            for more in edge.texts.iter().chain(condition).filter(|more| !more.is_empty()) {
                title.push_str(" · ");
                title.push_str(&crate::text::clip(more, 200));
            }
            edges[at] = EdgeMarks { look, title, ..EdgeMarks::default() };
        }
        Self { plan, nodes, edges, key: String::new() }
    }

    /// The hash of everything that can move ink.
    ///
    /// The static part is a function of the machine and the options, so their hashes stand for it; what a run adds
    /// to the layout are rows that come and go and texts with templates.
    fn layout_key(&self, kind: &str) -> String {
        let plan = &self.plan;
        let options = plan.options;
        let mut text = format!("{kind} {}", plan.machine.hash());
        let choices = [
            options.direction == Some(Direction::TB),
            options.direction == Some(Direction::LR),
            options.detail == Detail::Compact,
            options.contexts,
            options.data,
            options.notes,
            options.inferred,
            options.attributes,
            options.prompts,
            options.theme == Theme::Dark,
        ];
        text.extend(choices.map(|choice| if choice { '1' } else { '0' }));
        if options.links {
            text.push_str(&crate::text::hash(plan.machine.source()));
        }
        if kind == "run" {
            text.push_str(&options.columns().to_string());
        }
        for (at, marks) in self.nodes.entries() {
            for field in marks.fields.iter().filter(|field| field.is_kept(plan, at, marks.fields.len())) {
                field.write_rows(plan, &mut text);
            }
            write_texts(&mut text, 'n', at.0, &marks.texts);
        }
        for (at, marks) in self.edges.entries() {
            write_texts(&mut text, 'e', at.0, &marks.texts);
        }
        crate::text::hash(&text)
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
        if let ([(None, cell)], false) = (self.rows.as_slice(), added) {
            // As it always is.
            debug_assert!(!cell.id.is_empty());
            return;
        }
        for (_, cell) in &self.rows {
            text.push_str(&format!("\n{} {}:{}", cell.id, self.name.len(), self.name));
        }
        text.push_str(&format!("+{}", self.more));
    }
}

/// The texts of a node that may hold templates.
pub fn node_texts(plan: &Plan, at: NodeIdx, mut resolve: impl FnMut(&str) -> String) -> Texts {
    let node = &plan.machine.nodes[at];
    let mut texts = Texts::default();
    texts.add("title", node.title.as_deref(), &mut resolve);
    if plan.options.detail == Detail::Full {
        texts.add("desc", node.text("desc"), &mut resolve);
        if plan.options.prompts && plan.shape(at) == Shape::Leaf {
            texts.add("prompt", node.text("prompt"), &mut resolve);
        }
    }
    texts
}

fn static_node(plan: &Plan, at: NodeIdx) -> NodeMarks {
    let node = &plan.machine.nodes[at];
    let theme = plan.options.theme;
    let (mut look, on) = match plan.shape(at) {
        Shape::Hidden => return NodeMarks::default(),
        Shape::Leaf => (look::of_node(node, plan.entry(at), theme), On::Node),
        Shape::Cluster => (look::of_cluster(node, theme), On::Cluster),
    };
    style::apply(&mut look, &node.style, on);
    look.classes.extend(plan.node_problem(at).map(Into::into));
    let mut title = node.id.to_string();
    if let Some(more) = node.title.as_deref().filter(|title| *title != &*node.name) {
        title.push_str(" · ");
        title.push_str(&crate::text::clip(more, 200));
    }
    NodeMarks { look, title, ..NodeMarks::default() }
}
