//! The model: what a text means. Nodes, edges and contexts by index, every name resolved, every condition parsed.

use std::ops::Deref;
use std::sync::Arc;

use crate::expr::{Expr, Fault};
use crate::machine::reference::Step;
use crate::machine::table::id;
use crate::quick::Map;
use crate::schema::{Json, Schema};
use crate::syntax::tree::Arrow;
use crate::text::Span;
use crate::value::Value;

pub use crate::schema::Role;

id! {
    /// A node: its position in the canonical JSON `nodes`, and the `i` of its diagram id `n<i>`.
    NodeIdx
}
id! {
    /// An edge: its position in the canonical JSON `edges`, and the `i` of its id `e<i>`.
    EdgeIdx
}
id! {
    /// A context: its position among the context nodes.
    ContextIdx
}
id! {
    /// A field of a context. Declared fields of all contexts are numbered in source order; fields that a run
    /// adds to open contexts get the next numbers in that run.
    FieldId
}
id! {
    /// A declared event: its position among the declarations, in source order.
    EventIdx
}

/// Style entries in the order they were merged.
pub type Style = Vec<(Arc<str>, Value)>;

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Unit of work.
    Task,
    /// Control state.
    State,
    /// Entry point.
    Init,
    /// Final look.
    End,
    /// Control node or container.
    Plain,
    /// Store of fields.
    Context,
    /// Callable tool.
    Tool,
    /// Structural type.
    Type,
    /// Visual rules; never drawn.
    Style,
    /// Documentation of another node.
    Note,
    /// What an event brings. Its name is no name of a node.
    Event,
}

impl Class {
    /// The lower-case word used in CSS classes, outline and JSON.
    pub fn word(self) -> &'static str {
        match self {
            Class::Task => "task",
            Class::State => "state",
            Class::Init => "init",
            Class::End => "end",
            Class::Plain => "plain",
            Class::Context => "context",
            Class::Tool => "tool",
            Class::Type => "type",
            Class::Style => "style",
            Class::Note => "note",
            Class::Event => "event",
        }
    }

    /// True for the classes of nodes that a path can be at.
    pub fn is_executable(self) -> bool {
        matches!(self, Class::Task | Class::State | Class::Init | Class::End | Class::Plain)
    }

    /// True for the classes whose nodes are found by their names; notes and events have names of their own.
    pub fn is_in_graph(self) -> bool {
        !matches!(self, Class::Note | Class::Event)
    }
}

/// How a node was created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// By a declaration.
    Declared,
    /// As the missing container of a dotted declaration.
    Implied,
    /// By being used in an edge.
    Created,
    /// From another file.
    Imported(Arc<str>),
}

/// A node.
#[derive(Clone, Debug)]
pub struct Node {
    /// The last segment; for a note its target's.
    pub name: Arc<str>,
    /// The full path; for a note `note:<target path>:<k>`, for an event `event:<name>`.
    pub id: Arc<str>,
    /// The type word as written (or adopted by an implied container).
    pub kind: Option<Arc<str>>,
    /// What it is for.
    pub class: Class,
    /// The node whose block it is in.
    pub parent: Option<NodeIdx>,
    /// Nodes in its block, in order, notes among them.
    pub children: Vec<NodeIdx>,
    /// The title.
    pub title: Option<Arc<str>>,
    /// Attributes in source order.
    pub attributes: AttributeList,
    /// Annotations in source order.
    pub annotations: Vec<Annotation>,
    /// What its `@set` annotations write when a path enters it, in source order.
    pub assignments: Vec<Arc<Assignment>>,
    /// Its own style: attribute and annotation merged; rules of style nodes are not in it. On a style node its entries.
    pub style: Style,
    /// How it was created.
    pub origin: Origin,
    /// The whole declaration, for nodes that have one.
    pub span: Option<Span>,
    /// The declared name; for created nodes the first use.
    pub name_span: Option<Span>,
    /// The type word that counts.
    pub kind_span: Option<Span>,
    /// The title with its quotes.
    pub title_span: Option<Span>,
    /// For notes: the documented node, if it is found, and the target as written.
    pub target: Option<(Option<NodeIdx>, Arc<str>)>,
}

/// An attribute of the machine or of a node.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The key.
    pub name: Arc<str>,
    /// The type as the canonical JSON writes it.
    pub kind: Option<Arc<str>>,
    /// The value; `None` when unset.
    pub value: Option<Value>,
    /// The value holds a bare name, or is the external id of a `schema`.
    pub reference: bool,
    /// A `schema` that is a map, with its keys in order: that of its properties is the order of the fields.
    pub schema: Option<Arc<Json>>,
    /// Field annotations.
    pub annotations: Vec<Annotation>,
    /// The key.
    pub key_span: Span,
    /// The value.
    pub value_span: Option<Span>,
    /// Key through value.
    pub span: Span,
}

/// A list of attributes with different names.
#[derive(Clone, Debug, Default)]
pub struct AttributeList {
    list: Vec<Attribute>,
    places: Map<Arc<str>, usize>,
}

impl AttributeList {
    /// Adds an attribute, in the place of an earlier one of that name; gives the place.
    pub(super) fn put(&mut self, attribute: Attribute) -> usize {
        let place = *self.places.entry(attribute.name.clone()).or_insert(self.list.len());
        match self.list.get_mut(place) {
            Some(earlier) => *earlier = attribute,
            None => self.list.push(attribute),
        }
        place
    }

    /// The attribute of that name.
    pub fn named(&self, name: &str) -> Option<&Attribute> {
        self.list.get(*self.places.get(name)?)
    }
}

impl Deref for AttributeList {
    type Target = [Attribute];

    fn deref(&self) -> &[Attribute] {
        &self.list
    }
}

impl<'a> IntoIterator for &'a AttributeList {
    type Item = &'a Attribute;
    type IntoIter = std::slice::Iter<'a, Attribute>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// An annotation of the machine, a node, an edge or an attribute.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// The name as written; built-in names match in any case.
    pub name: Arc<str>,
    /// The single argument without key. Text as written (JSON prints `"3"`), lists and maps as such.
    pub value: Option<Value>,
    /// The single argument is a bare dotted name; JSON has it as `qualifiedValue`.
    pub qualified: bool,
    /// The single argument of a constraint is a string that would be a number without its quotes.
    pub quoted: bool,
    /// `key: value` arguments as text, lists and maps; flags are `true`.
    pub parameters: Vec<(Arc<str>, Value)>,
    /// The entries of `@set`.
    pub entries: Vec<SetEntry>,
    /// Where the value stands, or each parameter, in their order.
    pub arguments: Vec<ArgumentSpans>,
    /// The `@` through the `)`.
    pub span: Span,
}

/// Where an argument of an annotation stands.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentSpans {
    /// Key and value.
    pub whole: Span,
    /// The key with the quotes it may have; of an argument without one all of it.
    pub key: Span,
    /// The value; of an argument without key all of it.
    pub value: Span,
}

/// An entry of `@set` as written.
#[derive(Clone, Debug)]
pub struct SetEntry {
    /// The reference before the colon.
    pub target: Arc<str>,
    /// The normalised expression behind it; a value that is wholly one string is that text in quotes.
    pub expr: Arc<str>,
    /// The text of a value that is wholly one string.
    pub text: Option<Arc<str>>,
    /// The reference in the source.
    pub target_span: Span,
    /// The expression in the source.
    pub expr_span: Span,
}

/// What an edge does to a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Gives read.
    Read,
    /// Gives write, which includes read.
    Write,
    /// Asks people for values of its fields, and gives read.
    Ask,
}

/// What an edge is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EdgeKind {
    /// Made from a reference in an attribute.
    Inferred,
    /// Inheritance, composition, aggregation, or an end that is tool, type or style.
    Structural,
    /// Access to a context; the verb, if one is written.
    Data(Option<Access>),
    /// Taken when the source fails.
    Catch,
    /// Taken when an event comes.
    Event,
    /// Taken when a time has passed.
    Timer,
    /// Any other transition.
    Control,
}

impl EdgeKind {
    /// The lower-case word of JSON `kind`.
    pub fn word(self) -> &'static str {
        match self {
            EdgeKind::Inferred => "inferred",
            EdgeKind::Structural => "structural",
            EdgeKind::Data(_) => "data",
            EdgeKind::Catch => "catch",
            EdgeKind::Event => "event",
            EdgeKind::Timer => "timer",
            EdgeKind::Control => "control",
        }
    }

    /// True if paths can cross the edge.
    pub fn is_transition(self) -> bool {
        matches!(self, EdgeKind::Catch | EdgeKind::Event | EdgeKind::Timer | EdgeKind::Control)
    }
}

/// One edge: one source, one target.
#[derive(Clone, Debug)]
pub struct Edge {
    /// Where it starts.
    pub source: NodeIdx,
    /// Where it points.
    pub target: NodeIdx,
    /// The arrow; `None` for inferred edges.
    pub arrow: Option<Arrow>,
    /// What it is.
    pub kind: EdgeKind,
    /// The text parts of its label.
    pub texts: Vec<Arc<str>>,
    /// Inline attributes in source order, as the canonical JSON has them under `value` (`text` left out).
    pub inline: Vec<(Arc<str>, Value)>,
    /// Attributes of the edge block, which override inline ones.
    pub block: Vec<(Arc<str>, Value)>,
    /// Annotations before, inside and after the edge.
    pub annotations: Vec<Annotation>,
    /// The merged style.
    pub style: Style,
    /// The effective condition.
    pub condition: Option<Condition>,
    /// The event it waits for, whatever its kind is.
    pub on: Option<EventName>,
    /// The time it waits for, whatever its kind is.
    pub after: Option<After>,
    /// What its `@set` annotations write before a path crosses it, in source order.
    pub assignments: Vec<Arc<Assignment>>,
    /// Written at the source end.
    pub source_multiplicity: Option<Arc<str>>,
    /// Written at the target end.
    pub target_multiplicity: Option<Arc<str>>,
    /// Attribute endpoint at the source.
    pub source_attribute: Option<Arc<str>>,
    /// Attribute endpoint at the target.
    pub target_attribute: Option<Arc<str>>,
    /// The field list of an access label; `None` means all fields.
    pub fields: Option<Vec<Arc<str>>>,
    /// Arrow through last target; for inferred edges the attribute.
    pub span: Span,
    /// The arrow with its label.
    pub arrow_span: Span,
    /// The first word of the block the edge is in, for names in its conditions.
    pub scope: Option<NodeIdx>,
}

/// The event that an edge waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventName {
    /// The name as written.
    pub name: Arc<str>,
    /// The name in the source.
    pub span: Span,
}

/// The time that an edge waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct After {
    /// The duration as written.
    pub text: Arc<str>,
    /// The same in milliseconds; `None` if it is no duration, then the edge never fires.
    pub milliseconds: Option<u64>,
    /// The duration in the source.
    pub span: Span,
}

/// The attribute that a dotted path begins with, without the walk into its value.
pub fn first_segment(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// When a conditional edge is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// The text must be true.
    When,
    /// The text must be false.
    Unless,
}

/// The condition of an edge.
#[derive(Clone, Debug)]
pub struct Condition {
    /// What the text must be.
    pub kind: ConditionKind,
    /// The normalised text.
    pub text: Arc<str>,
    /// The parsed text with its names bound; `Err` makes the edge guarded.
    pub expr: Result<Arc<Bound>, Fault>,
    /// The text in the source.
    pub span: Span,
}

impl Condition {
    /// `Some(true)` if the text must be false, for the data of a run.
    pub fn unless(&self) -> Option<bool> {
        (self.kind == ConditionKind::Unless).then_some(true)
    }
}

/// An expression as written, with its names bound.
#[derive(Clone, Debug)]
pub struct Formula {
    /// The normalised text.
    pub text: Arc<str>,
    /// The parsed text; `Err` where it is no expression.
    pub expr: Result<Arc<Bound>, Fault>,
    /// The text in the source.
    pub span: Span,
}

/// What an entry of `@set` does: it writes the value of an expression into a field.
#[derive(Clone, Debug)]
pub struct Assignment {
    /// The reference as written.
    pub target: Arc<str>,
    /// Where it leads; `Err` says in words why it leads nowhere.
    pub place: Result<Place, Arc<str>>,
    /// What is written.
    pub value: Formula,
    /// The reference in the source.
    pub span: Span,
}

/// A field of a context, and a walk into its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The context.
    pub context: ContextIdx,
    /// The field, which an open context need not declare.
    pub field: Arc<str>,
    /// The walk into its value; empty for the whole field.
    pub walk: Vec<Step>,
}

/// An expression whose names are bound to what they mean.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The expression.
    pub expr: Expr,
    /// One binding per entry of [`Expr::names`].
    pub names: Vec<Binding>,
}

/// What a name in an expression refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// A declared field of a context, and the walk into its value.
    Field(FieldId, Vec<Arc<str>>),
    /// A name below a context that it does not declare; what follows is a walk. In an open context the run may add it.
    Undeclared(ContextIdx, Arc<str>, Vec<Arc<str>>),
    /// A whole context.
    Context(ContextIdx),
    /// The declared value of another node's attribute, and a walk into it.
    Attribute(NodeIdx, Arc<str>, Vec<Arc<str>>),
    /// A whole node that is not a context: the map of its attributes.
    Node(NodeIdx),
    /// An attribute of the machine (`machine.x`, or a bare `x`), and a walk into it.
    Machine(Arc<str>, Vec<Arc<str>>),
    /// A built-in name (`visits`, `errorCount`, `item`, `path`, …), and a walk into it.
    Builtin(Builtin, Vec<Arc<str>>),
    /// Resolves to nothing; evaluating it is an error that names it.
    Unknown,
}

/// The built-in names of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// `errorCount`, `errors`
    ErrorCount,
    /// `pathErrors`
    PathErrors,
    /// `activeState`
    ActiveState,
    /// `visits`
    Visits,
    /// `round`
    Round,
    /// `attempt`
    Attempt,
    /// `lastError`
    LastError,
    /// `path`
    Path,
    /// `item`, `_mapItem`
    Item,
    /// `index`, `_mapIndex`
    Index,
    /// `total`, `_mapTotal`
    Total,
    /// `event`
    Event,
    /// `lastEvent`
    LastEvent,
    /// `declined`
    Declined,
    /// `clock`
    Clock,
}

/// A node of class context.
#[derive(Clone, Debug)]
pub struct Context {
    /// Its node.
    pub node: NodeIdx,
    /// What it is for.
    pub role: Role,
    /// One store for all paths.
    pub shared: bool,
    /// Fields that are not declared may be written.
    pub open: bool,
    /// Its declared fields, in declaration order.
    pub fields: Vec<FieldId>,
    /// The same by name.
    pub by_name: Map<Arc<str>, FieldId>,
    /// The schema of the whole context.
    pub schema: Arc<Schema>,
}

/// A declared field of a context.
#[derive(Clone, Debug)]
pub struct Field {
    /// The context it belongs to.
    pub context: ContextIdx,
    /// Its name.
    pub name: Arc<str>,
    /// Its type as written, if it has one.
    pub kind: Option<Arc<str>>,
    /// What values it takes.
    pub schema: Arc<Schema>,
    /// A complete value has it.
    pub required: bool,
    /// The initial value; `None` is unset.
    pub default: Option<Value>,
    /// `@artifact`, with its file name if one is given.
    pub artifact: Option<Option<Arc<str>>>,
    /// `@from` of a typed field of an output: what it holds when a path completes and it is unset.
    pub from: Option<Arc<Formula>>,
    /// The attribute in the source.
    pub span: Span,
}

/// A declared event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its node, which has its name, its `stub` and its fields as written.
    pub node: NodeIdx,
    /// What its data must be: an object of its fields and of nothing else.
    pub schema: Arc<Schema>,
}

/// A hint that one node uses another; for drawing and prompts, never a permission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// Who uses.
    pub source: NodeIdx,
    /// What is used.
    pub target: NodeIdx,
    /// What for.
    pub of: NamedIn,
    /// The path or condition.
    pub path: Arc<str>,
}

impl Dependency {
    /// What for, in the words of the machine's JSON. Hashes cover them: they stay, whatever a drawing says.
    pub fn reason(&self) -> String {
        match &self.of {
            NamedIn::Template(name) => format!("reads {name}"),
            NamedIn::Condition(name) => format!("condition references {name}"),
        }
    }
}

/// What names the target of a dependency, and as what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedIn {
    /// A template.
    Template(Arc<str>),
    /// A condition.
    Condition(Arc<str>),
}

impl Node {
    /// An attribute by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.named(name)
    }

    /// The value of an attribute, if it is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.attribute(name)?.value.as_ref()?.as_str()
    }

    /// An annotation by any of its names, matched in any case, switched-off ones left out.
    pub fn annotation(&self, names: &[&str]) -> Option<&Annotation> {
        find_annotation(&self.annotations, names)
    }
}

impl Edge {
    /// An annotation by any of its names, matched in any case, switched-off ones left out.
    pub fn annotation(&self, names: &[&str]) -> Option<&Annotation> {
        find_annotation(&self.annotations, names)
    }

    /// An attribute: the block's, else the inline one.
    pub fn attribute(&self, name: &str) -> Option<&Value> {
        let find = |list: &'_ [(Arc<str>, Value)]| list.iter().position(|(key, _)| &**key == name);
        match find(&self.block) {
            Some(at) => self.block.get(at).map(|(_, value)| value),
            None => find(&self.inline).and_then(|at| self.inline.get(at)).map(|(_, value)| value),
        }
    }

    /// The display text: text parts joined with `, `.
    pub fn text(&self) -> String {
        self.texts.join(", ")
    }
}

impl Annotation {
    /// True if the name is one of `names`, in any case.
    pub fn is(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.name.eq_ignore_ascii_case(name))
    }

    /// The place of the value or of the parameter at a position.
    pub fn place(&self, at: usize) -> Span {
        self.arguments.get(at).map_or(self.span, |at| at.whole)
    }

    /// True if it is switched off by its value or by `enabled:`.
    pub fn is_off(&self) -> bool {
        let off = |value: &Value| match value {
            Value::Bool(truth) => !truth,
            Value::Str(text) => ["false", "off", "no", "0"].iter().any(|word| text.eq_ignore_ascii_case(word)),
            Value::Num(number) => *number == 0.0,
            _ => false,
        };
        self.value.as_ref().is_some_and(off) || self.parameter("enabled").is_some_and(off)
    }

    /// A parameter by name.
    pub fn parameter(&self, name: &str) -> Option<&Value> {
        self.parameters.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

pub(super) fn find_annotation<'a>(annotations: &'a [Annotation], names: &[&str]) -> Option<&'a Annotation> {
    annotations.iter().find(|annotation| annotation.is(names) && !annotation.is_off())
}
