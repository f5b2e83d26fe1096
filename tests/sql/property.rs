//! What holds for any schema and any value: definitions run, values come back, checks agree with validation.

use super::{execute, fill, open, read};
use crate::counts;
use proptest::prelude::*;
use tracklight::schema::sql::{Layout, Options, Owner, Rows, Tables, literal, quoted};
use tracklight::schema::{Amount, Json, Kind, Schema, Scope, read as read_schema};
use tracklight::value::{Map, Value};

/// A stream of choices from one number.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        // SplitMix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    fn one_in(&mut self, sides: u64) -> bool {
        self.roll(sides) == 0
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u64) as usize]
    }

    /// A schema that has a form in SQL and no inner parts.
    fn scalar(&mut self) -> String {
        let kind = self.pick(&["string", "integer", "number", "boolean"]);
        let null = self.one_in(3);
        let mut words =
            vec![if null { format!("\"type\":[\"{kind}\",\"null\"]") } else { format!("\"type\":\"{kind}\"") }];
        let mut bound = |word: &str, low: i64, dice: &mut Dice| {
            if dice.one_in(3) {
                words.push(format!("\"{word}\":{}", low + dice.roll(4) as i64));
            }
        };
        match kind {
            "string" => {
                bound("minLength", 0, self);
                bound("maxLength", 3, self);
                if self.one_in(4) {
                    words.push(format!("\"enum\":[\"\",\"it's\",\"é\"{}]", if null { ",null" } else { "" }));
                }
            }
            "boolean" => {}
            _ => {
                bound("minimum", -8, self);
                bound("exclusiveMinimum", -8, self);
                bound("maximum", 2, self);
                bound("exclusiveMaximum", 3, self);
                if self.one_in(4) {
                    words.push(format!("\"enum\":[0,-3,4{}]", if null { ",null" } else { "" }));
                }
            }
        }
        format!("{{{}}}", words.join(","))
    }

    fn schema(&mut self, depth: u32) -> String {
        match self.roll(if depth == 0 { 9 } else { 13 }) {
            0..=3 => self.scalar(),
            4 => "{}".to_owned(),
            5 => self
                .pick(&[
                    "{\"enum\":[\"a\",3,null]}",
                    "{\"enum\":[\"a\",\"b\"]}",
                    "{\"minLength\":2}",
                    "{\"minimum\":2}",
                    "{\"const\":true}",
                    "{\"items\":{\"type\":\"string\"}}",
                    "{\"properties\":{\"a\":{\"type\":\"string\"}}}",
                ])
                .to_owned(),
            6 => ["{\"default\":\"x\"}", "{\"default\":2}", "{\"default\":true}"][self.roll(3) as usize].to_owned(),
            7 => "{\"type\":[\"object\",\"null\"],\"additionalProperties\":{}}".to_owned(),
            8 => "{\"type\":\"array\"}".to_owned(),
            9 | 10 => format!(
                "{{\"type\":{},\"items\":{}}}",
                self.pick(&["\"array\"", "[\"array\",\"null\"]"]),
                self.schema(depth - 1)
            ),
            _ => self.object(depth - 1),
        }
    }

    /// An object schema. Its names hold no `_` and differ in more than case, so that no two are the same in SQL.
    fn object(&mut self, depth: u32) -> String {
        const NAMES: &[&str] = &[
            "a",
            "b",
            "id",
            "index",
            "value",
            "version",
            "gaps",
            "extra",
            "Order",
            "say \\\"hi\\\"",
            "odd name",
            "é",
            "a/b~",
            "'",
            "rowid",
        ];
        let mut fields = Vec::new();
        let mut required = Vec::new();
        for name in NAMES {
            if self.one_in(4) {
                fields.push(format!("\"{name}\":{}", self.schema(depth)));
                if self.one_in(2) {
                    required.push(format!("\"{name}\""));
                }
            }
        }
        let kind = self.pick(&["\"object\"", "\"object\"", "[\"object\",\"null\"]"]);
        let rest =
            self.pick(&["", ",\"additionalProperties\":false", ",\"additionalProperties\":{\"type\":\"integer\"}"]);
        let fields = fields.join(",");
        format!("{{\"type\":{kind},\"properties\":{{{fields}}},\"required\":[{}]{rest}}}", required.join(","))
    }

    fn root(&mut self, depth: u32) -> Schema {
        let text = self.object(depth).replacen("[\"object\",\"null\"]", "\"object\"", 1);
        let read = read_schema(&Json::parse(&text).unwrap_or_else(|| panic!("{text}")));
        read.schema.unwrap_or_else(|| panic!("{text}: {:?}", read.problems))
    }

    fn any(&mut self, depth: u32) -> Value {
        match self.roll(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.one_in(2)),
            2 => Value::from(self.roll(20) as f64 - 10.0),
            3 => Value::from(
                [0.1, 1e300, -1.5e-7, 9007199254740993.0, 1e19, -0.0, 123456789.12345678][self.roll(7) as usize],
            ),
            4 => {
                Value::from(self.pick(&["", "a", "it's", "é", "12", "1e5", "nul\0nul", "true", "\"q\"", "long enough"]))
            }
            5 => Value::from(f64::from_bits(self.roll(u64::MAX)))
                .as_num()
                .filter(|n| n.is_finite())
                .map_or(Value::Null, Value::from),
            6 => (0..self.roll(3)).map(|_| self.any(depth - 1)).collect(),
            _ => ["a", "x/y"].into_iter().filter(|_| self.one_in(2)).map(|key| (key, Value::Bool(true))).collect(),
        }
    }

    /// A value that fits a schema most of the time.
    fn value(&mut self, schema: &Schema) -> Value {
        if self.one_in(25) {
            return self.any(1);
        }
        if schema.nullable && self.one_in(4) {
            return Value::Null;
        }
        if let Some(members) = &schema.members {
            return members[self.roll(members.len() as u64) as usize].clone();
        }
        match schema.kind {
            None => self.any(2),
            Some(Kind::Null) => Value::Null,
            Some(Kind::Boolean) => Value::Bool(self.one_in(2)),
            Some(Kind::String) => Value::from(self.pick(&["", "a", "it's", "éé", "12", "nul\0", "four", "fives"])),
            Some(Kind::Integer) => Value::from(self.roll(16) as f64 - 8.0),
            Some(Kind::Number) => Value::from((self.roll(1600) as f64 - 800.0) / 100.0),
            Some(Kind::Array) => match schema.list.items.clone() {
                Some(item) => (0..self.roll(4)).map(|_| self.value(&item)).collect(),
                None => (0..self.roll(4)).map(|_| self.any(1)).collect(),
            },
            Some(Kind::Object) => Value::from(self.fields(schema)),
        }
    }

    fn fields(&mut self, schema: &Schema) -> Map {
        let mut fields = Map::new();
        for field in schema.fields() {
            if field.required && !self.one_in(30) || self.one_in(2) {
                fields.insert(field.name.clone(), self.value(&field.schema));
            }
        }
        if schema.is_open() && self.one_in(3) {
            fields.insert("undeclared".into(), if self.one_in(2) { Value::from(3.0) } else { self.any(2) });
        }
        fields
    }
}

fn tables(schema: &Schema) -> Tables<'_> {
    let tables = Tables::of([("C", schema)].into_iter(), usize::MAX);
    assert!(tables.collisions.is_empty(), "{:?}", tables.collisions);
    tables
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(400),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn reading_the_rows_of_a_run_gives_the_exact_context(seed: u64) {
        let mut dice = Dice(seed);
        let schema = dice.root(3);
        // What stands in a context need not fit: defaults are stored as written, and open ones take anything.
        let fields = dice.fields(&schema);
        let tables = tables(&schema);
        let database = open(&format!("CREATE TABLE paths (id TEXT PRIMARY KEY);\n{}", tables.ddl(Layout::Run, None)));
        let mut rows = Rows::new(&tables);
        rows.of_run(0, &schema, &fields, Owner { path: None, version: 3 });
        fill(&database, &rows.statements);
        prop_assert_eq!(read::context(&database, "context_C", &schema).to_json(), Value::from(fields).to_json());
    }

    #[test]
    fn a_value_is_inserted_exactly_if_it_is_complete_and_deleted_without_a_trace(seed: u64) {
        let mut dice = Dice(seed);
        let schema = dice.root(3);
        let value = Value::from(dice.fields(&schema));
        let tables = tables(&schema);
        let database = open(&tables.ddl(Layout::Plain, None).replace(" ON DELETE CASCADE", ""));
        let completed = Value::from(schema.complete_fields(value.as_map().unwrap()));
        let valid = schema.validate(&completed, Scope::Whole, Amount::First).is_empty();
        let done = tables.dml(0, &value, &Options::default());
        prop_assert_eq!(done.is_ok(), valid);
        if let Ok(done) = done {
            // SQL counts characters up to a NUL only, so its checks of length see another text.
            prop_assume!(!value.to_json().contains("\\u0000"));
            fill(&database, &done.statements);
            let delete = Options { op: tracklight::schema::sql::Op::Delete, ..Options::default() };
            fill(&database, &tables.dml(0, &Value::Null, &delete).unwrap().statements);
            for table in &tables.all {
                let count: u32 =
                    database.query_row(&format!("SELECT count(*) FROM \
                                                 {}", quoted(&table.name)), [], |row| row.get(0)).unwrap();
                prop_assert_eq!(count, 0);
            }
        }
    }

    #[test]
    fn a_number_of_ordinary_size_is_the_same_as_a_literal(
        fraction in -1e6..1e6_f64, whole in -(1_i64 << 62)..(1 << 62),
    ) {
        let database = open("");
        // SQLite itself may read the last digit of very large and very small numbers differently.
        for number in [fraction, fraction * 1e-6, whole as f64, (whole >> 40) as f64 / 1000.0, whole as f64 * 1e3] {
            let sql = format!("SELECT {}", literal(&Value::from(number)));
            let back: f64 = database.query_row(&sql, [], |row| row.get(0)).unwrap();
            prop_assert_eq!(back, number, "{}", sql);
        }
    }

    #[test]
    fn checks_refuse_exactly_what_validation_refuses(seed: u64) {
        let mut dice = Dice(seed);
        let text = format!("{{\"properties\":{{\"x\":{}}},\"required\":[\"x\"]}}", dice.scalar());
        let schema = read_schema(&Json::parse(&text).unwrap()).schema.unwrap();
        let x = &schema.field("x").unwrap().schema;
        let tables = tables(&schema);
        let database = open(&tables.ddl(Layout::Plain, None));
        for _ in 0..12 {
            let value = if dice.one_in(6) { Value::Null } else {
                match x.kind {
                    Some(Kind::String) => {
                        Value::from(dice.pick(&["", "a", "it's", "é", "four", "fives", "sixsix", "sevensev"]))
                    }
                    // A column takes 1.5 as an integer and 7 as a truth: kinds are no business of its checks.
                    Some(Kind::Integer) => Value::from(dice.roll(20) as f64 - 10.0),
                    Some(Kind::Boolean) => Value::from(dice.roll(2) as f64),
                    _ => Value::from((dice.roll(200) as f64 - 100.0) / 10.0),
                }
            };
            let checked = match (&value, x.kind) {
                (Value::Num(number), Some(Kind::Boolean)) => Value::Bool(*number == 1.0),
                _ => value.clone(),
            };
            let valid = x.validate(&checked, Scope::Whole, Amount::First).is_empty();
            let sql = format!("INSERT INTO context_C (x) VALUES ({})", literal(&value));
            prop_assert_eq!(database.execute(&sql, []).is_ok(), valid, "{} {}", text, value.to_json());
            let statement = tracklight::schema::sql::Statement { sql: "INSERT INTO context_C (x) VALUES \
                (?)".into(), params: vec![value] };
            prop_assert_eq!(execute(&database, &statement).is_ok(), valid, "as a parameter");
        }
    }
}
