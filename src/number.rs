//! Numbers as text, both ways: the double nearest to a decimal, and the shortest decimal of a double.
//!
//! The standard library parses floats faster, with a table of powers of five that would be a twentieth of the whole
//! wasm. Here short numbers are exact in doubles at once, and the others are divided with as many digits as they have,
//! so the result is the same bit for bit. Numbers as people write them take twice the time (18 instead of 11 ns,
//! native), 17 digits 0.4 µs, and the largest double 5 µs.

/// The most digits that can decide how a number is rounded; later ones only tell that there is more.
const DIGITS: usize = 800;

/// Powers of ten that doubles hold exactly.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// The double nearest to a decimal number: `[+-] digits [. digits] [e [+-] digits]`, with a digit before or after the
/// point. Infinite when it is too large, `None` when it is no such text.
pub fn parse(text: &str) -> Option<f64> {
    let (negative, unsigned) = match text.as_bytes() {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        rest => (false, rest),
    };
    let mut digits = Vec::new();
    let (mut exponent, mut any, mut point) = (0_i32, false, false);
    let mut rest = unsigned.iter();
    for byte in rest.by_ref() {
        match byte {
            b'0'..=b'9' => {
                any = true;
                exponent = exponent.saturating_sub(i32::from(point));
                match digits.len() {
                    0 if *byte == b'0' => {}
                    DIGITS => {
                        exponent = exponent.saturating_add(1);
                        // Only whether all that follows is zero can matter.
                        if *byte != b'0'
                            && let Some(last) = digits.last_mut()
                        {
                            *last |= 1;
                        }
                    }
                    _ => digits.push(byte - b'0'),
                }
            }
            b'.' if !point => point = true,
            b'e' | b'E' if any => {
                exponent = exponent.saturating_add(power(rest.as_slice())?);
                break;
            }
            _ => return None,
        }
    }
    let size = if any { nearest(&digits, exponent) } else { return None };
    Some(if negative { -size } else { size })
}

/// A number as text: an integer when it is integral and below 2^53, else ECMAScript's shortest form.
pub fn print(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
        return format!("{}", number as i64);
    }
    if !number.is_finite() {
        return "null".to_owned();
    }
    let text = format!("{number:e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, mantissa) = mantissa.strip_prefix('-').map_or(("", mantissa), |rest| ("-", rest));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let point = exponent + 1;
    let count = digits.len() as i32;
    if (1..=21).contains(&point) {
        if count <= point {
            return format!("{sign}{digits}{}", "0".repeat((point - count) as usize));
        }
        let (whole, fraction) = digits.split_at_checked(point as usize).unwrap_or((&digits, ""));
        return format!("{sign}{whole}.{fraction}");
    }
    if (-5..=0).contains(&point) {
        return format!("{sign}0.{}{digits}", "0".repeat((-point) as usize));
    }
    let (first, rest) = digits.split_at_checked(1).unwrap_or((&digits, ""));
    let dot = if rest.is_empty() { "" } else { "." };
    let plus = if exponent < 0 { '-' } else { '+' };
    format!("{sign}{first}{dot}{rest}e{plus}{}", exponent.abs())
}

/// The decimal digits of a finite number without its sign, and the power of ten they are multiplied by. The digits are
/// those of the shortest decimal, so they end in no zero.
pub fn decimal(number: f64) -> (u64, i32) {
    let text = format!("{:e}", number.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    let whole = digits.fold(0, |whole: u64, digit| whole * 10 + u64::from(digit - b'0'));
    let fraction = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32);
    (whole, exponent.parse::<i32>().unwrap_or(0) - fraction)
}

/// The number after an `e`.
fn power(text: &[u8]) -> Option<i32> {
    let (sign, digits) = match text {
        [b'-', rest @ ..] => (-1, rest),
        [b'+', rest @ ..] => (1, rest),
        rest => (1, rest),
    };
    let value = |sum: i32, digit: &u8| sum.saturating_mul(10).saturating_add(i32::from(digit - b'0')).min(1 << 24);
    (!digits.is_empty() && digits.iter().all(u8::is_ascii_digit)).then(|| sign * digits.iter().fold(0, value))
}

/// The double nearest to `digits · 10^exponent`; the first digit is not zero.
fn nearest(digits: &[u8], exponent: i32) -> f64 {
    if digits.len() <= 15 {
        let whole = digits.iter().fold(0.0, |sum, digit| sum * 10.0 + f64::from(*digit));
        if let Some(power) = EXACT.get(exponent.unsigned_abs() as usize) {
            return if exponent < 0 { whole / power } else { whole * power };
        }
    }
    let magnitude = (digits.len() as i32).saturating_add(exponent);
    match magnitude {
        _ if digits.is_empty() => return 0.0,
        311.. => return f64::INFINITY,
        ..-330 => return 0.0,
        _ => {}
    }
    let (mut above, mut below) = (Big(Vec::new()), Big(vec![1]));
    digits.iter().for_each(|digit| above.scale(10, u32::from(*digit)));
    let scaled = if exponent < 0 { &mut below } else { &mut above };
    (0..exponent.unsigned_abs()).for_each(|_| scaled.scale(10, 0));
    // Both get the same number of bits, so that the quotient is between a half and two.
    let shift = above.bits() - below.bits();
    if shift > 0 {
        below.shift(shift)
    } else {
        above.shift(-shift)
    }
    let mut quotient = 0_u128;
    for _ in 0..66 {
        quotient <<= 1;
        if above.take(&below) {
            quotient |= 1;
        }
        above.shift(1);
    }
    rounded(quotient, shift - 65, !above.0.is_empty())
}

/// The double nearest to `quotient · 2^exponent`, or a little above it where there is `more`. A tie goes to the even.
fn rounded(quotient: u128, exponent: i32, more: bool) -> f64 {
    const LEAST: i32 = -1074;
    let bits = 128 - quotient.leading_zeros() as i32;
    let dropped = (bits - 53).max(LEAST - exponent);
    if dropped > 100 {
        return 0.0;
    }
    let half = 1_u128 << (dropped - 1);
    let rest = quotient & (2 * half - 1);
    let kept = quotient >> dropped;
    let up = rest > half || rest == half && (more || kept & 1 == 1);
    let mantissa = (kept + u128::from(up)) as u64;
    // The leading bit of a normal number is not stored; where it is carried over, the exponent grows by itself.
    let biased = (exponent + dropped - LEAST) as u64;
    let stored = (biased << 52) + mantissa;
    if biased >= 2046 { f64::INFINITY } else { f64::from_bits(stored) }
}

/// A natural number: 32 bits a place, least first, no leading zeros.
struct Big(Vec<u32>);

impl Big {
    /// `self · factor + more`
    fn scale(&mut self, factor: u32, more: u32) {
        let mut carry = u64::from(more);
        for place in &mut self.0 {
            carry += u64::from(*place) * u64::from(factor);
            *place = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn bits(&self) -> i32 {
        self.0.last().map_or(0, |last| self.0.len() as i32 * 32 - last.leading_zeros() as i32)
    }

    /// `self · 2^count`
    fn shift(&mut self, count: i32) {
        if count >= 32 {
            let places = vec![0; count as usize / 32];
            self.0.splice(0..0, places);
        }
        if !self.0.is_empty() {
            self.scale(1 << (count % 32), 0);
        }
    }

    /// Subtracts a number that is not larger; false if it is.
    fn take(&mut self, other: &Big) -> bool {
        let order = self.0.len().cmp(&other.0.len()).then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()));
        if order.is_lt() {
            return false;
        }
        let mut borrow = false;
        for (at, place) in self.0.iter_mut().enumerate() {
            let (rest, first) = place.overflowing_sub(other.0.get(at).copied().unwrap_or(0));
            let (rest, second) = rest.overflowing_sub(u32::from(borrow));
            (*place, borrow) = (rest, first || second);
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_print_as_ecmascript_does() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (4.0, "4"),
            (-3.5, "-3.5"),
            (0.1 + 0.2, "0.30000000000000004"),
            (1e21, "1e+21"),
            (1.5e300, "1.5e+300"),
            (123456789012345680000.0, "123456789012345680000"),
            (9_007_199_254_740_992.0, "9007199254740992"),
            (0.000001, "0.000001"),
            (1.5e-7, "1.5e-7"),
        ] {
            assert_eq!(print(value), text);
        }
    }

    #[test]
    fn what_is_no_decimal_number_is_none() {
        for text in ["", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x10", "inf", "nan", "1 ", "1_000", "--1"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    /// The standard library is the oracle.
    fn agrees(text: &str) {
        let expected: f64 = text.parse().unwrap();
        assert_eq!(parse(text).map(f64::to_bits), Some(expected.to_bits()), "{text}");
    }

    #[test]
    fn the_ends_of_the_range_and_ties_round_as_the_standard_says() {
        let tie = format!("{:.60}", 2f64.powi(-30) + 2f64.powi(-82));
        let long = format!("9007199254740993{}1", "0".repeat(2000));
        for text in [
            "0",
            "-0",
            "0e999999999999",
            "1e309",
            "1.7976931348623157e308",
            "1.7976931348623158e308",
            "1.7976931348623159e308",
            "2.2250738585072011e-308",
            "2.2250738585072014e-308",
            "4.9e-324",
            "2.4e-324",
            "2.5e-324",
            "1e-400",
            "9007199254740993",
            "9007199254740993.00000000000000000000000000000000000000001",
            "9007199254740991.5",
            "1e23",
            "8.5e22",
            "5e-1",
            ".5",
            "5.",
            "+1.50",
            "123456789012345678901234567890",
            &tie,
            &long,
            &format!("{}e-2000", "7".repeat(2100)),
        ] {
            agrees(text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn every_double_is_read_back_from_what_is_printed(bits: u64) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(parse(&print(number)), Some(number));
            agrees(&format!("{number:e}"));
            agrees(&format!("{number:.25e}"));
        }

        #[test]
        fn every_decimal_is_read_as_the_standard_library_reads_it(
            text in "[-+]?[0-9]{1,40}(\\.[0-9]{0,40})?([eE][-+]?[0-9]{1,3})?"
        ) {
            agrees(&text);
        }

        #[test]
        fn halfway_between_two_doubles_is_read_as_the_standard_library_reads_it(bits in 0_u64..0x7fe0_0000_0000_0000) {
            // A double has at most 1,075 digits after the point, so this is exact; one more bit is the tie.
            let (low, high) = (f64::from_bits(bits), f64::from_bits(bits + 1));
            prop_assume!(low > 1e-200);
            let tie = format!("{:.900}", low / 2.0 + high / 2.0);
            agrees(&tie);
            agrees(&format!("{low:.800}"));
        }
    }
}
