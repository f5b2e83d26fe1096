//! The heading of a drawing: title, version, description and attributes of the machine.

use crate::value::Value;
use crate::view::card::{pieces_of, tags};
use crate::view::fields::Row;
use crate::view::label::{Line, ROWS, Table, font, lines_cell, said_width, wrap, wrap_plain, write_lines, write_width};
use crate::view::limits::{WRAPPING, size};
use crate::view::markdown::{self, Face};
use crate::view::plan::Plan;
use crate::view::quote::Markup;
use crate::view::rows::{MAX_ROWS, Names, more, write_rows};

/// Attributes of the machine that set something and are not shown.
const SETTINGS: [&str; 12] = [
    "version",
    "description",
    "desc",
    "style",
    "maxSteps",
    "maxNodeInvocations",
    "maxPaths",
    "maxTurns",
    "maxTokens",
    "timeout",
    "maxCheckpoints",
    "contextBudget",
];

/// Writes the heading. False if there is none.
pub fn write(out: &mut Markup, plan: &Plan) -> bool {
    let machine = plan.machine;
    let limits = &plan.limits;
    let mut table = Table::new(out, ROWS);
    if !plan.options.heading {
        return table.finish();
    }
    if let Some(title) = machine.title.as_deref().filter(|title| !title.trim().is_empty()) {
        let bold = Face { bold: true, ..Face::default() };
        let lines = wrap(markdown::parse(crate::view::label::beginning(title), bold), limits.heading);
        table.row(|out| {
            out.markup("<TD ALIGN=\"LEFT\"");
            write_width(out, said_width(&lines, limits.heading, size::HEADING));
            out.markup(">");
            font(out, "", "16", |out| write_lines(out, &lines));
            out.markup("</TD>");
        });
    }
    let version = machine.attribute("version").map(|version| format!("v{}", version.to_text()));
    let tags = tags(machine.annotations.iter().filter(|one| !one.is(&["style", "note"])));
    let second = [version, tags].into_iter().flatten().collect::<Vec<_>>().join("  ");
    if !second.is_empty() {
        let lines: Vec<Line> = wrap_plain(&second, limits.heading);
        table.row(|out| {
            out.markup("<TD ALIGN=\"LEFT\">");
            font(out, plan.palette.ink_soft, "11", |out| write_lines(out, &lines));
            out.markup("</TD>");
        });
    }
    if plan.options.is_compact() {
        return table.finish();
    }
    let text = |name| machine.attribute(name).and_then(Value::as_str);
    if let Some(desc) = text("description").or_else(|| text("desc")).filter(|desc| !desc.trim().is_empty()) {
        let room = limits.heading.of_lines(6);
        table.row(|out| lines_cell(out, |_| {}, &wrap(pieces_of(desc), room), room, size::TEXT));
    }
    if plan.options.attributes {
        let shown = |name: &str| !SETTINGS.contains(&name) && !WRAPPING.contains(&name);
        let all = machine.attributes.iter().filter(|attribute| shown(&attribute.name));
        let rows: Vec<Row> =
            all.map(|one| Row { name: &one.name, kind: one.kind.as_deref(), value: one.value.as_ref() }).collect();
        let kept = rows.get(..MAX_ROWS).unwrap_or(&rows);
        table.nest(
            ROWS,
            |out| out.markup("<TD ALIGN=\"LEFT\" CELLPADDING=\"0\">"),
            |inner| {
                let names = Names { room: (plan.limits.key, !plan.options.is_compact()), ports: false, typed: false };
                write_rows(inner, plan, kept, names, 0);
                more(inner, rows.len() - kept.len(), "");
            },
        );
    }
    table.finish()
}
