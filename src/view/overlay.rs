//! A picture as data that can be laid over a drawing with the same layout.

use std::borrow::Cow;

use crate::json::{ToJson, Writer};
use crate::view::cell::{Cell, Mark};
use crate::view::marks::{RunLook, Title};
use crate::view::picture::{Key, Picture};
use crate::view::quote;

/// The complete set of what can be patched in a drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Overlay {
    /// Only a drawing with the same key may be patched.
    pub key: String,
    /// The keys of the flow and of the rail, where these are drawings of their own.
    pub parts: Option<[String; 2]>,
    /// The cells.
    pub cells: Vec<Cell>,
    /// The cells of the rows of data.
    pub rows: Vec<RowCell>,
    /// The nodes and containers by their ids in the drawing.
    pub nodes: Vec<(String, Look)>,
    /// The edges by their ids.
    pub edges: Vec<(String, Look)>,
}

/// A cell whose text never changes.
#[derive(Clone, Debug, PartialEq)]
pub struct RowCell {
    /// Its id in the drawing.
    pub id: String,
    /// What it says when pointed at.
    pub title: String,
    /// Set when the last action read or wrote through it.
    pub mark: Option<Mark>,
}

impl ToJson for RowCell {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("title", &self.title);
            object.maybe("mark", &self.mark.map(Mark::word));
        });
    }
}

/// How one node or edge looks, static looks included.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Every class of it that is ours.
    pub classes: Vec<&'static str>,
    /// Of the line.
    pub color: Cow<'static, str>,
    /// Of the pen, in points.
    pub width: f64,
    /// `dashed`, `dotted`, `bold`, or empty for a plain line.
    pub style: String,
    /// For pointing at it.
    pub title: String,
}

impl ToJson for Look {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.with("classes", |out| out.each(&self.classes, |out, class| out.string(class)));
            object.field("color", &&*self.color);
            object.field("width", &self.width);
            object.field("style", &self.style);
            object.field("title", &self.title);
        });
    }
}

impl ToJson for Overlay {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("key", &self.key);
            if let Some([flow, rail]) = &self.parts {
                object.field("flow", flow);
                object.field("rail", rail);
            }
            object.object("cells", |object| {
                self.cells.iter().for_each(|cell| object.entry(&cell.id.to_text(), cell));
                self.rows.iter().for_each(|row| object.entry(&row.id, row));
            });
            object.object("nodes", |object| self.nodes.iter().for_each(|(id, look)| object.entry(id, look)));
            object.object("edges", |object| self.edges.iter().for_each(|(id, look)| object.entry(id, look)));
        });
    }
}

impl Overlay {
    /// The overlay of a picture.
    pub(super) fn of(picture: &Picture) -> Self {
        let plan = &picture.plan;
        let (mut cells, mut rows, mut nodes, mut edges) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut key = picture.key();
        let mut rail = plan.fit.map(|_| picture.rail_key());
        for at in plan.machine.nodes.ids().filter(|at| plan.is_drawn(*at)) {
            let marks = picture.node(at);
            let in_rail = rail.as_mut().filter(|_| plan.is_in_rail(at));
            in_rail.unwrap_or(&mut key).node(plan, at, &marks);
            let count = marks.fields.len();
            cells.extend(marks.status);
            for field in marks.fields.into_iter().filter(|field| field.is_kept(plan, at, count)) {
                cells.extend(field.rows.into_iter().map(|(_, cell)| cell));
            }
            rows.extend(marks.rows.into_iter().map(|row| RowCell { title: row.title(), id: row.id, mark: row.mark }));
            nodes.push((plan.id(at), look(marks.look, marks.run, marks.title)));
        }
        for (at, edge) in plan.edges() {
            let marks = picture.edge(at, edge);
            key.edge(at, &marks);
            cells.extend(marks.cell);
            edges.push((quote::id("e", at.0), look(marks.look, marks.run, marks.title)));
        }
        let flow = key.finish();
        let Some(rail) = rail.map(Key::finish) else {
            return Self { key: flow, parts: None, cells, rows, nodes, edges };
        };
        let key = crate::text::hash(&[&*flow, &*rail].concat());
        Self { key, parts: Some([flow, rail]), cells, rows, nodes, edges }
    }

    /// A cell by its id.
    pub fn cell(&self, id: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.id.to_text() == id)
    }

    /// A node, container or edge by its id.
    pub fn look(&self, id: &str) -> Option<&Look> {
        self.nodes.iter().chain(&self.edges).find(|(known, _)| known == id).map(|(_, look)| look)
    }
}

fn look(look: crate::view::look::Look, run: RunLook, title: Title) -> Look {
    Look {
        color: run.color.map_or_else(|| look.color(), Into::into),
        width: run.width.unwrap_or_else(|| look.width()),
        style: look.line_style(),
        classes: look.classes,
        title: title.0.unwrap_or_default(),
    }
}
