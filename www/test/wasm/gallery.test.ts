// Every machine of the gallery over the built core and the page's own agents, without a page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { callsOver, sessionOver } from '../session.ts';
import { core } from './core.ts';
import { working } from '../clock.ts';
import type { CallName } from '../../src/protocol/messages.ts';
import type { Snapshot } from '../../src/protocol/types.ts';

interface Listed {
  slug: string;
  title: string;
  ticks: number | string;
  ends?: string;
}

const folder = new URL('../../examples/', import.meta.url);
const list: Listed[] = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'));

for (const { slug, title, ticks, ends = 'completed' } of list) {
  const source = readFileSync(new URL(`${slug}.dygram`, folder), 'utf8');

  test(`${slug} reads without errors and warnings, and has the title of its entry`, () => {
    const machine = core.Machine.parse(source);
    assert.deepEqual(
      machine.diagnostics().filter(({ severity }) => severity !== 'info'),
      [],
    );
    assert.equal(machine.title, title);
  });

  test(`${slug} runs as its entry says, and no script is found wanting`, async () => {
    const call = callsOver(core, working());
    await call('edit', { source, files: {}, entry: 'machine.dygram' });
    await call('start', {}, {});
    const { reason } = await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
    const { snapshot } = await call('snapshot', {});
    assert.deepEqual(
      snapshot.replies.flatMap((reply) => reply.warnings ?? []),
      [],
    );
    if (typeof ticks === 'number') {
      assert.deepEqual([reason, snapshot.view.outcome.kind, snapshot.view.tick], ['ended', ends, ticks]);
    } else {
      assert.ok(['loop', 'pending', 'blocked'].includes(reason), reason);
    }
  });
}

for (const { slug } of list) {
  test(`${slug} under auto: every request is replied to, nothing is malformed, again gives the same`, async () => {
    const source = readFileSync(new URL(`${slug}.dygram`, folder), 'utf8');
    const play = async () => {
      const session = sessionOver(core, working());
      const modes = new Set<string>();
      const call = <K extends CallName>(name: K, ...args: unknown[]) =>
        session.call(name, args, (snapshot) => snapshot?.replies.forEach(({ mode }) => modes.add(mode)));
      await call('edit', { source, files: {}, entry: 'machine.dygram' });
      await call('start', { m: 'auto' }, {});
      const { reason, snapshot } = await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
      snapshot.replies.forEach(({ mode }) => modes.add(mode));
      return { reason, modes, snapshot: (await call('snapshot', {})).snapshot };
    };
    const { reason, modes, snapshot } = await play();
    assert.ok(['ended', 'loop', 'pending', 'blocked', 'budget'].includes(reason), reason);
    assert.deepEqual(
      snapshot.pending.agents.map(({ node }) => node),
      [],
      'no agent waits',
    );
    assert.deepEqual(
      [...modes].filter((mode) => mode !== 'auto'),
      [],
    );
    if (reason === 'pending') {
      const { pending, view } = snapshot;
      const isAsked = pending.requests.some(({ state, priority }) => state === 'open' && priority === 'required');
      assert.ok(isAsked || view.paths.some(({ status }) => status === 'awaitingEvent'));
    }
    const again = await play();
    assert.deepEqual([again.reason, again.snapshot.events], [reason, snapshot.events]);
  });
}

test('the gallery covers what a machine can have and a run can do', async () => {
  assert.ok(list.length >= 24);
  const seen = new Set<string>();
  for (const { slug } of list) {
    const session = sessionOver(core, working());
    const modes = (snapshot: Snapshot | null) => snapshot?.replies.forEach(({ mode }) => seen.add(`by ${mode}`));
    const call = <K extends CallName>(name: K, ...args: unknown[]) => session.call(name, args, modes);
    const source = readFileSync(new URL(`${slug}.dygram`, folder), 'utf8');
    await call('edit', { source, files: {}, entry: 'machine.dygram' });
    await call('start', {}, {});
    (await call('run', { ticksPerSecond: null, maxTicks: 200 }, {})).snapshot.replies.forEach(({ mode }) =>
      seen.add(`by ${mode}`),
    );
    for (const { kind } of (await call('snapshot', {})).snapshot.events) seen.add(kind);
    for (const word of ['@input', '@output', '@artifact', '@shared', '@collapsed', '@summary', '@hidden', '@details'])
      if (source.includes(word)) seen.add(word);
  }
  for (const wanted of [
    'by script',
    'by auto',
    'spawned',
    'joinFired',
    'caught',
    'retryScheduled',
    'requestOpened',
    'requestAnswered',
    '@input',
    '@output',
    '@artifact',
    '@shared',
    '@collapsed',
    '@summary',
  ])
    assert.ok(seen.has(wanted), `${wanted}: ${[...seen]}`);
});

test('the fair does everything that a run can do by itself', async () => {
  const call = callsOver(core, working());
  await call('edit', {
    source: readFileSync(new URL('fair.dygram', folder), 'utf8'),
    files: {},
    entry: 'machine.dygram',
  });
  await call('start', {}, {});
  await call('run', { ticksPerSecond: null, maxTicks: 200 }, {});
  const { events, view } = (await call('snapshot', {})).snapshot;
  const kinds = new Set<string>(events.map(({ kind }) => kind));
  for (const kind of [
    'spawned',
    'pathForked',
    'parked',
    'joinFired',
    'pathRevived',
    'mergeConflict',
    'merged',
    'pathMerged',
    'pathCancelled',
    'retryScheduled',
    'caught',
    'requestOpened',
    'requestAnswered',
    'artifactWritten',
    'checkpointTaken',
    'conditionEvaluated',
    'toolCalled',
  ]) {
    assert.ok(kinds.has(kind), kind);
  }
  const joins = events
    .filter(({ kind }) => kind === 'joinFired')
    .map(({ join, paths, cancelled, reason }) => [join, paths.length, cancelled.length, reason]);
  assert.deepEqual(joins, [
    ['stalls', 3, 0, 'complete'],
    ['jury', 2, 1, 'complete'],
    ['finish', 1, 1, 'complete'],
    ['picture', 2, 1, 'timeout'],
  ]);
  const { Day, Till, Stall } = view.paths[0].context;
  assert.deepEqual(
    [Day.takings, Day.cake, Day.winner, Till.coins, Stall.tale.length],
    [[10, 20, 30], { 0: 'plum', 1: 'poppy' }, 'spoon', 60, 3],
  );
});
