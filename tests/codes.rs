//! Every code of the language: one text that triggers it, with its least range, and one near miss that does not.
//!
//! The range is marked `⟦…⟧`. Imports find the files of [`FILES`].

use std::fmt::Write as _;
use std::path::Path;

use tracklight::diagnostic::Severity;
use tracklight::machine::{Files, Machine};

/// Files that the texts below import from.
const FILES: &[(&str, &str)] = &[
    ("laundry.dygram", "context Soap { grams<number>: 2 }\ntask Wash { prompt: \"{{ Soap.grams }}\" }\nstate Dry"),
    ("loop.dygram", "import { x } from \"./machine\"\nstate y"),
    ("f1.dygram", "import { n } from \"./f2\""),
    ("f2.dygram", "import { n } from \"./f3\""),
    ("f3.dygram", "import { n } from \"./f4\""),
    ("f4.dygram", "state n"),
];

/// Severity and code, a text that triggers it, a text that does not.
type Code = (&'static str, &'static str, &'static str);

const CODES: &[Code] = &[
    // Syntax.
    ("error stray-characters", "state a\n⟦§§⟧\nstate b", "state a // §§\nstate b"),
    ("error unclosed-string", "state a ⟦\"A⟧\nstate b", "state a \"A\"\nstate b"),
    ("error unclosed-comment", "state a ⟦/*⟧ b", "state a /* b */"),
    ("error unexpected-token", "state a\n⟦)⟧\nstate b", "state a // )"),
    ("error nesting-too-deep", "", "task a { x: [[[[[[]]]]]] }"),
    ("error too-many-edges", "", "a, b, c -> d, e, f"),
    ("error too-large", "", "a, b, c -\"a long label\"-> d, e, f"),
    ("error unclosed-block", "task a ⟦{⟧ prompt: \"x\"", "task a { prompt: \"x\" }"),
    ("error unmatched-brace", "task a { prompt: \"x\" } ⟦}⟧", "task a { prompt: \"x\" }"),
    ("error unclosed-label", "a ⟦-go b⟧", "a -go-> b"),
    ("error mismatched-label", "a -go⟦-->⟧ b", "a --go--> b"),
    ("error edge-without-source", "⟦->⟧ b", "task a { -> b }"),
    ("error edge-without-target", "a ⟦->⟧", "a ->\n  b"),
    ("error reverse-arrow", "a ⟦<-⟧ b", "a <--go--> b"),
    ("error missing-value", "task a { prompt⟦:⟧ }", "task a { prompt: \"\" }"),
    ("error malformed-value", "task a { x: ⟦[⟧1, 2 }", "task a { x: [1, 2] }"),
    ("error malformed-type", "context C { x⟦<string⟧: \"a\" }", "context C { x<string>: \"a\" }"),
    ("error malformed-annotation", "task a ⟦@retry(3⟧ { prompt: \"x\" }", "task a @retry(3) { prompt: \"x\" }"),
    ("error block-after-list", "state a, b ⟦{⟧ x: 1 }", "state a, b\nstate c { x: 1 }"),
    ("error malformed-header", "machine ⟦Bread⟧", "machine \"Bread\""),
    ("error second-header", "machine \"A\"\n⟦machine⟧ \"B\"", "machine \"A\"\nmachine -> b"),
    ("error malformed-import", "import { Dry, ⟦3⟧ } from \"./laundry\"", "import { Dry } from \"./laundry\""),
    ("error text-after-target", "a -> b⟦: \"golden\"⟧", "a -\"golden\"-> b"),
    ("error foreign-syntax", "⟦export⟧ task a", "export -> a"),
    // Names and declarations.
    ("error duplicate-node", "task a; task ⟦a⟧", "task a; b { task a }"),
    (
        "error strict-undeclared",
        "machine \"M\" @strict\ninit a; a -> ⟦b⟧",
        "machine \"M\" @strict\ninit a; state b; a -> b",
    ),
    (
        "error strict-note-target",
        "machine \"M\" @strict\nnote ⟦a⟧ \"x\"",
        "machine \"M\" @strict\ninit a; note a \"x\"",
    ),
    (
        "error strict-type-conflict",
        "machine \"M\" @strict\ntask a.b; ⟦state⟧ a.b",
        "machine \"M\"\ntask a.b; state a.b",
    ),
    (
        "error context-cycle",
        "context A { x: 1 }\ncontext B { y: 1 }\nA ⟦*--> B⟧\nB ⟦o--> A⟧",
        "context A { x: 1 }\ncontext B { y: 1 }\nA *--> B; B -> A",
    ),
    // Imports.
    ("error import-file", "import { a } from ⟦\"./landry\"⟧", "import { Dry } from \"./laundry.mach\""),
    ("error import-symbol", "import { ⟦Drry⟧ } from \"./laundry\"", "import { Dry } from \"./laundry\""),
    (
        "error import-collision",
        "import { ⟦Dry⟧ } from \"./laundry\"\nstate Dry",
        "import { Dry as Air } from \"./laundry\"\nstate Dry",
    ),
    ("error import-cycle", "import { y } from ⟦\"./loop\"⟧\nstate x", "import { Dry } from \"./laundry\""),
    ("error import-limit", "", "import { n } from \"./f4\""),
    // Values and types.
    ("error value-null", "context C { x<string>: ⟦null⟧ }", "context C { x<string?>: null }"),
    ("error value-type", "context C { x<number>: ⟦\"ten\"⟧ }", "context C { x<string>: \"ten\" }"),
    ("error value-literal", "context C { x<\"a\" | \"b\">: ⟦\"c\"⟧ }", "context C { x<\"a\" | \"b\">: \"b\" }"),
    (
        "error constraint-invalid",
        "context C { x<number> ⟦@minLength(2)⟧: 1 }",
        "context C { x<string> @minLength(2): \"ab\" }",
    ),
    (
        "error schema-unsupported",
        "context C { schema: { type: \"object\", properties: { a: { ⟦oneOf⟧: [] } } } }",
        "context C { schema: { type: \"object\", properties: { a: { enum: [1] } } } }",
    ),
    ("error malformed-multiplicity", "a ⟦\"many\"⟧ -> b", "a \"*\" -> b"),
    ("error condition-syntax", "state a; a -when: \"1 > ⟦>⟧ 2\"-> b", "state a; a -\"1 >\"-> b"),
    ("error annotation-argument", "task a @retry(⟦often⟧) { prompt: \"x\" }", "task a @retry(2) { prompt: \"x\" }"),
    (
        "error access-field",
        "context V { choice<string>: \"\" }\ntask a { prompt: \"x\" }\na -writes: ⟦choise⟧-> V",
        "context V { choice: \"\" }\ntask a { prompt: \"x\" }\na -writes: choise-> V",
    ),
    ("error annotation-conflict", "task a @lazy ⟦@eager⟧ { prompt: \"x\" }", "task a @lazy { prompt: \"x\" }"),
    ("error request-invalid", "task a { prompt: \"x\"; needs: ⟦3⟧ }", "task a { prompt: \"x\"; needs: \"3\" }"),
    // Warnings.
    ("warning missing-separator", "state a -> b ⟦c⟧ -> d", "state a; b -> c; c -> d"),
    ("warning detached-annotation", "state a⟦; @Critical⟧\nstate b", "state a @Critical;\nstate b"),
    ("warning declaration-in-edge", "a -> ⟦task b⟧", "task b; a -> b"),
    ("warning hyphenated-name", "⟦my-⟧node -> x", "my_node -> x"),
    ("warning type-as-value", "context C { title: ⟦string⟧ }", "context C { title<string> }"),
    ("warning type-as-name", "⟦task⟧\na -> b", "task -> b"),
    (
        "warning import-position",
        "state a\n⟦import { Dry } from \"./laundry\"⟧",
        "import { Dry } from \"./laundry\"\nstate a",
    ),
    ("warning duplicate-key", "context C { x: 1; ⟦x⟧: 2 }", "context C { x: 1; X: 2 }"),
    ("warning ambiguous-name", "a { state x }\nb { state x }\ngo -> ⟦x⟧", "a { state x }\nb { state x }\ngo -> b.x"),
    ("warning case-differs", "state Wash\ngo -> ⟦wash⟧", "state Wash\ngo -> Wash"),
    ("warning note-target", "note ⟦a⟧ \"x\"", "state a; note a \"x\""),
    ("warning shadowed-name", "state ⟦errors⟧", "state faults"),
    ("warning inheritance-mismatch", "task a { prompt: \"x\" }\nstate b\na ⟦<|--⟧ b", "state a; state b\na <|-- b"),
    ("warning condition-name", "state a; a -when: ⟦quux⟧ > 1-> b", "state a; a -when: visits > 1-> b"),
    ("warning template-name", "task a { prompt: \"{{ ⟦quux⟧ }}\" }", "task a { prompt: \"{{ visits }}\" }"),
    (
        "warning import-dependency",
        "import { ⟦Wash⟧ } from \"./laundry\"\ngo -> Wash",
        "import { Wash, Soap } from \"./laundry\"\ngo -> Wash",
    ),
    ("warning unreachable-node", "init a; state b; state ⟦c⟧\na -> b", "init a; state b; state c\na -> b -> c"),
    ("warning start-guessed", "state ⟦a⟧; state b\na -> b -> a", "state a @start; state b\na -> b -> a"),
    ("warning edge-from-end", "init a; end b; a -> b\nb ⟦->⟧ c", "init a; state b; a -> b\nb -> c"),
    (
        "warning module-edge-shadowed",
        "init a; process m { state b, c; b -> c -> b }\na -> m\nm ⟦-when: visits > 1->⟧ d",
        "init a; process m { state b, c; b -> c }\na -> m\nm -when: visits > 1-> d",
    ),
    (
        "warning prompt-without-write",
        "context C { n: 0 }\ntask a { prompt: \"Look, then set ⟦C.n⟧ to 1\" }\na -reads-> C",
        "context C { n: 0 }\ntask a { prompt: \"Look at C.n, set to 1\" }\na -reads-> C",
    ),
    ("info host-annotation", "machine \"M\" ⟦@concurrent(2)⟧\nstate a", "machine \"M\"\nstate a"),
    ("info label-changed", "a -⟦don't, can't⟧-> b", "a -\"don't, can't\"-> b"),
    ("warning dead-init", "init ⟦a⟧", "init a; a -> b"),
    ("warning ambiguous-exit", "init a; a -> b\na ⟦->⟧ c", "init a; a -> b\na -when: visits > 1-> c"),
    (
        "warning write-to-input",
        "input I { x: 1 }\ntask a { prompt: \"x\" }\na ⟦-writes-> I⟧",
        "input I { x: 1 }\ntask a { prompt: \"x\" }\na -reads-> I",
    ),
    ("warning annotation-no-effect", "state a ⟦@Async⟧", "task a @Async { prompt: \"x\" }"),
    (
        "warning write-unused",
        "context C { x: 1 }\ntask a { prompt: \"x\" }\nend b\na -> b ⟦-writes-> C⟧",
        "context C { x: 1 }\ntask a { prompt: \"x\" }\nend b\na -writes-> C\nb -reads-> C\na -> b",
    ),
    ("warning prompt-unused", "state a { ⟦prompt⟧: \"x\" }", "task a { prompt: \"x\" }"),
    (
        "warning access-without-context",
        "task a { prompt: \"x\" }\nstate b\na -⟦reads⟧-> b",
        "task a { prompt: \"x\" }\ncontext b\na -reads-> b",
    ),
    (
        "warning condition-as-label",
        "context C { n: 1 }\ninit a; a -⟦when C.n > 9⟧-> b\na -⟦cond⟧: \"C.n > 9\"-> c\na -> d ⟦@when(\"C.n > 9\")⟧",
        "context C { n: 1 }\ninit a; a -when ready-> b\na -if it rains-> c\na -else-> d\na -guard: \"Bob\"-> e",
    ),
    (
        "warning similar-attribute",
        "⟦maxsteps⟧: 5\ncontext C { n: 1 }\ntask t { ⟦promt⟧: \"x\" }\nt -⟦wirtes⟧: n-> C\nt -> u { ⟦priorty⟧: 1 }",
        "price: 5\ncontext C { promt: 1 }\ntask t { prompt: \"x\"; mode: \"fast\"; promtp: 1 }\nt -writes: n-> C",
    ),
    (
        "warning similar-type",
        "⟦contxt⟧ C { n: 1 }\ncontext D { n<⟦nummber⟧>: 1; l<List<⟦strng⟧>>: [] }\n⟦taks⟧ t",
        "stage s; node n\ncontext D { n<Number>: 1; l<List<Promise>>: []; o<Money>: 1 }",
    ),
    (
        "warning kind-without-meaning",
        "init a; a -> b\n⟦parallel⟧\n⟦join⟧ decide",
        "init a; a -> parallel -> join\nstate join\nprocess b",
    ),
    (
        "warning attribute-value",
        "task t @start { prompt: ⟦\"\"⟧; timeout: ⟦-5⟧ }\ntask u @start { prompt: ⟦5⟧ }\nt -⟦priority⟧: hgih-> u",
        "task t @start { prompt: \"5\"; timeout: 5s }\nstate u { prompts: 5 }\nt -priority: high-> u",
    ),
    (
        "warning map-list",
        "context C { l: [1]; n<number>: 1 }\ninit a; a -@map(⟦C.nope⟧)-> b\na -@map(items: ⟦C.n⟧)-> b",
        "context C { l: [1] }\ninit a; a -@map(C.l)-> b\ntask b { prompt: \"x\" }\nb -writes-> C\na -@map(C.later)-> b",
    ),
    (
        "warning several-conditions",
        "state a; a -[ when: 1 > 0, ⟦if⟧: 2 > 1 ]-> b",
        "state a; a -[ when: 1 > 0 && 2 > 1 ]-> b",
    ),
    ("warning value-constraint", "context C { x<number> @minimum(1): ⟦0⟧ }", "context C { x<number> @minimum(1): 1 }"),
    ("warning multiplicity-reversed", "a ⟦\"4..1\"⟧ -> b", "a \"1..4\" -> b"),
    ("warning style-dropped", "state a @style(⟦colour⟧: red)", "state a @style(color: red; column: 2)"),
    ("warning limit-value", "maxSteps: ⟦0⟧\nstate a", "maxSteps: 1\nstate a"),
    ("warning retry-value", "task a @retry(⟦11⟧) { prompt: \"x\" }", "task a @retry(10) { prompt: \"x\" }"),
    ("warning template-syntax", "task a { prompt: \"⟦{{ 1 + }}⟧\" }", "task a { prompt: \"{ 1 + }\" }"),
    ("warning unknown-parameter", "a -@join(⟦gruop⟧: g)-> b", "a -@join(group: g)-> b"),
    // Infos.
    (
        "info unlabelled-access",
        "context C { x: 1 }\ntask a { prompt: \"x\" }\na ⟦->⟧ C",
        "context C { x: 1 }\ntask a { prompt: \"x\" }\na -reads-> C",
    ),
    ("info similar-name", "state harbour\ngo -> ⟦harbor⟧", "state harbour\ngo -> harbour"),
    ("info similar-annotation", "state a @⟦Criticl⟧", "state a @Critical"),
    ("info unbounded-cycle", "init a; state b\na -> b\nb ⟦->⟧ b", "init a; state b\na -> b\nb -when: visits > 3-> b"),
    ("info nothing-to-run", "⟦machine \"M\"⟧", "machine \"M\"\nstate a"),
    ("info unset-attribute", "task a { prompt: \"x\"; ⟦rate<number>⟧ }", "task a { prompt: \"x\"; rate<number>: 1 }"),
    ("info context-by-name", "⟦userData⟧\nstate a", "context userData\nstate a"),
    // Schemas, joins, work and the rest.
    ("error schema-root", "context C { ⟦schema⟧: { type: \"string\" } }", "context C { schema: { type: \"object\" } }"),
    (
        "error schema-and-types",
        "context C { schema: { properties: { a: {} } }; ⟦a<number>⟧ }",
        "context C { schema: { properties: { a: {} } }; a: 1 }",
    ),
    (
        "error schema-unknown-field",
        "context C { schema: { properties: { abc: {} }; additionalProperties: false }; ⟦abd⟧: 1 }",
        "context C { schema: { properties: { abc: {} }; additionalProperties: false }; abc: 1 }",
    ),
    (
        "error join-mismatch",
        "a -@join(id: j; mode: all)-> c\nb -@join(id: j; ⟦mode: any⟧)-> c",
        "a -@join(id: j; mode: all; merge: true)-> c\nb -@join(id: j; mode: ALL; merge: last_wins)-> c\n\
         c -@join(mode: any)-> d",
    ),
    (
        "error gather-without-join",
        "context C { x: []; y: [] }\na -⟦@gather(from: C.x; into: C.y)⟧-> b",
        "context C { x: []; y: [] }\na -@join @gather(from: C.x; into: C.y)-> b",
    ),
    (
        "error gather-path",
        "context C { x<number>: 1; y<List<number>>: [] }\na -@join @gather(⟦from: C.z⟧; into: C.y)-> b",
        "context C { x<number>: 1; y<List<number>>: [] }\na -@join @gather(from: C.x; into: C.y)-> b",
    ),
    ("error fanout-and-join", "a -@async ⟦@join⟧-> b", "a -@async-> b\nb -@join-> c"),
    ("warning work-in-module", "task ⟦a⟧ { prompt: \"x\"; state b }", "a { task b { prompt: \"x\" } }"),
    (
        "error reaches-unknown",
        "machine \"M\" @reaches(⟦nowhere⟧)\ninit a; end b\na -> b",
        "machine \"M\" @reaches(b)\ninit a; end b\na -> b",
    ),
    (
        "warning condition-constant",
        "init a; end b; end c\ncontext C { ok<boolean> }\na -when: \"⟦C.ok⟧\"-> b\na -> c",
        "init a; end b; end c\ncontext C { ok<boolean>: false }\na -when: \"C.ok\"-> b\na -> c",
    ),
    (
        "warning literal-outside-type",
        "init a; end b; end c\ncontext C { v<'x' | 'y'>: 'x' }\na -when: \"⟦C.v⟧ == 'z'\"-> b\na -> c",
        "init a; end b; end c\ncontext C { v<'x' | 'y'>: 'x' }\na -when: \"C.v == 'y'\"-> b\na -> c",
    ),
    (
        "info uncovered-literal",
        "init ⟦a⟧; end b; end c\ncontext C { v<'x' | 'y'>: 'x' }\na -when: \"C.v == 'x'\"-> b\nb -> c",
        "init a; end b; end c\ncontext C { v<'x' | 'y'>: 'x' }\na -when: \"C.v == 'x'\"-> b\na -when: \"C.v != 'x'\"-> c",
    ),
    (
        "warning compensate-unknown",
        "machine \"M\" @errorHandling(compensate)\ntask a { prompt: \"x\" }\ntask u @compensate(⟦b⟧) { prompt: \"x\" }",
        "machine \"M\" @errorHandling(compensate)\ntask a { prompt: \"x\" }\ntask u @compensate(a) { prompt: \"x\" }",
    ),
    (
        "warning compensate-without-strategy",
        "task a { prompt: \"x\" }\ntask u ⟦@compensate(a)⟧ { prompt: \"x\" }",
        "machine \"M\" @errorHandling(compensate)\ntask a { prompt: \"x\" }\ntask u @compensate(a) { prompt: \"x\" }",
    ),
    ("warning schema-recursive", "context C { ⟦schema⟧: #C }", "context C { schema: #D }\ncontext D { x: 1 }"),
    ("warning schema-ref", "context C { schema: ⟦#Nowhere⟧ }", "context C { schema: #D }\ncontext D { x: 1 }"),
    (
        "warning schema-no-effect",
        "context C { x<number> ⟦@minimum(1)⟧ @minimum(2): 3 }",
        "context C { x<number> @minimum(2): 3 }",
    ),
    (
        "warning format-unknown",
        "context C { x<string> ⟦@format(postcode)⟧: \"a\" }",
        "context C { x<string> @format(date): \"2024-02-29\" }",
    ),
    (
        "warning output-unreachable",
        "output O { ⟦x⟧<string> }\ntask a { prompt: \"x\" }",
        "output O { x<string> }\ntask a { prompt: \"x\" }\na -writes-> O",
    ),
    ("warning artifact-type", "context C { x<number> ⟦@artifact⟧: 1 }", "context C { x<string> @artifact: \"\" }"),
    (
        "warning sql-name-collision",
        "type T { b<number> }\ncontext C { ⟦a_b⟧: 1; ⟦a⟧<T> }\ncontext ⟦Vote⟧ { x: 1 }\ncontext ⟦vote⟧ { x: 1 }",
        "context C { a_b: 1; a: 2 }\ncontext Vote { x: 1 }",
    ),
    (
        "warning stub-shape",
        "task a { prompt: \"x\"; stub: { ⟦wrte⟧: { C: { x: 1 } } } }",
        "task a { prompt: \"x\"; stub: { write: { C: { x: 1 } }; when: \"visits > 1\" } }",
    ),
    (
        "warning stub-access",
        "context C { x: 1 }\ntask a { prompt: \"x\"; stub: { write: { ⟦C⟧: { x: 2 } } } }\na -reads-> C",
        "context C { x: 1 }\ntask a { prompt: \"x\"; stub: { write: { C: { x: 2 } } } }\na -writes-> C",
    ),
    (
        "warning stub-write",
        "context C { x: 1; on<boolean>: false }\ntask a { prompt: \"x\"; stub: { write: { C: { ⟦y⟧: 2, on: ⟦\"yes\"⟧ }, ⟦D⟧: {} } } }\na -writes-> C",
        "context C { on<boolean>: false }\ncontext D @open {}\ntask a { prompt: \"x\"; stub: { write: { C: { on: \"=visits > 1\" }, D: { y: 2 } } } }\na -writes-> C, D",
    ),
    (
        "warning stub-go",
        "task a { prompt: \"x\"; stub: [{ go: ⟦c⟧ }, { say: \"y\", ⟦go: b⟧ }] }\nstate b\na -when: \"visits > 0\"-> b",
        "task a { prompt: \"x\"; stub: [{ go: b }, { go: Later }] }\nstate b, c\na -> b\na -later-> c",
    ),
    (
        "warning stub-rounds",
        "init a; task b { prompt: \"x\"; stub: [{ say: \"1\" }, ⟦{ say: \"2\" }⟧] }\na -@async(2)-> b",
        "init a; task b { prompt: \"x\"; stub: [{ say: \"1\" }, { say: \"2\" }] }\na -@async(2)-> b -> b",
    ),
    ("error event-edge", "state a; a -on: paid; after: ⟦2d⟧-> b", "state a; a -on: paid-> b"),
    ("error timer-value", "state a; a -after: ⟦soon⟧-> b", "state a; a -after: 2d-> b"),
    (
        "warning unknown-event",
        "event paid\nstate a; a -on: ⟦payd⟧-> b -on: paid-> a",
        "event paid\nstate a; a -on: paid-> b",
    ),
    ("info undeclared-event", "state a; a -on: ⟦paid⟧-> b", "event paid\nstate a; a -on: paid-> b"),
    ("info unheard-event", "event ⟦paid⟧\nstate a; a -> b", "event paid\nstate a; a -on: paid-> b"),
    (
        "warning event-never-waits",
        "event paid\nstate a; a -on: paid-> b; a ⟦->⟧ c",
        "event paid\nstate a; a -on: paid-> b; a -when: visits > 1-> c",
    ),
    (
        "error unknown-reference",
        "context C { n<number>: 0 }\nstate a @set(⟦C.m⟧: 1)\na -> b",
        "context C { n: 0 }\nstate a @set(C.n: 1)\na -> b",
    ),
    (
        "warning stub-unused",
        "task a { needs: \"Which?\"; ⟦stub⟧: [{ answers: [\"x\"] }, { say: \"Done.\" }] }",
        "task a { needs: \"Which?\"; stub: { answers: [\"x\"], wait: 1 } }\ntask b { prompt: \"y\"; stub: { say: \"z\" } }\na -> b",
    ),
];

/// Codes that come and go with what a version can not execute, and those of machines that are given as JSON; no part of
/// the language.
const OTHER: &[&str] = &["not-executed", "json-machine", "json-ignored"];

/// Texts too long to be written out.
fn generated(code: &str) -> Option<String> {
    match code {
        "error too-many-edges" => {
            let list = |prefix: &str| (0..400).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>().join(", ");
            Some(format!("⟦{} -> {}⟧", list("a"), list("b")))
        }
        "error too-large" => {
            let list = |prefix: &str| (0..100).map(|at| format!("{prefix}{at}")).collect::<Vec<_>>().join(", ");
            Some(format!("⟦⟧{} -\"{}\"-> {}", list("a"), "x".repeat(100_000), list("b")))
        }
        "error import-limit" => {
            let far = (0..64).map(|at| format!("import {{ n{at} }} from \"./g{at}\"\n")).collect::<String>();
            Some(far.replace("\"./g63\"", "⟦\"./g63\"⟧"))
        }
        "error nesting-too-deep" => Some(format!("x: {}⟦[⟧{}", "[".repeat(100), "]".repeat(101))),
        _ => None,
    }
}

fn files() -> Files {
    let given = FILES.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    let many = (0..64).map(|at| (format!("g{at}.dygram"), format!("state n{at}")));
    Files::new("", given.chain(many).collect())
}

/// The text without marks, and the marked ranges.
fn unmarked(text: &str) -> (String, Vec<String>) {
    let mut marks: Vec<String> =
        text.split('⟦').skip(1).map(|part| part.split('⟧').next().unwrap().to_owned()).collect();
    marks.sort();
    (text.replace(['⟦', '⟧'], ""), marks)
}

#[test]
fn each_code_is_triggered_with_its_range_and_not_by_a_near_miss() {
    let files = files();
    let mut bad = String::new();
    for (name, trigger, near) in CODES {
        let (severity, code) = name.split_once(' ').unwrap();
        let text = generated(name).unwrap_or_else(|| (*trigger).to_owned());
        let (source, marks) = unmarked(&text);
        let machine = Machine::parse_files(&source, &files);
        let of = |machine: &Machine| -> Vec<String> {
            let found = machine
                .diagnostics
                .iter()
                .filter(|found| found.code == code && machine.tree.place(found.span).file.is_none());
            let mut places: Vec<String> =
                found.map(|found| format!("{} {}", found.severity.word(), machine.tree.str(found.span))).collect();
            places.sort();
            places
        };
        let expected: Vec<String> = marks.iter().map(|mark| format!("{severity} {mark}")).collect();
        if of(&machine) != expected {
            writeln!(bad, "{name}: {:?} is not {expected:?}", of(&machine)).unwrap();
        }
        let missed = of(&Machine::parse_files(near, &files));
        if !missed.is_empty() {
            writeln!(bad, "{name}: the near miss gives {missed:?}").unwrap();
        }
    }
    assert_eq!(bad, "");
}

/// What other notations write, with its code, and the text after its fix; `None` where it has none.
const FOREIGN: &[(&str, &str, Option<&str>)] = &[
    ("t -on error-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -onError-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -\"on-failure\"-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -ON_EXCEPTION-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -error: timeout-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -catch: \"timeout\"-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -onError: x; go-> f", "warning similar-attribute", Some("t -catch; go-> f")),
    ("t -> f { catch: true }", "warning similar-attribute", None),
    ("t -failure-> f", "info similar-attribute", Some("t -catch-> f")),
    ("t -exception-> f", "info similar-attribute", Some("t -catch-> f")),
    ("t -@error-> f", "warning annotation-no-effect", Some("t -catch-> f")),
    ("t --> f @onError", "warning annotation-no-effect", Some("t --catch--> f")),
    ("t -> f -> z @error", "warning annotation-no-effect", None),
    ("t -@exception-> f", "info annotation-no-effect", Some("t -catch-> f")),
    ("t -async-> f", "warning similar-annotation", Some("t -@async-> f")),
    ("t -auto-> f", "warning similar-annotation", Some("t -@auto-> f")),
    ("t, u -join-> f", "info similar-annotation", Some("t, u -@join-> f")),
    ("t, u -@wait(5s)-> f", "warning similar-annotation", Some("t, u -@barrier(5s)-> f")),
    ("t -on: error-> f", "warning similar-attribute", Some("t -catch-> f")),
    ("t -on: failure; go-> f", "warning similar-attribute", Some("t -catch; go-> f")),
    ("t -> f { on: exception }", "warning similar-attribute", None),
    ("t -after 5s-> f", "info similar-attribute", Some("t -after: 5s-> f")),
    ("t -delay: 5s-> f", "warning similar-attribute", Some("t -after: 5s-> f")),
    ("t -timeout: 2d-> f", "warning similar-attribute", Some("t -after: 2d-> f")),
    ("t -timeout: soon-> f", "warning similar-attribute", None),
    ("t -@delay(5s)-> f", "warning annotation-no-effect", Some("t -after: 5s-> f")),
    ("t -@after(5s)-> f", "warning annotation-no-effect", Some("t -after: 5s-> f")),
    ("t -> f @timeout(5s)", "warning annotation-no-effect", Some("t -after: 5s-> f")),
    ("t -event: paid-> f", "warning similar-attribute", Some("t -on: paid-> f")),
    ("t -@on(paid)-> f", "warning annotation-no-effect", Some("t -on: paid-> f")),
    ("event paid; t -paid-> f", "info similar-attribute", Some("event paid; t -on: paid-> f")),
    ("t -assign: 1-> f", "warning similar-attribute", None),
    ("t -do: x-> f", "warning similar-attribute", None),
    ("t -entry: x-> f", "warning similar-attribute", None),
    ("t -set: x-> f", "warning similar-attribute", None),
    ("t -@assign(D.n: 2)-> f", "warning similar-annotation", None),
    ("state w { entry: \"x\" }; t -> w", "info similar-attribute", None),
    ("t → f", "error foreign-syntax", Some("t -> f")),
    ("t ⇒ f", "error foreign-syntax", Some("t => f")),
    ("t –> f → z", "error foreign-syntax", Some("t -> f -> z")),
    ("t —> f", "error foreign-syntax", Some("t --> f")),
    ("t ––> f", "error foreign-syntax", Some("t --> f")),
    ("t ——> f", "error foreign-syntax", Some("t --> f")),
    ("t -go–> f", "error foreign-syntax", Some("t -go-> f")),
    ("t -go→ f", "error foreign-syntax", Some("t -go-> f")),
    ("t -&gt; f", "error foreign-syntax", Some("t -> f")),
    ("t -go-&gt; f // -&gt;", "error foreign-syntax", Some("t -go-> f // -&gt;")),
    ("t =&gt; f", "error foreign-syntax", Some("t => f")),
    ("context C { n&lt;number&gt;: 1 }", "error foreign-syntax", Some("context C { n<number>: 1 }")),
    ("task v { prompt: “Say → hello” }", "error foreign-syntax", Some("task v { prompt: \"Say -> hello\" }")),
    ("note z “Done”", "error foreign-syntax", Some("note z \"Done\"")),
    ("note z &quot;Done&quot;", "error foreign-syntax", Some("note z \"Done\"")),
];

/// Texts that are close to those, and mean what they say.
const OWN: &[&str] = &[
    "t -errors-> f",
    "t -error report-> f",
    "t -catch-> f",
    "t -catch, failure-> f",
    "t -after lunch-> f",
    "t -after: 5s-> f",
    "t -on: paid-> f",
    "event failure; t -on: failure-> f",
    "t -@set(D.n: 2)-> f",
    "t -async job-> f",
    "t -automatic-> f",
    "t -@async, async-> f",
    "t, u -@wait-> f",
    "t, u -@wait(5)-> f",
    "t, u -@barrier(5s)-> f",
    "style s @error { color: red }\nt -@error-> f",
    "note z \"“Done” → &gt;\" // –>",
    "t -“go on” → home-> f",
];

#[test]
fn spellings_of_other_notations_are_reported_and_their_fixes_repair_them() {
    let machine = |line: &str| {
        format!(
            "init a; task t {{ prompt: \"x\" }}; state u, f, z\na -> t -reads-> D; a -> u\n{line}\ncontext D {{ n: 1 }}\n"
        )
    };
    let codes = |text: &str| -> Vec<String> {
        const ABOUT: &[&str] = &["similar-attribute", "similar-annotation", "annotation-no-effect"];
        let machine = Machine::parse(text);
        let found =
            machine.diagnostics.iter().filter(|one| ABOUT.contains(&one.code) || one.severity == Severity::Error);
        found.map(|one| format!("{} {}", one.severity.word(), one.code)).collect()
    };
    let mut bad = String::new();
    for (line, code, cure) in FOREIGN {
        let text = machine(line);
        let read = Machine::parse(&text);
        if codes(&text) != [*code] {
            writeln!(bad, "{line}: {:?}", codes(&text)).unwrap();
            continue;
        }
        let found = read.diagnostics.iter().find(|one| code.ends_with(one.code)).unwrap();
        let fixed = found.fixes.first().map(|fix| {
            let mut fixed = text.clone();
            for edit in fix.edits.iter().rev() {
                fixed.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.insert);
            }
            fixed
        });
        if fixed != cure.map(machine) || found.fixes.len() > 1 {
            writeln!(bad, "{line}: {fixed:?}").unwrap();
        }
        let left = fixed.map(|fixed| codes(&fixed)).unwrap_or_default();
        if !left.is_empty() {
            writeln!(bad, "{line}: after the fix {left:?}").unwrap();
        }
    }
    for line in OWN {
        if !codes(&machine(line)).is_empty() {
            writeln!(bad, "{line}: {:?}", codes(&machine(line))).unwrap();
        }
    }
    assert_eq!(bad, "");
}

#[test]
fn each_code_is_listed_once() {
    let mut names: Vec<&str> = CODES.iter().map(|(name, ..)| name.split_once(' ').unwrap().1).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!((names.len(), count), (130, 130));
}

#[test]
fn no_other_code_can_be_produced() {
    /// What a code stands behind in the source.
    const MAKERS: &[&str] = &[
        "Diagnostic::error(",
        "Diagnostic::warning(",
        "Diagnostic::info(",
        "self.error(",
        "self.warn(",
        "reader.error(",
        "reader.warn(",
        ".finding(",
        "similar(\"",
        "code: \"",
        "let code =",
    ];
    let mut unlisted = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let in_diagnostics =
                ["syntax", "machine", "schema"].iter().any(|part| path.to_str().unwrap().contains(part));
            if !in_diagnostics {
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            for maker in MAKERS {
                for (at, _) in source.match_indices(maker) {
                    let rest: String = source[at..].chars().take(200).collect();
                    let rest = rest.split([';', '}']).next().unwrap();
                    let code = rest.split('"').skip(1).step_by(2).find(|text| {
                        text.contains('-') && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
                    });
                    let known = |code: &&str| CODES.iter().any(|(name, ..)| name.split_once(' ').unwrap().1 == *code);
                    unlisted.extend(code.filter(|code| !known(code) && !OTHER.contains(code)).map(str::to_owned));
                }
            }
        }
    }
    assert_eq!(unlisted, Vec::<String>::new());
}

#[test]
fn ordinary_machines_have_no_near_misses() {
    const NEAR: &[&str] = &[
        "condition-as-label",
        "similar-attribute",
        "similar-type",
        "similar-annotation",
        "detached-annotation",
        "kind-without-meaning",
        "attribute-value",
        "map-list",
    ];
    let mut found = String::new();
    let mut count = 0;
    for folder in ["www/examples", "tests/cases/machine/spec"] {
        for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "dygram") {
                continue;
            }
            count += 1;
            let machine = Machine::parse(&std::fs::read_to_string(&path).unwrap());
            for one in machine.diagnostics.iter().filter(|one| NEAR.contains(&one.code)) {
                writeln!(found, "{}: {} @ {}", path.display(), one.code, machine.tree.str(one.span)).unwrap();
            }
        }
    }
    assert_eq!(found, "");
    assert!(count > 30, "{count} machines");
}

#[test]
fn the_gallery_has_no_errors_and_no_warnings() {
    let mut loud = String::new();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("www/examples")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "dygram") {
            continue;
        }
        let machine = Machine::parse(&std::fs::read_to_string(&path).unwrap());
        for found in machine.diagnostics.iter().filter(|found| found.severity != Severity::Info) {
            writeln!(loud, "{}: {} @ {}", path.display(), found.code, machine.tree.str(found.span)).unwrap();
        }
    }
    assert_eq!(loud, "");
}
