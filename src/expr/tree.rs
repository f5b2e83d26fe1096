//! A parsed expression: its nodes, what it names, and the limits it keeps.

use std::sync::Arc;

use crate::pattern::Pattern;
use crate::text::Span;
use crate::value::Value;

/// Characters an expression may have, without the white space around it.
pub const MAX_CHARS: usize = 4_096;
/// Brackets, arguments and branches of `?:` inside each other.
pub const MAX_NESTING: usize = 64;
/// The cost at which an evaluation is aborted.
pub const MAX_COST: u64 = 100_000;
/// Elements of a list that an expression produces.
pub const MAX_ITEMS: usize = 10_000;
/// Characters of a text that an expression produces.
pub const MAX_TEXT: usize = 100_000;

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The offending token, in bytes of the text that was parsed.
    pub span: Span,
    /// What is wrong with it.
    pub message: String,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What went wrong, with the sub-expression in backticks.
    pub message: String,
    /// The sub-expression, in bytes of the text that was parsed.
    pub span: Span,
}

/// What an expression yields.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// The absence of a value in a field.
    Unset,
    /// A value.
    Value(Value),
}

/// The truth of an operand: that of its value; unset is false.
pub fn truthy(operand: &Operand) -> bool {
    matches!(operand, Operand::Value(value) if value.truthy())
}

/// Gives names their values.
pub trait Environment {
    /// The value of `names()[index]`, which is `name`. The error says why there is none.
    fn name(&self, index: usize, name: &NameUse) -> Result<Operand, String>;
}

/// A dotted name in an expression: the longest chain that is not called, macro variables left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The parts between the dots; at least one.
    pub segments: Vec<Arc<str>>,
    /// Where it stands, in bytes of the text that was parsed.
    pub span: Span,
}

impl NameUse {
    /// The name with its dots.
    pub fn text(&self) -> String {
        self.segments.join(".")
    }
}

/// A parsed expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub(super) source: Arc<str>,
    pub(super) text: Arc<str>,
    pub(super) names: Vec<NameUse>,
    /// Every node after its children. An arena, so that long chains neither recurse nor need a deep drop.
    pub(super) nodes: Vec<Node>,
    pub(super) children: Vec<Id>,
    pub(super) constants: Vec<Value>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) root: Id,
}

impl Expr {
    /// The uses of names, in the order of the text.
    pub fn names(&self) -> &[NameUse] {
        &self.names
    }

    /// The text, normalised as [`normalise`](super::normalise()) does it.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// True if it asks something: a comparison, a logical operator, a function or a macro is outermost.
    pub fn is_test(&self) -> bool {
        match self.node(self.root).kind {
            Kind::Not(_) | Kind::And(..) | Kind::Or(..) | Kind::Has(_) | Kind::Call(..) | Kind::Macro(..) => true,
            Kind::Binary(operator, ..) => matches!(
                operator,
                Operator::Equal
                    | Operator::Unequal
                    | Operator::Less
                    | Operator::LessOrEqual
                    | Operator::Greater
                    | Operator::GreaterOrEqual
                    | Operator::In
            ),
            _ => false,
        }
    }

    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes
            .get(usize::from(id))
            .copied()
            .unwrap_or(Node { kind: Kind::List(Children::EMPTY), span: Span::at(0) })
    }

    pub(super) fn children(&self, children: Children) -> &[Id] {
        self.children.get(usize::from(children.start)..usize::from(children.end)).unwrap_or(&[])
    }

    pub(super) fn constant(&self, index: u16) -> Value {
        self.constants.get(usize::from(index)).cloned().unwrap_or_default()
    }
}

/// Index of a node. An expression has fewer nodes than characters, so 16 bits are enough.
pub(super) type Id = u16;

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// A range of the expression's `children`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Children {
    pub(super) start: u16,
    pub(super) end: u16,
}

impl Children {
    pub(super) const EMPTY: Self = Self { start: 0, end: 0 };
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    /// Index into the constants.
    Literal(u16),
    /// A text literal that is a compiled pattern: index into the patterns.
    Pattern(u16),
    /// Index into the names.
    Name(u16),
    /// A macro variable: how many enclosing macros are outside its own.
    Variable(u16),
    List(Children),
    /// Keys and values in turn.
    Map(Children),
    Not(Id),
    Negate(Id),
    And(Id, Id),
    Or(Id, Id),
    Binary(Operator, Id, Id),
    Choose(Id, Id, Id),
    /// The second is the key as a constant.
    Member(Id, u16),
    Index(Id, Id),
    Has(Id),
    Call(Function, Children),
    Macro(Macro, Id, Id),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Macro {
    Exists,
    ExistsOne,
    All,
    Filter,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Function {
    Size,
    Int,
    Double,
    Text,
    Bool,
    Type,
    Abs,
    Floor,
    Ceil,
    Round,
    Min,
    Max,
    Contains,
    StartsWith,
    EndsWith,
    Matches,
    Lower,
    Upper,
    LowerAscii,
    UpperAscii,
    Trim,
    Split,
    Join,
    Replace,
    Substring,
    IndexOf,
}
