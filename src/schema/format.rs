//! The named formats of strings that are checked. Other names pass everything.

/// The names that are checked.
pub(super) const FORMATS: [&str; 5] = ["date-time", "date", "uuid", "uri", "duration"];

/// True if `text` has the format `name`, or the name is not one of [`FORMATS`].
pub(super) fn fits_format(name: &str, text: &str) -> bool {
    match name {
        "date-time" => is_date_time(text),
        "date" => is_date(text),
        "uuid" => is_uuid(text),
        "uri" => is_uri(text),
        "duration" => is_duration(text),
        _ => true,
    }
}

/// RFC 3339 with `Z` or an offset; a plain date passes too.
fn is_date_time(text: &str) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else { return false };
    if !is_date(date) || rest.is_empty() {
        return is_date(date);
    }
    let Some(time) = rest.strip_prefix(['T', 't', ' ']) else { return false };
    let Some((clock, mut zone)) = time.split_at_checked(8) else { return false };
    let Some((minute, second)) = clock_time(clock) else { return false };
    if let Some(fraction) = zone.strip_prefix('.') {
        let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == fraction.len() {
            return false;
        }
        zone = rest;
    }
    let ahead = match zone.strip_prefix(['+', '-']) {
        Some(offset) if offset.len() == 5 => clock_time(&format!("{offset}:00")).map(|(minutes, _)| minutes),
        None if zone.eq_ignore_ascii_case("z") => Some(0),
        _ => None,
    };
    // A leap second ends a day of UTC.
    let utc = |ahead: u32| if zone.starts_with('+') { minute + DAY - ahead } else { minute + ahead };
    ahead.is_some_and(|ahead| second < 60 || utc(ahead) % DAY == DAY - 1)
}

/// Minutes of a day.
const DAY: u32 = 24 * 60;

/// The minute of the day and the second of `HH:MM:SS`; the second may be a leap second.
fn clock_time(text: &str) -> Option<(u32, u32)> {
    let parts: Vec<u32> = text.split(':').map(|part| digits(part, 2)).collect::<Option<_>>()?;
    match parts.as_slice() {
        [hour @ ..24, minute @ ..60, second @ ..61] => Some((hour * 60 + minute, *second)),
        _ => None,
    }
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let number = |part: Option<&str>, width| part.and_then(|part| digits(part, width));
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2)) else {
        return false;
    };
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let days = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// Exactly `width` ASCII digits, as a number.
fn digits(text: &str, width: usize) -> Option<u32> {
    (text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok()).flatten()
}

/// Hexadecimal digits in groups of 8, 4, 4, 4 and 12.
fn is_uuid(text: &str) -> bool {
    let hex = |group: &str| group.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.split('-').map(str::len).eq([8, 4, 4, 4, 12]) && text.split('-').all(hex)
}

/// A scheme, a colon, something, and no blanks.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let scheme_char = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(scheme_char)
        && !rest.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// ISO 8601, or a number and a unit.
fn is_duration(text: &str) -> bool {
    is_iso_duration(text) || is_short_duration(text)
}

fn is_short_duration(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let amount = text.strip_suffix(unit).unwrap_or("");
    const UNITS: [&str; 9] = ["ms", "s", "m", "min", "h", "hr", "d", "w", "y"];
    is_decimal(amount) && UNITS.iter().any(|known| unit.eq_ignore_ascii_case(known))
}

/// Digits with at most one fraction.
fn is_decimal(text: &str) -> bool {
    let mut parts = text.splitn(2, ['.', ',']);
    parts.all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `P` with years, months and days in order, then `T` with hours, minutes and seconds; or with weeks alone. Only the
/// last amount may have a fraction.
fn is_iso_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (date, time) = match rest.split_once('T') {
        Some((date, time)) => (date, Some(time)),
        None => (rest, None),
    };
    if time == Some("") || rest.is_empty() {
        return false;
    }
    let whole_date = time.is_none();
    if amounts_fit(rest, "W", true) {
        return true;
    }
    amounts_fit(date, "YMD", whole_date) && amounts_fit(time.unwrap_or(""), "HMS", true)
}

fn amounts_fit(text: &str, units: &str, fraction_allowed: bool) -> bool {
    let mut units = units.chars();
    let mut rest = text;
    while !rest.is_empty() {
        let amount_len = rest.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ','))).unwrap_or(rest.len());
        let Some((amount, tail)) = rest.split_at_checked(amount_len) else { return false };
        let Some(unit) = tail.chars().next() else { return false };
        rest = tail.get(unit.len_utf8()..).unwrap_or("");
        let fraction = amount.contains(['.', ',']);
        if !is_decimal(amount) || !units.any(|known| known == unit) {
            return false;
        }
        if fraction && !(fraction_allowed && rest.is_empty()) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_take_what_they_name_and_nothing_else() {
        for (name, good, bad) in [
            (
                "date-time",
                &[
                    "2024-02-29",
                    "2024-02-29T23:59:60Z",
                    "2024-02-29T00:29:60+00:30",
                    "2024-02-29T22:59:60-01:00",
                    "2024-01-01T00:00:00.5+02:00",
                ][..],
                &[
                    "2023-02-29",
                    "2024-01-01T00:00:00",
                    "2024-01-01T24:00:00Z",
                    "2024-01-01T22:59:60Z",
                    "2024-01-01T23:59:60+00:30",
                    "2024-01-01T00:00:00+02:60",
                    "2024-01-01T00:00:00X02:00",
                    "2024-1-1",
                    "ü",
                    "2024-01-01T00:00:00.Z",
                ][..],
            ),
            ("date", &["2000-02-29"], &["1900-02-29", "2000-13-01", "2000-02-29T00:00:00Z"]),
            (
                "uuid",
                &["123e4567-e89b-12d3-a456-426614174000"],
                &["123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g"],
            ),
            ("uri", &["https://example.org/a", "mailto:x"], &["example.org", "http:", "a b:c", "1a:b"]),
            (
                "duration",
                &["P1Y2M4DT5H6M7.5S", "P3W", "PT1M", "30s", "1.5HR", "10MIN"],
                &["P", "PT", "P1H", "P1Y2W", "P2WT1H", "PT1H1H", "P1.5Y1D", "5", "s", "3parsecs", "2 d"],
            ),
            ("postcode", &["anything"], &[]),
        ] {
            for text in good {
                assert!(fits_format(name, text), "{text} is a {name}");
            }
            for text in bad {
                assert!(!fits_format(name, text), "{text} is no {name}");
            }
        }
    }
}
