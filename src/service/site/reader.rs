//! The machine with a stack that goes over tokens.

use crate::machine::classify::declared;
use crate::machine::labels::verb;
use crate::service::uses::is_condition;
use crate::syntax::tree::{ArgumentForm, Token, TokenKind as T, Tree};
use crate::text::Span;

/// A place by what may stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Site {
    /// Nothing that could be offered.
    Nothing,
    /// The start of an item.
    Item,
    /// Behind a name that may begin an edge.
    Arrow,
    /// An end of an edge; behind an access label contexts come first.
    End { access: bool },
    /// The target of a note.
    Note,
    /// The start of a part of a label with this opener; fresh directly behind it.
    Label { opener: T, fresh: bool },
    /// The fields of an access label.
    Fields,
    /// An annotation, behind its `@`.
    Annotation(Holder),
    /// An argument of the annotation whose name is given, with its key if it has one.
    Argument { name: Span, key: Option<Span>, first: bool, holder: Holder },
    /// A type of a field.
    Type,
    /// The value of a key; in a map inside an attribute that one is the owner. The map is told by its own key.
    Value { key: Span, owner: Option<Span>, map: Option<Span> },
    /// A key in a map, or in one of a list of maps; without an owner in the block of an edge.
    Key { map: Option<Span>, owner: Option<Span> },
    /// An expression, from its start up to the offset.
    Expression(Span),
    /// A name in the braces of an import.
    Symbol,
    /// The path of an import, up to the offset.
    Path(Span),
}

/// What an annotation is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::service) enum Holder {
    /// Not known yet: it leads an item.
    Any,
    /// The header.
    Machine,
    /// A node, by the word of its type and its name.
    Node { kind: Option<Span>, name: Span },
    /// An edge.
    Edge,
    /// An attribute, by its key.
    Field(Span),
}

/// What the stack holds.
#[derive(Clone, Copy, PartialEq)]
enum Frame {
    /// Items; the one at the bottom is the block around the offset.
    Block,
    /// `{ key: value }`, as the value of a key; in a map inside an attribute that one is the owner.
    Map { key: Option<Span>, owner: Option<Span> },
    /// `[ … ]`, in the same way.
    List { key: Option<Span>, owner: Option<Span> },
    /// `( … )` of an annotation.
    Arguments { name: Span, holder: Holder },
    /// `( … )` in an expression.
    Parens,
    /// `< … >`
    Type,
    /// Between the two ends of an arrow.
    Label { access: bool, opener: T },
    /// The braces of an import.
    Import,
}

/// How far a statement is.
#[derive(Clone, Copy, PartialEq)]
enum State {
    Start,
    /// Behind one word.
    Word,
    /// Behind a type and a name.
    Declared,
    /// Behind an arrow.
    Arrow {
        access: bool,
    },
    /// Behind an end of an edge that has an arrow.
    Ended,
    /// Behind `key:`.
    Colon,
    /// Behind a value.
    Valued,
    /// Behind the braces of an import, and behind its `from`.
    Imported,
    From,
}

struct Reader<'t> {
    tree: &'t Tree,
    stack: Vec<Frame>,
    /// How many labels are in it.
    labels: usize,
    state: State,
    /// First and last word of the statement, or of the part of a map, label or argument list.
    first: Option<Span>,
    word: Option<Span>,
    /// The last key, and whether the statement has an arrow.
    key: Option<Span>,
    is_edge: bool,
    /// Behind the key of a label or argument; where its value begins.
    part_key: Option<Span>,
    value_from: u32,
    /// Where the arguments of the last annotation begin.
    argument_from: u32,
    /// The part has something in it; it is the first one.
    part_begun: bool,
    first_part: bool,
    last: Option<Token>,
    /// Directly behind `@`.
    at: bool,
    /// Directly behind `@name`.
    named: Option<Span>,
}

/// What may be written at an offset after these tokens; the word there begins at `begin`.
pub(super) fn read(tree: &Tree, before: &[Token], begin: u32, offset: u32) -> Site {
    let mut reader = Reader {
        tree,
        stack: vec![Frame::Block],
        labels: 0,
        state: State::Start,
        first: None,
        word: None,
        key: None,
        is_edge: false,
        part_key: None,
        value_from: 0,
        argument_from: 0,
        part_begun: false,
        first_part: true,
        last: None,
        at: false,
        named: None,
    };
    for token in before {
        if !matches!(token.kind, T::LineComment | T::BlockComment) {
            reader.token(*token);
        }
    }
    let gap = Span { start: reader.last.map_or(begin, |last| last.span.end), end: begin };
    if tree.str(gap).contains('\n') {
        reader.line(false);
    }
    reader.site(offset)
}

impl Reader<'_> {
    fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or(Frame::Block)
    }

    fn restart(&mut self) {
        self.state = State::Start;
        self.first = None;
        self.word = None;
        self.key = None;
        self.is_edge = false;
        self.part();
    }

    /// A part of a label, of arguments or of a map begins.
    fn part(&mut self) {
        self.part_key = None;
        self.part_begun = false;
    }

    fn push(&mut self, frame: Frame) {
        self.labels += usize::from(matches!(frame, Frame::Label { .. }));
        self.stack.push(frame);
        self.part();
        self.first_part = true;
    }

    fn pop(&mut self) {
        if self.stack.len() > 1 {
            let frame = self.stack.pop();
            self.labels -= usize::from(matches!(frame, Some(Frame::Label { .. })));
        }
    }

    /// A line begins, with a token that may continue the statement or not.
    fn line(&mut self, continues: bool) {
        use T::*;
        let last = self.last.map(|last| last.kind);
        let open = matches!(last, Some(Comma | OpenParen | OpenBracket | OpenBrace | Semicolon));
        while matches!(
            self.top(),
            Frame::Arguments { .. } | Frame::Parens | Frame::Label { .. } | Frame::List { .. } | Frame::Type
        ) && !open
            && !continues
        {
            self.pop();
        }
        match self.top() {
            Frame::Block if continues || matches!(last, Some(Comma)) || matches!(self.state, State::Arrow { .. }) => {}
            Frame::Block => self.restart(),
            Frame::Map { .. } => self.part(),
            _ => {}
        }
    }

    fn token(&mut self, token: Token) {
        use T::*;
        if token.first_on_line {
            let closes = matches!(token.kind, CloseBrace | CloseBracket | CloseParen | Comma | Semicolon | OpenBrace);
            let arrow = matches!(
                token.kind,
                Arrow
                    | LongArrow
                    | FatArrow
                    | BothArrow
                    | Inherits
                    | Composes
                    | Aggregates
                    | Dash
                    | DoubleDash
                    | Equals
            );
            let is_edge = self.is_edge || self.state == State::Word;
            self.line(closes || (arrow && is_edge && self.top() == Frame::Block));
        }
        let (at, named) = (std::mem::take(&mut self.at), self.named.take());
        match token.kind {
            At => self.at = true,
            Ident if at => self.named = Some(token.span),
            OpenParen if named.is_some() => {
                if let Some(name) = named {
                    let holder = self.holder();
                    self.argument_from = token.span.end;
                    self.push(Frame::Arguments { name, holder });
                }
            }
            _ => match self.top() {
                Frame::Block => self.in_block(token),
                Frame::Label { access, .. } => self.in_label(token, access),
                Frame::Map { owner, .. } => self.in_map(token, owner),
                Frame::Type => match token.kind {
                    Less => self.push(Frame::Type),
                    Greater => self.pop(),
                    // A type that is never closed ends here.
                    Colon | Semicolon | OpenBrace | CloseBrace => {
                        while self.top() == Frame::Type {
                            self.pop();
                        }
                        self.token(Token { first_on_line: false, ..token });
                        return;
                    }
                    _ => {}
                },
                frame => self.in_brackets(token, frame),
            },
        }
        self.last = Some(token);
    }

    fn in_block(&mut self, token: Token) {
        use T::*;
        match token.kind {
            Semicolon => self.restart(),
            Comma => match self.state {
                State::Ended => self.state = State::Arrow { access: false },
                State::Word | State::Declared => {}
                _ => self.restart(),
            },
            Arrow | LongArrow | FatArrow | BothArrow | Inherits | Composes | Aggregates | BadArrow => {
                self.is_edge = true;
                self.state = State::Arrow { access: false };
            }
            Dash if self.state == State::Colon => {}
            Dash | DoubleDash | Equals | BothOpener => {
                self.is_edge = true;
                self.push(Frame::Label { access: false, opener: token.kind });
            }
            OpenBrace => match self.state {
                State::Colon => {
                    self.state = State::Valued;
                    self.push(Frame::Map { key: self.key, owner: self.key });
                }
                State::Word if self.first.is_some_and(|first| self.tree.str(first) == "import") => {
                    self.push(Frame::Import);
                }
                _ if self.is_edge => self.push(Frame::Map { key: None, owner: None }),
                _ => {
                    self.restart();
                    self.push(Frame::Block);
                }
            },
            CloseBrace => {
                self.pop();
                self.restart();
            }
            OpenBracket if self.state == State::Colon => {
                self.state = State::Valued;
                self.push(Frame::List { key: self.key, owner: None });
            }
            Less if matches!(self.state, State::Word | State::Declared) => {
                self.key = self.word;
                self.push(Frame::Type);
            }
            Colon => {
                self.key = self.word;
                self.state = State::Colon;
            }
            Ident => self.word_in_block(token),
            String | Template if self.state == State::From => self.state = State::Valued,
            String | Template | Number | WordNumber | External if self.state == State::Colon => {
                self.state = State::Valued;
            }
            _ => {}
        }
    }

    fn word_in_block(&mut self, token: Token) {
        let dotted = self.last.is_some_and(|last| last.kind == T::Dot);
        let listed = self.last.is_some_and(|last| last.kind == T::Comma);
        self.first = self.first.or(Some(token.span));
        self.state = match self.state {
            State::Start => State::Word,
            State::Word if dotted || listed => State::Word,
            State::Word => State::Declared,
            State::Arrow { .. } => State::Ended,
            State::Colon => State::Valued,
            State::Imported => State::From,
            other => other,
        };
        self.word = Some(token.span);
    }

    fn in_label(&mut self, token: Token, access: bool) {
        use T::*;
        match token.kind {
            Arrow | LongArrow | FatArrow => {
                self.pop();
                self.state = State::Arrow { access };
            }
            OpenBracket if !self.part_begun && self.part_key.is_none() => {}
            OpenParen | OpenBracket | OpenBrace => self.stack.push(Frame::Parens),
            // Behind an access verb come its fields.
            Comma if self.part_key.is_some_and(|key| verb(self.tree.str(key)).is_some()) => {}
            Comma | Semicolon => self.part(),
            Colon if self.part_key.is_none() => {
                self.part_key = self.word;
                self.value_from = token.span.end;
            }
            Ident => {
                self.part_begun = true;
                self.word = Some(token.span);
                if verb(self.tree.str(token.span)).is_some()
                    && let Some(Frame::Label { access, .. }) = self.stack.last_mut()
                {
                    *access = true;
                }
            }
            _ => self.part_begun = true,
        }
    }

    fn in_map(&mut self, token: Token, owner: Option<Span>) {
        use T::*;
        match token.kind {
            CloseBrace => self.pop(),
            Semicolon | Comma => self.part(),
            Colon if self.part_key.is_none() => {
                self.part_key = self.word;
                self.value_from = token.span.end;
                self.part_begun = false;
            }
            OpenBrace => self.push(Frame::Map { key: self.part_key, owner: owner.or(self.part_key) }),
            OpenBracket => self.push(Frame::List { key: self.part_key, owner }),
            Ident | String | Template => {
                self.part_begun = true;
                // A hyphenated key is glued together.
                let glued = self.last.is_some_and(|last| last.kind == Dash && last.span.end == token.span.start);
                self.word = match self.word {
                    Some(word) if glued => Some(word.to(token.span)),
                    _ => Some(token.span),
                };
            }
            _ => self.part_begun = true,
        }
    }

    fn in_brackets(&mut self, token: Token, frame: Frame) {
        use T::*;
        let arguments = matches!(frame, Frame::Arguments { .. });
        match token.kind {
            CloseParen | CloseBracket => self.pop(),
            CloseBrace => {
                if frame == Frame::Import {
                    self.state = State::Imported;
                }
                self.pop();
            }
            OpenBrace if frame == Frame::Parens => self.stack.push(Frame::Parens),
            OpenBrace => {
                let (key, owner) = match frame {
                    Frame::Arguments { name, .. } => (self.part_key, Some(self.part_key.unwrap_or(name))),
                    Frame::List { key, owner } => (key, owner.or(key)),
                    _ => (self.part_key, self.key.or(self.part_key)),
                };
                self.push(Frame::Map { key, owner });
            }
            OpenParen | OpenBracket => {
                self.stack.push(if matches!(frame, Frame::List { .. }) { frame } else { Frame::Parens });
            }
            Comma | Semicolon if frame != Frame::Parens => {
                self.part();
                self.first_part = false;
            }
            Colon if arguments && self.part_key.is_none() => {
                self.part_key = self.word;
                self.value_from = token.span.end;
                self.part_begun = false;
            }
            Ident => {
                self.part_begun = true;
                self.word = Some(token.span);
            }
            _ => self.part_begun = true,
        }
    }

    /// What an annotation here is on.
    fn holder(&self) -> Holder {
        if self.labels > 0 || self.is_edge {
            return Holder::Edge;
        }
        let first = self.first.map(|first| (first, self.tree.str(first)));
        match (self.state, first, self.word, self.key) {
            (State::Start, ..) | (_, None, ..) | (_, _, None, _) => Holder::Any,
            (.., Some(key)) => Holder::Field(key),
            (State::Word, Some((_, "machine")), ..) => Holder::Machine,
            (State::Declared, Some((kind, _)), Some(name), _) => Holder::Node { kind: Some(kind), name },
            (_, _, Some(name), _) => Holder::Node { kind: None, name },
        }
    }

    fn site(&self, offset: u32) -> Site {
        if self.at {
            return Site::Annotation(self.holder());
        }
        if let Some(from) = self.formula() {
            return Site::Expression(Span { start: from, end: offset });
        }
        match self.top() {
            Frame::Block => self.block_site(offset),
            frame @ (Frame::Label { .. } | Frame::Parens) => match self.part_key.map(|key| (key, self.tree.str(key))) {
                Some((_, key)) if is_condition(key) => Site::Expression(Span { start: self.value_from, end: offset }),
                Some((_, key)) if verb(key).is_some() => Site::Fields,
                Some((key, _)) if !self.part_begun || self.word == Some(key) => {
                    Site::Value { key, owner: None, map: None }
                }
                None if !self.part_begun => match frame {
                    Frame::Label { opener, .. } => {
                        Site::Label { opener, fresh: self.last.is_some_and(|last| last.span.end == offset) }
                    }
                    _ => Site::Nothing,
                },
                _ => Site::Nothing,
            },
            Frame::Map { key: map, owner } => match self.part_key {
                None if !self.part_begun => Site::Key { map, owner },
                Some(key) if !self.part_begun => Site::Value { key, owner, map },
                _ => Site::Nothing,
            },
            Frame::Arguments { name, holder } if !self.part_begun => {
                Site::Argument { name, key: self.part_key, first: self.first_part, holder }
            }
            Frame::List { key: Some(key), owner }
                if self.last.is_some_and(|last| matches!(last.kind, T::OpenBracket | T::Comma)) =>
            {
                Site::Value { key, owner, map: None }
            }
            Frame::Type => Site::Type,
            Frame::Import => Site::Symbol,
            _ => Site::Nothing,
        }
    }

    /// Where the expression begins that an annotation around the offset takes, in any of its brackets.
    fn formula(&self) -> Option<u32> {
        let outer = self.stack.iter().rev().find(|frame| **frame != Frame::Parens)?;
        let Frame::Arguments { name, .. } = outer else { return None };
        match ArgumentForm::of(self.tree.str(*name)) {
            ArgumentForm::Entries => self.part_key.map(|_| self.value_from),
            ArgumentForm::Expression => Some(self.argument_from),
            ArgumentForm::Listed => None,
        }
    }

    fn block_site(&self, offset: u32) -> Site {
        let first = self.first.map_or("", |first| self.tree.str(first));
        match self.state {
            State::Start => Site::Item,
            State::Arrow { access } => Site::End { access },
            State::Ended => Site::Arrow,
            State::Colon => match self.key {
                Some(key) => Site::Value { key, owner: None, map: None },
                None => Site::Nothing,
            },
            State::From => Site::Path(Span::at(offset)),
            State::Word if self.last.is_some_and(|last| last.kind == T::Comma) => Site::End { access: false },
            State::Word if first.eq_ignore_ascii_case("note") => Site::Note,
            // A type or `machine` is followed by a name that only the author knows.
            State::Word if declared(first).is_some() || first == "machine" => Site::Nothing,
            State::Word if self.key.is_none() => Site::Arrow,
            _ => Site::Nothing,
        }
    }
}
