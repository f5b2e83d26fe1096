// The Graphviz of the page draws every example and every machine of the case files.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { before, test } from 'node:test';
import { instance, type Viz } from '@viz-js/viz';
import { Machine } from './core.ts';

let viz: Viz;
before(async () => {
  viz = await instance();
});
const EXAMPLES = new URL('../../examples/', import.meta.url);
interface Case {
  name: string;
  source: string;
  files?: Record<string, string>;
}

const CASES = new URL('../../../tests/cases/', import.meta.url);

/** Names and texts of all machines: a source, and the other files of its case. */
function* machines(): Generator<Case> {
  for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.dygram'))) {
    yield { name, source: readFileSync(new URL(name, EXAMPLES), 'utf8') };
  }
  for (const name of readdirSync(CASES, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(md|dygram)$/.test(name)) continue;
    const text = readFileSync(new URL(name, CASES), 'utf8');
    if (name.endsWith('.dygram')) {
      yield { name, source: text };
      continue;
    }
    let one = null as Case | null;
    for (const [, kind, path, body] of text.matchAll(/^```(dygram|file (\S+))\n([\s\S]*?)^```$/gm)) {
      if (kind === 'dygram') {
        if (one) yield one;
        one = { name, source: body };
      } else if (one) {
        one = { ...one, files: { ...one.files, [path]: body } };
      }
    }
    if (one) yield one;
  }
}

test('every drawing is accepted', () => {
  let count = 0;
  for (const { name, source, files } of machines()) {
    const machine = Machine.parse(source, files);
    for (const dot of [machine.dot(), machine.dot({ direction: 'LR', detail: 'compact', theme: 'dark' })]) {
      const { status, errors } = viz.render(dot, { format: 'svg' });
      // Without fonts it warns of letters whose width it guesses.
      assert.deepEqual([status, errors.filter(({ level }) => level === 'error')], ['success', []], `${name}\n${dot}`);
    }
    machine.free();
    count++;
  }
  assert.ok(count > 150, `the case files are read: ${count}`);
});
