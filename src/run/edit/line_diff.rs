//! The difference between two texts, line by line.

/// The most pairs of lines that are compared one by one.
const MAX_PAIRS: usize = 1_000_000;

/// The difference between two texts, line by line: `same`, `add`, `remove`.
pub fn lines<'a>(before: &'a str, after: &'a str) -> Vec<(&'static str, &'a str)> {
    let (mut a, mut b): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let tail = tail.min(a.len().min(b.len()) - head);
    let end = a.split_off(a.len() - tail);
    b.truncate(b.len() - tail);
    let (a, b) = (a.split_off(head), b.split_off(head));
    let mut all: Vec<(&'static str, &str)> = before.lines().take(head).map(|line| ("same", line)).collect();
    all.extend(middle(&a, &b));
    all.extend(end.into_iter().map(|line| ("same", line)));
    all
}

/// The lines between the common start and the common end, by longest common subsequence.
fn middle<'a>(a: &[&'a str], b: &[&'a str]) -> Vec<(&'static str, &'a str)> {
    let width = b.len() + 1;
    let mut found = Vec::new();
    let (mut i, mut j) = (0, 0);
    if a.len().saturating_mul(b.len()) <= MAX_PAIRS {
        // `length(i, j)`: how many lines the rests from `i` and `j` have in common.
        let mut lengths = vec![0_u32; width * (a.len() + 1)];
        let get = |lengths: &[u32], i: usize, j: usize| lengths.get(i * width + j).copied().unwrap_or(0);
        for i in (0..a.len()).rev() {
            for j in (0..b.len()).rev() {
                let length = if a.get(i) == b.get(j) {
                    get(&lengths, i + 1, j + 1) + 1
                } else {
                    get(&lengths, i + 1, j).max(get(&lengths, i, j + 1))
                };
                if let Some(slot) = lengths.get_mut(i * width + j) {
                    *slot = length;
                }
            }
        }
        while let (Some(old), Some(new)) = (a.get(i), b.get(j)) {
            if old == new {
                found.push(("same", *old));
                (i, j) = (i + 1, j + 1);
            } else if get(&lengths, i + 1, j) >= get(&lengths, i, j + 1) {
                found.push(("remove", *old));
                i += 1;
            } else {
                found.push(("add", *new));
                j += 1;
            }
        }
    }
    found.extend(a.iter().skip(i).map(|line| ("remove", *line)));
    found.extend(b.iter().skip(j).map(|line| ("add", *line)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_tells_lines_apart_and_gives_both_texts_back() {
        let diff = lines("a\nb\nc\nd", "a\nc\nx\nd");
        assert_eq!(diff, [("same", "a"), ("remove", "b"), ("same", "c"), ("add", "x"), ("same", "d")]);
        for (before, after) in [("", ""), ("a", ""), ("", "a"), ("a\na\na", "a"), ("x\ny", "y\nx"), ("a\nb", "a\nb")] {
            let diff = lines(before, after);
            let side = |not: &str| diff.iter().filter(|(op, _)| *op != not).map(|(_, text)| *text).collect::<Vec<_>>();
            assert_eq!(side("add"), before.lines().collect::<Vec<_>>());
            assert_eq!(side("remove"), after.lines().collect::<Vec<_>>());
        }
    }
}
