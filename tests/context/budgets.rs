//! Dividing a budget, against the rules as they are written.

use proptest::prelude::*;
use tracklight::context::budget::{Claim, divide, marker};
use tracklight::context::cost::Media;

use crate::counts;

/// What becomes of a section: shown, allowance, lines, marker.
type Share = (bool, u32, usize, bool);

/// The division word by word: slow and plain.
fn plainly(budget: u32, sections: &[(u32, Vec<u32>)]) -> (Vec<Share>, u32) {
    let whole: Vec<u32> = sections.iter().map(|(_, lines)| lines.iter().sum()).collect();
    // `shows(k)`, from -1 on.
    let shows = |at: usize, kept: i64| -> i64 {
        let lines = &sections[at].1;
        let Ok(kept) = usize::try_from(kept) else { return 0 };
        let rest: u32 = lines[kept..].iter().sum();
        let cost = |rest| Media::Prose.text(&marker(lines.len() - kept, rest));
        i64::from(whole[at] - rest) + if kept < lines.len() { i64::from(cost(rest)) } else { 0 }
    };
    let mut left = i64::from(budget);
    let mut shown = 0;
    for (header, _) in sections {
        if i64::from(*header) > left {
            break;
        }
        left -= i64::from(*header);
        shown += 1;
    }
    let with_body: Vec<usize> = (0..shown).filter(|at| whole[*at] > 0).collect();
    let mut open = with_body.clone();
    let mut allowance = vec![0; sections.len()];
    while !open.is_empty() {
        let share = left / open.len() as i64;
        let (done, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|at| i64::from(whole[**at]) <= share);
        if done.is_empty() {
            break;
        }
        for at in done {
            allowance[at] = i64::from(whole[at]);
            left -= allowance[at];
        }
        open = rest;
    }
    if !open.is_empty() {
        let (share, rest) = (left / open.len() as i64, left % open.len() as i64);
        for (place, at) in open.iter().enumerate() {
            allowance[*at] = share + i64::from((place as i64) < rest);
        }
        left = 0;
    }
    let (mut pool, mut kept) = (left, vec![-1_i64; sections.len()]);
    for at in &with_body {
        let all = sections[*at].1.len() as i64;
        kept[*at] = (-1..=all).rev().find(|lines| shows(*at, *lines) <= allowance[*at]).unwrap();
        pool += allowance[*at] - shows(*at, kept[*at]);
    }
    loop {
        let before = kept.clone();
        for at in &with_body {
            let all = sections[*at].1.len() as i64;
            let now = shows(*at, kept[*at]);
            if let Some(more) = (kept[*at] + 1..=all).find(|lines| shows(*at, *lines) - now <= pool) {
                pool -= shows(*at, more) - now;
                kept[*at] = more;
            }
        }
        if before == kept {
            break;
        }
    }
    let mut total = 0;
    let mut shares = Vec::new();
    for at in 0..sections.len() {
        let (is_shown, all) = (at < shown, sections[at].1.len());
        if is_shown {
            total += i64::from(sections[at].0) + if all > 0 { shows(at, kept[at]) } else { 0 };
        }
        let lines = usize::try_from(kept[at]).unwrap_or(0);
        shares.push((is_shown, allowance[at] as u32, lines, kept[at] >= 0 && lines < all));
    }
    (shares, total as u32)
}

/// Costs of lines: mostly those of ordinary lines, now and then a large one, so that markers get shorter by digits.
fn line() -> impl Strategy<Value = u32> {
    prop_oneof![6 => 1u32..6, 4 => 1u32..49, 1 => 80u32..1200]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(counts::cases(400)))]

    #[test]
    fn a_budget_is_divided_by_the_rules_word_by_word(
        sections in prop::collection::vec((1u32..30, prop::collection::vec(line(), 0..14)), 0..12),
        part in 0u32..130,
        more in 0u32..8,
    ) {
        let full: u32 = sections.iter().map(|(header, lines)| header + lines.iter().sum::<u32>()).sum();
        let budget = full * part / 100 + more;
        let mut claims: Vec<Claim> = sections.iter().map(|(header, lines)| Claim::new(*header, lines)).collect();
        let total = divide(budget, &mut claims);
        let shares: Vec<Share> = claims
            .iter()
            .map(|claim| {
                let is_cut = claim.marked && claim.kept_lines < claim.lines.len();
                (claim.shown, claim.allowance, claim.kept_lines, is_cut)
            })
            .collect();
        prop_assert_eq!((shares, total), plainly(budget, &sections));
        prop_assert!(total <= budget);
    }
}

#[test]
fn the_last_lines_are_kept_when_they_cost_less_than_their_marker() {
    // Either gets 11 and can show its marker of 7; the 8 that are left pay for all lines of the first, not for one.
    let mut claims = [Claim::new(2, &[9, 1, 1, 1]), Claim::new(2, &[30, 30])];
    assert_eq!(divide(2 + 2 + 22, &mut claims), 2 + 2 + 12 + 7);
    assert_eq!((claims[0].allowance, claims[0].kept_lines, claims[1].kept_lines), (11, 4, 0));
    let mut claims = [Claim::new(2, &[9, 1, 1, 1]), Claim::new(2, &[1, 1])];
    assert_eq!(divide(2 + 2 + 11 + 2, &mut claims), 2 + 2 + 7 + 2, "the marker alone");
    assert_eq!((claims[0].kept_lines, claims[0].marked, claims[1].cut()), (0, true, None));
}

#[test]
fn a_thousand_sections_of_a_thousand_lines_are_divided_at_once() {
    let lines = vec![1; 1000];
    let mut claims = vec![Claim::new(1, &lines); 1000];
    let total = divide(500_000, &mut claims);
    assert!(total <= 500_000 && total > 499_990, "{total}");
}
