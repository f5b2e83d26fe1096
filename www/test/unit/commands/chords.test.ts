// One table of commands: which press means which of them, where, and after the visitor changed the keys.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as outlines from '../../../src/document/outline.ts';
import { initialState } from '../../../src/app/state.ts';
import { commandsOf } from '../../../src/commands/commands.ts';
import { chordOf, clashOf, commandFor, isSingle, keysOf, labelsOf } from '../../../src/commands/chords.ts';
import { initialShell } from '../../../src/store/shell.ts';
import { sparsely } from '../../sparse.ts';

const commands = commandsOf(initialState());
const idAt = sparsely(outlines.idAt);
const spanOf = sparsely(outlines.spanOf);

const press = (key: string, modifiers = '', apple = false, code = '') =>
  chordOf(
    {
      key,
      code,
      altKey: modifiers.includes('A'),
      ctrlKey: modifiers.includes('C'),
      metaKey: modifiers.includes('M'),
      shiftKey: modifiers.includes('S'),
    },
    apple,
  );
const own: { keys: Record<string, string[]>; single: boolean } = { keys: {}, single: true };
const at = (region: string, typing = false) => ({ region, typing });
const means = (chord: string, place = at('source', true), mine = own) =>
  commandFor(commands, chord, place, mine)?.id ?? null;

test('each command has the keys of its row, anywhere on the page, also while typing', () => {
  const rows = {
    F8: 'run',
    'Mod+Enter': 'run',
    F10: 'step',
    'Alt+PageDown': 'step',
    'Alt+PageUp': 'back',
    'Alt+Shift+PageUp': 'forward',
    F9: 'stop',
    F6: 'region',
    'Shift+F6': 'regionBack',
    'Mod+Shift+F': 'format',
    'Alt+Shift+F': 'format',
    'Mod+Shift+S': 'share',
    'Mod+K': 'palette',
  };
  for (const [chord, id] of Object.entries(rows)) assert.equal(means(chord), id, chord);
});

test('a press becomes a chord: Mod is Ctrl, on Apple Cmd; signs have no Shift; letters under Alt go by place', () => {
  assert.equal(press('k', 'C'), 'Mod+K');
  assert.equal(press('k', 'M'), null);
  assert.equal(press('k', 'M', true), 'Mod+K');
  assert.equal(press('k', 'C', true), null);
  assert.equal(press('?', 'S'), '?');
  assert.equal(press('+', 'S'), '+');
  assert.equal(press('S', 'S'), 'Shift+S');
  assert.equal(press('Ï', 'AS', true, 'KeyF'), 'Alt+Shift+F');
  assert.equal(press(' '), 'Space');
  assert.equal(press('PageUp', 'AS'), 'Alt+Shift+PageUp');
  for (const modifier of ['Control', 'Shift', 'Alt', 'Meta']) assert.equal(press(modifier), null);
});

test('single keys work in run bar, drawing and timeline, and never where keys write', () => {
  for (const region of ['run', 'diagram', 'timeline']) {
    for (const [chord, id] of [
      ['S', 'step'],
      ['B', 'back'],
      ['F', 'forward'],
      ['R', 'run'],
      ['0', 'path'],
      ['9', 'path'],
    ]) {
      assert.equal(means(chord, at(region)), id, `${chord} in ${region}`);
      assert.equal(means(chord, at(region, true)), null, `${chord} typed in ${region}`);
    }
  }
  for (const region of ['', 'header', 'source', 'side', 'status'])
    for (const chord of ['S', 'B', 'F', 'R', '1'])
      assert.equal(means(chord, at(region)), null, `${chord} in ${region}`);
});

test('signs of the drawing work there only, arrows of the timeline there only, the question mark outside text', () => {
  const signs = { '+': 'view-in', '-': 'view-out', '=': 'view-fit', C: 'view-centre', '/': 'view-find' };
  for (const [chord, id] of Object.entries(signs)) {
    assert.equal(means(chord, at('diagram')), id);
    assert.equal(means(chord, at('run')), null);
    assert.equal(means(chord, at('diagram', true)), null);
  }
  for (const chord of ['ArrowLeft', 'ArrowRight', 'Home', 'End']) {
    assert.equal(means(chord, at('timeline')), 'scrub');
    assert.equal(means(chord, at('diagram')), null);
    assert.equal(means(chord, at('timeline', true)), null);
  }
  assert.equal(means('?', at('side')), 'help');
  assert.equal(means('?', at('side', true)), null);
});

test('typing and the browser keep their keys', () => {
  for (const chord of [
    'S',
    'Enter',
    'PageUp',
    'PageDown',
    'Shift+F10',
    'Mod+F8',
    'Mod+F',
    'Mod+C',
    'Mod++',
    'Mod+-',
    'Mod+0',
    'Tab',
    'Shift+Tab',
  ])
    assert.equal(means(chord), null, chord);
});

test('no two commands meet at one key', () => {
  for (const command of commands)
    for (const chord of command.fixed ? [] : command.keys) {
      const other = clashOf(
        commands.filter((one) => !one.fixed),
        chord,
        command.id,
        own,
      );
      assert.equal(other?.id, undefined, `${chord} of ${command.id}`);
    }
  assert.equal(new Set(commands.map(({ id }) => id)).size, commands.length);
});

test('an own key takes the place of those of the table, none turns a command off, and a taken key is told', () => {
  const mine = { keys: { step: ['F2'], run: [] }, single: true };
  assert.equal(means('F2', at('header'), mine), 'step');
  assert.equal(means('F10', at('header'), mine), null);
  assert.equal(means('F8', at('header'), mine), null);
  assert.equal(clashOf(commands, 'F9', 'step', own)?.id, 'stop');
  assert.equal(clashOf(commands, 'F9', 'stop', own), null);
  // In different regions the same key is none too many.
  assert.equal(clashOf(commands, 'C', 'step', own)?.id, 'view-centre');
  assert.equal(clashOf(commands, 'Mod+Shift+L', 'step', own), null);
});

test('with single keys off, no command has one and the others stay', () => {
  const mine = { keys: {}, single: false };
  assert.equal(means('S', at('run'), mine), null);
  assert.equal(means('?', at('run'), mine), null);
  assert.equal(means('F10', at('run'), mine), 'step');
  for (const command of commands) if (!command.fixed) assert.equal(keysOf(command, mine).some(isSingle), false);
});

test('every command can say why it does not work, and acts when it does', () => {
  const state = initialState();
  for (const command of commands) {
    assert.ok(command.label.length > 2 && !command.label.includes('undefined'), command.id);
    const why = command.off?.(state) ?? '';
    assert.equal(typeof why, 'string');
    if (!why && !command.fixed && !['region', 'regionBack', 'scrub', 'path'].includes(command.id))
      assert.ok(command.act(state, '')?.type, command.id);
  }
});

test('keys are labelled as keyboards label them', () => {
  assert.deepEqual(labelsOf('Mod+Shift+F', false), ['Ctrl', 'Shift', 'F']);
  assert.deepEqual(labelsOf('Mod+Shift+F', true), ['⌘', 'Shift', 'F']);
  assert.deepEqual(labelsOf('+', false), ['+']);
  assert.deepEqual(labelsOf('Alt+PageUp', false), ['Alt', 'Page Up']);
});

test('the guide to the keys lists every key of the table under its command, and no other', () => {
  const guide = readFileSync(new URL('../../../../docs/keys.md', import.meta.url), 'utf8');
  const rows = [...guide.matchAll(/^\| (.+?) \| (.+?) \|/gm)]
    .map(([, what, keys]) => [what, [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => key)])
    .filter(([, keys]) => keys.length > 0);
  const expected = commands
    .filter(({ keys }) => keys.length > 0)
    .map(({ label, keys }) => [label, keys.map((chord) => labelsOf(chord, false).join('+'))]);
  assert.deepEqual(rows, expected);
});

test('what was kept is read with care', () => {
  const shell = initialShell({
    layout: 'run',
    sizes: { run: { side: 300, code: 'wide', time: -4 }, odd: { side: 1 }, code: 7 },
    keys: { step: ['F2'], run: 'F3', back: [4] },
    single: false,
  });
  assert.equal(shell.layout, 'run');
  assert.deepEqual(shell.sizes, { run: { side: 300 } });
  assert.deepEqual(shell.keys, { step: ['F2'] });
  assert.equal(shell.single, false);
  assert.deepEqual(initialShell({ layout: 'round', sizes: [], keys: null }), initialShell());
});

test('an element of the drawing leads to its place in the source, a cluster to that of its node', () => {
  const outline = [{ diagramId: 'n0', from: 0, to: 9, children: [{ diagramId: 'e1', from: 4, to: 8, children: [] }] }];
  assert.deepEqual(spanOf(outline, 'e1'), { from: 4, to: 8 });
  assert.deepEqual(spanOf(outline, 'c0'), { from: 0, to: 9 });
  assert.equal(spanOf(outline, 'n7'), null);
});

test('the caret is in the innermost element around it', () => {
  const outline = [
    {
      diagramId: 'n0',
      from: 0,
      to: 20,
      children: [
        { diagramId: undefined, from: 2, to: 6, children: [] },
        { diagramId: 'n1', from: 8, to: 12, children: [] },
      ],
    },
  ];
  assert.deepEqual(
    [1, 3, 9, 30].map((offset) => idAt(outline, offset)),
    ['n0', 'n0', 'n1', null],
  );
});
