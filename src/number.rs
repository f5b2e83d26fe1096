//! Numbers as text, both ways: the double nearest to a decimal, and the shortest decimal of a double.

/// The double nearest to a decimal number: `[+-] digits [. digits] [e [+-] digits]`, with a digit before or after the
/// point. Infinite when it is too large, `None` when it is no such text.
pub fn parse(text: &str) -> Option<f64> {
    // The standard library reads `inf` and `nan` as numbers too.
    let is_numeric = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    if is_numeric { text.parse().ok() } else { None }
}

/// A number as text: an integer when it is integral and below 2^53, else ECMAScript's shortest form. `null` when it is
/// not finite.
pub fn print(number: f64) -> String {
    let size = number.abs();
    if number.fract() == 0.0 && size < 9_007_199_254_740_992.0 {
        return (number as i64).to_string();
    }
    if !number.is_finite() {
        return "null".to_owned();
    }
    // The standard library writes an exponent only where it is asked to, and no `+` before it.
    match size {
        1e21.. => format!("{number:e}").replace('e', "e+"),
        // From 2^50 to 2^51, a quarter is as near to the decimal below as to that above; JavaScript takes the even one.
        1_125_899_906_842_624.0..2_251_799_813_685_248.0 => format!("{number:.1}"),
        1e-6.. => number.to_string(),
        _ => format!("{number:e}"),
    }
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
            (-9.999e-7, "-9.999e-7"),
            (5e-324, "5e-324"),
            (f64::MAX, "1.7976931348623157e+308"),
            (2f64.powi(50) + 0.25, "1125899906842624.2"),
            (0.25 - 2f64.powi(51), "-2251799813685247.8"),
            (f64::NEG_INFINITY, "null"),
        ] {
            assert_eq!(print(value), text, "{value:e}");
        }
    }

    #[test]
    fn what_is_no_decimal_number_is_none() {
        for text in ["", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x10", "inf", "-Infinity", "NaN", "1 ", "1_000", "--1"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_at_the_ends_of_the_range_and_in_unusual_forms_are_read() {
        for (text, number) in [
            ("0e999999999999", 0.0),
            ("1e309", f64::INFINITY),
            ("-1e309", f64::NEG_INFINITY),
            ("1.7976931348623157e308", f64::MAX),
            ("2.5e-324", f64::from_bits(1)),
            ("2.4e-324", 0.0),
            ("9007199254740993", 9_007_199_254_740_992.0),
            (".5", 0.5),
            ("5.", 5.0),
            ("+1.50E+1", 15.0),
        ] {
            assert_eq!(parse(text), Some(number), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn every_double_is_read_back_from_what_is_printed(bits: u64) {
            let number = f64::from_bits(bits);
            prop_assume!(number.is_finite());
            prop_assert_eq!(parse(&print(number)), Some(number));
            let (digits, exponent) = decimal(number);
            prop_assert_eq!(parse(&format!("{digits}e{exponent}")), Some(number.abs()));
        }
    }
}
