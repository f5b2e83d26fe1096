//! Dividing a budget of tokens among sections: headers first, then equal shares, whole lines only.

use crate::context::cost::{Cut, Media};

/// The default budget.
pub const DEFAULT: u32 = 8000;
/// The largest budget.
pub const MAX: u32 = 1_000_000;

/// A section before it is cut: what its header and its lines cost, and what it gets.
#[derive(Clone, Debug, Default)]
pub struct Claim<'a> {
    /// The header.
    pub header: u32,
    /// The lines of the body.
    pub lines: &'a [u32],
    /// All lines.
    pub whole: u32,
    /// There was room for the header.
    pub shown: bool,
    /// The share of the body.
    pub allowance: u32,
    /// Lines that are shown.
    pub kept_lines: usize,
    /// The marker for the others is shown.
    pub marked: bool,
    /// What those lines cost.
    kept_cost: u32,
}

impl<'a> Claim<'a> {
    /// A section of these costs.
    pub fn new(header: u32, lines: &'a [u32]) -> Self {
        let whole = lines.iter().fold(0u32, |sum, line| sum.saturating_add(*line));
        Claim { header, lines, whole, ..Claim::default() }
    }

    /// What the shown part costs without the header.
    pub fn body(&self) -> u32 {
        if self.kept_lines == self.lines.len() {
            self.whole
        } else if self.marked {
            self.with_marker(self.kept_lines, self.kept_cost)
        } else {
            0
        }
    }

    /// The part of the body that is not shown.
    pub fn cut(&self) -> Option<Cut> {
        let rest = self.lines.get(self.kept_lines..).filter(|rest| self.shown && !rest.is_empty())?;
        Some(Cut { lines: rest.len(), tokens: rest.iter().fold(0u32, |sum, line| sum.saturating_add(*line)) })
    }

    fn is_open(&self) -> bool {
        self.shown && self.whole > 0
    }

    /// The cost of the first `kept_lines` lines, which is `before`, and of the marker for the others.
    fn with_marker(&self, kept_lines: usize, before: u32) -> u32 {
        before.saturating_add(marker_cost(self.lines.len() - kept_lines, self.whole.saturating_sub(before)))
    }

    /// Takes as many lines as fit into the allowance, which is not enough for all.
    fn fill(&mut self) {
        self.marked = self.with_marker(0, 0) <= self.allowance;
        // One more line never makes the marker shorter by more than that line costs.
        while self.marked && self.next_cost().is_some_and(|cost| cost <= self.allowance) {
            self.take_line();
        }
    }

    /// The cost with one more line, if there are still others.
    fn next_cost(&self) -> Option<u32> {
        let kept_lines = self.kept_lines + 1;
        let line = self.lines.get(self.kept_lines).filter(|_| kept_lines < self.lines.len())?;
        Some(self.with_marker(kept_lines, self.kept_cost.saturating_add(*line)))
    }

    fn take_line(&mut self) {
        self.kept_cost = self.kept_cost.saturating_add(self.lines.get(self.kept_lines).copied().unwrap_or_default());
        self.kept_lines += 1;
    }

    /// Shows more of the body, paid from the pool: the marker, one more line, or all of it. False if nothing fits.
    fn grow(&mut self, pool: &mut i64) -> bool {
        let now = i64::from(self.body());
        let fits = |cost: u32| i64::from(cost) - now <= *pool;
        let next = if self.marked { self.next_cost() } else { Some(self.with_marker(0, 0)) };
        if next.is_some_and(fits) {
            if self.marked {
                self.take_line();
            }
            self.marked = true;
        } else if fits(self.whole) {
            // Without the marker all of them may cost less.
            (self.kept_lines, self.kept_cost, self.marked) = (self.lines.len(), self.whole, true);
        } else {
            return false;
        }
        *pool -= i64::from(self.body()) - now;
        true
    }
}

/// The line in place of lines that are left out.
pub fn marker(lines: usize, tokens: u32) -> String {
    format!("… {lines} more line{}, ~{tokens} tokens", if lines == 1 { "" } else { "s" })
}

fn marker_cost(lines: usize, tokens: u32) -> u32 {
    let digits = |number: usize| number.checked_ilog10().unwrap_or(0) as usize + 1;
    // `… 1 more line, ~1 tokens` without the numbers.
    let length = 22 + usize::from(lines != 1);
    Media::Prose.line(length + digits(lines) + digits(tokens as usize))
}

/// Divides the budget, and returns what all shown parts cost.
pub fn divide(budget: u32, claims: &mut [Claim]) -> u32 {
    let mut remaining = budget;
    for claim in claims.iter_mut() {
        if claim.header > remaining {
            break;
        }
        remaining -= claim.header;
        claim.shown = true;
    }
    let mut open: Vec<&mut Claim> = claims.iter_mut().filter(|claim| claim.is_open()).collect();
    // Smallest sections first: what one does not use is shared among the others.
    open.sort_by_key(|claim| claim.whole);
    let mut waiting = open.len();
    let mut unmet = Vec::new();
    for claim in open {
        if unmet.is_empty() && claim.whole <= remaining / waiting.max(1) as u32 {
            claim.allowance = claim.whole;
            remaining -= claim.whole;
            waiting -= 1;
        } else {
            unmet.push(claim);
        }
    }
    let (mut share, mut rest) = (0, 0);
    if !unmet.is_empty() {
        let count = unmet.len() as u32;
        (share, rest) = (remaining / count, remaining % count);
        remaining = 0;
    }
    let mut pool = i64::from(remaining);
    for claim in claims.iter_mut().filter(|claim| claim.is_open()) {
        if claim.allowance == 0 {
            claim.allowance = share + u32::from(rest > 0);
            rest = rest.saturating_sub(1);
        }
        if claim.allowance == claim.whole {
            claim.kept_lines = claim.lines.len();
        } else {
            claim.fill();
            pool += i64::from(claim.allowance) - i64::from(claim.body());
        }
    }
    let mut cut: Vec<&mut Claim> =
        claims.iter_mut().filter(|claim| claim.is_open() && claim.kept_lines < claim.lines.len()).collect();
    loop {
        let mut grown = false;
        for claim in &mut cut {
            grown |= claim.grow(&mut pool);
        }
        if !grown {
            break;
        }
        cut.retain(|claim| claim.kept_lines < claim.lines.len());
    }
    let cost = |claim: &Claim| if claim.shown { claim.header.saturating_add(claim.body()) } else { 0 };
    claims.iter().fold(0u32, |sum, claim| sum.saturating_add(cost(claim)))
}
