//! The graph layer as JSON and back.

use std::sync::Arc;

use crate::context::layer::{Group, Layer, Level, Mark, Pair, Refresh, Shape, State, View};
use crate::json::{Object, Writer};
use crate::refusal::Refusal;

use super::reader::Reader;

/// Writes what is there; a layer without edits is empty.
pub fn write(layer: &Layer, object: &mut Object) {
    write_shape(&layer.shape, object);
    if layer.last_group > 0 {
        object.field("last_group", &layer.last_group);
    }
    object.maybe("budget", &layer.budget);
    if !layer.views.is_empty() {
        object.with("views", |out| {
            out.each(&layer.views, |out, view| {
                out.object(|object| {
                    object.field("name", &view.name);
                    object.field("step", &view.step);
                    object.field("last_group", &view.last_group);
                    write_shape(&view.shape, object);
                    object.field("view_nodes", &view.nodes);
                    object.with("view_edges", |out| write_pairs(&view.edges, out));
                    object.field("view_roots", &view.roots);
                });
            });
        });
    }
}

fn write_pairs(pairs: &[Pair], out: &mut Writer) {
    out.each(pairs, |out, (parent, child)| out.list([parent, child]));
}

fn write_shape(shape: &Shape, object: &mut Object) {
    for (name, pairs) in [("added", &shape.added), ("removed", &shape.removed)] {
        if !pairs.is_empty() {
            object.with(name, |out| write_pairs(pairs, out));
        }
    }
    if !shape.orders.is_empty() {
        object.object("orders", |object| {
            for (parent, order) in &shape.orders {
                object.entry(parent, order);
            }
        });
    }
    if !shape.roots.is_empty() {
        object.field("roots", &shape.roots);
    }
    if !shape.groups.is_empty() {
        object.with("groups", |out| {
            out.each(&shape.groups, |out, group| {
                out.object(|object| {
                    object.field("number", &group.number);
                    object.field("title", &group.title);
                });
            });
        });
    }
    if !shape.marks.is_empty() {
        object.object("marks", |object| {
            for (id, mark) in &shape.marks {
                object.entry_with(id, |object| {
                    object.maybe("state", &mark.state);
                    object.maybe("level", &mark.level);
                    if mark.refresh != Refresh::Step {
                        object.field("refresh", &mark.refresh);
                    }
                    if let Some((text, stamp)) = &mark.summary {
                        object.field("summary", text);
                        object.field("stamp", stamp);
                    }
                });
            }
        });
    }
}

/// Reads a layer. What is no edge, no state and so on is refused; edges that close a cycle are left out later.
pub fn read(at: &Reader) -> Result<Layer, Refusal> {
    let shape = read_shape(at)?;
    let last = shape.groups.last().map_or(0, |group| group.number);
    let mut views = Vec::new();
    for view in at.list("views")? {
        let mut nodes = texts(&view, "viewNodes")?;
        nodes.sort_unstable();
        views.push(View {
            name: view.text("name")?,
            step: view.count("step")?,
            last_group: view.count("lastGroup")?,
            shape: read_shape(&view)?,
            nodes,
            edges: pairs(&view, "viewEdges")?,
            roots: texts(&view, "viewRoots")?,
        });
    }
    let budget = match at.maybe("budget") {
        Some(budget) => Some(budget.as_count("budget")?),
        None => None,
    };
    Ok(Layer { shape, last_group: at.count("lastGroup")?.max(last), budget, views })
}

fn texts(at: &Reader, key: &str) -> Result<Vec<Arc<str>>, Refusal> {
    let mut texts = Vec::new();
    for item in at.list(key)? {
        texts.push(item.as_text()?.clone());
    }
    Ok(texts)
}

fn pairs(at: &Reader, key: &str) -> Result<Vec<Pair>, Refusal> {
    let mut pairs = Vec::new();
    for item in at.list(key)? {
        let ends = item.items()?;
        let [parent, child] = ends.as_slice() else { return Err(at.wrong(key, "not an edge")) };
        pairs.push((parent.as_text()?.clone(), child.as_text()?.clone()));
    }
    Ok(pairs)
}

fn read_shape(at: &Reader) -> Result<Shape, Refusal> {
    let mut shape = Shape { added: pairs(at, "added")?, roots: texts(at, "roots")?, ..Shape::default() };
    shape.removed = pairs(at, "removed")?;
    shape.removed.sort_unstable();
    shape.removed.dedup();
    if let Some(orders) = at.maybe("orders") {
        for (parent, order) in orders.entries()? {
            let mut children = Vec::new();
            for child in order.items()? {
                children.push(child.as_text()?.clone());
            }
            shape.orders.push((parent.clone(), children));
        }
        shape.orders.sort_by(|a, b| a.0.cmp(&b.0));
        shape.orders.dedup_by(|a, b| a.0 == b.0);
    }
    for group in at.list("groups")? {
        shape.groups.push(Group { number: group.count("number")?, title: group.text("title")?.into() });
    }
    shape.groups.sort_by_key(|group| group.number);
    shape.groups.dedup_by_key(|group| group.number);
    if let Some(marks) = at.maybe("marks") {
        for (id, mark) in marks.entries()? {
            shape.marks.push((id.clone(), read_mark(&mark)?));
        }
        shape.marks.sort_by(|a, b| a.0.cmp(&b.0));
        shape.marks.dedup_by(|a, b| a.0 == b.0);
    }
    Ok(shape)
}

fn read_mark(at: &Reader) -> Result<Mark, Refusal> {
    let mut mark = Mark::default();
    if let Some(word) = at.maybe_text("state")? {
        mark.state = Some(State::from_word(&word).ok_or_else(|| at.wrong("state", "unknown state"))?);
    }
    if let Some(word) = at.maybe_text("level")? {
        mark.level = Some(Level::from_word(&word).ok_or_else(|| at.wrong("level", "unknown level"))?);
    }
    mark.refresh = match at.value("refresh") {
        None => Refresh::Step,
        Some(value) => Refresh::read(&value).ok_or_else(|| at.wrong("refresh", "unknown refresh setting"))?,
    };
    if let Some(text) = at.maybe_text("summary")? {
        mark.summary = Some((text.into(), at.text("stamp")?.into()));
    }
    Ok(mark)
}
