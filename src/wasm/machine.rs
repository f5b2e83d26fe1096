//! The class `Machine`.

use std::cell::OnceCell;
use std::sync::Arc;

use js_sys::{JSON, Uint32Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::convert::{done, object, out, parsed, refused, write_span};
use super::explore::Exploration;
use super::given::{self, Fields};
use super::run::Run;
use crate::diagnostic::{Diagnostic, Fix, Severity};
use crate::json::{Object, ToJson, Writer};
use crate::machine::{self, FromJson, NoMachine, Unknown, raw_text_from_json, text_from_json};
use crate::run::Timeline;
use crate::run::save::Resumed;
use crate::service::{self, Uses};
use crate::syntax::tree::Tree;
use crate::syntax::{FormatRefusal, Highlight, format_tree};
use crate::text::Span;
use crate::view;

/// A parsed machine.
#[wasm_bindgen(skip_typescript)]
pub struct Machine(pub(super) Arc<machine::Machine>, OnceCell<Uses>, Vec<JsonFinding>);

/// A finding of either kind.
enum Finding<'a> {
    Json(&'a JsonFinding),
    Text(&'a Diagnostic),
}

/// What is wrong with the JSON that a machine was made from, as a finding at the start of its text.
struct JsonFinding {
    severity: Severity,
    code: &'static str,
    message: String,
    pointer: String,
}

impl Machine {
    fn new(machine: Arc<machine::Machine>) -> Self {
        Self(machine, OnceCell::new(), Vec::new())
    }

    /// The uses of names, collected when they are first asked for.
    fn uses(&self) -> &Uses {
        self.1.get_or_init(|| Uses::of(&self.0))
    }

    /// The colored parts of a range. The first call for a range reads only that part of the text.
    fn colours(&self, from: Option<u32>, to: Option<u32>) -> Vec<Highlight> {
        let tree = &self.0.tree;
        let byte = |offset| tree.lines.byte(&tree.text, offset);
        let within = Span { start: from.map_or(0, byte), end: to.map_or(u32::MAX, byte) };
        let part;
        let uses = if within == Span::ALL || self.1.get().is_some() {
            self.uses()
        } else {
            part = Uses::within(&self.0, within);
            &part
        };
        service::tokens(&self.0, uses, within)
    }
}

#[wasm_bindgen]
impl Machine {
    /// Parses a text, with a set of files where one is given. Never throws for any text.
    #[wasm_bindgen(skip_typescript)]
    pub fn parse(source: &str, files: JsValue, entry: JsValue, given: JsValue) -> Machine {
        Machine::new(given::machine(source, files, &entry, &given::work(&Fields::read(given))))
    }

    /// The machine of a canonical JSON. What is wrong with the JSON is among the findings.
    #[wasm_bindgen(js_name = fromJSON, skip_typescript)]
    pub fn from_json(json: JsValue, given: JsValue) -> Result<Machine, JsValue> {
        let json = given::ordered(&json, "json")?;
        let format = Fields::read(given).maybe_flag("format").unwrap_or(true);
        let made = if format { text_from_json(&json) } else { raw_text_from_json(&json) };
        let (text, findings) = match made {
            Ok(FromJson { text, unknown }) => (text, unknown.into_iter().map(ignored).collect()),
            Err(NoMachine { pointer, message }) => {
                let severity = Severity::Error;
                (String::new(), vec![JsonFinding { severity, code: "json-machine", message, pointer }])
            }
        };
        Ok(Self(machine::Machine::parse(&text), OnceCell::new(), findings))
    }

    /// Reads a saved run.
    #[wasm_bindgen(skip_typescript)]
    pub fn resume(text: &str, given: JsValue) -> JsValue {
        let options = Fields::read(given);
        match Timeline::resume_within(text, options.flag("force"), &given::work(&options)) {
            Ok(Resumed { timeline, timeline_dropped }) => {
                opened(timeline, [("timelineDropped", timeline_dropped.into())])
            }
            Err(refusal) => refused(&refusal),
        }
    }

    /// Makes a run again from the entries of a journal.
    #[wasm_bindgen(skip_typescript)]
    pub fn replay(entries: &JsValue, given: JsValue) -> JsValue {
        let options = Fields::read(given);
        let entries = JSON::stringify(entries).map(String::from).unwrap_or_default();
        match Timeline::replay_journal(&entries, options.flag("force"), &given::work(&options)) {
            Ok(timeline) => opened(timeline, []),
            Err(refusal) => refused(&refusal),
        }
    }

    /// Hash of the canonical JSON without ranges.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn hash(&self) -> String {
        self.0.hash().to_string()
    }

    /// The header's title.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn title(&self) -> JsValue {
        self.0.title.as_deref().map_or(JsValue::NULL, JsValue::from_str)
    }

    /// The text it was parsed from.
    #[wasm_bindgen(getter, skip_typescript)]
    pub fn source(&self) -> String {
        self.0.source().to_string()
    }

    /// Every finding.
    #[wasm_bindgen(skip_typescript)]
    pub fn diagnostics(&self) -> JsValue {
        let mut text = Writer::default();
        let found = self.2.iter().map(Finding::Json).chain(self.0.diagnostics.iter().map(Finding::Text));
        text.each(found, |out, finding| match finding {
            Finding::Json(finding) => finding.write(out),
            Finding::Text(finding) => write_diagnostic(&self.0.tree, finding, out),
        });
        parsed(&text.finish())
    }

    /// Canonical JSON.
    #[wasm_bindgen(js_name = toJSON, skip_typescript)]
    pub fn to_json(&self) -> JsValue {
        parsed(&self.0.to_json())
    }

    /// How many nodes and edges there are, and the files that are imported.
    #[wasm_bindgen(skip_typescript)]
    pub fn counts(&self) -> JsValue {
        let machine = &self.0;
        let mut text = Writer::default();
        text.object(|object| {
            object.field("nodes", &machine.nodes.len());
            object.field("edges", &machine.edges.len());
            object.with("files", |out| out.list(machine.tree.files.iter().map(|file| &file.path)));
        });
        parsed(&text.finish())
    }

    /// The static drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn dot(&self, given: JsValue) -> String {
        view::dot_static(&self.0, &given::dot_options(given))
    }

    /// The static drawing in two parts.
    #[wasm_bindgen(skip_typescript)]
    pub fn drawing(&self, given: JsValue) -> JsValue {
        out(&view::drawing_static(&self.0, &given::dot_options(given)))
    }

    /// Layout key and looks of the static drawing.
    #[wasm_bindgen(skip_typescript)]
    pub fn overlay(&self, given: JsValue) -> JsValue {
        out(&view::overlay_static(&self.0, &given::dot_options(given)))
    }

    /// The text in the layout of the language.
    #[wasm_bindgen(skip_typescript)]
    pub fn format(&self) -> JsValue {
        match format_tree(&self.0.tree) {
            Ok(text) => done(|object| object.field("text", &text)),
            Err(refusal) => unformatted(&self.0.tree, &refusal),
        }
    }

    /// Tokens of a range, of the whole text by default.
    #[wasm_bindgen(skip_typescript)]
    pub fn tokens(&self, from: Option<u32>, to: Option<u32>) -> JsValue {
        let mut text = Writer::default();
        text.each(&self.colours(from, to), |out, token| {
            out.object(|object| {
                write_span(object, &self.0.tree, token.span);
                object.field("class", &token.class.word());
                if !token.modifiers.is_empty() {
                    object.field("modifiers", &token.modifiers);
                }
            });
        });
        parsed(&text.finish())
    }

    /// The same as numbers: what an editor asks for at every key.
    #[wasm_bindgen(js_name = packedTokens, skip_typescript)]
    pub fn packed_tokens(&self, from: Option<u32>, to: Option<u32>) -> JsValue {
        let tree = &self.0.tree;
        let tokens = self.colours(from, to);
        let mut kinds: Vec<&Highlight> = Vec::new();
        let mut classes: Vec<String> = Vec::new();
        let mut packed: Vec<u32> = Vec::with_capacity(tokens.len() * 3);
        for token in &tokens {
            let other = |kind: &&Highlight| kind.class != token.class || kind.modifiers != token.modifiers;
            let mut kind = 0;
            while kinds.get(kind).is_some_and(other) {
                kind += 1;
            }
            if kind == kinds.len() {
                kinds.push(token);
                let mut name = token.class.word().to_owned();
                for modifier in &token.modifiers {
                    name.push(' ');
                    name.push_str(modifier);
                }
                classes.push(name);
            }
            packed.push(tree.lines.utf16(&tree.text, token.span.start));
            packed.push(tree.lines.utf16(&tree.text, token.span.end));
            packed.push(kind as u32);
        }
        object([("classes", out(&classes)), ("tokens", Uint32Array::from(packed.as_slice()).into())])
    }

    /// Header, nodes with fields, and edges as a tree.
    #[wasm_bindgen(skip_typescript)]
    pub fn outline(&self) -> JsValue {
        out(&service::outline(&self.0))
    }

    /// Ranges that can be folded.
    #[wasm_bindgen(skip_typescript)]
    pub fn folds(&self) -> JsValue {
        out(&service::folds(&self.0.tree))
    }

    /// What could be written at an offset.
    #[wasm_bindgen(skip_typescript)]
    pub fn complete(&self, offset: u32) -> JsValue {
        out(&service::complete(&self.0, offset))
    }

    /// What is known of the part of the text at an offset.
    #[wasm_bindgen(skip_typescript)]
    pub fn hover(&self, offset: u32) -> JsValue {
        out(&service::hover(&self.0, self.uses(), offset))
    }

    /// Where the thing named at an offset is declared.
    #[wasm_bindgen(skip_typescript)]
    pub fn definition(&self, offset: u32) -> JsValue {
        out(&service::definition(&self.0, self.uses(), offset))
    }

    /// Every use of the thing named at an offset.
    #[wasm_bindgen(skip_typescript)]
    pub fn references(&self, offset: u32) -> JsValue {
        out(&service::references(&self.0, self.uses(), offset))
    }

    /// What could be done about a selection.
    #[wasm_bindgen(skip_typescript)]
    pub fn fixes(&self, from: u32, to: u32) -> JsValue {
        let mut text = Writer::default();
        write_fixes(&self.0.tree, &service::fixes(&self.0, self.uses(), from, to), &mut text);
        parsed(&text.finish())
    }

    /// The edits that another name for the thing named at an offset needs, in all files and stubs.
    #[wasm_bindgen(skip_typescript)]
    pub fn rename(&self, offset: u32, name: &str, given: JsValue) -> JsValue {
        let (file, stubs) = given::rename_options(given);
        match service::rename(&self.0, file.as_deref(), offset, name, stubs) {
            Ok(renaming) => done(|object| {
                object.field("edits", &renaming.edits);
                object.field("stubs", &renaming.scripts);
            }),
            Err(refusal) => refused(&refusal),
        }
    }

    /// The edits that a change of the drawing needs, in all files.
    #[wasm_bindgen(skip_typescript)]
    pub fn edit(&self, op: JsValue) -> Result<JsValue, JsValue> {
        let (op, read_only) = given::edit(&op)?;
        Ok(match service::edit::edit(&self.0, &op, &read_only) {
            Ok(edited) => done(|object| {
                object.field("edits", &edited.edits);
                object.field("select", &edited.select);
                object.field("nodes", &edited.nodes);
                object.field("moved", &edited.moved);
                object.field("affected", &edited.affected);
            }),
            Err(refusal) => refused(&refusal),
        })
    }

    /// The edits that renaming a file of the set needs.
    #[wasm_bindgen(js_name = renameFile, skip_typescript)]
    pub fn rename_file(&self, from: &str, to: &str) -> JsValue {
        match service::rename_file(&self.0, from, to) {
            Ok(edits) => done(|object| object.field("edits", &edits)),
            Err(refusal) => refused(&refusal),
        }
    }

    /// A new run.
    #[wasm_bindgen(skip_typescript)]
    pub fn start(&self, given: JsValue) -> Run {
        Run::new(Timeline::start(self.0.clone(), &given::start_options(given)))
    }

    /// An exploration of all its runs.
    #[wasm_bindgen(skip_typescript)]
    pub fn explore(&self, given: JsValue) -> Exploration {
        Exploration(self.0.explore(&given::explore_options(given)))
    }
}

/// A run that was read, with its machine and what else is known of it.
fn opened<const N: usize>(timeline: Timeline, also: [(&str, JsValue); N]) -> JsValue {
    let machine = Machine::new(timeline.run().machine.clone());
    let fields = [("ok", true.into()), ("machine", machine.into()), ("run", Run::new(timeline).into())];
    object(fields.into_iter().chain(also))
}

/// The finding for what has no place in a text.
fn ignored(Unknown { name, pointer }: Unknown) -> JsonFinding {
    let message = format!("`{name}` is left out: it cannot be written as source");
    JsonFinding { severity: Severity::Warning, code: "json-ignored", message, pointer: pointer.to_string() }
}

impl ToJson for JsonFinding {
    fn write(&self, out: &mut Writer) {
        out.object(|object| {
            object.field("from", &0_u32);
            object.field("to", &0_u32);
            object.field("severity", &self.severity.word());
            object.field("code", &self.code);
            object.field("message", &self.message);
            object.field("pointer", &self.pointer);
        });
    }
}

/// The refusal of a text with a syntax error, which is in `data`.
fn unformatted(tree: &Tree, refusal: &FormatRefusal) -> JsValue {
    let mut text = Writer::default();
    text.object(|object| {
        object.field("ok", &false);
        object.object("error", |object| {
            object.field("code", &FormatRefusal::CODE);
            object.field("message", &refusal.message());
            object.with("data", |out| write_diagnostic(tree, &refusal.error, out));
        });
    });
    parsed(&text.finish())
}

fn write_diagnostic(tree: &Tree, diagnostic: &Diagnostic, out: &mut Writer) {
    out.object(|object| {
        write_span(object, tree, diagnostic.span);
        object.field("severity", &diagnostic.severity.word());
        object.field("code", &diagnostic.code);
        object.field("message", &diagnostic.message);
        object.maybe("hint", &diagnostic.hint);
        if !diagnostic.related.is_empty() {
            object.with("related", |out| {
                out.each(&diagnostic.related, |out, (span, message)| {
                    out.object(|object| {
                        write_span(object, tree, *span);
                        object.field("message", message);
                    });
                });
            });
        }
        if !diagnostic.fixes.is_empty() {
            object.with("fixes", |out| write_fixes(tree, &diagnostic.fixes, out));
        }
    });
}

fn write_fixes(tree: &Tree, fixes: &[Fix], out: &mut Writer) {
    out.each(fixes, |out, fix| {
        out.object(|object| {
            object.field("title", &fix.title);
            object.with("edits", |out| {
                out.each(&fix.edits, |out, edit| {
                    out.object(|object: &mut Object| {
                        write_span(object, tree, edit.span);
                        object.field("insert", &edit.insert);
                    });
                });
            });
        });
    });
}
