// What the site of the guides makes of their code blocks.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { STATUS, stepsTable } from '../../../docs-site/.vitepress/steps.mjs';
import { PATH_STATUS } from '../../../src/run/path-status.ts';

const TOP = fileURLToPath(new URL('../../../../', import.meta.url));
const GUIDES = readdirSync(`${TOP}docs`).filter((name) => name.endsWith('.md'));
const TEXTS = ['README.md', 'ARCHITECTURE.md', 'www/build/package/README.md', ...GUIDES.map((name) => `docs/${name}`)];

/** The outer blocks of a text: the words behind the fence, the text, and the line. */
function blocks(name: string): { info: string; text: string; line: number }[] {
  const source = readFileSync(TOP + name, 'utf8');
  return [...source.matchAll(/^(`{3,})([^`\n]*)\n([^]*?)^\1$/gm)].map(([, , info = '', text = ''], index, all) => ({
    info: info.trim(),
    text,
    line: source.slice(0, all[index]?.index).split('\n').length,
  }));
}

test('every code block names its language', () => {
  const all = TEXTS.flatMap((name) => blocks(name).map((block) => ({ ...block, name })));
  assert.ok(all.length > 150);
  const unnamed = all.filter(({ info }) => /^(txt|text|plain|plaintext|)$/.test(info.split(/\s/)[0] ?? ''));
  assert.deepEqual(
    unnamed.map(({ name, line }) => `${name}:${line}`),
    [],
  );
});

test('every line of a run in the guides has words', () => {
  const runs = GUIDES.flatMap((name) => blocks(`docs/${name}`)).filter(({ info }) => /^(trace|values)$/.test(info));
  assert.ok(runs.length > 25);
  for (const { info, text } of runs)
    assert.equal(stepsTable(info, text).split('\n').length, text.split('\n').length + 2, text);
});

test('a run is a table of steps', () => {
  const lines = [
    'step => 1 awaitingAgent at measure',
    'reply agent-1-1 write_Light {"n": 1} ; transition_to_a {} => 1 active at a; 2 completed at b; completed',
    'reply fail no line => refused stale-reply',
    'set 1 Tide.cm 40 => 1 blocked at shut; blocked',
    'get 1 Light.lamp => "on"',
    'tools => read_Book write_Book',
  ];
  assert.equal(
    stepsTable('trace', `${lines.join('\n')}\n`),
    [
      '| what happens | then |',
      '| --- | --- |',
      '| Step | path 1 waiting for agent at `measure` |',
      '| The agent of `agent-1-1` calls `write_Light {"n": 1}`, then `transition_to_a` ' +
        '| path 1 ready at `a`; path 2 completed at `b`; the run is completed |',
      '| The agent fails: “no line” | rejected: `stale-reply` |',
      '| Set `Tide.cm` of path 1 to `40` | path 1 blocked at `shut`; the run is blocked |',
      '| Value of `Light.lamp` on path 1 | `"on"` |',
      '| Tools that are offered | `read_Book` `write_Book` |',
      '',
    ].join('\n'),
  );
  assert.equal(
    stepsTable('values', 'a || b => true\n'),
    '| expression | value |\n| --- | --- |\n| `a \\|\\| b` | `true` |\n',
  );
  assert.throws(() => stepsTable('trace', 'jump => 1 active at a\n'), /no words for the line `jump`/);
});

test('the states of paths have the words of the page', () => {
  const words = Object.entries(PATH_STATUS).map(([status, { word }]) => [status, word.toLowerCase()]);
  assert.deepEqual({ ...STATUS }, Object.fromEntries(words));
});
