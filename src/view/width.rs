//! The width of a text in columns, and cutting it to a width.

/// Columns of a character in a monospaced font: 2 for wide East Asian characters and emoji, 0 for marks.
pub fn columns_of(c: char) -> usize {
    match c {
        ' '..='\u{2ff}' => 1,
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' => 0,
        '\u{1100}'..='\u{115f}'
        | '\u{231a}'
        | '\u{231b}'
        | '\u{23e9}'..='\u{23f3}'
        | '\u{25fd}'
        | '\u{25fe}'
        | '\u{2614}'
        | '\u{2615}'
        | '\u{2648}'..='\u{2653}'
        | '\u{26a1}'
        | '\u{26bd}'
        | '\u{26be}'
        | '\u{26c4}'
        | '\u{26ce}'
        | '\u{26d4}'
        | '\u{26ea}'
        | '\u{26f2}'
        | '\u{26f3}'
        | '\u{26f5}'
        | '\u{26fa}'
        | '\u{26fd}'
        | '\u{2705}'
        | '\u{270a}'
        | '\u{270b}'
        | '\u{2728}'
        | '\u{274c}'
        | '\u{274e}'
        | '\u{2753}'..='\u{2757}'
        | '\u{2795}'..='\u{2797}'
        | '\u{2b1b}'
        | '\u{2b1c}'
        | '\u{2b50}'
        | '\u{2b55}'
        | '\u{2e80}'..='\u{303e}'
        | '\u{3041}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{a4cf}'
        | '\u{a960}'..='\u{a97f}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}'
        | '\u{1f004}'
        | '\u{1f0cf}'
        | '\u{1f18e}'
        | '\u{1f191}'..='\u{1f19a}'
        | '\u{1f200}'..='\u{1f64f}'
        | '\u{1f680}'..='\u{1f6ff}'
        | '\u{1f7e0}'..='\u{1f7eb}'
        | '\u{1f90c}'..='\u{1faff}'
        | '\u{20000}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

/// Columns of a text.
pub fn columns(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// The text, cut to `limit` columns with `…` as the last one when something was cut.
pub fn clip(text: &str, limit: usize) -> String {
    let mut used = 0;
    let mut keep = 0;
    for (at, c) in text.char_indices() {
        used += columns_of(c);
        if used > limit {
            let mut cut = text.get(..keep).unwrap_or("").to_owned();
            cut.push('…');
            return cut;
        }
        // One column stays free for the mark.
        if used < limit {
            keep = at + c.len_utf8();
        }
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(columns("a漢🌊e\u{301}"), 6);
        assert_eq!(clip("漢漢漢", 6), "漢漢漢");
        assert_eq!(clip("漢漢漢", 5), "漢漢…");
        assert_eq!(clip("漢漢漢", 4), "漢…");
        assert_eq!(clip("abcdef", 4), "abc…");
    }
}
