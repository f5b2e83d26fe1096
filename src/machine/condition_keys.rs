//! The keys of conditions.

/// The order in which several conditions count.
pub(super) const CONDITION_KEYS: &[&str] = &["when", "condition", "unless", "if"];

pub(super) fn condition_rank(key: &str) -> Option<usize> {
    CONDITION_KEYS.iter().position(|word| key.eq_ignore_ascii_case(word))
}

/// Rank, key and condition of a text part that begins with `when:`, `if:` or `unless:`.
pub(crate) fn split_condition(text: &str) -> Option<(usize, &str, &str)> {
    let (key, text) = text.split_once(':')?;
    let rank = condition_rank(key.trim()).filter(|rank| CONDITION_KEYS.get(*rank) != Some(&"condition"))?;
    Some((rank, key.trim(), text.trim()))
}
