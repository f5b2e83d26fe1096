//! What every text goes through, whatever it is: in fuzzing, and for the texts that fuzzing found.

use tracklight::machine::Machine;
use tracklight::machine::text_from_json;
use tracklight::schema::Json;
use tracklight::service::{folds, outline};
use tracklight::syntax::{self, quoted};
use tracklight::text::Span;
use tracklight::view::{self, DotOptions};

use super::check::check;
use super::reading::Drawing;

/// Tree, machine, findings, colours, JSON, outline, folds and drawing: all there, all places inside the text.
pub fn parse(text: &str) {
    let machine = Machine::parse(text);
    let inside =
        |span: Span| assert!(text.get(span.start as usize..span.end as usize).is_some(), "{span:?} in {text:?}");
    for found in &machine.diagnostics {
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        edits.chain(found.related.iter().map(|(span, _)| *span)).chain([found.span]).for_each(inside);
    }
    syntax::highlight(&machine.tree).iter().for_each(|part| inside(part.span));
    assert!(Json::parse(&machine.to_json()).is_some(), "the JSON of {text:?} is none");
    outline(&machine);
    folds(&machine.tree);
    draw(&machine);
}

/// Formatting and the way through JSON.
pub fn format(text: &str) {
    check(text);
    let machine = Machine::parse(text);
    let Some(json) = Json::parse(&machine.to_json()) else { return };
    if let Ok(made) = text_from_json(&json) {
        assert!(check(&made.text), "{}", made.text);
    }
}

/// Text at every place of a machine where text can be: it stays text in the drawing.
pub fn quote(text: &str) {
    let text = quoted(text);
    let source = format!(
        "machine {text} {{ about: {text} }}\ncontext K {{ v: {text}; m: {{ {text}: 1; k: [{text}] }} }}\n\
         task t {text} @Mark({text}) @style({text}) {{ desc: {text}; prompt: {text}; style: {{ color: {text}; shape: \
         {text} }} }}\n\
         t {text} -{text}, k: {text}, when: {text}-> {text} K @style(label: {text}; color: {text})\nnote t {text}\n\
         pump {text} {{ state s; x: {text}; -{text}-> s }}\nt -> pump"
    );
    draw(&Machine::parse(&source));
}

fn draw(machine: &std::sync::Arc<Machine>) {
    for links in [false, true] {
        let options = DotOptions { links, ..DotOptions::default() };
        Drawing::read(&view::dot_static(machine, &options)).check();
    }
}
