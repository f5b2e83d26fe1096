//! The value of an expression.
//!
//! A node's first child is reached by a loop, not by recursion, so that `a + a + a …` and `a.b.c …` are as deep as
//! their brackets only. Errors are results that travel up until `&&`, `||`, `has`, `exists` or `all` absorb them. The
//! static mode takes them for "unknown" and adds two rules: unset is unknown, and `?:` may be known without its test.

use std::sync::Arc;

use im::Vector;

use super::functions::{call, find, is_in, type_name};
use super::size::{Budget, Stop};
use super::{Children, Environment, Expr, Failure, Function, Id, Kind, Macro, Operand, Operator, truthy};
use crate::text::clip;
use crate::value::{Map, Value};

/// Characters of a sub-expression that a message quotes.
const QUOTED: usize = 80;

pub(super) fn evaluate(expr: &Expr, env: &dyn Environment, budget: &mut Budget) -> Result<Operand, Failure> {
    Evaluation::new(expr, env, Mode::Strict, budget).value(expr.root).map_err(|halt| failure(expr, halt))
}

pub(super) fn static_truth(expr: &Expr, env: &dyn Environment, budget: &mut Budget) -> Option<bool> {
    Evaluation::new(expr, env, Mode::Static, budget).value(expr.root).ok().map(|operand| truthy(&operand))
}

fn failure(expr: &Expr, halt: Halt) -> Failure {
    let span = expr.node(halt.at).span;
    let quoted = format!("`{}`", clip(span.of(&expr.source), QUOTED));
    let why = match halt.stop {
        Stop::Because(why) => why,
        Stop::Cost => "cost limit: the expression takes too many steps".into(),
    };
    Failure { message: if why.contains(&quoted) { why.into_owned() } else { format!("{why} in {quoted}") }, span }
}

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Strict,
    /// Errors mean "unknown".
    Static,
}

/// An error and the node it belongs to.
struct Halt {
    at: Id,
    stop: Stop,
}

impl Halt {
    fn final_one(&self) -> bool {
        matches!(self.stop, Stop::Cost)
    }
}

type Outcome = Result<Operand, Halt>;

struct Evaluation<'a> {
    expr: &'a Expr,
    env: &'a dyn Environment,
    mode: Mode,
    budget: &'a mut Budget,
    variables: Vec<Value>,
    /// Nodes whose first child is being evaluated.
    spine: Vec<Id>,
}

/// Gives an error its node.
trait At<T> {
    fn at(self, id: Id) -> Result<T, Halt>;
}

impl<T> At<T> for Result<T, Stop> {
    fn at(self, id: Id) -> Result<T, Halt> {
        self.map_err(|stop| Halt { at: id, stop })
    }
}

fn value(value: impl Into<Value>) -> Outcome {
    Ok(Operand::Value(value.into()))
}

impl<'a> Evaluation<'a> {
    fn new(expr: &'a Expr, env: &'a dyn Environment, mode: Mode, budget: &'a mut Budget) -> Self {
        Self { expr, env, mode, budget, variables: Vec::new(), spine: Vec::new() }
    }

    fn value(&mut self, id: Id) -> Outcome {
        let base = self.spine.len();
        let mut at = id;
        while let Some(first) = self.first_child(at) {
            self.spine.push(at);
            at = first;
        }
        let mut outcome = self.leaf(at);
        while self.spine.len() > base {
            let Some(at) = self.spine.pop() else { break };
            outcome = match self.budget.spend(1).at(at) {
                Ok(()) => self.fold(at, outcome),
                Err(halt) => Err(halt),
            };
        }
        outcome
    }

    fn first_child(&self, id: Id) -> Option<Id> {
        match self.expr.node(id).kind {
            Kind::Not(first)
            | Kind::Negate(first)
            | Kind::Has(first)
            | Kind::And(first, _)
            | Kind::Or(first, _)
            | Kind::Binary(_, first, _)
            | Kind::Choose(first, ..)
            | Kind::Member(first, _)
            | Kind::Index(first, _)
            | Kind::Macro(_, first, _) => Some(first),
            Kind::Call(_, arguments) => self.expr.children(arguments).first().copied(),
            Kind::Literal(_) | Kind::Pattern(_) | Kind::Name(_) | Kind::Variable(_) | Kind::List(_) | Kind::Map(_) => {
                None
            }
        }
    }

    fn leaf(&mut self, id: Id) -> Outcome {
        self.budget.spend(1).at(id)?;
        match self.expr.node(id).kind {
            Kind::Literal(index) => value(self.expr.constant(index)),
            Kind::Pattern(index) => {
                let pattern = self.expr.patterns.get(usize::from(index));
                value(pattern.map_or(Value::Null, |pattern| Value::Str(pattern.source().clone())))
            }
            Kind::Name(index) => self.name(id, usize::from(index)),
            Kind::Variable(slot) => value(self.variables.get(usize::from(slot)).cloned().unwrap_or_default()),
            Kind::List(items) => self.list(items),
            Kind::Map(entries) => self.map(entries),
            _ => Ok(Operand::Unset),
        }
    }

    fn name(&mut self, id: Id, index: usize) -> Outcome {
        let Some(name) = self.expr.names.get(index) else { return Ok(Operand::Unset) };
        match self.env.name(index, name).map_err(Stop::from).at(id)? {
            Operand::Unset if self.mode == Mode::Static => Err("unset value".into()).at(id),
            operand => Ok(operand),
        }
    }

    /// A node whose first child has given `first`.
    fn fold(&mut self, id: Id, first: Outcome) -> Outcome {
        match self.expr.node(id).kind {
            Kind::Not(_) => value(!truthy(&first?)),
            Kind::And(_, second) => self.junction(first, second, false),
            Kind::Or(_, second) => self.junction(first, second, true),
            Kind::Has(_) => match first {
                Ok(operand) => value(operand != Operand::Unset),
                Err(halt) if halt.final_one() || self.mode == Mode::Static => Err(halt),
                Err(_) => value(false),
            },
            Kind::Choose(_, yes, no) => self.choose(first, yes, no),
            Kind::Negate(operand) => match self.defined(operand, first?)? {
                Value::Num(number) => value(-number),
                other => Err(format!("cannot negate a {}", type_name(&other)).into()).at(id),
            },
            Kind::Binary(operator, left, right) => {
                let first = first?;
                let second = self.value(right)?;
                self.binary(id, operator, (left, first), (right, second))
            }
            Kind::Member(of, key) => {
                let of = self.defined(of, first?)?;
                member(&of, &self.expr.constant(key)).map(Operand::Value).at(id)
            }
            Kind::Index(of, index) => {
                let of = self.defined(of, first?)?;
                let key = self.value_of(index)?;
                member(&of, &key).map(Operand::Value).at(id)
            }
            Kind::Call(function, arguments) => self.call(id, function, arguments, first?),
            Kind::Macro(which, over, body) => {
                let over = self.defined(over, first?)?;
                self.repeat(id, which, &over, body)
            }
            _ => first,
        }
    }

    fn value_of(&mut self, id: Id) -> Result<Value, Halt> {
        let operand = self.value(id)?;
        self.defined(id, operand)
    }

    fn defined(&self, id: Id, operand: Operand) -> Result<Value, Halt> {
        match operand {
            Operand::Value(value) => Ok(value),
            Operand::Unset => Err("unset value".into()).at(id),
        }
    }

    /// `&&` and `||`: an operand that is `decisive` settles the result, whatever the other one is.
    fn junction(&mut self, first: Outcome, second: Id, decisive: bool) -> Outcome {
        match &first {
            Ok(operand) if truthy(operand) == decisive => return value(decisive),
            Err(halt) if halt.final_one() => return first,
            _ => {}
        }
        let second = self.value(second);
        match &second {
            Ok(operand) if truthy(operand) == decisive => return value(decisive),
            Err(halt) if halt.final_one() => return second,
            _ => {}
        }
        first?;
        second?;
        value(!decisive)
    }

    fn choose(&mut self, test: Outcome, yes: Id, no: Id) -> Outcome {
        match test {
            Ok(test) => self.value(if truthy(&test) { yes } else { no }),
            Err(halt) if halt.final_one() || self.mode == Mode::Strict => Err(halt),
            Err(halt) => match (self.value(yes)?, self.value(no)?) {
                (Operand::Value(yes), Operand::Value(no)) if self.budget.equal(&yes, &no).at(halt.at)? => value(yes),
                _ => Err(halt),
            },
        }
    }

    fn binary(&mut self, id: Id, operator: Operator, left: (Id, Operand), right: (Id, Operand)) -> Outcome {
        if let Operator::Equal | Operator::Unequal = operator {
            let equal = match (left.1, right.1) {
                (Operand::Value(left), Operand::Value(right)) => self.budget.equal(&left, &right).at(id)?,
                (Operand::Unset, Operand::Unset) => true,
                (Operand::Unset, Operand::Value(value)) | (Operand::Value(value), Operand::Unset) => {
                    matches!(value, Value::Null)
                }
            };
            return value(equal == (operator == Operator::Equal));
        }
        let left = self.defined(left.0, left.1)?;
        let right = self.defined(right.0, right.1)?;
        let result = match operator {
            Operator::In => is_in(&left, &right, self.budget).map(Value::from),
            Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => {
                compare(operator, &left, &right, self.budget)
            }
            _ => combine(operator, left, right, self.budget),
        };
        result.map(Operand::Value).at(id)
    }

    fn list(&mut self, items: Children) -> Outcome {
        let mut list = Vector::new();
        for &item in self.expr.children(items) {
            list.push_back(self.value_of(item)?);
        }
        value(Value::List(Arc::new(list)))
    }

    fn map(&mut self, entries: Children) -> Outcome {
        let mut map = Map::new();
        for entry in self.expr.children(entries).chunks_exact(2) {
            let &[key, item] = entry else { continue };
            let Value::Str(name) = self.value_of(key)? else {
                return Err(Stop::from("a key must be a string")).at(key);
            };
            map.insert(name, self.value_of(item)?);
        }
        value(map)
    }

    fn call(&mut self, id: Id, function: Function, arguments: Children, first: Operand) -> Outcome {
        let ids = self.expr.children(arguments);
        if first == Operand::Unset {
            // `type` tells unset from null, and `bool` is the truth value.
            match function {
                Function::Type => return value("unset"),
                Function::Bool => return value(false),
                _ => {}
            }
        }
        let mut values = Vec::with_capacity(ids.len());
        values.push(self.defined(ids.first().copied().unwrap_or(id), first)?);
        if let (Function::Matches, Some(&pattern)) = (function, ids.last())
            && let Kind::Pattern(index) = self.expr.node(pattern).kind
            && let (Some(pattern), Some(text)) = (self.expr.patterns.get(usize::from(index)), values.first())
        {
            return find(pattern, text, self.budget).map(Operand::Value).at(id);
        }
        for &argument in ids.iter().skip(1) {
            values.push(self.value_of(argument)?);
        }
        call(function, &values, self.budget).map(Operand::Value).at(id)
    }

    fn repeat(&mut self, id: Id, which: Macro, over: &Value, body: Id) -> Outcome {
        let items = match over {
            Value::List(items) => items.clone(),
            Value::Map(fields) => {
                self.budget.spend(fields.len() as u64).at(id)?;
                Arc::new(fields.keys().map(|key| Value::Str(key.clone())).collect())
            }
            other => return Err(format!("cannot iterate over a {}", type_name(other)).into()).at(id),
        };
        let mut kept = Vector::new();
        let mut found = 0_usize;
        let mut absorbed = None;
        for item in items.iter() {
            self.budget.spend(1).at(id)?;
            self.variables.push(item.clone());
            let outcome = self.value(body);
            self.variables.pop();
            let operand = match outcome {
                Ok(operand) => operand,
                Err(halt) if halt.final_one() || !matches!(which, Macro::Exists | Macro::All) => return Err(halt),
                Err(halt) => {
                    absorbed = absorbed.or(Some(halt));
                    continue;
                }
            };
            match which {
                Macro::Exists if truthy(&operand) => return value(true),
                Macro::All if !truthy(&operand) => return value(false),
                Macro::ExistsOne => found += usize::from(truthy(&operand)),
                Macro::Filter if truthy(&operand) => kept.push_back(item.clone()),
                Macro::Map => kept.push_back(self.defined(body, operand)?),
                _ => {}
            }
            self.budget.check_items(kept.len()).at(id)?;
        }
        match (absorbed, which) {
            (Some(halt), _) => Err(halt),
            (None, Macro::Exists) => value(false),
            (None, Macro::All) => value(true),
            (None, Macro::ExistsOne) => value(found == 1),
            (None, Macro::Filter | Macro::Map) => value(Value::List(Arc::new(kept))),
        }
    }
}

/// `of[key]`.
fn member(of: &Value, key: &Value) -> Result<Value, Stop> {
    match (of, key) {
        (Value::Map(fields), Value::Str(key)) => {
            fields.get(key).cloned().ok_or_else(|| format!("no key `{}`", clip(key, QUOTED)).into())
        }
        (Value::List(items), Value::Num(index)) => {
            let inside = index.fract() == 0.0 && *index >= 0.0 && *index < items.len() as f64;
            let item = if inside { items.get(*index as usize) } else { None };
            item.cloned().ok_or_else(|| {
                let index = crate::number::print(*index);
                format!("index {index} is out of range: the list has length {}", items.len()).into()
            })
        }
        (Value::Map(_), key) => Err(format!("map keys must be strings, got a {}", type_name(key)).into()),
        (Value::List(_), key) => Err(format!("list indexes must be whole numbers, got a {}", type_name(key)).into()),
        (of, _) => Err(format!("a {} has no members", type_name(of)).into()),
    }
}

fn compare(operator: Operator, left: &Value, right: &Value, budget: &mut Budget) -> Result<Value, Stop> {
    let order = match (left, right) {
        (Value::Num(left), Value::Num(right)) => left.partial_cmp(right),
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        (Value::Str(left), Value::Str(right)) => {
            budget.spend(left.len().min(right.len()) as u64 / 64)?;
            Some(left.cmp(right))
        }
        _ => None,
    };
    let Some(order) = order else {
        return Err(format!("cannot compare a {} with a {}", type_name(left), type_name(right)).into());
    };
    Ok(Value::Bool(match operator {
        Operator::Less => order.is_lt(),
        Operator::LessOrEqual => order.is_le(),
        Operator::Greater => order.is_gt(),
        _ => order.is_ge(),
    }))
}

fn combine(operator: Operator, left: Value, right: Value, budget: &mut Budget) -> Result<Value, Stop> {
    let result = match (operator, left, right) {
        (Operator::Divide | Operator::Remainder, Value::Num(_), Value::Num(0.0)) => {
            return Err("division by zero".into());
        }
        (Operator::Add, Value::Num(left), Value::Num(right)) => left + right,
        (Operator::Subtract, Value::Num(left), Value::Num(right)) => left - right,
        (Operator::Multiply, Value::Num(left), Value::Num(right)) => left * right,
        (Operator::Divide, Value::Num(left), Value::Num(right)) => left / right,
        (Operator::Remainder, Value::Num(left), Value::Num(right)) => left % right,
        (Operator::Add, Value::Str(left), Value::Str(right)) => {
            let chars = budget.read(&left)? + budget.read(&right)?;
            budget.make_text(chars)?;
            return Ok(Value::from([&*left, &*right].concat()));
        }
        (Operator::Add, Value::List(left), Value::List(right)) => {
            let count = left.len() + right.len();
            budget.check_items(count)?;
            budget.spend(count as u64 / 16)?;
            let mut joined = (*left).clone();
            joined.append((*right).clone());
            return Ok(Value::List(Arc::new(joined)));
        }
        (operator, left, right) => {
            let verb = match operator {
                Operator::Add => "add",
                Operator::Subtract => "subtract",
                Operator::Multiply => "multiply",
                _ => "divide",
            };
            return Err(format!("cannot {verb} a {} and a {}", type_name(&left), type_name(&right)).into());
        }
    };
    if result.is_finite() { Ok(Value::Num(result)) } else { Err("the result is not a finite number".into()) }
}
