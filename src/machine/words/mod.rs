//! The words of the language with one sentence each: what completion shows beside them, and hover below them.
//!
//! One table per kind of word. Where a word stands decides which table answers; nothing here looks at a text.

mod annotations;
mod places;

pub use annotations::{ANNOTATIONS, Annotation, MERGES, annotation_called};
pub use places::*;

/// A word, its sentence, and an example of one to three lines; empty for a synonym.
pub type Word = (&'static str, &'static str, &'static str);

/// The sentence of a word, in any case.
pub fn sentence(table: &[Word], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word)).map(|(_, says, _)| *says)
}

/// Types of nodes. The first eleven are offered.
pub const TYPES: &[Word] = &[
    (
        "task",
        "A step that does work. With a `prompt`, it calls its agent; without one, the path passes through.",
        "task summarize \"Summarize the report\" {\n  prompt: \"Summarize {{ Report.text }}\"\n}",
    ),
    ("state", "A step without an agent: conditions decide where the path goes next.", "state approved"),
    (
        "context",
        "Data that steps read and write, field by field.",
        "context Report { text<string>: \"\"; score<number> }",
    ),
    ("init", "A start node: paths start here.", "init begin\nbegin -> work"),
    ("input", "A context that is filled in before the run and read-only during it.", "input Order { total<number> }"),
    ("output", "A context that must be complete when the run ends.", "output Answer { text<string> }"),
    ("tool", "A tool that agents can call.", "tool search \"Search the web\" { input_schema: { type: \"object\" } }"),
    (
        "event",
        "What can come from outside a run, with the fields of its data. Edges wait for it with `on:`.",
        "event paid { amount<number> }\nopen -on: paid-> closed",
    ),
    ("type", "A type for fields.", "type Address { city<string>; zip<string> }"),
    (
        "note",
        "Documents another node; drawn next to it, with no effect on the run.",
        "note review \"Legal checks this too\"",
    ),
    ("style", "Visual rules for every node or edge with its annotation.", "style urgent @urgent { color: red }"),
    ("end", "A step where paths finish.", "end done"),
    ("result", "The same as `output`.", "result Answer { text<string> }"),
    ("data", "The same as `context`.", ""),
    ("entity", "The same as `context`.", ""),
    ("resource", "The same as `context`.", ""),
    ("concept", "The same as `context`.", ""),
];

/// How many entries of [`TYPES`] are offered.
pub const OFFERED_TYPES: usize = 11;

/// Types of fields.
pub const VALUE_TYPES: &[Word] = &[
    ("string", "A string.", "name<string>"),
    ("number", "A number.", "price<number>: 9.5"),
    ("boolean", "`true` or `false`.", "done<boolean>: false"),
    ("Integer", "A whole number.", "count<Integer>: 0"),
    ("List", "A list; with `List<T>` every item is a `T`.", "tags<List<string>>: []"),
    ("Map", "A map with string keys; with `Map<string, V>` every value is a `V`.", "votes<Map<string, number>>: {}"),
    ("Optional", "`Optional<T>`: a `T`, null or unset. The same as `T?`.", "note<string?>"),
    ("Date", "An ISO 8601 date or date-time.", "due<Date>: \"2025-06-01\""),
    ("UUID", "A UUID.", "id<UUID>"),
    ("URL", "An absolute URL.", "home<URL>"),
    ("Duration", "An ISO 8601 duration, or a number with a unit.", "wait<Duration>: 5s"),
    ("any", "Any value.", "reply<any>"),
    ("object", "Any map.", "meta<object>"),
    ("array", "Any list.", "rows<array>"),
    ("json", "Any value.", ""),
    ("null", "Only null.", ""),
    ("int", "The same as `Integer`.", ""),
    ("float", "The same as `number`.", ""),
    ("double", "The same as `number`.", ""),
    ("decimal", "The same as `number`.", ""),
    ("Array", "The same as `List`.", ""),
    ("Record", "The same as `Map`.", ""),
    ("Promise", "Accepted, but not checked.", ""),
    ("Result", "Accepted, but not checked.", ""),
];

/// An attribute with a meaning: name, where, what is inserted, sentence, example.
pub const ATTRIBUTES: &[(&str, Places, &str, &str, &str)] = &[
    (
        "prompt",
        TASK,
        "prompt: \"\"",
        "What the agent is asked to do. `{{ Context.field }}` inserts a value.",
        "prompt: \"Review {{ Report.text }}\"",
    ),
    (
        "needs",
        WORK,
        "needs: \"\"",
        "Questions that you answer first. Beside a `prompt`, `\"=answer\"` in the stub is the last answer.",
        "needs: \"Which city?\"\nneeds: { text: \"Ship it?\"; options: [\"yes\", \"no\"] }",
    ),
    (
        "wants",
        WORK,
        "wants: \"\"",
        "Optional questions for you. The step does not wait for the answers.",
        "wants: [\"Any deadline?\"]",
    ),
    ("model", TASK, "model: \"\"", "The model to use for this task.", "model: \"small\""),
    ("code", TASK.or(TOOL), "code: \"\"", "Code that the host runs instead of calling an agent.", "code: \"a + b\""),
    (
        "stub",
        WORK.or(EVENT),
        "stub: { }",
        "A scripted reply, or a list. Without one, the page follows prompts like `add 40 to Water.celsius`.",
        "stub: { write: { Vote: { ok: true } }; go: \"done\" }",
    ),
    ("meta", TASK, "meta: true", "Lets the agent propose changes to the machine.", "meta: true"),
    ("timeout", WORK.or(MACHINE), "timeout: 5s", "Time limit: milliseconds or a duration.", "timeout: 5s"),
    (
        "schema",
        CONTEXT.or(TOOL),
        "schema: { }",
        "A JSON Schema instead of typed fields.",
        "schema: { type: \"object\" }",
    ),
    (
        "description",
        MACHINE.or(NODE).or(EVENT),
        "description: \"\"",
        "A short description.",
        "description: \"Checks the facts\"",
    ),
    (
        "desc",
        MACHINE.or(NODE).or(EVENT),
        "desc: \"\"",
        "A short description, shown in the diagram.",
        "desc: \"Checks the facts\"",
    ),
    ("style", NODE, "style: { }", "How it is drawn.", "style: { color: red; shape: diamond }"),
    (
        "input_schema",
        TOOL,
        "input_schema: { }",
        "JSON Schema of the tool's input.",
        "input_schema: { type: \"object\" }",
    ),
    (
        "output_schema",
        TOOL,
        "output_schema: { }",
        "JSON Schema of the tool's result.",
        "output_schema: { type: \"object\" }",
    ),
    ("parameters", TOOL, "parameters: { }", "JSON Schema of the tool's input.", "parameters: { type: \"object\" }"),
    ("implementation", TOOL, "implementation: \"\"", "Code that the host runs.", "implementation: \"search(query)\""),
    ("version", MACHINE, "version: \"1\"", "The version, shown with the title.", "version: \"1.2\""),
    ("maxSteps", MACHINE, "maxSteps: 1000", "How many steps a run can take.", "maxSteps: 1000"),
    (
        "maxNodeInvocations",
        MACHINE,
        "maxNodeInvocations: 100",
        "How often a path can enter the same node.",
        "maxNodeInvocations: 100",
    ),
    ("maxPaths", MACHINE, "maxPaths: 256", "How many paths a run can have.", "maxPaths: 256"),
    ("maxTurns", MACHINE, "maxTurns: 50", "How many turns one agent call can take.", "maxTurns: 50"),
    (
        "maxTokens",
        MACHINE,
        "maxTokens: 100000",
        "How many tokens agents can use in all, input and output together.",
        "maxTokens: 100000",
    ),
    ("maxCheckpoints", MACHINE, "maxCheckpoints: 64", "How many automatic checkpoints to keep.", "maxCheckpoints: 64"),
    (
        "contextBudget",
        MACHINE,
        "contextBudget: 8000",
        "How many tokens of context an agent sees.",
        "contextBudget: 8000",
    ),
    ("logLevel", MACHINE, "logLevel: \"info\"", "Passed to the host.", "logLevel: \"info\""),
];

/// A key of a stub.
pub struct StubKey {
    /// Its name.
    pub name: &'static str,
    /// It may stand in one of its `turns` too.
    pub in_turns: bool,
    /// What is inserted.
    pub skeleton: &'static str,
    /// What it does.
    pub says: &'static str,
    /// One line that uses it.
    pub example: &'static str,
}

const fn stub_key(
    name: &'static str,
    in_turns: bool,
    skeleton: &'static str,
    says: &'static str,
    example: &'static str,
) -> StubKey {
    StubKey { name, in_turns, skeleton, says, example }
}

/// The keys of what a stub does at one visit.
pub const STUB: &[StubKey] = &[
    stub_key("write", true, "write: { }", "Writes fields of contexts.", "write: { Vote: { ok: true } }"),
    stub_key("go", true, "go: ", "Chooses the next node.", "go: \"approved\""),
    stub_key(
        "fail",
        false,
        "fail: \"\"",
        "Fails instead of replying. For `@retry`, an inner list has one entry per attempt.",
        "stub: [[{ fail: \"Timeout\" }, { go: \"done\" }]]",
    ),
    stub_key("say", true, "say: \"\"", "The text of the reply.", "say: \"Looks good.\""),
    stub_key("ask", true, "ask: \"\"", "Asks you a question; the turn ends there.", "ask: \"Which city?\""),
    stub_key("read", true, "read: ", "Reads a context, or one field of it.", "read: \"Report.text\""),
    stub_key(
        "call",
        true,
        "call: { }",
        "Calls tools, each with its input. In a list, `result` is what a tool of the host returns.",
        "call: { read_Order: {} }\ncall: [{ name: \"search\", input: { query: \"tea\" }, result: [\"mint\"] }]",
    ),
    stub_key("spawn", true, "spawn: ", "Starts a path at the target of an `@async` edge.", "spawn: \"notify\""),
    stub_key(
        "turns",
        false,
        "turns: [{ }]",
        "Several turns of one reply, for example before and after a question.",
        "turns: [{ ask: \"Which city?\" }, { go: \"book\" }]",
    ),
    stub_key(
        "answers",
        false,
        "answers: [\"\"]",
        "Answers to the step's questions, in order; for a form a map of its fields.",
        "answers: [\"Rome\", { verdict: \"approve\" }]",
    ),
    stub_key("wait", true, "wait: 500", "Delay before the reply, in milliseconds.", "wait: 500"),
    stub_key(
        "when",
        false,
        "when: \"\"",
        "In a list: uses this entry only where the condition is true.",
        "stub: [{ when: \"visits == 1\"; go: \"revise\" }, { go: \"done\" }]",
    ),
    stub_key(
        "times",
        false,
        "times: 1",
        "In a list of rules: how often this entry can be used.",
        "stub: [{ when: \"true\"; times: 1; fail: \"Timeout\" }, { go: \"done\" }]",
    ),
];

/// Words of labels: access verbs and `catch` first, then keys with their colon.
pub const LABELS: &[Word] = &[
    ("reads", "The step can read the context; `reads: a, b` limits it to these fields.", "review -reads-> Report"),
    (
        "writes",
        "The step can read and write the context; `writes: a, b` limits it to these fields.",
        "review -writes-> Vote",
    ),
    ("stores", "The same as `writes`.", "review -stores-> Vote"),
    (
        "asks",
        "The step asks people for fields of the context before it is left.",
        "approve -asks: verdict, note-> Decision",
    ),
    ("catch", "Taken when the source fails.", "fetch -catch-> fallback"),
    ("when", "Taken when the condition is true.", "review -when: \"Vote.ok\"-> done"),
    ("if", "The same as `when`.", "review -if: \"Vote.ok\"-> done"),
    ("unless", "Taken when the condition is false.", "review -unless: \"Vote.ok\"-> fix"),
    (
        "on",
        "Taken when the event comes.",
        "open -on: paid-> closed\nopen -on: paid; when: \"event.data.amount > 0\"-> closed",
    ),
    (
        "after",
        "Taken when a path has waited that long: `500ms`, `5s`, `2 min`, `1.5h`, `2d`.",
        "open -after: 2d-> reminded",
    ),
    ("question", "What people are asked, on an edge that `asks`.", "approve -asks, question: \"Pay it?\"-> Decision"),
    ("priority", "Order among the edges of a node, lowest first.", "review -priority: 1; when: \"Vote.ok\"-> done"),
];

/// How many entries of [`LABELS`] are not keys.
pub const VERBS: usize = 5;

/// Arrows. The first five are offered with a label place in two of them.
pub const ARROWS: &[Word] = &[
    ("->", "Transition: the path moves on. A label tells the agent when to take it.", "a -> b\na -\"when done\"-> c"),
    ("-->", "Transition, drawn dashed.", "a --> b"),
    ("=>", "Transition, drawn bold.", "a => b"),
    ("<-->", "Transition in both directions.", "a <--> b"),
    ("<|--", "Inheritance: the node on the right is a kind of the one on the left.", "Check <|-- legal"),
    ("*-->", "Composition: the node on the left owns the one on the right.", "Order *--> Item"),
    ("o-->", "Aggregation: the node on the left has the one on the right.", "Team o--> Member"),
];

/// Built-in names of expressions.
pub const NAMES: &[Word] = &[
    ("errorCount", "Failures in the whole run.", "fix -when: \"errorCount < 3\"-> retry"),
    ("errors", "The same as `errorCount`.", ""),
    ("pathErrors", "Failures on this path.", "fix -when: \"pathErrors > 0\"-> report"),
    ("activeState", "The state that the enclosing module is in.", "lamp -when: \"activeState == 'on'\"-> off"),
    ("visits", "How often this path has entered the current node.", "ask -when: \"visits < 3\"-> ask"),
    (
        "round",
        "Which visit of the node this is in the whole run, counting every path.",
        "stub: [{ when: \"round == 1\"; go: \"revise\" }, { go: \"done\" }]",
    ),
    ("attempt", "The current attempt, starting at 1.", "ask -when: \"attempt > 1\"-> help"),
    ("lastError", "The path's last failure, or null.", "fix -when: \"lastError != null\"-> report"),
    ("path", "This path: `path.id` and `path.index`.", "ask -when: \"path.index == 0\"-> lead"),
    ("item", "The item that this path of a `@map` works on.", "prompt: \"Pack {{ item }}\""),
    ("index", "The position of this path in its fork, starting at 0.", "pack -when: \"index == 0\"-> first"),
    ("total", "How many paths the fork started.", "prompt: \"Part {{ index + 1 }} of {{ total }}\""),
    (
        "event",
        "The event that came, on an edge with `on:`: `event.name` and `event.data`.",
        "open -on: paid; when: \"event.data.amount > 0\"-> closed",
    ),
    (
        "lastEvent",
        "The event that this path received last, or null.",
        "closed -when: \"lastEvent.name == 'paid'\"-> thanked",
    ),
    ("declined", "True if a question of this visit was declined.", "approve -when: \"declined\"-> escalated"),
    ("clock", "Milliseconds that have passed by in the run.", "open -when: \"clock > 60000\"-> late"),
    ("machine", "Attributes of the machine.", "prompt: \"Version {{ machine.version }}\""),
    ("_mapItem", "The same as `item`.", ""),
    ("_mapIndex", "The same as `index`.", ""),
    ("_mapTotal", "The same as `total`.", ""),
];

/// How many entries of [`NAMES`] are offered.
pub const OFFERED_NAMES: usize = 17;

/// The parts of built-in names.
pub const PARTS: &[(&str, &str)] = &[
    ("path", "id index"),
    ("lastError", "kind code message node tool"),
    ("event", "name data"),
    ("lastEvent", "name data"),
];

/// Functions: name, arguments, sentence. All but `has`, `min` and `max` can be written behind a value too.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("size", "(x)", "The number of characters, items or entries."),
    ("has", "(a.b)", "True if the field exists and is set."),
    ("contains", "(x, y)", "True if the string or list contains `y`."),
    ("startsWith", "(text, part)", "True if the string starts with the part."),
    ("endsWith", "(text, part)", "True if the string ends with the part."),
    ("matches", "(text, pattern)", "True if the regular expression matches part of the string."),
    ("lower", "(text)", "The string in lowercase."),
    ("upper", "(text)", "The string in uppercase."),
    ("trim", "(text)", "The string without leading and trailing whitespace."),
    ("split", "(text, separator)", "Splits a string into a list."),
    ("join", "(list, separator)", "Joins a list of strings into one."),
    ("replace", "(text, old, new)", "Replaces every occurrence of a part."),
    ("substring", "(text, start, end)", "The characters from `start` up to, but not including, `end`."),
    ("indexOf", "(text, part)", "The position of the part, or -1."),
    ("int", "(x)", "Converts to a whole number."),
    ("double", "(x)", "Converts to a number."),
    ("string", "(x)", "Converts to a string."),
    ("bool", "(x)", "Converts to true or false."),
    ("type", "(x)", "The type of the value, as a string."),
    ("abs", "(x)", "The absolute value."),
    ("floor", "(x)", "Rounds down."),
    ("ceil", "(x)", "Rounds up."),
    ("round", "(x)", "Rounds to the nearest whole number."),
    ("min", "(a, b, …)", "The smallest of the numbers, or of a list."),
    ("max", "(a, b, …)", "The largest of the numbers, or of a list."),
    ("lowerAscii", "(text)", "The string with ASCII letters in lowercase."),
    ("upperAscii", "(text)", "The string with ASCII letters in uppercase."),
    ("exists", "(list, x, test)", "True if the test holds for at least one item."),
    ("exists_one", "(list, x, test)", "True if the test holds for exactly one item."),
    ("all", "(list, x, test)", "True if the test holds for every item."),
    ("filter", "(list, x, test)", "The items for which the test holds."),
    ("map", "(list, x, value)", "Computes a value for every item."),
];

/// Style keys that reach the drawing: key, values, sentence.
pub const STYLE_KEYS: &[(&str, Values, &str)] = &[
    ("color", "", "Line color."),
    ("fillcolor", "", "Fill color."),
    ("fontcolor", "", "Text color."),
    ("bgcolor", "", "Background color."),
    ("pencolor", "", "Border color of a container."),
    ("penwidth", "", "Line width, 0 to 72."),
    ("fontsize", "", "Font size, 0 to 72."),
    ("fontname", "Helvetica Arial Times Courier Verdana Georgia sans-serif serif monospace", "Font."),
    ("style", "solid dashed dotted bold filled rounded diagonals striped wedged", "Line and fill style."),
    (
        "shape",
        "box rect ellipse circle doublecircle diamond egg triangle pentagon hexagon octagon parallelogram house note \
         tab folder box3d component cylinder star underline plain",
        "Node shape.",
    ),
    ("peripheries", "0 1 2 3 4", "Number of outlines."),
    ("width", "", "Minimum node width, in inches."),
    ("height", "", "Minimum node height, in inches."),
    ("margin", "", "Padding around the text."),
    ("labeljust", "l c r", "Label position."),
    ("arrowhead", "normal vee empty dot odot diamond odiamond box none", "Arrowhead shape."),
    ("arrowtail", "normal vee empty dot odot diamond odiamond box none", "Arrow tail shape."),
    ("arrowsize", "", "Arrowhead size, 0 to 5."),
    ("dir", "forward back both none", "Which ends of an edge have arrowheads."),
    ("weight", "", "How short and straight the edge is drawn, 0 to 1,000."),
    ("minlen", "", "Minimum number of ranks between the ends."),
    ("constraint", "true false", "Whether the edge affects the ranks."),
    ("rankdir", "LR TB RL BT", "Layout direction."),
    ("direction", "LR TB RL BT", "Layout direction."),
    ("nodesep", "", "Space between nodes of the same rank, in inches."),
    ("ranksep", "", "Space between ranks, in inches."),
    ("splines", "true false line ortho curved polyline spline", "How edges are routed."),
    ("concentrate", "true false", "Whether edges are merged."),
    ("rank", "min max same source sink", "Rank of the node."),
    ("grid", "", "Number of columns for the children."),
    ("grid-position", "", "Column of the node, starting at 1."),
    ("stroke", "", "Line color."),
    ("stroke-width", "", "Line width."),
    ("stroke-dasharray", "", "Dotted or dashed line."),
    ("fill", "", "Fill color."),
    ("background-color", "", "Fill color."),
    ("font-family", "", "Font."),
    ("font-size", "", "Font size."),
    ("opacity", "", "Opacity, 0 to 1."),
];
