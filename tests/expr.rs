//! Claims about conditions and templates, as data.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use tracklight::expr::{self, Environment, NameUse, Operand};
use tracklight::value::Value;

/// `C` closed and filled, `O` open and empty, the built-ins of a second visit.
struct Sample;

fn list(items: impl IntoIterator<Item = Value>) -> Value {
    items.into_iter().collect()
}

fn numbers(count: u32) -> Value {
    list((0..count).map(Value::from))
}

/// The fields of `C` that are set; `u` is declared and unset.
static FIELDS: LazyLock<BTreeMap<&'static str, Value>> = LazyLock::new(|| {
    BTreeMap::from([
        ("v", 3_u32.into()),
        ("s", "".into()),
        ("z", 0_u32.into()),
        ("list", list([1_u32, 2, 3].map(Value::from))),
        ("obj", [("a", Value::from(1.0))].into_iter().collect()),
        ("name", "Ann".into()),
        ("n", Value::Null),
        ("flag", true.into()),
        ("hundred", numbers(100)),
        ("many", numbers(10_000)),
        ("huge", numbers(200_000)),
        ("long", "x".repeat(60_000).into()),
    ])
});

impl Environment for Sample {
    fn name(&self, _: usize, name: &NameUse) -> Result<Operand, String> {
        let unknown = || format!("unknown name `{}`", name.text());
        let segments: Vec<&str> = name.segments.iter().map(|segment| &**segment).collect();
        match segments.as_slice() {
            ["C", "u"] => Ok(Operand::Unset),
            ["C", field, path @ ..] => {
                let mut value = FIELDS.get(field).ok_or_else(unknown)?;
                for key in path {
                    value = value.get(key).ok_or_else(unknown)?;
                }
                Ok(Operand::Value(value.clone()))
            }
            ["O", _] => Ok(Operand::Unset),
            ["errorCount"] => Ok(Operand::Value(0_u32.into())),
            ["visits"] => Ok(Operand::Value(2_u32.into())),
            ["activeState"] => Ok(Operand::Value("".into())),
            _ => Err(unknown()),
        }
    }
}

/// The truth of an expression, or `error`, or `fault`.
fn truth(text: &str) -> &'static str {
    match expr::parse(text) {
        Err(_) => "fault",
        Ok(expr) => match expr.test(&Sample) {
            Ok(true) => "true",
            Ok(false) => "false",
            Err(_) => "error",
        },
    }
}

/// The value of an expression as JSON, or `unset`, or the message of its failure or fault.
fn show(text: &str) -> String {
    match expr::parse(text) {
        Err(fault) => format!("fault {}..{}: {}", fault.span.start, fault.span.end, fault.message),
        Ok(expr) => match expr.evaluate(&Sample) {
            Ok(Operand::Unset) => "unset".to_owned(),
            Ok(Operand::Value(value)) => value.to_json(),
            Err(failure) => format!("error: {}", failure.message),
        },
    }
}

#[test]
fn conditions_give_the_results_of_the_runtime_document() {
    for (result, expressions) in [
        (
            "true",
            vec![
                "C.v == 3",
                "C.v + 1 == 4",
                "C.v % 2 == 1",
                "C.v / 2 == 1.5",
                "!C.s",
                "!C.z",
                "!C.n",
                "!C.u",
                "C.name",
                "C.list",
                "C.flag",
                "!(C.z)",
                "O.later == null",
                "C.u == null",
                "C.n == null",
                "has(C.n)",
                "has(C.obj.a)",
                "2 in C.list",
                "\"a\" in C.obj",
                "nope || C.flag",
                "C.flag || nope",
                "C.flag && C.name",
                "C.list.exists(x, x > 2)",
                "size(C.list.filter(x, x > 1)) == 2",
                "C.list.map(x, x * 2) == [2, 4, 6]",
                "C.name.startsWith(\"A\") ? C.v > 2 : false",
                "C.name.matches(\"^A.*n$\")",
                "errorCount == 0 && visits == 2",
                "activeState == \"\"",
                "string(C.v) + \"!\" == \"3!\"",
                "{{ C.v }} > 2",
            ],
        ),
        (
            "false",
            vec![
                "C.v + 1 == 99",
                "C.s",
                "C.z",
                "C.u",
                "[]",
                "{}",
                "C.v == \"3\"",
                "O.later == 7",
                "has(C.u)",
                "has(C.obj.b)",
                "nope && C.z",
                "C.list.all(x, x < 3)",
            ],
        ),
        (
            "error",
            vec![
                "C.v / C.z > 1",
                "C.v > \"2\"",
                "C.v.foo",
                "C.nope == 7",
                "nope",
                "Nope.x == 1",
                "C.u < 1",
                "C.obj.b == 1",
                "C.list[1] == 2 && C.list[-1] == 3",
                "\"n\" in C.name",
                "nope && C.flag",
                "\"v\" + C.v == \"v3\"",
                "1 < 2 < 3",
            ],
        ),
        ("fault", vec!["unknownFn(1)", "C.v > 2 &&", "user says no"]),
    ] {
        for text in expressions {
            assert_eq!(truth(text), result, "{text}: {}", show(text));
        }
    }
}

#[test]
fn operators_keep_to_their_types_and_precedence() {
    for (text, expected) in [
        ("1 + 2 * 3 - 4 / 2", "5"),
        ("(1 + 2) * 3", "9"),
        ("10 - 2 - 3", "5"),
        ("-7 % 3", "-1"),
        ("7 % -3", "1"),
        ("- -2", "2"),
        ("!-0", "true"),
        ("!!\"x\"", "true"),
        ("2 * -3", "-6"),
        ("0x1F + 1e1 + .5", "fault 13..14: expected a value, found `.`"),
        ("0x1F + 1.5e1", "46"),
        ("1 == 1.0 && 1 === 1 && 1 !== 2", "true"),
        ("true ? 1 : false ? 2 : 3", "1"),
        ("false ? 1 : false ? 2 : 3", "3"),
        ("1 || 0 ? 2 : 3", "2"),
        ("1 + 1 in [2] == true", "true"),
        ("'a' < 'b' && 'Z' < 'a' && '\u{ffff}' < '\u{1f30a}'", "true"),
        ("false < true && true >= true", "true"),
        ("-0 < 0 || 0 < -0", "false"),
        ("[1, [2, {'a': 3}]] == [1, [2, {\"a\": 3.0,},],]", "true"),
        ("{'b': 1, 'a': 2} == {'a': 2, 'b': 1}", "true"),
        ("[1] == [true]", "false"),
        ("null == false", "false"),
        ("C.u == C.u && C.u != 5 && C.u != false", "true"),
        ("[1] + [2, 3]", "[1,2,3]"),
        ("'\\a\\b\\f\\n\\r\\t\\v' == '\\x07\\u0008\\U0000000c\\012\\r\\t\\v'", "true"),
        ("'\\?\\`\\x41\\X7a\\u00e9\\U0001F30A\\101\\377'", "\"?`Azé🌊Aÿ\""),
        ("['\\0011' == '\\x011', 'a\\'b' == \"a'b\"]", "[true,true]"),
        ("[7 in {}, 1 in C.obj, null in {}, [] in C.obj, 'a' in C.obj]", "[false,false,false,false,true]"),
        (
            "[bool('1'), bool('t'), bool('T'), bool('TRUE'), bool('True'), bool('true')]",
            "[true,true,true,true,true,true]",
        ),
        (
            "[bool('0'), bool('f'), bool('F'), bool('FALSE'), bool('False'), bool('false')]",
            "[false,false,false,false,false,false]",
        ),
        ("bool('tRuE') || true", "true"),
        ("{'content-type': 3}.`content-type`", "3"),
        ("{'a.b/c d': {'in': 4}}.`a.b/c d`.`in`", "4"),
        ("C.obj.`a`", "1"),
        ("has({'x-y': 1}.`x-y`) && !has(C.obj.`x-y`)", "true"),
        ("{{ C.obj.`a` }} === 1", "true"),
        ("'a\\n\\t\\u0041\\uD83C\\uDF0A\\\\\\'\\\"'", "\"a\\n\\tA🌊\\\\'\\\"\""),
        ("{'a': {'b': [5]}}.a.b[0]", "5"),
        ("{{ C.v }} + {{ C.v + 1 }} * 2", "11"),
        ("true ? C.u : 1", "unset"),
        ("C.list[1.0]", "2"),
        ("C.list[0.5]", "error: index 0.5 is out of range: the list has length 3 in `C.list[0.5]`"),
        ("C.list[3]", "error: index 3 is out of range: the list has length 3 in `C.list[3]`"),
        ("C.list['a']", "error: list indexes must be whole numbers, got a string in `C.list['a']`"),
        ("C.obj[1]", "error: map keys must be strings, got a number in `C.obj[1]`"),
        ("C.obj['b']", "error: no key `b` in `C.obj['b']`"),
        ("C.name[0]", "error: a string has no members in `C.name[0]`"),
        ("2 * (C.v / C.z)", "error: division by zero in `(C.v / C.z)`"),
        ("1 % 0", "error: division by zero in `1 % 0`"),
        ("1 / -0", "error: division by zero in `1 / -0`"),
        ("1e308 * 10", "error: the result is not a finite number in `1e308 * 10`"),
        ("1 + C.u", "error: unset value in `C.u`"),
        ("[C.u]", "error: unset value in `C.u`"),
        ("{'a': C.u}", "error: unset value in `C.u`"),
        ("{1: 2}", "error: a key must be a string in `1`"),
        ("C.u in [1]", "error: unset value in `C.u`"),
        ("-C.name", "error: cannot negate a string in `-C.name`"),
        ("1 + '1'", "error: cannot add a number and a string in `1 + '1'`"),
        ("[1] - [1]", "error: cannot subtract a list and a list in `[1] - [1]`"),
        ("null < 1", "error: cannot compare a null with a number in `null < 1`"),
        ("[1] < [2]", "error: cannot compare a list with a list in `[1] < [2]`"),
        ("1 in 'a1'", "error: cannot search a string in `1 in 'a1'`"),
        ("1 in {}", "false"),
        ("C.v > 1 && nope", "error: unknown name `nope`"),
    ] {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn errors_are_absorbed_by_what_decides_alone() {
    for (text, expected) in [
        ("nope || 1", "true"),
        ("1 || nope", "true"),
        ("nope || 0", "error"),
        ("0 || nope", "error"),
        ("0 && nope", "false"),
        ("nope && 0", "false"),
        ("1 && nope", "error"),
        ("nope || nope || 1", "true"),
        ("(nope && 0) || 1", "true"),
        ("!nope", "error"),
        ("nope ? 1 : 1", "error"),
        ("true ? 1 : nope", "true"),
        ("nope == nope", "error"),
        ("[1, 2].exists(x, x == 2 || nope)", "true"),
        ("[0, 2].exists(x, 1 / x > 0)", "true"),
        ("[0].exists(x, 1 / x > 0)", "error"),
        ("[0, -2].all(x, 1 / x > 0)", "false"),
        ("[0, 2].all(x, 1 / x > 0)", "error"),
        ("[0, 2].exists_one(x, 1 / x > 0)", "error"),
        ("[0, 2].filter(x, 1 / x > 0)", "error"),
        ("has(nope.a)", "false"),
        ("has(C.obj.a.b)", "false"),
        ("has(C.u.x)", "false"),
        ("has(O.x)", "false"),
        ("has(C.list[1])", "true"),
        ("has(C.list[7])", "false"),
        ("has(C.list[1 / 0])", "false"),
        ("has(C.obj['a'])", "true"),
        ("C.obj.a.has()", "true"),
        ("[{'k': null}].exists(x, has(x.k))", "true"),
        ("[{'k': 1}].exists(x, has(x.l))", "false"),
    ] {
        assert_eq!(truth(text), expected, "{text}: {}", show(text));
    }
}

#[test]
fn functions_take_both_call_forms() {
    for (text, expected) in [
        ("size('a🌊') + 'ab'.size() + size([1]) + size({})", "5"),
        ("size(3)", "error: `size` needs a string, list or map, got a number in `size(3)`"),
        ("size(C.u)", "error: unset value in `C.u`"),
        ("[int(2.9), int(-2.9), int('12.7'), int('-1e1')]", "[2,-2,12,-10]"),
        ("[int, 1]", "error: unknown name `int`"),
        ("int('0x10')", "error: the string is not a number in `int('0x10')`"),
        ("int(' 1')", "error: the string is not a number in `int(' 1')`"),
        ("int(null)", "error: `int` needs a number, got a null in `int(null)`"),
        ("double('1.5e1') + double(1)", "16"),
        ("double('inf')", "error: the string is not a number in `double('inf')`"),
        ("string(1.5) + string(true) + string([1, 'a']) + string(null) + string('x')", r#""1.5true[1,\"a\"]x""#),
        ("[bool('1'), bool('false'), bool(C.u), bool(null), bool({'a': 0})]", "[true,false,false,false,true]"),
        (
            "[type(null), type(true), type(1), type(''), type([]), type({}), type(C.u), C.u.type()]",
            r#"["null","bool","number","string","list","map","unset","unset"]"#,
        ),
        ("[abs(-2), floor(-1.5), ceil(-1.5), round(-1.5), round(2.5), round(2.4)]", "[2,-2,-1,-2,3,2]"),
        ("[min(3, 1, 2), max([3, 1, 2]), min(4), [5].max()]", "[1,3,4,5]"),
        ("min([])", "error: `min` of an empty list in `min([])`"),
        ("max(1, '2')", "error: `max` needs a number, got a string in `max(1, '2')`"),
        ("'abc'.contains('bc') && contains([1, [2]], [2]) && {'k': 1}.contains('k')", "true"),
        ("startsWith('abc', 'ab') && endsWith('abc', 'bc') && !'abc'.endsWith('b')", "true"),
        ("'x' .startsWith(1)", "error: `startsWith` needs a string, got a number in `'x' .startsWith(1)`"),
        ("matches('banana', 'nan') && !matches('banana', '^nan') && 'b'.matches('^' + 'b$')", "true"),
        ("'a'.matches('(' + 'a')", "error: `(` is not closed in `'a'.matches('(' + 'a')`"),
        ("['ÄB'.lower(), 'äb'.upper(), 'ÄB'.lowerAscii(), 'äb'.upperAscii()]", r#"["äb","ÄB","Äb","äB"]"#),
        ("[' a b '.trim(), 'a,b,,c'.split(','), 'añ'.split('')]", r#"["a b",["a","b","","c"],["a","ñ"]]"#),
        ("[['a', 'b'].join('-'), ['a', 'b'].join(), [].join('-')]", r#"["a-b","ab",""]"#),
        ("[1].join()", "error: `join` needs a list of strings, got a number in `[1].join()`"),
        ("['banana'.replace('an', 'o'), 'ab'.replace('', '-')]", r#"["booa","-a-b-"]"#),
        ("['añb'.substring(1), 'añb'.substring(1, 2), 'a'.substring(1)]", r#"["ñb","ñ",""]"#),
        ("'ab'.substring(3)", "error: position 3 is out of range: the string has length 2 in `'ab'.substring(3)`"),
        ("'ab'.substring(2, 1)", "error: the substring ends before it starts in `'ab'.substring(2, 1)`"),
        ("['añb'.indexOf('b'), 'a'.indexOf('x'), 'a'.indexOf('')]", "[2,-1,0]"),
    ] {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn macros_go_through_lists_and_the_keys_of_maps() {
    for (text, expected) in [
        ("[1, 2, 2].exists_one(x, x == 1) && ![1, 2, 2].exists_one(x, x == 2)", "true"),
        ("[].exists(x, true) || ![].all(x, false)", "false"),
        ("{'b': 1, 'a': 2}.map(k, k + '!')", r#"["a!","b!"]"#),
        ("{'b': 1, 'a': 2}.filter(k, k > 'a')", r#"["b"]"#),
        ("{'b': 1}.exists(k, k == 'b')", "true"),
        ("[1, 2].map(x, [3, 4].map(y, x * y))", "[[3,4],[6,8]]"),
        ("[1].map(x, [2].map(x, x) + [x])", "[[2,1]]"),
        ("map([1, 2], C, C + 1)", "[2,3]"),
        ("[{'v': 9}].map(C, C.v)[0] + C.v", "12"),
        ("[1, 2].map(x, C.u)", "error: unset value in `C.u`"),
        ("3.exists(x, x)", "error: cannot iterate over a number in `3.exists(x, x)`"),
    ] {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn a_fault_lies_at_the_offending_token() {
    for (text, expected) in [
        ("", "fault 0..0: expected a value, found the end of the expression"),
        ("C.v > 2 &&", "fault 10..10: expected a value, found the end of the expression"),
        ("user says no", "fault 5..9: expected an operator, found `says`"),
        ("(1", "fault 2..2: expected `)`, found the end of the expression"),
        ("[1 2]", "fault 3..4: expected `]`, found `2`"),
        ("a ? b", "fault 5..5: expected `:`, found the end of the expression"),
        ("a = 1", "fault 2..3: unexpected `=`; for equality use `==`"),
        ("ö & a", "fault 3..4: unexpected `&`; for \"and\" use `&&`"),
        ("1 + 30s", "fault 4..7: `30s` is not a number"),
        ("0x", "fault 0..2: `0x` is not a number"),
        ("1e999", "fault 0..5: `1e999` is not a number"),
        ("1 + 'ab", "fault 4..7: the string is never closed"),
        ("'a\\d'", "fault 2..4: unknown escape `\\d`; for a backslash write `\\\\`"),
        ("'\\x4'", "fault 1..3: `\\x` needs two hex digits"),
        ("'\\U00110000'", "fault 1..11: `\\U` needs eight hex digits of a character"),
        ("'\\U0000D800'", "fault 1..11: `\\U` needs eight hex digits of a character"),
        ("'\\08'", "fault 1..2: `\\0` needs three octal digits"),
        ("'\\477'", "fault 1..3: unknown escape `\\4`; for a backslash write `\\\\`"),
        (
            "C.``",
            "fault 2..4: a name in backticks must end with a backtick and contain only letters, digits and `_ . - /`",
        ),
        (
            "C.`a(b`",
            "fault 2..5: a name in backticks must end with a backtick and contain only letters, digits and `_ . - /`",
        ),
        ("`a` == 1", "fault 0..3: expected a value, found ``a``"),
        ("'\\uD800'", "fault 1..7: `\\u` needs four hex digits of a character"),
        ("1 + sise(2)", "fault 4..8: unknown function `sise`; did you mean `size`?"),
        ("size()", "fault 0..4: `size` takes 1 argument"),
        ("'a'.substring()", "fault 4..13: `substring` takes 2 to 3 arguments"),
        ("min()", "fault 0..3: `min` takes at least 1 argument"),
        ("matches('a', '(?=a)')", "fault 13..20: only `(…)` and `(?:…)` groups are supported"),
        ("has(C)", "fault 4..5: `has` takes a field, such as `a.b` or `a[\"b\"]`"),
        ("has(size(C.v))", "fault 4..13: `has` takes a field, such as `a.b` or `a[\"b\"]`"),
        ("[1].map(1, x)", "fault 8..9: expected the name of a variable, found `1`"),
        ("[1].map(x)", "fault 9..10: expected `,`, found `)`"),
        ("C.", "fault 2..2: expected a name, found the end of the expression"),
    ] {
        assert_eq!(show(text), expected, "{text}");
    }
}

#[test]
fn names_are_the_longest_chains_that_are_not_called() {
    for (text, expected) in [
        ("C.name.startsWith(A.b) && x", "C.name@0..6 A.b@18..21 x@26..27"),
        ("C.list[i.j].k", "C.list@0..6 i.j@7..10"),
        ("C.list.all(x, x.a > y.x)", "C.list@0..6 y.x@20..23"),
        ("{{ a . b }} + a.b", "a.b@3..8 a.b@14..17"),
        ("(C).v.w", "C@1..2"),
        ("{{ C }}.v.w", "C.v.w@0..11"),
        ("{{ C }}.v.size()", "C.v@0..9"),
        ("{{ (C) }}.v", "C@4..5"),
        ("truth.true && true", "truth.true@0..10"),
        ("[1].map(x, x).size() + x", "x@23..24"),
    ] {
        let expr = expr::parse(text).unwrap();
        let names: Vec<String> =
            expr.names().iter().map(|name| format!("{}@{}..{}", name.text(), name.span.start, name.span.end)).collect();
        assert_eq!(names.join(" "), expected, "{text}");
    }
}

#[test]
fn a_condition_has_one_written_form() {
    for (text, expected) in [
        ("  C.v  ==  3 ", "C.v  ==  3"),
        ("{{ C.v }} > 2", "C.v > 2"),
        ("{{C.v + 1}} * 2", "(C.v + 1) * 2"),
        ("{{ 'a}}' }} === 'a === b'", "'a}}' == 'a === b'"),
        ("a !== {{ 1.5 }}", "a != 1.5"),
        ("{'a': {'b': 1}}", "{'a': {'b': 1}}"),
        ("{{ unclosed", "{{ unclosed"),
        ("{{ x.size() }}", "(x.size())"),
        ("{{ a === b }}", "(a == b)"),
    ] {
        assert_eq!(expr::normalise(text), expected);
        assert_eq!(expr::normalise(expected), expected);
        if let Ok(expr) = expr::parse(text) {
            assert_eq!(**expr.text(), *expected);
            assert_eq!(show(text).replace(text, expected), show(expected), "both forms mean the same");
        }
    }
}

#[test]
fn length_and_nesting_are_limited() {
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(truth(&nested(64)), "true");
    assert_eq!(truth(&nested(65)), "fault");
    assert_eq!(truth(&"[".repeat(4_000)), "fault");
    assert_eq!(truth(&"{{".repeat(2_000)), "fault");
    assert_eq!(truth(&format!(" {} ", "1".repeat(4_096))), "fault", "not finite");
    assert_eq!(truth(&format!("  '{}'  ", "ä".repeat(4_094))), "true");
    assert_eq!(truth(&format!("'{}'", "ä".repeat(4_095))), "fault");
}

#[test]
fn long_chains_do_not_go_deep() {
    let chains = [
        format!("1{}", "+1".repeat(2_047)),
        format!("1{}", "&&1".repeat(1_365)),
        format!("0{}", "||1".repeat(1_365)),
        format!("{}1", "!".repeat(4_094)),
        format!("{}1", "-".repeat(4_095)),
        format!("{{'a':1}}{}", ".a".repeat(2_000)),
        format!("[1]{}", "[0]".repeat(1_300)),
        format!("[1]{}", ".map(x,[x])".repeat(370)),
        format!("'a'{}", ".trim()".repeat(580)),
        format!("{}1{}", "1||1&&1==1+1*(".repeat(64), ")".repeat(64)),
        format!("{}1{}", "[1].map(x,1||1&&1==1+1*".repeat(64), ")".repeat(64)),
        format!("{}1{}", "{'a':".repeat(64), "}".repeat(64)),
        format!("{}1", "0?1:".repeat(64)),
    ];
    for chain in chains {
        assert_ne!(truth(&chain), "fault", "{}: {}", &chain[..20], show(&chain));
        expr::parse(&chain).unwrap().static_truth(&Sample);
    }
}

#[test]
fn nothing_large_is_produced() {
    for text in [
        "C.many + [1]",
        "C.huge.map(x, x)",
        "C.huge.filter(x, true)",
        "C.long + C.long",
        "[C.long, C.long].join('')",
        "C.long.replace('', 'yyyy')",
        "C.long.replace('x', 'yy')",
        "C.long.split('')",
        "string([C.long, C.long])",
        "string(C.many.map(x, C.long))",
        "string(C.huge)",
        "C.many.map(x, 'abcdefghijklmno').join('')",
        "(C.long + 'y').upper() + C.long",
    ] {
        assert_eq!(truth(text), "error", "{text}");
    }
    assert_eq!(truth("size(C.many) == 10000 && size(C.long) == 60000 && size(C.huge) == 200000"), "true");
}

#[test]
fn an_evaluation_over_its_cost_ends_with_an_error_that_nothing_absorbs() {
    let nest = "C.many.all(a, C.many.all(b, C.many.all(c, a >= 0)))";
    for text in [
        nest,
        &format!("{nest} || true"),
        &format!("!(({nest}) && false)"),
        &format!("has({{'a': {nest}}}.a) || true"),
        &format!("[1].exists(x, {nest}) || true"),
        "C.hundred.map(a, C.hundred.map(b, C.hundred.map(c, C.hundred.map(d, C.hundred.map(e, 1)))))",
        "C.many.filter(a, C.many.contains(-1))",
        "C.many.filter(a, C.many + [] == C.many)",
        "C.many.filter(a, C.long.matches('(x+x+)+y'))",
        "C.many.filter(a, C.long + '' == C.long)",
        "C.many.filter(a, C.long.size() > 0)",
        "C.long.matches('(x{100}){9}')",
    ] {
        let shown = show(text);
        assert!(shown.starts_with("error: cost"), "{text}: {shown}");
    }
    assert_eq!(truth("C.many.all(x, x >= 0)"), "true", "a long list is no problem");
}

#[test]
fn static_truth_follows_kleene() {
    struct Known;
    impl Environment for Known {
        fn name(&self, index: usize, name: &NameUse) -> Result<Operand, String> {
            match name.text().as_str() {
                "yes" => Ok(Operand::Value(true.into())),
                "no" => Ok(Operand::Value(false.into())),
                _ => Sample.name(index, name),
            }
        }
    }
    for (text, expected) in [
        ("yes", Some(true)),
        ("some", None),
        ("!some", None),
        ("some || yes", Some(true)),
        ("some || no", None),
        ("no && some", Some(false)),
        ("some && yes", None),
        ("some ? yes : yes", Some(true)),
        ("some ? yes : no", None),
        ("yes ? no : some", Some(false)),
        ("some == some", None),
        ("C.u", None),
        ("C.u == null", None),
        ("has(C.u)", None),
        ("type(C.u) == 'unset'", None),
        ("C.v == 3", Some(true)),
        ("C.s", Some(false)),
        ("1 / 0 == 1", None),
        ("[0, 1].exists(x, x == 1 || some)", Some(true)),
    ] {
        assert_eq!(expr::parse(text).unwrap().static_truth(&Known), expected, "{text}");
    }
}

#[test]
fn templates_show_values_and_keep_what_has_none() {
    for (text, expected, unresolved) in [
        ("plain", "plain", vec![]),
        ("v={{ C.v }}, {{C.name}}!", "v=3, Ann!", vec![]),
        ("{{ C.n }}|{{ C.flag }}|{{ C.list }}|{{ C.obj }}|{{ 1.5 }}", "|true|[1,2,3]|{\"a\":1}|1.5", vec![]),
        (
            "{{ C.u }} {{ C.v }} {{ nope }} {{ C.u }}",
            "{{ C.u }} 3 {{ nope }} {{ C.u }}",
            vec!["{{ C.u }}", "{{ nope }}"],
        ),
        ("{{ user says }}", "{{ user says }}", vec!["{{ user says }}"]),
        ("{{}}", "{{}}", vec!["{{}}"]),
        ("{{ '}}' + \"}\" }}", "}}}", vec![]),
        ("{{ '{{ C.v }}' }}", "{{ C.v }}", vec![]),
        ("{ {{ C.v }} }", "{ 3 }", vec![]),
        ("{{{ C.v }}}", "{3}", vec![]),
        ("{{ {{ C.v }} }}", "{{ 3 }}", vec![]),
        ("{{ open {{ C.v }}", "{{ open 3", vec![]),
        ("{{ a } b }} {{ C.v }}", "{{ a } b }} 3", vec![]),
        ("{{ C.v", "{{ C.v", vec![]),
        ("{{ it's }} and it's {{ C.v }}", "{{ it's }} and it's 3", vec!["{{ it's }}"]),
        ("it's {{ C.v }}, isn't it", "it's 3, isn't it", vec![]),
        ("ä🌊{{ C.v }}ö", "ä🌊3ö", vec![]),
        ("{{ C.v > 2 ? 'high' : 'low' }}", "high", vec![]),
        ("{{\n  C.v\n}}", "3", vec![]),
    ] {
        let rendered = expr::template::parse(text).render(&Sample);
        assert_eq!(rendered.text, expected, "{text}");
        assert_eq!(rendered.unresolved, unresolved, "{text}");
    }
}

#[test]
fn places_in_a_template_are_places_of_its_text() {
    let text = "ä {{ C.v }} {{ 1 + }} {{ A.b + C.v }}";
    let template = expr::template::parse(text);
    let written: Vec<&str> = template.placeholders().iter().map(|placeholder| placeholder.span.of(text)).collect();
    assert_eq!(written, ["{{ C.v }}", "{{ 1 + }}", "{{ A.b + C.v }}"]);
    let fault = template.placeholders()[1].expr.as_ref().unwrap_err();
    assert_eq!(fault.span.start as usize, text.find("+ }}").unwrap() + 1);
    let inner = template.placeholders()[2].inner;
    let name = &template.placeholders()[2].expr.as_ref().unwrap().names()[0];
    assert_eq!(&text[(inner.start + name.span.start) as usize..(inner.start + name.span.end) as usize], "A.b");
    let names: Vec<String> = template.names().map(NameUse::text).collect();
    assert_eq!(names, ["C.v", "A.b", "C.v"]);

    /// Answers with the index it was asked for.
    struct Index;
    impl Environment for Index {
        fn name(&self, index: usize, _: &NameUse) -> Result<Operand, String> {
            Ok(Operand::Value(index.into()))
        }
    }
    assert_eq!(template.render(&Index).text, "ä 0 {{ 1 + }} 3");
}

#[test]
fn a_text_full_of_placeholders_is_bounded() {
    for piece in ["{{", "{{ '", "{{ \"", "{{ it's }}", "{{'}}", "{{ C.long }}", "}}", "{{ x } ", "{{{'\"", "{{ '}' "] {
        let text = piece.repeat(40_000);
        let rendered = expr::template::parse(&text).render(&Sample);
        assert!(rendered.text.len() < 8 << 20, "{piece}");
        assert!(expr::template::parse(&format!("{text}}}}}")).placeholders().len() <= 40_001, "{piece}");
    }
    let heavy = "{{ C.many.all(x, x >= 0) }}";
    let rendered = expr::template::parse(&heavy.repeat(10_000)).render(&Sample);
    assert_eq!(rendered.unresolved, [heavy], "all placeholders together are bounded too");
}
