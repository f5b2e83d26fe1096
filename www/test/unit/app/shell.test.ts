// Layouts, sizes, own keys and the palette: what actions make of the state and of the settings.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ShellController } from '../../../src/app/shell-controller.ts';
import { loose } from '../../loose.ts';
import { testStore } from '../store.ts';
import { entriesOf } from '../../../src/features/palette/entries.ts';
import type { Action as AnyAction, State } from '../../../src/store/state.ts';
import { layoutWith } from '../../../src/store/shell.ts';

type Action = Parameters<ShellController['act']>[0];

function setUp() {
  const store = testStore();
  let kept: Record<string, unknown> = {};
  const controller = new ShellController({
    store,
    saveSettings: (part) => {
      kept = { ...kept, ...part };
    },
  });
  return {
    store,
    controller,
    act: (...actions: Action[]) => actions.forEach((action) => controller.act(action)),
    shell: () => store.state.shell,
    kept: () => kept,
  };
}

test('each layout has sizes of its own, and a size that is given up is the default again', () => {
  const { act, shell, kept } = setUp();
  act(
    { type: 'size', of: 'code', to: 400.4 },
    { type: 'layout', layout: 'run' },
    { type: 'size', of: 'side', to: 300 },
    { type: 'size', of: 'time', to: 200 },
    { type: 'size', of: 'side', to: null },
  );
  assert.deepEqual(shell().sizes, { split: { code: 400 }, run: { time: 200 } });
  assert.deepEqual(kept(), { layout: 'run', sizes: shell().sizes });
});

test('a layout gives way to one that shows what is asked for, in a narrow window none has to', () => {
  const { shell } = setUp();
  assert.equal(layoutWith({ ...shell(), layout: 'diagram' }, 'code'), 'split');
  assert.equal(layoutWith({ ...shell(), layout: 'run' }, 'code'), 'split');
  assert.equal(layoutWith({ ...shell(), layout: 'code' }, 'diagram'), 'split');
  assert.equal(layoutWith({ ...shell(), layout: 'code' }, 'code'), 'code');
  assert.equal(layoutWith({ ...shell(), layout: 'diagram', narrow: true }, 'code'), 'diagram');
});

test('looking at the drawing shows it', () => {
  const { act, controller, store } = setUp();
  act({ type: 'layout', layout: 'code' });
  controller.show('diagram');
  assert.equal(store.state.shell.layout, 'split');
  assert.equal(store.state.pane, 'diagram');
});

test('a command gets another key, keeps it, loses it, and gets its own back', () => {
  const { act, shell, kept } = setUp();
  act({ type: 'capture', command: 'step' }, { type: 'chord', chord: 'F4' });
  assert.deepEqual([shell().keys, shell().capture], [{ step: ['F4'] }, null]);
  assert.deepEqual(kept().keys, { step: ['F4'] });
  act({ type: 'keys', command: 'run', keys: [] });
  assert.deepEqual(shell().keys, { step: ['F4'], run: [] });
  act({ type: 'keys', command: 'step', keys: null });
  assert.deepEqual(kept().keys, { run: [] });
  act({ type: 'allKeys' });
  assert.deepEqual(shell().keys, {});
});

test('a key that another command has is not taken, and it is said whose it is', () => {
  const { act, shell } = setUp();
  act({ type: 'capture', command: 'step' }, { type: 'chord', chord: 'F8' });
  assert.equal(shell().capture, 'step');
  assert.match(shell().clash, /F8 .*Run or pause/);
  assert.deepEqual(shell().keys, {});
});

test('a first visit ends with the first step, run or edit', () => {
  for (const type of ['step', 'run', 'edit', 'openExample'] as const) {
    const { store, controller } = setUp();
    const passed: string[] = [];
    const dispatch = controller.noticing((action) => passed.push(action.type));
    dispatch({ type: 'filter', text: '' });
    assert.equal(store.state.hint, true);
    dispatch({ type } as AnyAction);
    assert.deepEqual([store.state.hint, passed], [false, ['filter', type]]);
  }
});

test('the palette finds commands, nodes and examples by parts of names, and says why a command does not work', () => {
  const { store } = setUp();
  const outline = [
    {
      name: 'shop',
      id: 'shop',
      diagramId: 'c0',
      children: [{ name: 'pay', id: 'shop.pay', diagramId: 'n1', children: [] }],
    },
  ];
  const find = (query: string) =>
    loose(
      entriesOf({
        ...store.state,
        run: { ...store.state.run, analysis: { outline } },
        examples: [{ slug: 'harbour', title: 'Harbour log' }],
        shell: { ...store.state.shell, query },
      } as unknown as State),
    );
  assert.deepEqual(
    find('harb').map(({ label, action }) => [label, action]),
    [['Harbour log', { type: 'openExample', slug: 'harbour' }]],
  );
  assert.deepEqual(
    find('PAY').map(({ label, action }) => [label, action]),
    [['shop.pay', { type: 'select', id: 'n1', open: false }]],
  );
  assert.equal(find('zoom in')[0].action.type, 'view');
  assert.equal(find('layout run')[0].label, 'Layout: Run');
  assert.ok(find('breakp').some(({ label, action }) => label === 'Breakpoints' && action.type === 'stopList'));
  assert.ok(find('step').some(({ label, why, keys }) => label === 'Step' && why && keys.includes('F10')));
  assert.equal(find('st')[0].label, 'Step');
  assert.deepEqual(
    ['>', '@', '#'].map((sign) => [...new Set(find(sign).map(({ group }) => group))]),
    [['commands'], ['nodes'], ['examples']],
  );
  assert.deepEqual(
    [
      ...new Set(
        find('')
          .filter(({ why }) => !why)
          .map(({ group }) => group),
      ),
    ],
    ['commands', 'nodes', 'panels', 'examples', 'guides'],
  );
  assert.equal(find('>pay').length, 0);
  assert.deepEqual(find('nothing of that name'), []);
});

test('before anything is typed the palette offers what works, and ends with the rest, each below its reason', () => {
  const { store } = setUp();
  const find = (query: string) => entriesOf({ ...store.state, shell: { ...store.state.shell, query } });
  for (const query of ['', '>']) {
    const list = find(query);
    const from = list.findIndex(({ why }) => why);
    assert.ok(from > 0);
    const off = list.slice(from);
    assert.ok(off.every(({ why, heading }) => why !== '' && why.startsWith(heading)));
    const turns = off.filter(({ heading }, i) => heading !== off[i - 1]?.heading);
    assert.equal(turns.length, new Set(off.map(({ heading }) => heading)).size, 'a reason is told once');
  }
  const step = find('step').find(({ label }) => label === 'Step');
  assert.ok(step?.why);
  assert.equal(step.heading, 'Commands');
});

test('the palette begins with what is called as was typed: a word of the language, with or without its @', () => {
  const { store } = setUp();
  const node = (id: string, n: number) => ({ name: id, id, diagramId: `n${n}`, children: [] });
  const find = (query: string) =>
    entriesOf({
      ...store.state,
      run: { ...store.state.run, analysis: { outline: [node('joiner', 0), node('retry', 1)] } },
      cheatSheet: { words: ['@join', '@retry', 'task', 'taskClass'].map((word) => ({ word, says: '' })) },
      shell: { ...store.state.shell, query },
    } as unknown as State).map(({ label, group }) => `${group} ${label}`);
  assert.deepEqual(find('join'), [
    ...['language @join', 'commands Run to next fork or join', 'commands Edge: join', 'nodes joiner'],
    'guides Parallel paths',
  ]);
  assert.deepEqual(find('@join'), ['language @join', 'nodes joiner']);
  assert.deepEqual(find('@joi'), ['nodes joiner', 'language @join']);
  assert.deepEqual(find('@retry'), ['nodes retry', 'language @retry'], 'what one made oneself is before it');
  assert.deepEqual(find('@task'), []);
  assert.deepEqual(find('task').slice(0, 2), ['language task', 'language taskClass']);
  assert.equal(find('run')[0], 'commands Run or pause');
});

test('the palette finds examples and guides by what they show, behind what is called so, and says what that is', () => {
  const { store } = setUp();
  const find = (query: string) =>
    entriesOf({
      ...store.state,
      examples: [
        { slug: 'fair', title: 'Village fair', features: ['map', 'join modes', 'join timeout'] },
        { slug: 'tram', title: 'Tram map', features: ['style'] },
      ],
      cheatSheet: { words: ['@join', '@map', 'join'].map((word) => ({ word, says: '' })) },
      shell: { ...store.state.shell, query },
    } as unknown as State).map(({ label, says }) => (says ? `${label}: ${says}` : label));
  assert.deepEqual(find('joi'), [
    ...['Run to next fork or join', 'Edge: join', '@join', 'join'],
    ...['Village fair: join modes, join timeout', 'Parallel paths: @join'],
  ]);
  assert.deepEqual(find('map'), ['@map', 'Tram map', 'Village fair: map', 'Parallel paths: @map']);
  assert.deepEqual(find('#fair join'), ['Village fair: join modes, join timeout']);
  assert.deepEqual(find('oin mod'), [], 'by their beginnings');
});

test('a dialog knows the one that led to it, until another opens', () => {
  const { act, shell } = setUp();
  act({ type: 'dialog', name: 'cheatSheet', from: 'help' });
  assert.equal(shell().from, 'help');
  act({ type: 'dialog', name: null });
  assert.equal(shell().from, null);
});
