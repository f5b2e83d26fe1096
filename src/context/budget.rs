//! Dividing a budget of tokens among sections: headers first, then equal shares, whole lines only.

use crate::context::cost::{Cut, Media};

/// The budget when nobody says another.
pub const DEFAULT: u32 = 8000;
/// The largest budget.
pub const MAX: u32 = 1_000_000;

/// A section before it is cut: what its header and its lines cost, and what it gets.
#[derive(Clone, Debug, Default)]
pub struct Claim {
    /// The header.
    pub header: u32,
    /// The lines of the body.
    pub lines: Vec<u32>,
    /// All lines.
    pub whole: u32,
    /// There was room for the header.
    pub shown: bool,
    /// The share of the body.
    pub allowance: u32,
    /// Lines that are shown.
    pub kept: usize,
    /// The marker for the others is shown.
    pub marked: bool,
    /// What it costs with so many lines and the marker for the others.
    costs: Vec<u32>,
    /// The least cost of more lines than so many.
    least: Vec<u32>,
}

impl Claim {
    /// A section of these costs.
    pub fn new(header: u32, lines: Vec<u32>) -> Self {
        let whole = lines.iter().fold(0u32, |sum, line| sum.saturating_add(*line));
        Claim { header, lines, whole, ..Claim::default() }
    }

    /// What the shown part costs without the header.
    pub fn body(&self) -> u32 {
        if self.kept == self.lines.len() {
            self.whole
        } else if self.marked {
            self.costs.get(self.kept).copied().unwrap_or_default()
        } else {
            0
        }
    }

    /// What is missing of the body.
    pub fn cut(&self) -> Option<Cut> {
        let rest = self.lines.get(self.kept..).filter(|rest| self.shown && !rest.is_empty())?;
        Some(Cut { lines: rest.len(), tokens: rest.iter().fold(0u32, |sum, line| sum.saturating_add(*line)) })
    }

    fn is_open(&self) -> bool {
        self.shown && self.whole > 0
    }

    fn count_costs(&mut self) {
        let (mut before, count) = (0u32, self.lines.len());
        self.costs.reserve_exact(count + 1);
        for kept in 0..=count {
            let rest = self.whole.saturating_sub(before);
            let marker = if kept < count { marker_cost(count - kept, rest) } else { 0 };
            self.costs.push(before.saturating_add(marker));
            before = before.saturating_add(self.lines.get(kept).copied().unwrap_or_default());
        }
        self.least = self.costs.clone();
        let mut least = u32::MAX;
        for cost in self.least.iter_mut().rev() {
            (*cost, least) = (least, least.min(*cost));
        }
    }

    /// Takes as many lines as fit into the allowance.
    fn fill(&mut self) {
        self.count_costs();
        let fits = self.costs.iter().rposition(|cost| *cost <= self.allowance);
        (self.kept, self.marked) = (fits.unwrap_or(0), fits.is_some());
    }

    /// One step towards more lines, out of the pool. False if there is none.
    fn grow(&mut self, pool: &mut i64) -> bool {
        let now = i64::from(self.body());
        let next = if self.marked { self.kept + 1 } else { 0 };
        let fits = |cost: u32| i64::from(cost) - now <= *pool;
        let least = match next.checked_sub(1) {
            Some(at) => self.least.get(at).copied().unwrap_or(u32::MAX),
            None => self.costs.iter().copied().min().unwrap_or(u32::MAX),
        };
        if self.kept == self.lines.len() || least == u32::MAX || !fits(least) {
            return false;
        }
        let Some(more) = self.costs.iter().skip(next).position(|cost| fits(*cost)) else { return false };
        (self.kept, self.marked) = (next + more, true);
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
    let length = "…  more line, ~ tokens".chars().count() + usize::from(lines != 1);
    Media::Prose.line(length + digits(lines) + digits(tokens as usize))
}

/// Divides the budget. Gives what all shown parts cost.
pub fn divide(budget: u32, claims: &mut [Claim]) -> u32 {
    let mut left = budget;
    for claim in claims.iter_mut() {
        if claim.header > left {
            break;
        }
        left -= claim.header;
        claim.shown = true;
    }
    let mut open: Vec<&mut Claim> = claims.iter_mut().filter(|claim| claim.is_open()).collect();
    // From the least wish on: what one does not use is shared among the others.
    open.sort_by_key(|claim| claim.whole);
    let mut waiting = open.len();
    let mut unmet = Vec::new();
    for claim in open {
        if unmet.is_empty() && claim.whole <= left / waiting.max(1) as u32 {
            claim.allowance = claim.whole;
            left -= claim.whole;
            waiting -= 1;
        } else {
            unmet.push(claim);
        }
    }
    let (mut share, mut rest) = (0, 0);
    if !unmet.is_empty() {
        let count = unmet.len() as u32;
        (share, rest) = (left / count, left % count);
        left = 0;
    }
    let mut pool = i64::from(left);
    for claim in claims.iter_mut().filter(|claim| claim.is_open()) {
        if claim.allowance == 0 {
            claim.allowance = share + u32::from(rest > 0);
            rest = rest.saturating_sub(1);
        }
        if claim.allowance == claim.whole {
            claim.kept = claim.lines.len();
        } else {
            claim.fill();
            pool += i64::from(claim.allowance) - i64::from(claim.body());
        }
    }
    let mut cut: Vec<&mut Claim> =
        claims.iter_mut().filter(|claim| claim.is_open() && claim.kept < claim.lines.len()).collect();
    loop {
        let mut grown = false;
        for claim in &mut cut {
            grown |= claim.grow(&mut pool);
        }
        if !grown {
            break;
        }
        cut.retain(|claim| claim.kept < claim.lines.len());
    }
    let cost = |claim: &Claim| if claim.shown { claim.header.saturating_add(claim.body()) } else { 0 };
    claims.iter().fold(0u32, |sum, claim| sum.saturating_add(cost(claim)))
}
