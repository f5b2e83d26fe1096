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
mod reads;
mod size;
pub mod template;
mod tree;

pub use functions::nearest_function;
pub use mend::mend;
pub use normalise::normalise;
pub use parser::parse;
pub use reads::{Purpose, Read};
pub use tree::{
    Environment, Expr, Failure, Fault, MAX_CHARS, MAX_COST, MAX_ITEMS, MAX_NESTING, MAX_TEXT, NameUse, Operand, truthy,
};

use size::Budget;
use tree::{Children, Function, Id, Kind, Macro, Node, Operator};

impl Expr {
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
}
