// From two overlays to what changes in the drawing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changes } from '../../../src/diagram/overlay-patch.ts';
import { loose } from '../../loose.ts';

const look = (classes = ['tl-node'], width = 1) => ({ classes, color: '#000000', width, style: '', title: '' });
const overlay = (text = '1', node = look(), mark: 'changed' | undefined = undefined) => ({
  key: 'k',
  cells: { 'v0-0': { text, title: text, ...(mark ? { mark } : {}) } },
  nodes: { n0: node },
  edges: { e0: look(['tl-edge']) },
});

test('without an earlier overlay everything is painted', () => {
  assert.deepEqual(
    changes(null, overlay()).map((c) => c.id),
    ['v0-0', 'n0', 'e0'],
  );
});

test('equal overlays change nothing', () => {
  assert.deepEqual(changes(overlay(), overlay()), []);
});

test('a new value changes its cell and nothing else', () => {
  assert.deepEqual(
    changes(overlay('1'), overlay('2')).map((c) => c.id),
    ['v0-0'],
  );
});

test('a mark that goes away is a change', () => {
  assert.deepEqual(changes(overlay('2', look(), 'changed'), overlay('2')), [
    { kind: 'cell', id: 'v0-0', cell: { text: '2', title: '2' } },
  ]);
});

test('classes and widths of a node are a look', () => {
  const [change] = changes(overlay(), overlay('1', look(['tl-node', 'r-current'], 3)));
  assert.deepEqual([change.kind, change.id, loose(change).look.width], ['look', 'n0', 3]);
});
