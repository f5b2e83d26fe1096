//! Names and literals as SQLite reads them.

use std::collections::HashMap;

use crate::value::Value;

/// Where a name comes from: the position of a context, and of the field at its top that the name belongs to.
pub type Place = (usize, Option<usize>);

/// SQLite's keywords. A name among them is quoted.
const KEYWORDS: &str = " ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN \
BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE \
CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END \
ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL GENERATED GLOB GROUP \
GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY \
LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS OUTER \
OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME \
REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION \
TRIGGER UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT ";

/// A name as an identifier: bare where SQLite reads it so, else in double quotes.
pub fn quoted(name: &str) -> String {
    let plain = name.bytes().all(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
        && name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    if plain && !KEYWORDS.contains(&format!(" {} ", name.to_ascii_uppercase())) {
        return name.to_owned();
    }
    let mut text = String::from("\"");
    text.push_str(&name.replace('"', "\"\""));
    text.push('"');
    text
}

/// A scalar as a literal.
pub fn literal(value: &Value) -> String {
    match value {
        Value::Num(number) => {
            let text = crate::number::print(*number);
            // The shortest digits of a large number are not all of its digits: only as a real they mean the same.
            let real = number.abs() >= 9_007_199_254_740_992.0 && text.bytes().all(|byte| !matches!(byte, b'e' | b'.'));
            if real { text + ".0" } else { text }
        }
        Value::Str(text) => {
            let text = text.replace('\'', "''");
            // A statement ends at a NUL, so its text may not contain one.
            if text.contains('\0') {
                return format!("('{}')", text.replace('\0', "' || char(0) || '"));
            }
            format!("'{text}'")
        }
        Value::Bool(truth) => if *truth { "1" } else { "0" }.to_owned(),
        _ => "NULL".to_owned(),
    }
}

/// `name`, with `_` appended until it is free.
pub fn free(name: &str, taken: &[String]) -> String {
    let mut name = name.to_owned();
    while taken.iter().any(|other| other.eq_ignore_ascii_case(&name)) {
        name.push('_');
    }
    name
}

/// Names that are in use. SQLite compares without ASCII case.
#[derive(Default)]
pub struct Names {
    known: HashMap<String, usize>,
    /// For each known name the last number given to another one of that name, how it was first written, and where.
    uses: Vec<(usize, String, Place)>,
}

impl Names {
    /// Takes a name, or with a number the next that is free; then also where the name itself is in use.
    pub fn claim(&mut self, name: &str, place: Place) -> (String, Option<(String, Place)>) {
        // A statement ends at a NUL.
        let name = name.replace('\0', "_");
        let Some(at) = self.take(&name, place) else { return (name, None) };
        loop {
            let Some((number, other, first)) = self.uses.get_mut(at) else { return (name, None) };
            *number += 1;
            let (candidate, first) = (format!("{name}_{number}"), (other.clone(), *first));
            if self.take(&candidate, place).is_none() {
                return (candidate, Some(first));
            }
        }
    }

    /// Takes a name; where it is taken already, its position.
    fn take(&mut self, name: &str, place: Place) -> Option<usize> {
        let key = name.to_ascii_lowercase();
        let known = self.known.get(&key).copied();
        if known.is_none() {
            self.known.insert(key, self.uses.len());
            self.uses.push((1, name.to_owned(), place));
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_147_keywords() {
        assert_eq!(KEYWORDS.split_whitespace().count(), 147);
    }

    #[test]
    fn a_claimed_name_is_never_given_again() {
        let mut names = Names::default();
        let mut claim = |name: &str| names.claim(name, (0, None)).0;
        assert_eq!([claim("a"), claim("A"), claim("a_2"), claim("a")], ["a", "A_2", "a_2_2", "a_3"]);
    }
}
