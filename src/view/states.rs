//! The states of a node in a run: one table of their classes, glyphs, words and looks.

use crate::view::palette::Palette;

/// A state, in the order in which they decide the color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// A failure here ended a path.
    Failed,
    /// A path here cannot go on.
    Blocked,
    /// A path here waits for answers.
    Answers,
    /// A path here waits for an event or a timer.
    Event,
    /// A path here waits for its agent.
    Agent,
    /// All live paths here wait at a join.
    AllParked,
    /// A path stands here.
    Current,
    /// Some of them wait at a join.
    Parked,
    /// A path ended here.
    Completed,
    /// The work of another node was undone here.
    Compensated,
    /// A failure here was caught.
    Caught,
    /// A path was here.
    Visited,
    /// None of these.
    Pending,
}

/// The words of a state, and how it is drawn.
struct Row {
    state: State,
    class: &'static str,
    glyph: &'static str,
    words: &'static str,
    color: Option<fn(&Palette) -> &'static str>,
    /// Of the border, drawn by the page.
    width: f64,
}

const fn row(
    state: State,
    class: &'static str,
    glyph: &'static str,
    words: &'static str,
    color: fn(&Palette) -> &'static str,
    width: f64,
) -> Row {
    Row { state, class, glyph, words, color: Some(color), width }
}

const TABLE: [Row; 13] = [
    row(State::Failed, "r-failed", "✕", "failed", |p| p.danger, 3.5),
    row(State::Blocked, "r-blocked", "⊘", "blocked", |p| p.blocked, 5.0),
    row(State::Answers, "r-answers", "?", "waiting for answer", |p| p.answers, 2.5),
    row(State::Event, "r-event", "⧖", "waiting for an event", |p| p.accent, 2.5),
    row(State::Agent, "r-agent", "…", "waiting for agent", |p| p.accent, 2.5),
    row(State::AllParked, "r-parked", "‖", "waiting at join", |p| p.accent, 2.5),
    row(State::Current, "r-current", "▶", "current", |p| p.current, 2.5),
    row(State::Parked, "r-parked", "‖", "waiting at join", |p| p.accent, 2.5),
    row(State::Completed, "r-completed", "■", "completed", |p| p.current, 2.0),
    row(State::Compensated, "r-compensated", "↺", "compensated", |p| p.visited, 1.5),
    row(State::Caught, "r-caught", "✕", "failure caught", |p| p.danger, 1.5),
    row(State::Visited, "r-visited", "", "visited", |p| p.visited, 1.5),
    Row { state: State::Pending, class: "r-pending", glyph: "", words: "pending", color: None, width: 0.0 },
];

impl State {
    fn row(self) -> Option<&'static Row> {
        TABLE.get(self as usize)
    }

    /// Its class in the drawing.
    pub fn class(self) -> &'static str {
        self.row().map_or("", |row| row.class)
    }

    /// What stands before the ids of its paths, or before the kind of the node.
    pub fn glyph(self) -> &'static str {
        self.row().map_or("", |row| row.glyph)
    }

    /// In words.
    pub fn words(self) -> &'static str {
        self.row().map_or("", |row| row.words)
    }

    /// The color and the width of the border; `None` for the static ones.
    pub fn look(self, palette: &Palette) -> Option<(&'static str, f64)> {
        let row = self.row()?;
        Some((row.color?(palette), row.width))
    }

    /// True if its glyph goes with the ids of paths.
    pub fn has_paths(self) -> bool {
        (self as usize) <= State::Completed as usize
    }
}

/// Several states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct States(u16);

impl States {
    /// Adds a state, if it holds.
    pub fn add(&mut self, state: State, holds: bool) {
        self.0 |= u16::from(holds) << state as u16;
    }

    /// True if there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// All of them, in their order.
    pub fn iter(mut self) -> impl Iterator<Item = State> {
        std::iter::from_fn(move || {
            let first = TABLE.get(self.0.trailing_zeros() as usize)?;
            self.0 &= self.0 - 1;
            Some(first.state)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_has_its_own_row() {
        for (at, row) in TABLE.iter().enumerate() {
            assert_eq!(row.state as usize, at);
            assert_eq!(row.state.class(), row.class);
        }
        let mut states = States::default();
        states.add(State::Visited, true);
        states.add(State::Failed, true);
        states.add(State::Current, false);
        assert_eq!(states.iter().collect::<Vec<_>>(), [State::Failed, State::Visited]);
    }
}
