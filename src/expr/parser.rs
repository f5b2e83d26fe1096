//! Tokens to nodes. Recursion follows brackets only and is limited; chains of operators and members are loops.

use std::sync::Arc;

use super::lexer::{Token, tokens};
use super::{
    Children, Expr, Fault, Function, Id, Kind, MAX_NESTING, Macro, NameUse, Node, Operator, functions,
    nearest_function, normalise,
};
use crate::pattern;
use crate::text::{Span, clip};
use crate::value::Value;

/// Parses one expression.
///
/// `===`, `!==` and `{{ x }}` are read as [`normalise`] reads them, so that a fault lies in the text as it was written.
/// A call of an unknown function, a wrong number of arguments and a constant pattern outside the dialect are faults.
pub fn parse(text: &str) -> Result<Expr, Fault> {
    let mut parser = Parser {
        text,
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        scope: Vec::new(),
        names: Vec::new(),
        nodes: Vec::new(),
        children: Vec::new(),
        constants: Vec::new(),
        patterns: Vec::new(),
    };
    let root = parser.expression()?;
    if *parser.peek(0) != Token::End {
        return parser.unexpected("an operator");
    }
    Ok(Expr {
        source: text.into(),
        text: normalise(text).into(),
        names: parser.names,
        nodes: parser.nodes,
        children: parser.children,
        constants: parser.constants,
        patterns: parser.patterns,
        root,
    })
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<(Token, Span)>,
    at: usize,
    depth: usize,
    /// Variables of the macros around the present place, outermost first.
    scope: Vec<&'a str>,
    names: Vec<NameUse>,
    nodes: Vec<Node>,
    children: Vec<Id>,
    constants: Vec<Value>,
    patterns: Vec<pattern::Pattern>,
}

type Parsed = Result<Id, Fault>;

impl<'a> Parser<'a> {
    fn peek(&self, ahead: usize) -> &Token {
        self.tokens.get(self.at + ahead).map_or(&Token::End, |(token, _)| token)
    }

    /// Place of a token; at the end of the text, the empty place behind the last token.
    fn span(&self, ahead: usize) -> Span {
        match self.tokens.get(self.at + ahead) {
            Some((token, span)) if *token != Token::End => *span,
            _ => Span::at(self.end()),
        }
    }

    /// Where the last token that was taken ends.
    fn end(&self) -> u32 {
        self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(0, |(_, span)| span.end)
    }

    fn word(&self, ahead: usize) -> Option<&'a str> {
        if *self.peek(ahead) == Token::Word { self.text.get(self.range(ahead)) } else { None }
    }

    /// The name of a member: a word, or what stands in backticks.
    fn member(&self, ahead: usize) -> Option<&'a str> {
        match self.peek(ahead) {
            Token::Quoted => self.text.get(self.range(ahead))?.strip_prefix('`')?.strip_suffix('`'),
            _ => self.word(ahead),
        }
    }

    fn range(&self, ahead: usize) -> std::ops::Range<usize> {
        let span = self.span(ahead);
        span.start as usize..span.end as usize
    }

    fn sees(&self, ahead: usize, mark: &str) -> bool {
        matches!(self.peek(ahead), Token::Mark(found) if *found == mark)
    }

    fn maybe(&mut self, mark: &str) -> bool {
        let seen = self.sees(0, mark);
        self.at += usize::from(seen);
        seen
    }

    fn expect(&mut self, mark: &'static str) -> Result<(), Fault> {
        if self.maybe(mark) { Ok(()) } else { self.unexpected(&format!("`{mark}`")) }
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, Fault> {
        let found = match self.text.get(self.range(0)) {
            Some(found) if *self.peek(0) != Token::End => format!("`{}`", clip(found, 40)),
            _ => "the end of the expression".to_owned(),
        };
        fault(self.span(0), format!("expected {wanted}, found {found}"))
    }

    fn node(&mut self, kind: Kind, span: Span) -> Id {
        let id = self.nodes.len() as Id;
        self.nodes.push(Node { kind, span });
        id
    }

    fn span_of(&self, id: Id) -> Span {
        self.nodes.get(usize::from(id)).map_or(Span::at(0), |node| node.span)
    }

    /// The place from the start of node `first` to the last token taken.
    fn since(&self, first: Id) -> Span {
        self.span_of(first).to(Span::at(self.end()))
    }

    fn constant(&mut self, value: Value) -> u16 {
        let index = self.constants.len() as u16;
        self.constants.push(value);
        index
    }

    fn group(&mut self, ids: &[Id]) -> Children {
        let start = self.children.len() as u16;
        self.children.extend_from_slice(ids);
        Children { start, end: self.children.len() as u16 }
    }

    fn expression(&mut self) -> Parsed {
        if self.depth > MAX_NESTING {
            return fault(self.span(0), format!("nested more than {MAX_NESTING} levels deep"));
        }
        self.depth += 1;
        let mut id = self.operation(1)?;
        if self.maybe("?") {
            let yes = self.expression()?;
            self.expect(":")?;
            let no = self.expression()?;
            id = self.node(Kind::Choose(id, yes, no), self.since(id));
        }
        self.depth -= 1;
        Ok(id)
    }

    /// Operators that bind at least as tightly as `level`.
    fn operation(&mut self, level: u8) -> Parsed {
        let mut left = self.unary()?;
        while let Some((binds, operator)) = self.operator().filter(|(binds, _)| *binds >= level) {
            self.at += 1;
            let right = self.operation(binds + 1)?;
            let kind = match operator {
                Infix::And => Kind::And(left, right),
                Infix::Or => Kind::Or(left, right),
                Infix::Operator(operator) => Kind::Binary(operator, left, right),
            };
            left = self.node(kind, self.since(left));
        }
        Ok(left)
    }

    fn operator(&self) -> Option<(u8, Infix)> {
        use Operator::*;
        if self.word(0) == Some("in") {
            return Some((3, Infix::Operator(In)));
        }
        let Token::Mark(mark) = self.peek(0) else { return None };
        let (binds, operator) = match *mark {
            "||" => return Some((1, Infix::Or)),
            "&&" => return Some((2, Infix::And)),
            "==" | "===" => (3, Equal),
            "!=" | "!==" => (3, Unequal),
            "<" => (3, Less),
            "<=" => (3, LessOrEqual),
            ">" => (3, Greater),
            ">=" => (3, GreaterOrEqual),
            "+" => (4, Add),
            "-" => (4, Subtract),
            "*" => (5, Multiply),
            "/" => (5, Divide),
            "%" => (5, Remainder),
            _ => return None,
        };
        Some((binds, Infix::Operator(operator)))
    }

    fn unary(&mut self) -> Parsed {
        let first = self.at;
        while self.sees(0, "!") || self.sees(0, "-") {
            self.at += 1;
        }
        let marks = first..self.at;
        let mut id = self.postfix()?;
        for at in marks.rev() {
            let Some((token, span)) = self.tokens.get(at) else { break };
            let kind = if *token == Token::Mark("!") { Kind::Not(id) } else { Kind::Negate(id) };
            let span = span.to(self.span_of(id));
            id = self.node(kind, span);
        }
        Ok(id)
    }

    fn postfix(&mut self) -> Parsed {
        let mut id = self.primary()?;
        loop {
            if self.maybe("[") {
                let index = self.expression()?;
                self.expect("]")?;
                id = self.node(Kind::Index(id, index), self.since(id));
            } else if self.maybe(".") {
                let Some(word) = self.member(0) else { return self.unexpected("a name") };
                if self.sees(1, "(") && *self.peek(0) == Token::Word {
                    id = self.call(Some(id))?;
                } else {
                    self.at += 1;
                    let key = self.constant(Value::from(word));
                    id = self.node(Kind::Member(id, key), self.since(id));
                }
            } else {
                return Ok(id);
            }
        }
    }

    fn primary(&mut self) -> Parsed {
        let span = self.span(0);
        let literal = match self.peek(0) {
            Token::Number(number) => Some(Value::Num(*number)),
            Token::Text(text) => Some(Value::from(text.as_str())),
            Token::Word => match self.word(0) {
                Some("true") => Some(Value::Bool(true)),
                Some("false") => Some(Value::Bool(false)),
                Some("null") => Some(Value::Null),
                _ if self.sees(1, "(") => return self.call(None),
                _ => return Ok(self.name()),
            },
            Token::Mark("(") => return self.enclosed(),
            Token::Mark("[") => return self.list(),
            Token::Mark("{") if self.sees(1, "{") && self.span(1).start == span.end => {
                return self.braced();
            }
            Token::Mark("{") => return self.map(),
            _ => None,
        };
        let Some(literal) = literal else { return self.unexpected("a value") };
        self.at += 1;
        let index = self.constant(literal);
        Ok(self.node(Kind::Literal(index), span))
    }

    fn enclosed(&mut self) -> Parsed {
        let start = self.span(0);
        self.at += 1;
        let id = self.expression()?;
        self.expect(")")?;
        self.widen(id, start);
        Ok(id)
    }

    /// `{{ x }}`, which is `x` itself when `x` is a name: `{{ a }}.b` is the name `a.b`.
    fn braced(&mut self) -> Parsed {
        let start = self.span(0);
        self.at += 2;
        let id = self.expression()?;
        self.expect("}")?;
        self.expect("}")?;
        if let Some(&Node { kind: Kind::Name(index), span }) = self.nodes.get(usize::from(id)) {
            let index = usize::from(index);
            let bare = self.names.get(index).is_some_and(|name| name.span == span);
            let mut more = Vec::new();
            if bare {
                self.segments(&mut more);
            }
            let end = self.end();
            if let Some(name) = self.names.get_mut(index).filter(|_| !more.is_empty()) {
                name.segments.extend(more);
                name.span = start.to(Span::at(end));
            }
        }
        self.widen(id, start);
        Ok(id)
    }

    /// The brackets around an operand belong to its text when a failure names it.
    fn widen(&mut self, id: Id, start: Span) {
        let span = start.to(Span::at(self.end()));
        if let Some(node) = self.nodes.get_mut(usize::from(id)) {
            node.span = span;
        }
    }

    /// A macro variable, or the longest chain of names that is not called.
    fn name(&mut self) -> Id {
        let span = self.span(0);
        let first = self.word(0).unwrap_or("");
        self.at += 1;
        if let Some(slot) = self.scope.iter().rposition(|variable| *variable == first) {
            return self.node(Kind::Variable(slot as u16), span);
        }
        let mut segments = vec![first.into()];
        self.segments(&mut segments);
        let span = span.to(Span::at(self.end()));
        let index = self.names.len() as u16;
        self.names.push(NameUse { segments, span });
        self.node(Kind::Name(index), span)
    }

    /// `.ident` as often as it follows without being called.
    fn segments(&mut self, segments: &mut Vec<Arc<str>>) {
        while self.sees(0, ".") && !self.sees(2, "(") {
            let Some(next) = self.member(1) else { break };
            segments.push(next.into());
            self.at += 2;
        }
    }

    fn list(&mut self) -> Parsed {
        let start = self.span(0);
        self.at += 1;
        let mut items = Vec::new();
        while !self.maybe("]") {
            items.push(self.expression()?);
            if !self.maybe(",") {
                self.expect("]")?;
                break;
            }
        }
        let items = self.group(&items);
        Ok(self.node(Kind::List(items), start.to(Span::at(self.end()))))
    }

    fn map(&mut self) -> Parsed {
        let start = self.span(0);
        self.at += 1;
        let mut entries = Vec::new();
        while !self.maybe("}") {
            entries.push(self.expression()?);
            self.expect(":")?;
            entries.push(self.expression()?);
            if !self.maybe(",") {
                self.expect("}")?;
                break;
            }
        }
        let entries = self.group(&entries);
        Ok(self.node(Kind::Map(entries), start.to(Span::at(self.end()))))
    }

    /// A call, at its name; `receiver` stands before the dot and is the first argument.
    fn call(&mut self, receiver: Option<Id>) -> Parsed {
        let name = self.word(0).unwrap_or("");
        let name_span = self.span(0);
        let start = receiver.map_or(name_span, |receiver| self.span_of(receiver));
        self.at += 2;
        let kind = if let Some((_, which)) = functions::MACROS.iter().find(|(known, _)| *known == name) {
            self.macro_call(*which, receiver)?
        } else if name == "has" {
            let arguments = self.arguments(receiver)?;
            let [argument] = arguments.as_slice() else { return fault(name_span, "`has` takes 1 argument") };
            if !self.is_member(*argument) {
                return fault(self.span_of(*argument), "`has` takes a field, such as `a.b` or `a[\"b\"]`");
            }
            Kind::Has(*argument)
        } else if let Some((_, function, least, most)) = functions::TABLE.iter().find(|(known, ..)| *known == name) {
            let arguments = self.arguments(receiver)?;
            if arguments.len() < *least || arguments.len() > *most {
                return fault(name_span, wrong_number(name, *least, *most));
            }
            if *function == Function::Matches {
                self.fix_pattern(arguments.last().copied())?;
            }
            Kind::Call(*function, self.group(&arguments))
        } else {
            let hint = nearest_function(name).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return fault(name_span, format!("unknown function `{}`{hint}", clip(name, 40)));
        };
        Ok(self.node(kind, start.to(Span::at(self.end()))))
    }

    /// The arguments up to and with the closing bracket.
    fn arguments(&mut self, receiver: Option<Id>) -> Result<Vec<Id>, Fault> {
        let mut arguments = Vec::from_iter(receiver);
        if self.maybe(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression()?);
            if !self.maybe(",") {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn macro_call(&mut self, which: Macro, receiver: Option<Id>) -> Result<Kind, Fault> {
        let over = match receiver {
            Some(receiver) => receiver,
            None => {
                let over = self.expression()?;
                self.expect(",")?;
                over
            }
        };
        let Some(variable) = self.word(0).filter(|word| !["true", "false", "null"].contains(word)) else {
            return self.unexpected("the name of a variable");
        };
        self.at += 1;
        self.expect(",")?;
        self.scope.push(variable);
        let body = self.expression()?;
        self.scope.pop();
        self.expect(")")?;
        Ok(Kind::Macro(which, over, body))
    }

    fn is_member(&self, id: Id) -> bool {
        match self.nodes.get(usize::from(id)).map(|node| node.kind) {
            Some(Kind::Member(..) | Kind::Index(..)) => true,
            Some(Kind::Name(index)) => self.names.get(usize::from(index)).is_some_and(|name| name.segments.len() > 1),
            _ => false,
        }
    }

    /// Compiles a pattern that is a text literal, so that it is checked once and here.
    fn fix_pattern(&mut self, id: Option<Id>) -> Result<(), Fault> {
        let Some(node) = id.and_then(|id| self.nodes.get_mut(usize::from(id))) else { return Ok(()) };
        let Kind::Literal(index) = node.kind else { return Ok(()) };
        let Some(Value::Str(source)) = self.constants.get(usize::from(index)) else { return Ok(()) };
        let pattern = pattern::compile(source).map_err(|message| Fault { span: node.span, message })?;
        node.kind = Kind::Pattern(self.patterns.len() as u16);
        self.patterns.push(pattern);
        Ok(())
    }
}

enum Infix {
    And,
    Or,
    Operator(Operator),
}

fn fault<T>(span: Span, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { span, message: message.into() })
}

fn wrong_number(name: &str, least: usize, most: usize) -> String {
    match (least, most) {
        (1, 1) => format!("`{name}` takes 1 argument"),
        (least, most) if least == most => format!("`{name}` takes {least} arguments"),
        (least, usize::MAX) => format!("`{name}` takes at least {least} argument"),
        (least, most) => format!("`{name}` takes {least} to {most} arguments"),
    }
}
