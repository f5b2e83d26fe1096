// What is told of a run is one truth: the status sentence, the path's card, the drawing, the outline, the timeline and
// the events say the same of every path, at every position of every example and at every kind of stop; and the values
// that are shown are those of paths that still stand for themselves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { outlineText } from '../../src/diagram/outline.ts';
import { outlineOf } from '../../src/drawing/drawn-outline.ts';
import { sleep } from '../../src/core/yield.ts';
import { Session } from '../../src/core/session.ts';
import { details } from '../../src/views/event-words.ts';
import { runMarksOf } from '../../src/drawing/run-marks.ts';
import { isLive, PATH_STATUS, WAITING } from '../../src/run/path-status.ts';
import { columnsOf, shownPath, valueOf } from '../../src/store/values.ts';
import { core } from './core.ts';
import { initialRunData } from '../../src/run/initial-run.ts';
import { statusSentence } from '../../src/run/status-sentence.ts';
import { rowText, stepRows } from '../../src/run/step-rows.ts';
import { edgeAt } from '../../src/protocol/edge-keys.ts';
import { reasonOf, waitingReasons } from '../../src/run/waiting.ts';
import { initialState } from '../../src/app/state.ts';
import { BLOCKED } from '../../src/run/blocked-words.ts';
import { present } from '../loose.ts';
import type { AgentSettings, Analysis, Event, Snapshot } from '../../src/protocol/types.ts';
import type { State } from '../../src/store/state.ts';

interface Position {
  snapshot: Snapshot;
  analysis: Analysis;
}
type Path = Snapshot['view']['paths'][number];
/** Lists of a node with the paths that stand there. */
type Listing = 'agent' | 'answers' | 'event' | 'parked' | 'failed' | 'completed';

const folder = new URL('../../examples/', import.meta.url);
const GALLERY = (JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as { slug: string }[]).map(
  ({ slug }) => ({ slug, source: readFileSync(new URL(`${slug}.dygram`, folder), 'utf8') }),
);

/** One machine for each way to stand still. */
const STOPS: Record<string, { source: string; status: string | null; settings?: AgentSettings }> = {
  'no condition is true': {
    source: 'context C { n: 0 }\nstate a; state b; state c\na -when: "C.n > 1"-> b\na -when: "C.n < 0"-> c',
    status: 'blocked',
  },
  'a condition cannot be evaluated': {
    source: 'context C { n<number> }\nstate a; state b\na -when: "C.n > 1"-> b',
    status: 'blocked',
  },
  'an unless is true': {
    source: 'context C { n: 9 }\nstate a; state b\na -unless: "C.n > 1"-> b',
    status: 'blocked',
  },
  'several edges can be taken': { source: 'state a; state b; state c\na -> b\na -> c', status: 'blocked' },
  'a guarded edge that nobody chooses': { source: 'state a; state b\na -"if it rains"-> b', status: null },
  'an agent is asked': {
    source: 'task t { prompt: "go" }\nstate end\nt -> end',
    status: 'awaitingAgent',
    settings: { m: 'manual' },
  },
  'a question is asked': { source: 'state t { needs: "Why?" }\nstate end\nt -> end', status: 'awaitingAnswers' },
  'a join waits': {
    source:
      'context C { n: 0 }\n' +
      'state s; state a; state b; state c; state j\n' +
      's -@async-> a\n' +
      's -@async-> b\n' +
      'a -@barrier(x)-> j\n' +
      'b -when: "C.n > 1"-> c\n' +
      'c -@barrier(x)-> j',
    status: 'parked',
  },
  'work fails': { source: 'task t { prompt: "go"; stub: { fail: "no wood" } }\nstate end\nt -> end', status: 'failed' },
  'it has nothing to map': {
    source: 'context C { items: [] }\ninit a; state b\na -@map(C.items)-> b',
    status: 'completed',
  },
  'it ends': { source: 'state a; state end\na -> end', status: 'completed' },
};

/** The page's state about a snapshot. */
function stateOf(source: string, analysis: Analysis, snapshot: Snapshot, more: Partial<State> = {}): State {
  const blank = initialState();
  return {
    ...blank,
    document: { ...blank.document, source },
    run: { ...blank.run, analysis, snapshot, branchEvents: snapshot.events, entries: snapshot.entries },
    ...more,
  };
}

/** Every position of a run, with all its events. */
async function* positions(source: string, settings: AgentSettings = {}): AsyncGenerator<Position> {
  const session = new Session(core, { now: () => 0, sleep });
  const silent = () => {};
  const sources = { source, files: {}, entry: 'machine.dygram' };
  await session.call('edit', [sources], silent);
  await session.call('start', [settings, {}], silent);
  const analysis = present(await session.call('edit', [sources], silent));
  for (let n = 0; n < 60; n += 1) {
    const { snapshot } = await session.call('snapshot', [{}], silent);
    yield { snapshot: present(snapshot), analysis };
    if (!(await session.call('step', [{}], silent)).ok) return;
  }
}

function statusOf(source: string, analysis: Analysis, snapshot: Snapshot) {
  const facts = {
    ...initialRunData({ source, files: {}, entry: snapshot.entry }, {}),
    snapshot,
    analysis,
    events: snapshot.events,
    entries: snapshot.entries,
    speed: 5 as const,
    realWaits: false,
    asks: false,
    options: {},
  };
  return statusSentence(facts, false, 10).text;
}

function compare(label: string, source: string, analysis: Analysis, snapshot: Snapshot) {
  const { view } = snapshot;
  const status = statusOf(source, analysis, snapshot);
  const outline = outlineText(outlineOf(stateOf(source, analysis, snapshot)));
  const nodeTitle = (path: Path) => snapshot.picture.overlay?.nodes[view.nodes[path.node].diagramId]?.title ?? '';
  for (const path of view.paths) {
    const at = `${label}: path ${path.id} ${path.status}`;
    const card = waitingReasons(snapshot, path).map(({ text }) => text);
    const title = nodeTitle(path)
      .split('\n')
      .find((line) => line.startsWith(`path ${path.id}: `));
    if (title !== undefined && path.reason !== null)
      assert.ok(title.includes(path.reason.slice(0, 200)), `${at}: the drawing says ${title}, the core ${path.reason}`);
    const lineOf = (node: string) =>
      outline
        .split('\n')
        .filter((one) => !one.includes('→'))
        .find((one) => one.trim().split(' ')[1]?.replace(',', '') === node) ?? '';
    const line = lineOf(path.node);
    if (path.status === 'blocked') {
      const reason = reasonOf(path);
      const event = snapshot.events.findLast((one) => one.kind === 'blocked' && one.path === path.id) as
        | Extract<Event, { kind: 'blocked' }>
        | undefined;
      assert.ok(reason !== '' && Object.values(BLOCKED).includes(reason), `${at}: ${reason}`);
      assert.equal(card[0], reason, at);
      assert.ok(title?.includes(reason), `${at}: ${title}`);
      assert.ok(line.includes(`blocked, path`) && line.includes(reason), `${at}: ${line}`);
      assert.ok(event, `${at}: an event tells it`);
      assert.equal(BLOCKED[event.reason], reason, `${at}: the event`);
      assert.ok(details(event).startsWith(reason), `${at}: ${details(event)}`);
      const reported = stepRows(
        snapshot.events,
        { first: event.step, step: event.step },
        { edge: (id, step) => edgeAt(snapshot, id, step) },
      ).map(rowText);
      assert.ok(
        reported.some((text) => text.startsWith(`blocked at ${path.node}`)),
        `${at}: ${reported}`,
      );
      const others = Object.values(BLOCKED).filter((one) => one !== reason);
      if (view.paths.filter((one) => one.status === 'blocked').length === 1)
        for (const other of others)
          assert.ok(
            ![status, outline, card.join(), title ?? ''].some((text) => text.includes(other)),
            `${at}: also ${other}`,
          );
      const report = view.outcome.kind === 'blocked' ? view.outcome.report.text : '';
      if (report)
        assert.ok(report.includes(`path ${path.id} is blocked at \`${path.node}\`: ${reason}`), `${at}: ${report}`);
    }
    const waits = (
      {
        awaitingEvent: ['event', /waiting for /],
        awaitingAgent: ['agent', /waiting for agent/],
        awaitingAnswers: ['answers', /waiting for answer/],
        parked: ['parked', /waiting at join/],
        failed: ['failed', /failed/],
        completed: ['completed', /completed here/],
      } as Partial<Record<Path['status'], [list: Listing, word: RegExp]>>
    )[path.status];
    if (waits) {
      const [list, word] = waits;
      // A failure is told where it happened, which need not be where its path stands.
      const node = [path.node, path.failure?.node].find((one) => one && view.nodes[one][list].includes(path.id));
      assert.ok(node, `${at}: among the ${list} of its node`);
      assert.match(lineOf(node), word, `${at}: ${outline}`);
      if (path.status !== 'completed') assert.ok(card.length > 0, `${at}: its card says why`);
    }
    if (path.status === 'failed') {
      assert.ok(card[0].includes(present(path.failure).message), at);
      assert.ok(path.failure?.node === path.node || card[0].includes(`at ${path.failure?.node}`), at);
    }
  }
  const waiting = view.paths.filter(({ status: one }) => WAITING.includes(one));
  const going = view.outcome.kind === 'running' || view.outcome.kind === 'blocked';
  // What waits is named where nothing else can be done, and counted beside what can.
  if (going && waiting.length > 0 && !view.paths.some(({ status: one }) => one === 'active'))
    assert.ok(
      waiting.some(({ id, node, status: one }) =>
        one === 'awaitingEvent'
          ? status.startsWith('Waiting for ') && status.includes(`Path ${id} is at ${node}.`)
          : status.startsWith(`Path ${id} ${PATH_STATUS[one].predicate} at ${node}`),
      ),
      `${label}: ${status}`,
    );
}

for (const { slug, source } of GALLERY) {
  test(`${slug}: status, path cards, drawing, outline, timeline and events agree at every position`, async () => {
    for await (const { snapshot, analysis } of positions(source))
      compare(`${slug} ${snapshot.position.tick}`, source, analysis, snapshot);
  });

  test(`${slug}: no shown value is of a path that has split or merged, while another stands for itself`, async () => {
    for await (const { snapshot, analysis } of positions(source)) {
      const own = snapshot.view.paths.filter(({ status }) => status !== 'forked' && status !== 'merged');
      for (const path of [null, ...snapshot.view.paths.map(({ id }) => id)]) {
        const shown = shownPath(stateOf(source, analysis, snapshot, { path }));
        if (own.length > 0)
          assert.ok(
            own.some(({ id }) => id === shown?.id),
            `${slug} ${snapshot.position.tick}: ${path} shows ${shown?.id}`,
          );
      }
    }
  });

  test(`${slug}: the drawing, the outline and Contexts show the same values`, async () => {
    for await (const { snapshot, analysis } of positions(source)) {
      const state = stateOf(source, analysis, snapshot);
      const { view } = snapshot;
      const shown = columnsOf(state) ?? [shownPath(state)];
      for (const [id, context] of Object.entries(view.contexts)) {
        for (const [field, info] of Object.entries(context.fields)) {
          const drawn = info.values.map(({ value }) => JSON.stringify(value));
          const reported = shown.map((path) => JSON.stringify(valueOf(context, info, id, field, path)));
          if (drawn.length > 0)
            for (const value of drawn)
              assert.ok(
                reported.includes(value),
                `${slug} ${snapshot.position.tick}: ${id}.${field} is drawn as ${value}, told as ${reported}`,
              );
        }
      }
    }
  });
}

for (const [name, { source, status, settings }] of Object.entries(STOPS)) {
  test(`every surface gives one reason where ${name}`, async () => {
    const seen = new Set<string>();
    for await (const { snapshot, analysis } of positions(source, settings)) {
      compare(name, source, analysis, snapshot);
      for (const path of snapshot.view.paths) seen.add(path.status);
    }
    if (status !== null) assert.ok(seen.has(status), `${name}: ${[...seen]}`);
  });
}

test('Three hikers at the end: Contexts opens with all; source and outline say their values, none is 0', async () => {
  const { source } = present(GALLERY.find(({ slug }) => slug === 'hikers'));
  let found: Position | null = null;
  for await (const at of positions(source)) found = at;
  const last = present(found as Position | null);
  const state = stateOf(source, last.analysis, last.snapshot);
  assert.equal(last.snapshot.view.outcome.kind, 'completed');
  assert.deepEqual(
    columnsOf(state)?.map(({ id, context }) => [id, context.Walk.kilometres]),
    [
      ['1.1', 4],
      ['1.2', 5.5],
      ['1.3', 10],
    ],
  );
  assert.match(outlineText(outlineOf(state)), /context Walk, kilometres 1\.1: 4, 1\.2: 5\.5, 1\.3: 10/);
  assert.deepEqual(
    runMarksOf(state)?.values.map(({ fields }) => fields.map(({ name, value }) => `${name} ${value}`)),
    [['kilometres 1.1: 4, 1.2: 5.5, 1.3: 10']],
  );
  const chosen = { ...state, path: '1' };
  assert.equal(columnsOf(chosen), null, 'a chosen path is shown alone');
  assert.equal(shownPath(chosen)?.id, '1.1', 'and followed to where it went');
  assert.equal(columnsOf({ ...state, allPaths: false }), null);
  assert.equal(isLive(present(shownPath(state)).status), false);
});

test('the status of a completed run names its end where the machine has several and one was reached', async () => {
  const status = async (source: string) => {
    let text = '';
    for await (const { snapshot, analysis } of positions(source)) text = statusOf(source, analysis, snapshot);
    return text;
  };
  const vote = (legal: boolean) =>
    `context Vote { legal: ${legal} }\nstate count\nend approved\nend rejected\n` +
    'count -when: "Vote.legal"-> approved\ncount -> rejected';
  assert.equal(await status(vote(true)), 'Completed at approved in 2 steps.');
  assert.equal(await status(vote(false)), 'Completed at rejected in 2 steps.');
  assert.equal(await status('state a\nend b\na -> b'), 'Completed in 2 steps.');
  assert.equal(
    await status('context C { items: [] }\ninit a; state b\na -@map(C.items)-> b'),
    'Completed in 1 step. Nothing was started: C.items is empty.',
  );
  assert.equal(await status('state a\nend b\nend c\na -@async-> b\na -@async-> c'), 'Completed in 2 steps.');
  const lighthouse = present(GALLERY.find(({ slug }) => slug === 'lighthouse'));
  assert.match(await status(lighthouse.source), /^Completed in/, 'a module is left by its own edges');
});
