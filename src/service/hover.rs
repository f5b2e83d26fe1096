//! What is known about the thing at an offset, as Markdown.

use std::fmt::Write as _;

use crate::machine::Machine;
use crate::machine::classify::declared;
use crate::machine::control::Work;
use crate::machine::initial::{Truth, truth};
use crate::machine::model::{Access, Class, ConditionKind, Edge, EdgeKind, Node, NodeIdx, Origin};
use crate::schema::Kind;
use crate::service::site::{Holder, Site, caret};
use crate::service::uses::{Role, Target, Use};
use crate::service::words;
use crate::service::{Range, Uses};
use crate::shape;
use crate::syntax::{Class as Colour, highlight};
use crate::text::{Span, clip};
use crate::value::Value;

/// What is known about a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// Start of the part, in UTF-16 units.
    pub from: u32,
    /// End of the part.
    pub to: u32,
    /// Facts about it; what the author wrote is escaped.
    pub markdown: String,
}
shape!(Hover { from, to, markdown });

/// The longest text of the author that is shown.
const SHOWN: usize = 200;

/// What is known about the part of the text at a UTF-16 offset: of the node, field, edge, annotation, type or built-in
/// word there, and the findings about it.
pub fn hover(machine: &Machine, uses: &Uses, offset: u32) -> Option<Hover> {
    let tree = &machine.tree;
    let offset = tree.lines.byte(&tree.text, offset);
    let parts = highlight(tree);
    let next = parts.partition_point(|part| part.span.start <= offset);
    let part = next.checked_sub(1).and_then(|at| parts.get(at)).filter(|part| offset <= part.span.end);
    let mut facts = Facts { machine, uses, out: String::new() };
    let mut span = None;
    if let Some(part) = part {
        let named = uses
            .at(offset)
            .filter(|name_use| part.span.start <= name_use.span.start && name_use.span.end <= part.span.end);
        span = Some(named.map_or(part.span, |name_use| name_use.span));
        match named {
            Some(name_use) => {
                facts.target(&name_use.target);
                facts.in_prompt(name_use);
            }
            None => facts.word(part.span, part.class),
        }
    }
    if facts.out.is_empty() {
        span = None;
    }
    for finding in
        machine.diagnostics.iter().filter(|finding| finding.span.start <= offset && offset <= finding.span.end)
    {
        let hint = finding.hint.as_deref().map(|hint| format!(". {}", capital(hint))).unwrap_or_default();
        let severity = capital(finding.severity.word());
        facts.line(&format!("**{severity}:** {}{hint} · {}", finding.message, finding.code));
        span = span.or(Some(finding.span));
    }
    let Range { from, to } = Range::of(tree, span?);
    (!facts.out.is_empty()).then_some(Hover { from, to, markdown: facts.out })
}

struct Facts<'m> {
    machine: &'m Machine,
    uses: &'m Uses,
    out: String,
}

impl Facts<'_> {
    /// A paragraph.
    fn line(&mut self, text: &str) {
        if !self.out.is_empty() {
            self.out.push_str("\n\n");
        }
        self.out.push_str(text);
    }

    /// A sentence about a word of the language, and its example.
    fn teach(&mut self, says: &str, example: &str) {
        self.line(says);
        if !example.is_empty() {
            self.line(&format!("```\n{example}\n```"));
        }
    }

    /// The sentence and example of a word; false if the table has no such word.
    fn word_of(&mut self, table: &[words::Word], word: &str) -> bool {
        let known = table.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word));
        if let Some((_, says, example)) = known {
            self.teach(says, example);
        }
        known.is_some()
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Node(node) => self.node(*node),
            Target::Event(name) => self.event(name),
            Target::Field(owner, name) => self.field(*owner, name),
            Target::Selector(name) => {
                let machine = self.machine;
                let styles = machine.nodes.iter().filter(|node| node.class == Class::Style);
                for node in styles.filter(|node| node.annotations.iter().any(|annotation| annotation.name == *name)) {
                    self.line(&format!("Styled by {}", code(&node.name)));
                }
                if let Some(annotation) = words::annotation_called(name, words::NODE.or(words::EDGE)) {
                    self.teach(annotation.says, annotation.example);
                }
            }
        }
    }

    /// What an agent sees of a context that its prompt names but that it has no access to.
    fn in_prompt(&mut self, name_use: &Use) {
        let machine = self.machine;
        let (Role::Template, Some(step)) = (name_use.role, name_use.scope) else { return };
        let (Target::Node(store) | Target::Field(Some(store), _)) = name_use.target else { return };
        let prompt = machine.nodes[step].attribute("prompt").and_then(|prompt| prompt.value_span);
        let is_inside =
            prompt.is_some_and(|prompt| prompt.start <= name_use.span.start && name_use.span.end <= prompt.end);
        let has_right = |context| machine.control.right(step, context).is_some();
        let is_sent = is_inside && machine.control.work(step) == Work::Prompt;
        if !is_sent || machine.context_of(store).is_none_or(has_right) {
            return;
        }
        let after = machine.tree.text.get(name_use.span.end as usize..).unwrap_or_default();
        if name_use.target == Target::Node(store) && !after.starts_with('.') {
            return self.line("The prompt contains this value.");
        }
        let name = code(&machine.nodes[store].id);
        self.line(&format!("The prompt contains this value. The agent sees the rest of {name} only with a read edge."));
    }

    fn node(&mut self, at: NodeIdx) {
        let machine = self.machine;
        let node = &machine.nodes[at];
        let declaration = match node.span {
            Some(span) => declaration(machine.tree.str(span)),
            None => node.id.to_string(),
        };
        self.line(&code(&declaration));
        let mut class = format!("Kind: **{}**", node.class.word());
        if let Some(reason) = reason(machine, at) {
            let _ = write!(class, ", {reason}");
        }
        if node.name != node.id {
            let _ = write!(class, " · {}", code(&node.id));
        }
        self.line(&class);
        if let Some(title) = node.title.as_deref().filter(|title| *title != &*node.name) {
            self.line(&format!("**{}**", escape(&clip(title, SHOWN))));
        }
        for key in ["desc", "description"] {
            if let Some(text) = node.text(key) {
                self.line(&escape(&clip(text, SHOWN)));
            }
        }
        let (mut incoming, mut outgoing) = (0, 0);
        for edge in machine.edges.iter() {
            incoming += usize::from(edge.target == at);
            outgoing += usize::from(edge.source == at);
        }
        self.line(&format!("Edges: {incoming} in, {outgoing} out"));
        for note in machine.nodes.iter().filter(|note| note.target.as_ref().is_some_and(|(node, _)| *node == Some(at)))
        {
            let text = note.title.as_deref().or_else(|| note.text("desc")).or_else(|| note.text("prompt"));
            if let Some(text) = text {
                self.line(&format!("> {}", escape(&clip(text, SHOWN))));
            }
        }
    }

    fn event(&mut self, name: &str) {
        let machine = self.machine;
        let Some(event) = machine.event(name).map(|at| &machine.nodes[machine.events[at].node]) else {
            self.line(&code(&format!("event {name}")));
            return self.line("Not declared: its data can be anything.");
        };
        let declaration =
            event.span.map_or_else(|| format!("event {name}"), |span| declaration(machine.tree.str(span)));
        self.line(&code(&declaration));
        if let Some(title) = event.title.as_deref().filter(|title| *title != name) {
            self.line(&format!("**{}**", escape(&clip(title, SHOWN))));
        }
        let waiting = machine.edges.iter().filter(|edge| edge.on.as_ref().is_some_and(|on| *on.name == *name)).count();
        self.line(&format!("{waiting} {} for it", if waiting == 1 { "edge waits" } else { "edges wait" }));
    }

    fn field(&mut self, owner: Option<NodeIdx>, name: &str) {
        let machine = self.machine;
        let context = owner.and_then(|owner| machine.context_of(owner));
        let field = context.and_then(|context| machine.field(context, name)).map(|field| &machine.fields[field]);
        let attributes = match owner {
            Some(owner) => &machine.nodes[owner].attributes,
            None => &machine.attributes,
        };
        let attribute = attributes.iter().find(|attribute| &*attribute.name == name);
        let kind = match (attribute.and_then(|attribute| attribute.kind.as_deref()), field) {
            (Some(kind), _) => Some(kind),
            (None, Some(field)) => field.schema.shown_kind().map(Kind::word),
            (None, None) => None,
        };
        let kind = kind.map(|kind| format!("<{kind}>")).unwrap_or_default();
        let of = owner.map_or("the machine".to_owned(), |owner| code(&machine.nodes[owner].id));
        self.line(&format!("{} of {of}", code(&format!("{name}{kind}"))));
        let place = owner.map_or(words::MACHINE, |owner| words::Places::of_class(machine.nodes[owner].class));
        let known = words::ATTRIBUTES.iter().find(|(word, on, ..)| *word == name && on.overlaps(place));
        if let Some((.., says, example)) = known.filter(|_| field.is_none()) {
            self.teach(says, example);
        }
        let constraints: Vec<String> = attribute.map_or_else(Vec::new, |field| {
            field.annotations.iter().map(|annotation| code(machine.tree.str(annotation.span))).collect()
        });
        if !constraints.is_empty() {
            self.line(&constraints.join(" "));
        }
        let value = match field {
            Some(field) => field.default.as_ref(),
            None => attribute.and_then(|attribute| attribute.value.as_ref()),
        };
        match value {
            Some(Value::Str(text)) if field.is_none() => self.line(&escape(&clip(text, SHOWN))),
            Some(value) => self.line(&format!("Initial value: {}", code(&clip(&value.to_json(), SHOWN)))),
            None if attribute.is_none() && field.is_none() => self.line("Not declared; a run can add it"),
            None => self.line("Initially unset"),
        }
    }

    fn word(&mut self, span: Span, class: Colour) {
        let machine = self.machine;
        let word = machine.tree.str(span);
        match class {
            Colour::Type => self.node_type(word),
            Colour::ValueType => self.value_type(word),
            Colour::Annotation => self.annotation(span),
            Colour::Parameter => self.parameter(span),
            Colour::Arrow => {
                self.edge(span);
                // The arrow of a data or catch edge closes its label and says nothing of its own.
                let labelled = self
                    .edges_of(span)
                    .next()
                    .is_some_and(|edge| matches!(edge.kind, EdgeKind::Data(_) | EdgeKind::Catch));
                if !labelled {
                    self.word_of(words::ARROWS, word);
                }
            }
            Colour::Label | Colour::LabelKey => {
                self.word_of(words::LABELS, word);
                self.edge(span);
            }
            Colour::Variable => {
                let after = machine.tree.text.get(span.end as usize..).unwrap_or_default();
                if after.trim_start().starts_with('(') {
                    self.function(word);
                } else {
                    self.word_of(words::NAMES, word);
                }
            }
            // The part after a dot: a function called on a value, or a key of a map.
            Colour::Attribute => {
                let after = machine.tree.text.get(span.end as usize..).unwrap_or_default();
                if after.trim_start().starts_with('(') {
                    self.function(word);
                } else {
                    self.style_key(word);
                }
            }
            Colour::Node => {
                self.word_of(words::NAMES, word);
            }
            _ => {}
        }
    }

    fn node_type(&mut self, word: &str) {
        if !self.word_of(words::TYPES, word) {
            self.line("Your own node type: a step, or a container for other nodes.");
        }
    }

    fn value_type(&mut self, word: &str) {
        let literal = word.starts_with(['\'', '"']) || word.starts_with(|c: char| c.is_ascii_digit());
        if !literal && !matches!(word, "true" | "false") && !self.word_of(words::VALUE_TYPES, word) {
            self.line("Not a built-in type: accepted, but not checked.");
        }
    }

    fn function(&mut self, word: &str) {
        if let Some((name, arguments, says)) = words::FUNCTIONS.iter().find(|(name, ..)| *name == word) {
            self.line(&code(&format!("{name}{arguments}")));
            self.line(says);
        }
    }

    fn style_key(&mut self, word: &str) {
        if let Some((.., says)) = words::STYLE_KEYS.iter().find(|(key, ..)| key.eq_ignore_ascii_case(word)) {
            self.line(says);
        }
    }

    fn annotation(&mut self, span: Span) {
        let name = self.machine.tree.str(span).trim_start_matches('@').trim_start();
        let place = match caret(self.machine, span.end).site {
            Site::Annotation(holder) => self.place(holder, span.end),
            _ => words::NOWHERE,
        };
        if let Some(annotation) = words::annotation_called(name, place) {
            self.teach(annotation.says, annotation.example);
            let parameters: Vec<String> =
                annotation.parameters.iter().filter(|(name, _)| !name.is_empty()).map(|(name, _)| code(name)).collect();
            if !parameters.is_empty() {
                self.line(&format!("Parameters: {}", parameters.join(", ")));
            }
        } else {
            self.line("Your own annotation: shown in the diagram, and a selector for style nodes.");
        }
    }

    /// What an annotation is on; a leading one belongs to the item after it.
    fn place(&self, holder: Holder, offset: u32) -> words::Places {
        let machine = self.machine;
        match holder {
            Holder::Machine => words::MACHINE,
            Holder::Edge => words::EDGE,
            Holder::Field(_) => words::FIELD,
            Holder::Node { name, .. } => match self.uses.at(name.start).map(|name_use| &name_use.target) {
                Some(Target::Node(node)) => words::Places::of_class(machine.nodes[*node].class),
                _ => words::NODE,
            },
            Holder::Any => {
                let behind = machine.nodes.iter().filter_map(|node| Some((node.span?.start, node)));
                let next = behind.filter(|(start, _)| *start >= offset).min_by_key(|(start, _)| *start);
                next.map_or(words::EDGE, |(_, node)| words::Places::of_class(node.class))
            }
        }
    }

    fn parameter(&mut self, span: Span) {
        let Site::Argument { name, holder, .. } = caret(self.machine, span.start).site else { return };
        let word = self.machine.tree.str(span);
        let place = self.place(holder, span.start);
        let Some(annotation) = words::annotation_called(self.machine.tree.str(name), place) else { return };
        if annotation.parameters.iter().any(|(_, values)| *values == words::STYLES) {
            self.style_key(word);
            return;
        }
        if let Some((name, values)) = annotation.parameters.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)) {
            self.line(&format!("{}: parameter of `@{}`", code(name), annotation.name));
            if !values.is_empty() && !values.starts_with('@') {
                self.line(&format!("One of {}", values.replace(' ', ", ")));
            }
        }
    }

    /// The edges of the arrow that a part of the text belongs to.
    fn edges_of(&self, span: Span) -> impl Iterator<Item = &'_ Edge> + use<'_> {
        let within = move |edge: &&Edge| edge.arrow_span.start <= span.start && span.end <= edge.arrow_span.end;
        self.machine.edges.iter().filter(|edge| edge.arrow.is_some()).filter(within)
    }

    /// Says what is known of the edges of an arrow.
    fn edge(&mut self, span: Span) {
        let (machine, this) = (self.machine, Facts { out: String::new(), ..*self });
        let mut edges = this.edges_of(span);
        let Some(edge) = edges.next() else { return };
        self.line(&kind(machine, edge));
        let others = edges.count();
        if others > 0 {
            self.line(&format!("And {others} more {} in this statement", if others == 1 { "edge" } else { "edges" }));
        }
        if let Some(condition) = &edge.condition {
            let word = if condition.kind == ConditionKind::When { "when" } else { "unless" };
            let truth = match truth(machine, condition) {
                Truth::True => "satisfied with the initial values",
                Truth::False => "not satisfied with the initial values",
                Truth::Unknown => "depends on the run",
                Truth::Fault => "not an expression, so never taken automatically",
            };
            self.line(&format!("{word} {}: {truth}", code(&clip(&condition.text, SHOWN))));
        }
    }
}

/// An edge in words.
fn kind(machine: &Machine, edge: &Edge) -> String {
    let name = |node: NodeIdx| code(&machine.nodes[node].id);
    let ends = format!("{} → {}", name(edge.source), name(edge.target));
    let mut text = format!("**{}** edge {ends}", edge.kind.word());
    if let EdgeKind::Data(access) = edge.kind {
        text.push_str(match access {
            Some(Access::Read) => ", gives read access",
            Some(Access::Write) => ", gives read and write access",
            Some(Access::Ask) => ", asks people for its values and gives read access",
            None => ", gives read access by default",
        });
        if let Some(fields) = &edge.fields {
            let _ = write!(text, " to {}", code(&fields.join(", ")));
        }
    }
    text
}

/// The first line of a declaration, up to its block.
fn declaration(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let mut quote = None;
    let mut end = line.len();
    for (at, c) in line.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '\'') => quote = Some(c),
            None if matches!(c, '{' | ';') => {
                end = at;
                break;
            }
            None => {}
        }
    }
    clip(line.get(..end).unwrap_or(line).trim_end(), SHOWN)
}

/// Why an untyped node has its class.
fn reason(machine: &Machine, at: NodeIdx) -> Option<&'static str> {
    let node: &Node = &machine.nodes[at];
    if node.kind.as_deref().is_some_and(|kind| declared(kind).is_some()) && node.origin != Origin::Implied {
        return None;
    }
    match node.class {
        Class::Task => Some("because it has a `prompt`"),
        Class::Tool => Some("because it has an input or output schema and no transitions"),
        Class::Context if node.origin == Origin::Implied => Some("because it only contains contexts"),
        Class::Context if !node.attributes.is_empty() => Some("because it has attributes and no transitions"),
        Class::Context => {
            let accessed =
                machine.edges.iter().any(|edge| edge.target == at && matches!(edge.kind, EdgeKind::Data(Some(_))));
            Some(if accessed { "because it is read or written" } else { "because of its name" })
        }
        Class::Plain if node.origin == Origin::Created => Some("not declared"),
        Class::Plain if node.origin == Origin::Implied => Some("implied by a dotted name"),
        _ => None,
    }
}

/// Text of the author as Markdown that shows it as it is.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '!' | '&' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}

/// A text with its first letter in upper case.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + chars.as_str())
}

/// Text of the author as Markdown code.
fn code(text: &str) -> String {
    format!("`{}`", text.replace(['\n', '\r'], " ").replace('`', "'"))
}
