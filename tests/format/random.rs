//! Machines made at random, laid out at random, with comments anywhere.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use tracklight::syntax;

use super::check::check;
use crate::counts;

/// Items as their tokens, separated by spaces.
const ITEMS: &[&str] = &[
    "task a \"T\" @x @retry ( 3 ) {",
    "state b , c @y ;",
    "context C @shared {",
    "style s @Hot {",
    "note a \"text\" { desc : 'x' }",
    "x : 1 ;",
    "x < List < string ? > > @minItems ( 1 ) : [ \"a\" , b.c , 30s , #d , -2.5 ] ;",
    "m : { k : 1 ; 'q r' : { l : [ ] , n : null } } ;",
    "v < 'a' | \"b\" | 3 ? > ;",
    "style : { fill : \"#eef\" ; stroke-width : 3 px }",
    "stroke-dasharray : 5 , 5 ;",
    "a -> b ;",
    "a , b -go home , when : \"x > 1\" -> \"0..1\" c , d -> e @async { retry : 2 ; k : [ 1 ] } ;",
    "a -[ unless : f ( x ) > 1 ; priority : 1 @auto \"t\" ]-> b",
    "a --reads: x--> C",
    "a <--sync--> b =x=> c",
    "a <|-- b *--> c o--> d",
    "-> a ;",
    "-@map ( C.items ) { n : 1 } -> a",
    "task p \"P\" -> task q { x : 1 } -> r",
    "@Hot @Cold ( k : v ; flag )",
    concat!(
        "task l @note ( m : { one : \"a text that fills half of a line or more\" ; ",
        "two : \"and one for the rest of it\" } ; f )"
    ),
    "a -> b @note ( { k : [ 1 , { x : 2 } ] } , [ \"a text that fills half of a line\" , \"and the rest of it\" ] ) ;",
    "@strict",
    "@x machine",
    "machine : 5 @x ( 1 )",
    "machine \"M\" @Version ( \"1\" ) { limit : 3 }",
    "import { a , b.c as d } from \"x\"",
    "event paid { amount < number > @minimum ( 0 ) ; stub : { amount : 1 } }",
    "a -on : paid ; when : \"event.data.x > 1\" @set ( C.x : C.x + 1 ; C.y : \"t\" ) -> b ;",
    "a -asks : v , w -> C -after : 2d -> b { on : order.paid }",
    "t < string > @from ( has ( C.x ) ? \"a : b\" : \"c\" ) ;",
    "group { shelf @Fragile ; -> floor }",
    "}",
    "}",
    "}",
];

const GAPS: &[&str] = &[
    " ",
    " ",
    " ",
    " ",
    "  ",
    "\n",
    "\n\n\n",
    "\t",
    " /* c */ ",
    " // c\n",
    "\n# c\n",
    "/**/",
    "\r\n",
    " /* c\n d */ ",
];

fn machine() -> impl Strategy<Value = String> {
    let item = (
        prop::sample::select(ITEMS),
        prop::sample::select(
            &["\n", "\n", "\n\n", " ", ";", ",", ";\n", ",\n", ";;", ", ;", " // t\n", "; // t\n", "\n  /* o */\n"][..],
        ),
    );
    let gaps = prop::collection::vec((0..400_usize, prop::sample::select(GAPS)), 0..12);
    (prop::collection::vec(item, 0..14), gaps).prop_map(|(items, gaps)| {
        let text: String = items.into_iter().flat_map(|(item, end)| [item, end]).collect();
        let open = text.matches('{').count().saturating_sub(text.matches('}').count());
        let text = text + &"}".repeat(open);
        let mut out = String::new();
        for (at, part) in text.split(' ').enumerate() {
            if at > 0 {
                out.push_str(gaps.iter().find(|(place, _)| *place == at).map_or(" ", |(_, gap)| gap));
            }
            out.push_str(part);
        }
        out
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: counts::cases(500),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_machines_are_kept_or_refused(text in machine()) {
        check(&text);
    }
}

#[test]
fn many_random_machines_are_formatted() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let formatted = (0..300).filter(|_| {
        let text = machine().new_tree(&mut runner).unwrap().current();
        syntax::format(&text).is_ok()
    });
    assert!(formatted.count() > 60);
}
