//! Conditions and templates: one small expression language, parsed once and evaluated often.
//!
//! Owns the grammar, the operators, functions and macros, the cost bound and the three limits (length, nesting, size of
//! what is produced). Refuses to know what a name means: names are listed by [`Expr::names`], and an [`Environment`]
//! gives their values. Nothing here can run long, overflow the stack or panic, whatever the text.
//!
//! ```
//! use tracklight::expr::{self, Environment, NameUse, Operand};
//!
//! struct Level(f64);
//! impl Environment for Level {
//!     fn name(&self, _: usize, name: &NameUse) -> Result<Operand, String> {
//!         match name.text().as_str() {
//!             "Level.cm" => Ok(Operand::Value(self.0.into())),
//!             other => Err(format!("unknown name `{other}`")),
//!         }
//!     }
//! }
//!
//! let flood = expr::parse("Level.cm > 200").unwrap();
//! assert_eq!(flood.test(&Level(230.0)), Ok(true));
//! assert_eq!(flood.names()[0].text(), "Level.cm");
//! ```

mod evaluate;
mod functions;
mod lexer;
mod mend;
mod normalise;
mod parser;
mod size;
pub mod template;

use std::sync::Arc;

use crate::pattern::Pattern;
use crate::text::Span;
use crate::value::Value;

pub use functions::nearest_function;
pub use mend::mend;
pub use normalise::normalise;
pub use parser::parse;
use size::Budget;

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
    source: Arc<str>,
    text: Arc<str>,
    names: Vec<NameUse>,
    /// Every node after its children. An arena, so that long chains neither recurse nor need a deep drop.
    nodes: Vec<Node>,
    children: Vec<Id>,
    constants: Vec<Value>,
    patterns: Vec<Pattern>,
    root: Id,
}

impl Expr {
    /// The uses of names, in the order of the text.
    pub fn names(&self) -> &[NameUse] {
        &self.names
    }

    /// The text, normalised as [`normalise`] does it.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The value under `env`.
    pub fn evaluate(&self, env: &dyn Environment) -> Result<Operand, Failure> {
        evaluate::evaluate(self, env, &mut Budget::new(MAX_COST))
    }

    /// The truth of the value under `env`.
    pub fn test(&self, env: &dyn Environment) -> Result<bool, Failure> {
        self.evaluate(env).map(|operand| truthy(&operand))
    }

    /// What can be said of the truth when part of the names is unknown, which `env` says with an error; unset fields
    /// count as unknown. `&&`, `||`, `!`, `?:` and the macros built on them follow Kleene's rules.
    pub fn static_truth(&self, env: &dyn Environment) -> Option<bool> {
        evaluate::static_truth(self, env, &mut Budget::new(MAX_COST))
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

    fn node(&self, id: Id) -> Node {
        self.nodes
            .get(usize::from(id))
            .copied()
            .unwrap_or(Node { kind: Kind::List(Children::EMPTY), span: Span::at(0) })
    }

    fn children(&self, children: Children) -> &[Id] {
        self.children.get(usize::from(children.start)..usize::from(children.end)).unwrap_or(&[])
    }

    fn constant(&self, index: u16) -> Value {
        self.constants.get(usize::from(index)).cloned().unwrap_or_default()
    }
}

/// Index of a node. An expression has fewer nodes than characters, so 16 bits are enough.
type Id = u16;

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    span: Span,
}

/// A range of the expression's `children`.
#[derive(Clone, Copy, Debug)]
struct Children {
    start: u16,
    end: u16,
}

impl Children {
    const EMPTY: Self = Self { start: 0, end: 0 };
}

#[derive(Clone, Copy, Debug)]
enum Kind {
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
enum Operator {
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
enum Macro {
    Exists,
    ExistsOne,
    All,
    Filter,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
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
