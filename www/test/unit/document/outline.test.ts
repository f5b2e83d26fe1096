// Elements that are followed through edits of the source.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idAfter } from '../../../src/document/outline.ts';
import type { OutlineItem } from '../../../src/protocol/types.ts';

/** What the core would read of lines like `state a` and `a -> b`. */
function read(source: string) {
  const outline: OutlineItem[] = [];
  const count = { n: 0, e: 0 };
  let from = 0;
  for (const line of source.split('\n')) {
    const span = { from, to: from + line.length };
    const rest = { ...span, select: span, children: [] };
    const edge = /^(\w+) -> (\w+)$/.exec(line);
    const node = /^\w+ (\w+)$/.exec(line)?.[1];
    if (edge) outline.push({ ...rest, class: 'edge', name: `${edge[1]} → ${edge[2]}`, diagramId: `e${count.e++}` });
    else if (node) outline.push({ ...rest, class: 'state', name: node, id: node, diagramId: `n${count.n++}` });
    from += line.length + 1;
  }
  return { source, outline };
}

const after = (before: string, now: string, id: string) => idAfter(read(before), read(now), id);

test('what is chosen stays chosen as the source is edited before, in and behind it', () => {
  const text = 'state a\nstate b\na -> b\na -> b\nb -> a';
  assert.equal(after(text, `state x\n${text}`, 'n1'), 'n2');
  assert.equal(after(text, `state x\nx -> a\n${text}`, 'e1'), 'e2', 'the second of two alike');
  assert.equal(after(text, text.replace('state b', 'state renamed'), 'n1'), 'n1');
  assert.equal(after(text, `${text}\nstate x`, 'e2'), 'e2');
  assert.equal(after(text, 'state b\nstate c\nc -> b\nb -> a', 'n1'), 'n0', 'another text that names it');
});

test('what is gone from the source is no longer chosen, though another element has its number or its place', () => {
  assert.equal(after('state a\nstate b\na -> b', 'task x\ntask y\ny -> x', 'n1'), null);
  assert.equal(after('state a\nstate b\na -> b', 'state b\na -> b', 'n0'), null);
  assert.equal(after('state a\na -> b\nb -> c', 'state a\nb -> c', 'e0'), null);
});

test('an element that the source does not declare keeps its number, and a container is chosen as it is drawn', () => {
  assert.equal(after('state a\na -> b', 'state a\na -> b\nb -> a', 'n1'), 'n1');
  assert.equal(after('state a', 'state a\nstate b', 'c0'), 'c0');
});
