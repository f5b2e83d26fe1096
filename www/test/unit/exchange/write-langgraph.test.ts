// Skeletons for LangGraph as texts. LangGraph itself reads them in `write-langgraph.full.test.ts`.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { writeLangGraph } from '../../../src/exchange/write-langgraph.ts';
import { startCore } from './check.ts';
import { exported } from './exported.ts';

before(startCore);

test('exchange_1_langgraph: types, nodes, conditional edges, joins and events', () => {
  const { text, losses } = exported(
    `machine "Mail"
context Note {
  size<'small' | 'large'?>; tags<List<string>>: ["new"]; n<Integer>: 0; sent<boolean>: false; data<object?>
}
init begin
task sort "Sort it" { prompt: "Sort {{ Note.n }} of {{ Note.tags.map(t, t) }}" }
state list @set(Note.n: Note.n + 1)
task a { prompt: "a" }
task b { prompt: "b" }
state both
end over
begin -> sort
sort -when: "Note.size == 'large' && !Note.sent"-> list
sort -unless: "size(Note.tags) in [1, 2]"-> over
sort -> both
list -@async-> a
list -@async-> b
a -@join-> both
b -@join-> both
both -on: sent, when: "event.data.by == 'post'"-> over
both -on: lost-> sort
`,
    writeLangGraph,
  );
  assert.deepEqual(losses, []);
  const program = text.slice(text.indexOf('Note = '));
  assert.equal(
    program,
    `Note = TypedDict("Note", {
    "size": Literal["small", "large", None],
    "tags": list[str],
    "n": int,
    "sent": bool,
    "data": Optional[dict[str, Any]],
}, total=False)
State = TypedDict("State", {
    "Note": Annotated[Note, merged],
    "next": Annotated[str, last],
    "event": Annotated[dict, last],
}, total=False)
INITIAL: State = {"Note": {"tags": ["new"], "n": 0, "sent": False}}


def begin(state: State) -> dict:
    return {}


def sort(state: State) -> dict:
    "Sort it"
    prompt = "Sort " + str(value(state, "Note", "n")) + " of {{ Note.tags.map(t, t) }}"
    # Ask your agent with the prompt, and return what it writes.
    return {}


def list_2(state: State) -> dict:
    return {"Note": {"n": value(state, "Note", "n") + 1}}


def a(state: State) -> dict:
    prompt = "a"
    # Ask your agent with the prompt, and return what it writes.
    return {}


def b(state: State) -> dict:
    prompt = "b"
    # Ask your agent with the prompt, and return what it writes.
    return {}


def both(state: State) -> dict:
    # Goes on with {"name": …, "data": …}.
    event = interrupt({"step": "both", "events": ["sent", "lost"]})
    return {"event": event}


def over(state: State) -> dict:
    return {}


def route_sort(state: State):
    if holds(lambda: (value(state, "Note", "size") == "large") and (not value(state, "Note", "sent"))):
        return "list"
    if holds(lambda: not ((len(value(state, "Note", "tags")) in [1, 2]))):
        return "over"
    return "both"


def route_both(state: State):
    if value(state, "event", "name") == "sent" and holds(lambda: (value(state, "event", "data", "by") == "post")):
        return "over"
    if value(state, "event", "name") == "lost":
        return "sort"
    return END


builder = StateGraph(State)
builder.add_node("begin", begin)
builder.add_node("sort", sort)
builder.add_node("list", list_2)
builder.add_node("a", a)
builder.add_node("b", b)
builder.add_node("both", both)
builder.add_node("over", over)
builder.add_edge(START, "begin")
builder.add_edge("begin", "sort")
builder.add_conditional_edges("sort", route_sort, ["list", "over", "both"])
builder.add_edge("list", "a")
builder.add_edge("list", "b")
builder.add_conditional_edges("both", route_both, ["over", "sort", END])
builder.add_edge("over", END)
builder.add_edge(["a", "b"], "both")
graph = builder.compile(checkpointer=InMemorySaver())
`,
  );
});

test('exchange_1_langgraph: what has no counterpart is told, and stands in the program', () => {
  const { text, losses } = exported(
    `machine "Lost"
context C { n: 0; list: [1] }
task work @timeout(3s) { prompt: "x" }
state failed
state wait
work -catch-> failed
work -when: "C.list.all(x, x > 1)" @set(C.n: 2)-> wait
work -> failed
wait -after: 2d-> failed
wait -on: go-> work
failed -on: again-> work
failed -> wait
`,
    writeLangGraph,
  );
  assert.deepEqual([...losses].sort(), [
    '@set(C.n: 2) on work -C.list.all(x, x > 1)-> wait: set it in the function of the step',
    '@timeout of work',
    'failed -again-> work: a step that goes on by itself hears no event',
    'wait -2d-> failed: nothing waits for a time',
    'work -C.list.all(x, x > 1)-> wait: the condition is not translated and never true',
    'work -catch-> failed: handle failures in the function of the step',
  ]);
  for (const loss of losses) assert.ok(text.includes(`# lost: ${loss}\n`), loss);
});
