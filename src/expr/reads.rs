//! What an expression does with the values of its names: which constants it compares them with, whether it only asks
//! if they are set, or computes with them.

use std::sync::Arc;

use im::Vector;

use super::{Expr, Function, Id, Kind, Operator};
use crate::value::Value;

/// One use of a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// Its position in [`Expr::names`].
    pub name: usize,
    /// What its value is used for.
    pub purpose: Purpose,
}

/// What the value of a name is used for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// Only whether it is set.
    Presence,
    /// Only its truth.
    Truth,
    /// It is compared with these constants.
    Compared(Vec<Value>),
    /// It is compared with another name, by its position in [`Expr::names`].
    Against(usize),
    /// Its size is compared with these constants.
    Size(Vec<Value>),
    /// It is asked whether it holds these constants.
    Holds(Vec<Value>),
    /// It is what the expression yields.
    Result,
    /// Anything else; with the constants beside it.
    Computed(Vec<Value>),
}

/// What the value of a sub-expression is used for.
#[derive(Clone, Copy)]
enum Use {
    Truth,
    Result,
}

impl Expr {
    /// What a condition does with its names: only its truth counts.
    pub fn reads_of_test(&self) -> Vec<Read> {
        self.reads(Use::Truth)
    }

    /// What an expression does with its names whose value is kept.
    pub fn reads_of_value(&self) -> Vec<Read> {
        self.reads(Use::Result)
    }

    /// The name and the number, where the expression adds a number to a name and does nothing else.
    pub fn increment(&self) -> Option<(usize, f64)> {
        let Kind::Binary(Operator::Add, left, right) = self.node(self.root).kind else { return None };
        let of = |name: Id, number: Id| Some((self.name_at(name)?, self.constant_at(number)?.as_num()?));
        of(left, right).or_else(|| of(right, left))
    }

    fn reads(&self, root: Use) -> Vec<Read> {
        let mut reads = Vec::new();
        let mut open = vec![(self.root, root)];
        while let Some((id, used)) = open.pop() {
            let mut add = |name: usize, purpose: Purpose| reads.push(Read { name, purpose });
            match self.node(id).kind {
                Kind::Name(name) => {
                    let purpose = if matches!(used, Use::Truth) { Purpose::Truth } else { Purpose::Result };
                    add(usize::from(name), purpose);
                }
                Kind::Not(operand) => open.push((operand, Use::Truth)),
                Kind::And(left, right) | Kind::Or(left, right) => {
                    open.extend([(right, Use::Truth), (left, Use::Truth)]);
                }
                Kind::Choose(test, yes, no) => open.extend([(no, used), (yes, used), (test, Use::Truth)]),
                Kind::Has(operand) if self.name_at(operand).is_some() => {
                    self.name_at(operand).into_iter().for_each(|name| add(name, Purpose::Presence));
                }
                Kind::Call(Function::Bool, arguments) => {
                    open.extend(self.children(arguments).first().map(|argument| (*argument, Use::Truth)));
                }
                Kind::Call(Function::Size, _) if matches!(used, Use::Truth) && self.sized(id).is_some() => {
                    self.sized(id).into_iter().for_each(|name| add(name, Purpose::Size(vec![Value::Num(0.0)])));
                }
                Kind::Binary(operator, left, right) => match self.comparison(operator, left, right) {
                    Some(compared) => compared.into_iter().for_each(|(name, purpose)| add(name, purpose)),
                    None => self.computed(id, &mut reads),
                },
                _ => self.computed(id, &mut reads),
            }
        }
        reads
    }

    /// What a comparison does with its names; `None` if it compares anything but names, sizes and constants.
    fn comparison(&self, operator: Operator, left: Id, right: Id) -> Option<Vec<(usize, Purpose)>> {
        let names = (self.name_at(left), self.name_at(right));
        match operator {
            Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual => {}
            Operator::In => {
                return match names {
                    (Some(name), None) => {
                        let list = self.constant_at(right)?;
                        Some(vec![(name, Purpose::Compared(list.as_list()?.iter().cloned().collect()))])
                    }
                    (None, Some(name)) => Some(vec![(name, Purpose::Holds(vec![self.constant_at(left)?]))]),
                    _ => None,
                };
            }
            _ => return None,
        }
        if let (Some(left), Some(right)) = names {
            return Some(vec![(left, Purpose::Against(right)), (right, Purpose::Against(left))]);
        }
        let of = |side: Id, other: Id| {
            let constant = || self.constant_at(other).map(|constant| vec![constant]);
            match (self.name_at(side), self.sized(side)) {
                (Some(name), _) => Some(vec![(name, Purpose::Compared(constant()?))]),
                (None, Some(name)) => Some(vec![(name, Purpose::Size(constant()?))]),
                (None, None) => None,
            }
        };
        of(left, right).or_else(|| of(right, left))
    }

    /// The names below a node that computes with them, each with all constants there.
    fn computed(&self, root: Id, reads: &mut Vec<Read>) {
        let (mut names, mut constants) = (Vec::new(), Vec::new());
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            match self.node(id).kind {
                Kind::Name(name) => names.push(usize::from(name)),
                Kind::Variable(_) => {}
                Kind::List(items) | Kind::Map(items) | Kind::Call(_, items) => {
                    open.extend(self.children(items).iter().rev());
                }
                Kind::Not(operand) | Kind::Has(operand) => open.push(operand),
                Kind::And(left, right)
                | Kind::Or(left, right)
                | Kind::Binary(_, left, right)
                | Kind::Index(left, right)
                | Kind::Macro(_, left, right) => open.extend([right, left]),
                Kind::Choose(test, yes, no) => open.extend([no, yes, test]),
                Kind::Member(of, _) => open.push(of),
                Kind::Literal(_) | Kind::Pattern(_) | Kind::Negate(_) => match self.constant_at(id) {
                    Some(constant) => constants.push(constant),
                    None => open.extend(self.negated(id)),
                },
            }
        }
        names.sort_unstable();
        names.dedup();
        reads.extend(names.into_iter().map(|name| Read { name, purpose: Purpose::Computed(constants.clone()) }));
    }

    fn negated(&self, id: Id) -> Option<Id> {
        if let Kind::Negate(operand) = self.node(id).kind { Some(operand) } else { None }
    }

    fn name_at(&self, id: Id) -> Option<usize> {
        if let Kind::Name(name) = self.node(id).kind { Some(usize::from(name)) } else { None }
    }

    /// The name whose size a node gives.
    fn sized(&self, id: Id) -> Option<usize> {
        let Kind::Call(Function::Size, arguments) = self.node(id).kind else { return None };
        self.name_at(*self.children(arguments).first()?)
    }

    /// The value of a node that is a constant: a literal, a negative number or a list of literals.
    fn constant_at(&self, id: Id) -> Option<Value> {
        match self.node(id).kind {
            Kind::Literal(index) => Some(self.constant(index)),
            Kind::Pattern(index) => {
                self.patterns.get(usize::from(index)).map(|pattern| Value::Str(pattern.source().clone()))
            }
            Kind::Negate(operand) => match self.node(operand).kind {
                Kind::Literal(index) => self.constant(index).as_num().map(|number| Value::Num(-number)),
                _ => None,
            },
            Kind::List(items) => {
                let item = |id: &Id| match self.node(*id).kind {
                    Kind::Literal(index) => Some(self.constant(index)),
                    _ => None,
                };
                let items: Option<Vector<Value>> = self.children(items).iter().map(item).collect();
                items.map(|items| Value::List(Arc::new(items)))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expr::parse;

    fn reads(text: &str) -> Vec<(String, Purpose)> {
        let expr = parse(text).unwrap();
        let name = |read: Read| (expr.names()[read.name].text(), read.purpose);
        expr.reads_of_test().into_iter().map(name).collect()
    }

    fn one(text: &str) -> Purpose {
        let mut all = reads(text);
        assert_eq!(all.len(), 1, "{all:?}");
        all.remove(0).1
    }

    #[test]
    fn a_comparison_with_a_constant_reads_a_name_for_that_constant() {
        assert_eq!(one("C.n > 3"), Purpose::Compared(vec![Value::from(3.0)]));
        assert_eq!(one("-2 <= C.n"), Purpose::Compared(vec![Value::Num(-2.0)]));
        assert_eq!(one("C.n in ['a', 'b']"), Purpose::Compared(vec![Value::from("a"), Value::from("b")]));
        assert_eq!(one("'a' in C.list"), Purpose::Holds(vec![Value::from("a")]));
        assert_eq!(one("size(C.list) >= 2"), Purpose::Size(vec![Value::from(2.0)]));
    }

    #[test]
    fn a_name_alone_is_read_for_its_truth_and_has_for_its_presence() {
        assert_eq!(one("!C.done"), Purpose::Truth);
        assert_eq!(one("has(C.done)"), Purpose::Presence);
        let all = reads("C.a && (has(C.b) || C.n == 1)");
        assert_eq!(all.len(), 3);
    }

    #[test]
    fn names_that_are_computed_with_come_with_the_constants_beside_them() {
        assert_eq!(one("C.n + 1 > 4"), Purpose::Computed(vec![Value::from(1.0), Value::from(4.0)]));
        assert_eq!(one("C.text.contains('x')"), Purpose::Computed(vec![Value::from("x")]));
        let against = reads("A.n > B.n");
        assert_eq!(against, [("A.n".to_owned(), Purpose::Against(1)), ("B.n".to_owned(), Purpose::Against(0))]);
    }

    #[test]
    fn what_an_expression_yields_is_its_result() {
        let expr = parse("has(C.a) ? C.a : 'none'").unwrap();
        let purposes: Vec<Purpose> = expr.reads_of_value().into_iter().map(|read| read.purpose).collect();
        assert_eq!(purposes, [Purpose::Presence, Purpose::Result]);
        assert_eq!(parse("C.n + 1").unwrap().increment(), Some((0, 1.0)));
        assert_eq!(parse("C.n - 1").unwrap().increment(), None);
    }
}
