//! Multiplicities at the ends of edges: `1`, `*`, `0..4`.

use super::Parser;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::Text;

impl Parser<'_> {
    pub(super) fn multiplicity(&mut self) -> Text {
        let text = self.text();
        match bounds(&text.value) {
            None => {
                let message = "a multiplicity must be a number, `*` or a range";
                self.report(
                    Diagnostic::error("malformed-multiplicity", text.span, message).hint("write `1`, `*` or `0..4`"),
                );
            }
            Some((lower, upper)) if lower > upper => {
                let (low, high) = text.value.split_once("..").unwrap_or_default();
                let swapped = format!("\"{high}..{low}\"");
                self.report(
                    Diagnostic::warning(
                        "multiplicity-reversed",
                        text.span,
                        "the lower bound is greater than the upper bound",
                    )
                    .fix("swap the bounds", text.span, swapped),
                );
            }
            Some(_) => {}
        }
        text
    }
}

/// The bounds of a multiplicity; `*` is above every number, and below as a lower bound.
fn bounds(text: &str) -> Option<(u64, u64)> {
    let number = |text: &str| {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u64::MAX - 1))
    };
    match text.split_once("..") {
        Some((lower, upper)) => {
            let lower = if lower == "*" { 0 } else { number(lower)? };
            Some((lower, if upper == "*" { u64::MAX } else { number(upper)? }))
        }
        None if text == "*" => Some((0, u64::MAX)),
        None => number(text).map(|number| (number, number)),
    }
}
