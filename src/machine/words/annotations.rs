//! The annotations that have a meaning: where each may stand, its parameters, its sentence and an example.

use super::places::{
    A_FIELD, A_LIST, A_NODE, AN_EXPRESSION, ASSIGNMENTS, CONTEXT, EDGE, FIELD, MACHINE, NODE, Places, STYLES, TASK,
    TOOL, TYPE, Values, WORK,
};

/// An annotation with a meaning.
pub struct Annotation {
    /// Its name.
    pub name: &'static str,
    /// Other names of it, parted by blanks.
    pub aliases: &'static str,
    /// What it may be on.
    pub places: Places,
    /// Its parameters with their values; the one without name is positional.
    pub parameters: &'static [(&'static str, Values)],
    /// What it does.
    pub says: &'static str,
    /// One line or two that use it.
    pub example: &'static str,
}

const fn annotation(
    name: &'static str,
    aliases: &'static str,
    places: Places,
    parameters: &'static [(&'static str, Values)],
    says: &'static str,
    example: &'static str,
) -> Annotation {
    Annotation { name, aliases, places, parameters, says, example }
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

/// What a join keeps of a field that several paths changed.
pub const MERGES: &[(&str, &str)] = &[
    ("true", "The same as `last_wins`."),
    ("last_wins", "The value of the path that arrived last."),
    ("first_wins", "The value of the path that arrived first."),
    ("append", "What each path added to the list, in path order."),
    ("collect", "A list of the values, in path order."),
    ("keyed", "A map from the index of each path to its value."),
    ("keep", "The value of the path that continues."),
    ("error", "None: the join fails."),
];

/// Annotations with a meaning, as they are offered.
pub const ANNOTATIONS: &[Annotation] = &[
    annotation("start", "", WORK, &[], "Paths start at this node.", "task open @start"),
    annotation(
        "retry",
        "",
        WORK,
        &[("", "1 2 3")],
        "Retries the node after a failure, up to this many times.",
        "task fetch @retry(2)",
    ),
    annotation(
        "timeout",
        "",
        WORK,
        &[("", "5s")],
        "Time limit: milliseconds or a duration.",
        "task fetch @timeout(30s)",
    ),
    annotation(
        "checkpoint",
        "",
        WORK,
        &[],
        "Sets a checkpoint whenever a path enters the node.",
        "task review @checkpoint",
    ),
    annotation(
        "compensate",
        "",
        WORK,
        &[("", A_NODE)],
        "Undoes the work of another node when the run fails.",
        "task refund @compensate(charge)",
    ),
    annotation(
        "code",
        "",
        TASK,
        &[],
        "The host runs the node's code instead of calling an agent.",
        "task add @code { code: \"a + b\" }",
    ),
    annotation(
        "meta",
        "",
        TASK.or(MACHINE),
        &[],
        "Lets agents propose changes to the machine.",
        "task plan @meta { prompt: \"Improve this\" }",
    ),
    annotation("lazy", "", WORK, &[], "Passed to the host. Cannot be combined with `@eager`.", "task load @lazy"),
    annotation("eager", "", WORK, &[], "Passed to the host. Cannot be combined with `@lazy`.", "task load @eager"),
    annotation("Abstract", "", NODE, &[], "Drawn dashed: other nodes inherit from it.", "task Check @Abstract"),
    annotation("Deprecated", "", NODE, &[], "Drawn dashed and gray.", "task oldCheck @Deprecated"),
    annotation("Critical", "", NODE.or(MACHINE), &[], "Drawn with a thick border.", "task pay @Critical"),
    annotation(
        "Singleton",
        "",
        TASK.or(CONTEXT).or(TOOL).or(TYPE),
        &[],
        "Drawn with a double border.",
        "context Config @Singleton",
    ),
    annotation("Async", "", TASK, &[], "Only changes the drawing; to fork, use `-@async->`.", "task notify @Async"),
    annotation(
        "input",
        "",
        CONTEXT,
        &[],
        "Filled in before the run and read-only during it.",
        "context Order @input { total<number> }",
    ),
    annotation(
        "output",
        "",
        CONTEXT,
        &[],
        "Must be complete when the run ends.",
        "context Answer @output { text<string> }",
    ),
    annotation(
        "artifact",
        "",
        CONTEXT.or(FIELD),
        &[("", "")],
        "Its strings are artifacts: listed with the run and downloadable.",
        "context Draft { text<string> @artifact }",
    ),
    annotation(
        "shared",
        "",
        CONTEXT,
        &[],
        "One copy for all paths; by default each path has its own.",
        "context Log @shared { lines<array>: [] }",
    ),
    annotation("open", "", CONTEXT, &[], "Undeclared fields can be written.", "context Notes @open"),
    annotation(
        "closed",
        "",
        CONTEXT.or(TYPE),
        &[],
        "Only declared fields can be written.",
        "context Vote @closed { ok<boolean> }",
    ),
    annotation("hidden", "", CONTEXT, &[], "Initially hidden in the agent context.", "context Log @hidden"),
    annotation(
        "collapsed",
        "",
        CONTEXT,
        &[],
        "Initially shown as a name in the agent context.",
        "context Log @collapsed",
    ),
    annotation(
        "summary",
        "",
        CONTEXT,
        &[],
        "Initially shown as a summary in the agent context.",
        "context Log @summary",
    ),
    annotation(
        "details",
        "",
        CONTEXT,
        &[],
        "Initially shown with its fields in the agent context.",
        "context Log @details",
    ),
    annotation("all", "", CONTEXT, &[], "Initially shown in full in the agent context.", "context Log @all"),
    annotation(
        "StrictMode",
        "strict",
        MACHINE,
        &[],
        "Every node must be declared, and contexts are closed.",
        "machine \"Review\" @StrictMode",
    ),
    annotation(
        "errorHandling",
        "",
        MACHINE,
        &[("", "continue fail-fast compensate")],
        "What happens to other paths when one fails.",
        "machine \"Review\" @errorHandling(\"fail-fast\")",
    ),
    annotation(
        "retryPolicy",
        "",
        MACHINE,
        &[("", "fixed exponential")],
        "How long to wait between attempts.",
        "machine \"Review\" @retryPolicy(\"fixed\")",
    ),
    annotation(
        "always",
        "",
        MACHINE,
        &[("", AN_EXPRESSION)],
        "Must be true after every step, on every path. Checked by exploring, and watched during runs.",
        "machine \"Review\" @always(Rounds.count < 4)",
    ),
    annotation(
        "never",
        "",
        MACHINE,
        &[("", AN_EXPRESSION)],
        "Must not be true after any step, on any path. Checked by exploring, and watched during runs.",
        "machine \"Review\" @never(Refund.amount > Claim.amount)",
    ),
    annotation(
        "reaches",
        "",
        MACHINE,
        &[("", A_NODE)],
        "A run can always still reach this step until it ends or has been there. Checked by exploring.",
        "machine \"Review\" @reaches(done)",
    ),
    annotation(
        "concurrent",
        "",
        MACHINE,
        &[("", "")],
        "Passed to the host: how many agent calls at once.",
        "machine \"Review\" @concurrent(4)",
    ),
    annotation("Version", "", NODE.or(MACHINE), &[("", "")], "Shown in the diagram.", "task pay @Version(\"2.1\")"),
    annotation("auto", "", EDGE, &[], "Taken without asking the agent.", "review -@auto-> done"),
    annotation(
        "priority",
        "",
        EDGE,
        &[("", "high medium normal low")],
        "Order among the edges of a node, lowest first.",
        "review -@priority(1)-> fix",
    ),
    annotation(
        "async",
        "spawn fork parallel",
        EDGE,
        GROUPED,
        "Forks: the target runs on a new path.",
        "start -@async-> legal\nstart -@async-> finance",
    ),
    annotation(
        "map",
        "foreach each",
        EDGE,
        &[("", A_LIST), ("items", A_LIST), ("group", "")],
        "Forks: one new path for each item of a list.",
        "start -@map(Order.items)-> pack",
    ),
    annotation(
        "join",
        "merge",
        EDGE,
        JOIN,
        "Paths wait and merge into one. If several changed a field, `merge` decides which value is kept.",
        "legal, finance -@join-> decide\nlegal, finance -@join(merge: collect)-> decide",
    ),
    annotation(
        "barrier",
        "wait sync",
        EDGE,
        JOIN,
        "Paths wait for each other, then continue separately.",
        "legal, finance -@barrier-> report",
    ),
    annotation(
        "gather",
        "",
        EDGE,
        &[("from", A_FIELD), ("into", A_FIELD), ("as", "append collect merge keyed last_wins")],
        "Collects a field of all merged paths.",
        "a, b -@join @gather(from: Vote.ok; into: Result.votes)-> c",
    ),
    annotation(
        "set",
        "",
        EDGE.or(WORK),
        &[("", ASSIGNMENTS)],
        "Writes fields without an agent: before a path takes the edge, or when it enters the step.",
        "draft -@set(Rounds.count: Rounds.count + 1)-> review",
    ),
    annotation(
        "from",
        "",
        FIELD,
        &[("", AN_EXPRESSION)],
        "In an output: what the field holds if it is unset when a path ends.",
        "text<string> @from(\"Decided: \" + Decision.verdict)",
    ),
    annotation(
        "style",
        "",
        NODE.or(MACHINE).or(EDGE),
        &[("", STYLES)],
        "How it is drawn.",
        "task pay @style(color: red)",
    ),
    annotation("hideLabel", "", EDGE, &[], "Draws the edge without its label.", "a -\"retry\" @hideLabel-> b"),
    annotation(
        "hideAnnotation",
        "",
        EDGE,
        &[],
        "Draws the edge without its annotations.",
        "a -@auto @hideAnnotation-> b",
    ),
    annotation(
        "showAnnotation",
        "",
        EDGE,
        &[("", "true false")],
        "Whether the edge's annotations are drawn.",
        "a -@auto @showAnnotation(true)-> b",
    ),
    annotation("minimum", "", FIELD, &[("", "")], "Minimum value.", "age<number> @minimum(0)"),
    annotation("maximum", "", FIELD, &[("", "")], "Maximum value.", "score<number> @maximum(10)"),
    annotation(
        "exclusiveMinimum",
        "",
        FIELD,
        &[("", "")],
        "Must be greater than this.",
        "price<number> @exclusiveMinimum(0)",
    ),
    annotation(
        "exclusiveMaximum",
        "",
        FIELD,
        &[("", "")],
        "Must be less than this.",
        "share<number> @exclusiveMaximum(1)",
    ),
    annotation("multipleOf", "", FIELD, &[("", "")], "Must be a multiple of this.", "size<number> @multipleOf(5)"),
    annotation("minLength", "", FIELD, &[("", "")], "Minimum number of characters.", "name<string> @minLength(1)"),
    annotation("maxLength", "", FIELD, &[("", "")], "Maximum number of characters.", "title<string> @maxLength(80)"),
    annotation(
        "pattern",
        "",
        FIELD,
        &[("", "")],
        "Must match this regular expression.",
        "zip<string> @pattern(\"^[0-9]{5}$\")",
    ),
    annotation(
        "format",
        "",
        FIELD,
        &[("", "date-time date uuid uri duration")],
        "Must have this format.",
        "home<string> @format(\"uri\")",
    ),
    annotation("minItems", "", FIELD, &[("", "")], "Minimum number of items.", "tags<array> @minItems(1)"),
    annotation("maxItems", "", FIELD, &[("", "")], "Maximum number of items.", "tags<array> @maxItems(5)"),
    annotation("uniqueItems", "", FIELD, &[], "All items must be different.", "tags<array> @uniqueItems"),
];

/// The annotation of that name, ignoring case, that is valid in a place, or else the first of that name.
pub fn annotation_called(name: &str, place: Places) -> Option<&'static Annotation> {
    let is = |annotation: &&Annotation| {
        annotation.name.eq_ignore_ascii_case(name)
            || annotation.aliases.split(' ').any(|word| word.eq_ignore_ascii_case(name))
    };
    let mut named = ANNOTATIONS.iter().filter(is);
    let first = named.next()?;
    if first.places.overlaps(place) {
        return Some(first);
    }
    Some(named.find(|annotation| annotation.places.overlaps(place)).unwrap_or(first))
}
