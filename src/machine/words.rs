//! The words of the language with one sentence each: what completion shows beside them, and hover below them.
//!
//! One table per kind of word. Where a word stands decides which table answers; nothing here looks at a text.

use crate::machine::model::Class;

/// Where a word may stand: a set of the constants of this module.
pub type On = u8;

/// The machine: its header and its root.
pub const MACHINE: On = 1;
/// A task.
pub const TASK: On = 2;
/// A node that paths can be at and that is not a task.
pub const STEP: On = 4;
/// A context.
pub const CONTEXT: On = 8;
/// A tool.
pub const TOOL: On = 16;
/// A field of a context or type.
pub const FIELD: On = 32;
/// An edge.
pub const EDGE: On = 64;
/// A structural type.
pub const TYPE: On = 128;
/// Every node that paths can be at.
pub const WORK: On = TASK | STEP;
/// Every node.
pub const NODE: On = TASK | STEP | CONTEXT | TOOL | TYPE;

/// What a node of a class is, as a place for words.
pub fn on(class: Class) -> On {
    match class {
        Class::Task => TASK,
        Class::Context => CONTEXT,
        Class::Tool => TOOL,
        Class::Type => TYPE,
        Class::Style | Class::Note => 0,
        _ => STEP,
    }
}

/// A word and its sentence.
pub type Word = (&'static str, &'static str);

/// The sentence of a word, in any case.
pub fn sentence(table: &[Word], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)).map(|(_, says)| *says)
}

/// Types of nodes. The first ten are offered.
pub const TYPES: &[Word] = &[
    ("task", "A unit of work; with a `prompt` the agent is asked, without one the path passes through."),
    ("state", "A control state: no agent works here, conditions decide where the path goes."),
    ("context", "A store of fields that steps read and write."),
    ("init", "An entry point: paths start here."),
    ("input", "A context that is given before the run and fixed from then on."),
    ("output", "A context that is checked to be complete when the run ends."),
    ("tool", "A tool that agents can call."),
    ("type", "A structural type for fields; its typed attributes need no value."),
    ("note", "Documents another node; it is drawn beside it and changes nothing."),
    ("style", "A set of visual rules for everything annotated with its annotations."),
    ("end", "A step where paths finish."),
    ("result", "A context that is checked to be complete when the run ends."),
    ("data", "A store of fields that steps read and write."),
    ("entity", "A store of fields that steps read and write."),
    ("resource", "A store of fields that steps read and write."),
    ("concept", "A store of fields that steps read and write."),
];

/// How many entries of [`TYPES`] are offered.
pub const OFFERED_TYPES: usize = 10;

/// Types of fields.
pub const VALUE_TYPES: &[Word] = &[
    ("string", "Text."),
    ("number", "A number."),
    ("boolean", "`true` or `false`."),
    ("Integer", "A whole number."),
    ("List", "A list; `List<T>` when every element is a T."),
    ("Map", "A map with text keys; `Map<string, V>` when every value is a V."),
    ("Optional", "`Optional<T>`: a T, null or unset; the same as `T?`."),
    ("Date", "An ISO 8601 date or date-time."),
    ("UUID", "A UUID: hex digits in groups of 8-4-4-4-12."),
    ("URL", "An absolute URL."),
    ("Duration", "An ISO 8601 duration, or a number with a unit: `5s`, `2h`."),
    ("any", "Any value."),
    ("object", "Any map."),
    ("array", "Any list."),
    ("json", "Any value."),
    ("null", "Only null."),
    ("int", "A whole number."),
    ("float", "A number."),
    ("double", "A number."),
    ("decimal", "A number."),
    ("Array", "A list; `Array<T>` when every element is a T."),
    ("Record", "A map with text keys; `Record<string, V>` when every value is a V."),
    ("Promise", "A type of the host; accepted and not checked."),
    ("Result", "A type of the host; accepted and not checked."),
];

/// An attribute with a meaning: name, where, what is inserted, sentence.
pub const ATTRIBUTES: &[(&str, On, &str, &str)] = &[
    ("prompt", TASK, "prompt: \"\"", "What the agent is asked; `{{ Context.field }}` is filled in."),
    ("needs", WORK, "needs: \"\"", "Information without which the step does not start: a text or a list of texts."),
    ("wants", WORK, "wants: \"\"", "Information that is asked for but not waited for: a text or a list of texts."),
    ("model", TASK, "model: \"\"", "The model the host is told to use."),
    ("code", TASK | TOOL, "code: \"\"", "Code that the host runs instead of asking an agent."),
    ("stub", TASK, "stub: { }", "The scripted reply of the stub agent, or a list of them."),
    ("meta", TASK, "meta: true", "Gives the agent the tools that propose edits of the machine."),
    ("timeout", WORK | MACHINE, "timeout: 5s", "How long it may take: milliseconds or a duration."),
    ("schema", CONTEXT | TOOL, "schema: { }", "A whole JSON Schema instead of typed fields."),
    ("description", MACHINE | NODE, "description: \"\"", "What it is for, in a sentence."),
    ("desc", MACHINE | NODE, "desc: \"\"", "What it is for; has its own row in the diagram."),
    ("style", NODE, "style: { }", "How it is drawn."),
    ("input_schema", TOOL, "input_schema: { }", "JSON Schema of the tool's input."),
    ("output_schema", TOOL, "output_schema: { }", "JSON Schema of the tool's result."),
    ("parameters", TOOL, "parameters: { }", "JSON Schema of the tool's input."),
    ("implementation", TOOL, "implementation: \"\"", "Code that the host runs."),
    ("version", MACHINE, "version: \"1\"", "The version shown with the title."),
    ("maxSteps", MACHINE, "maxSteps: 1000", "How many steps a run takes at most."),
    ("maxNodeInvocations", MACHINE, "maxNodeInvocations: 100", "How often a path enters one node at most."),
    ("maxPaths", MACHINE, "maxPaths: 256", "How many paths a run has at most."),
    ("maxTurns", MACHINE, "maxTurns: 50", "How many turns one agent request has at most."),
    ("maxCheckpoints", MACHINE, "maxCheckpoints: 64", "How many automatic checkpoints are kept."),
    ("contextBudget", MACHINE, "contextBudget: 8000", "How many tokens of context an agent is shown."),
    ("logLevel", MACHINE, "logLevel: \"info\"", "Data for the host."),
];

/// Values of a parameter: words parted by blanks, or one of the sets below.
pub type Values = &'static str;
/// The value is a context or a field of one.
pub const A_FIELD: Values = "@field";
/// The value is a context or a field of one that holds a list.
pub const A_LIST: Values = "@list";
/// The value is a node.
pub const A_NODE: Values = "@node";
/// The arguments are style entries.
pub const STYLES: Values = "@style";

/// An annotation with a meaning.
pub struct Annotation {
    /// Its name.
    pub name: &'static str,
    /// Other names of it, parted by blanks.
    pub aliases: &'static str,
    /// What it may be on.
    pub on: On,
    /// Its parameters with their values; the one without name is positional.
    pub parameters: &'static [(&'static str, Values)],
    /// What it does.
    pub says: &'static str,
}

const fn annotation(
    name: &'static str,
    aliases: &'static str,
    on: On,
    parameters: &'static [(&'static str, Values)],
    says: &'static str,
) -> Annotation {
    Annotation { name, aliases, on, parameters, says }
}

const GROUPED: &[(&str, Values)] = &[("", ""), ("count", ""), ("group", "")];
const JOIN: &[(&str, Values)] = &[
    ("id", ""),
    ("mode", "all any"),
    ("merge", "true last_wins first_wins append collect keyed keep error"),
    ("timeout", ""),
    ("onTimeout", "fail proceed"),
    ("group", ""),
];

/// Annotations with a meaning, as they are offered.
pub const ANNOTATIONS: &[Annotation] = &[
    annotation("start", "", WORK, &[], "Paths start at this node."),
    annotation("retry", "", WORK, &[("", "1 2 3")], "Tries the node again after a failure, this many times."),
    annotation("timeout", "", WORK, &[("", "5s")], "How long the node may take: milliseconds or a duration."),
    annotation("checkpoint", "", WORK, &[], "Keeps a checkpoint whenever a path enters the node."),
    annotation("compensate", "", WORK, &[("", A_NODE)], "Undoes the work of the named node when the run fails."),
    annotation("code", "", TASK, &[], "The host runs the node's code instead of asking an agent."),
    annotation("meta", "", TASK | MACHINE, &[], "Gives agents the tools that propose edits of the machine."),
    annotation("lazy", "", WORK, &[], "Data for the host; excludes `@eager`."),
    annotation("eager", "", WORK, &[], "Data for the host; excludes `@lazy`."),
    annotation("Abstract", "", NODE, &[], "Drawn dashed, as something others are derived from."),
    annotation("Deprecated", "", NODE, &[], "Drawn dashed and grey, as something to move away from."),
    annotation("Critical", "", NODE | MACHINE, &[], "Drawn with a thick line."),
    annotation("Singleton", "", TASK | CONTEXT | TOOL | TYPE, &[], "Drawn with a double line."),
    annotation("Async", "", TASK, &[], "A task that does not hold up others; look only."),
    annotation("input", "", CONTEXT, &[], "Given before the run and fixed from then on."),
    annotation("output", "", CONTEXT, &[], "Checked to be complete when the run ends."),
    annotation("artifact", "", CONTEXT | FIELD, &[("", "")], "Its texts are artifacts, listed in the run."),
    annotation("shared", "", CONTEXT, &[], "One store for all paths; by default each path has its own."),
    annotation("open", "", CONTEXT, &[], "Fields that are not declared may be written."),
    annotation("closed", "", CONTEXT | TYPE, &[], "Only declared fields may be written."),
    annotation("hidden", "", CONTEXT, &[], "Left out of the context graph at first."),
    annotation("collapsed", "", CONTEXT, &[], "Shown as a name in the context graph at first."),
    annotation("summary", "", CONTEXT, &[], "Shown as a summary in the context graph at first."),
    annotation("details", "", CONTEXT, &[], "Shown with its fields in the context graph at first."),
    annotation("all", "", CONTEXT, &[], "Shown with everything in the context graph at first."),
    annotation("StrictMode", "strict", MACHINE, &[], "Nothing is created by being used; contexts are closed."),
    annotation(
        "errorHandling",
        "",
        MACHINE,
        &[("", "continue fail-fast compensate")],
        "What a failure of one path does to the others.",
    ),
    annotation("retryPolicy", "", MACHINE, &[("", "fixed exponential")], "How long to wait between attempts."),
    annotation("concurrent", "", MACHINE, &[("", "")], "Data for the host: how many requests at once."),
    annotation("Version", "", NODE | MACHINE, &[("", "")], "Shown in the diagram."),
    annotation("auto", "", EDGE, &[], "Taken without asking the agent."),
    annotation(
        "priority",
        "",
        EDGE,
        &[("", "high medium normal low")],
        "Order among the exits of a node, lower first.",
    ),
    annotation("async", "spawn fork parallel", EDGE, GROUPED, "Fan-out: the target runs as a new path."),
    annotation(
        "map",
        "foreach each",
        EDGE,
        &[("", A_LIST), ("items", A_LIST), ("group", "")],
        "Fan-out: one path per element of a list.",
    ),
    annotation("join", "merge", EDGE, JOIN, "Paths wait for each other and become one again."),
    annotation("barrier", "wait sync", EDGE, JOIN, "Paths wait for each other."),
    annotation(
        "gather",
        "",
        EDGE,
        &[("from", A_FIELD), ("into", A_FIELD), ("as", "append collect merge keyed last_wins")],
        "How a merging join puts one field of its branches together.",
    ),
    annotation("style", "", NODE | MACHINE | EDGE, &[("", STYLES)], "How it is drawn."),
    annotation("hideLabel", "", EDGE, &[], "Draws the edge without its label."),
    annotation("hideAnnotation", "", EDGE, &[], "Draws the edge without its annotations."),
    annotation("showAnnotation", "", EDGE, &[("", "true false")], "Whether the edge is drawn with its annotations."),
    annotation("minimum", "", FIELD, &[("", "")], "The least number."),
    annotation("maximum", "", FIELD, &[("", "")], "The greatest number."),
    annotation("exclusiveMinimum", "", FIELD, &[("", "")], "Numbers are above this."),
    annotation("exclusiveMaximum", "", FIELD, &[("", "")], "Numbers are below this."),
    annotation("multipleOf", "", FIELD, &[("", "")], "Numbers are whole multiples of this."),
    annotation("minLength", "", FIELD, &[("", "")], "The least number of characters."),
    annotation("maxLength", "", FIELD, &[("", "")], "The greatest number of characters."),
    annotation("pattern", "", FIELD, &[("", "")], "A regular expression that is found in the text."),
    annotation("format", "", FIELD, &[("", "date-time date uuid uri duration")], "A named format of the text."),
    annotation("minItems", "", FIELD, &[("", "")], "The least number of elements."),
    annotation("maxItems", "", FIELD, &[("", "")], "The greatest number of elements."),
    annotation("uniqueItems", "", FIELD, &[], "No two elements are equal."),
];

/// The annotation of that name, ignoring case, that is valid in a place, or else the first of that name.
pub fn annotation_called(name: &str, place: On) -> Option<&'static Annotation> {
    let is = |one: &&Annotation| {
        one.name.eq_ignore_ascii_case(name) || one.aliases.split(' ').any(|word| word.eq_ignore_ascii_case(name))
    };
    let mut named = ANNOTATIONS.iter().filter(is);
    let first = named.next()?;
    if first.on & place != 0 {
        return Some(first);
    }
    Some(named.find(|one| one.on & place != 0).unwrap_or(first))
}

/// Words of labels: access verbs and `catch` first, then keys with their colon.
pub const LABELS: &[Word] = &[
    ("reads", "The step may read the context; `reads: a, b` gives these fields only."),
    ("writes", "The step may read and write the context; `writes: a, b` gives these fields only."),
    ("stores", "The step may read and write the context, as with `writes`."),
    ("catch", "Taken when the source fails."),
    ("when", "Taken when the condition is true."),
    ("if", "Taken when the condition is true, as with `when`."),
    ("unless", "Taken when the condition is false."),
    ("priority", "Order among the exits of a node, lower first."),
];

/// How many entries of [`LABELS`] are not keys.
pub const VERBS: usize = 4;

/// Arrows. The first five are offered with a label place in two of them.
pub const ARROWS: &[Word] = &[
    ("->", "Transition: a path moves on."),
    ("-->", "Transition, drawn dashed."),
    ("=>", "Transition, drawn bold."),
    ("<-->", "Transition both ways."),
    ("<|--", "Inheritance: the right one is a kind of the left one."),
    ("*-->", "Composition: the left one owns the right one."),
    ("o-->", "Aggregation: the left one has the right one."),
];

/// Built-in names of expressions.
pub const NAMES: &[Word] = &[
    ("errorCount", "Failures recorded in the whole run."),
    ("errors", "Failures recorded in the whole run."),
    ("pathErrors", "Failures recorded on this path."),
    ("activeState", "The state that the enclosing module stands in."),
    ("visits", "How often this path has entered the present node."),
    ("attempt", "The attempt of the present visit, from 1."),
    ("lastError", "The path's last failure, or null."),
    ("path", "This path: `path.id` and `path.index`."),
    ("item", "The element that this branch of a `@map` is for."),
    ("index", "The position of this branch, from 0."),
    ("total", "How many branches there are."),
    ("machine", "Attributes of the machine: `machine.version`."),
    ("_mapItem", "The element that this branch of a `@map` is for."),
    ("_mapIndex", "The position of this branch, from 0."),
    ("_mapTotal", "How many branches there are."),
];

/// How many entries of [`NAMES`] are offered.
pub const OFFERED_NAMES: usize = 12;

/// The parts of built-in names.
pub const PARTS: &[(&str, &str)] = &[("path", "id index"), ("lastError", "kind code message node tool")];

/// Functions: name, arguments, sentence. All but `has`, `min` and `max` can be written behind a value too.
pub const FUNCTIONS: &[(&str, &str, &str)] = &[
    ("size", "(x)", "Characters of a text, elements of a list, entries of a map."),
    ("has", "(a.b)", "True if the field exists and is set."),
    ("contains", "(x, y)", "True if the text or list x holds y."),
    ("startsWith", "(text, part)", "True if the text begins with the part."),
    ("endsWith", "(text, part)", "True if the text ends with the part."),
    ("matches", "(text, pattern)", "True if the regular expression is found in the text."),
    ("lower", "(text)", "The text in lower case."),
    ("upper", "(text)", "The text in upper case."),
    ("trim", "(text)", "The text without white space around it."),
    ("split", "(text, separator)", "The parts of a text."),
    ("join", "(list, separator)", "One text of a list of texts."),
    ("replace", "(text, old, new)", "The text with every old part replaced."),
    ("substring", "(text, start, end)", "Characters from start up to end."),
    ("indexOf", "(text, part)", "Where the part begins, or -1."),
    ("int", "(x)", "A whole number of a number or text."),
    ("double", "(x)", "A number of a number or text."),
    ("string", "(x)", "The value as text."),
    ("bool", "(x)", "The truth of the value."),
    ("type", "(x)", "The name of the value's type."),
    ("abs", "(x)", "The number without its sign."),
    ("floor", "(x)", "The greatest whole number that is not above."),
    ("ceil", "(x)", "The least whole number that is not below."),
    ("round", "(x)", "The nearest whole number."),
    ("min", "(a, b, …)", "The least of the numbers, or of a list."),
    ("max", "(a, b, …)", "The greatest of the numbers, or of a list."),
    ("lowerAscii", "(text)", "The text with ASCII letters in lower case."),
    ("upperAscii", "(text)", "The text with ASCII letters in upper case."),
    ("exists", "(list, x, test)", "True if the test holds for an element."),
    ("exists_one", "(list, x, test)", "True if the test holds for exactly one element."),
    ("all", "(list, x, test)", "True if the test holds for every element."),
    ("filter", "(list, x, test)", "The elements for which the test holds."),
    ("map", "(list, x, value)", "The value for every element."),
];

/// Style keys that reach the drawing: key, values, sentence.
pub const STYLE_KEYS: &[(&str, Values, &str)] = &[
    ("color", "", "Colour of lines."),
    ("fillcolor", "", "Colour of the inside."),
    ("fontcolor", "", "Colour of text."),
    ("bgcolor", "", "Colour behind everything."),
    ("pencolor", "", "Colour of the frame of a container."),
    ("penwidth", "", "Width of lines, 0 to 72."),
    ("fontsize", "", "Size of text, 0 to 72."),
    ("fontname", "Helvetica Arial Times Courier Verdana Georgia sans-serif serif monospace", "Font of text."),
    ("style", "solid dashed dotted bold filled rounded diagonals striped wedged", "Kind of line and filling."),
    (
        "shape",
        "box rect ellipse circle doublecircle diamond egg triangle pentagon hexagon octagon parallelogram house note \
         tab folder box3d component cylinder star underline plain",
        "Shape of a node.",
    ),
    ("peripheries", "0 1 2 3 4", "How many outlines a node has."),
    ("width", "", "Least width of a node, in inches."),
    ("height", "", "Least height of a node, in inches."),
    ("margin", "", "Room around the text of a node."),
    ("labeljust", "l c r", "Where the label stands."),
    ("arrowhead", "normal vee empty dot odot diamond odiamond box none", "Shape of the arrow's head."),
    ("arrowtail", "normal vee empty dot odot diamond odiamond box none", "Shape of the arrow's tail."),
    ("arrowsize", "", "Size of arrow heads, 0 to 5."),
    ("dir", "forward back both none", "Which ends of an edge have arrow heads."),
    ("weight", "", "How short and straight an edge is drawn, 0 to 1000."),
    ("minlen", "", "How many ranks an edge spans at least."),
    ("constraint", "true false", "Whether an edge orders the ranks."),
    ("rankdir", "LR TB RL BT", "Direction of the layout."),
    ("direction", "LR TB RL BT", "Direction of the layout."),
    ("nodesep", "", "Room between nodes of one rank, in inches."),
    ("ranksep", "", "Room between ranks, in inches."),
    ("splines", "true false line ortho curved polyline spline", "How edges bend."),
    ("concentrate", "true false", "Whether edges are drawn together."),
    ("rank", "min max same source sink", "The rank of a node."),
    ("grid", "", "Number of slots for the children."),
    ("grid-position", "", "Slot of a node, from 1."),
    ("stroke", "", "Colour of lines."),
    ("stroke-width", "", "Width of lines."),
    ("stroke-dasharray", "", "Dots or dashes instead of a line."),
    ("fill", "", "Colour of the inside."),
    ("background-color", "", "Colour of the inside."),
    ("font-family", "", "Font of text."),
    ("font-size", "", "Size of text."),
    ("opacity", "", "How opaque colours are, 0 to 1."),
];
