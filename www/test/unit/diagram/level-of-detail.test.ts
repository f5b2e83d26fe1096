// What of a drawing is drawn at which scale.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clipName, discAt, labelsAt, leastScaleOf, type Block } from '../../../src/diagram/level-of-detail.ts';

/** Each letter is 8 wide, `…` 13. */
const named = (text: string, x: number, baseline: number) => ({
  text,
  x,
  baseline,
  size: 13,
  reaches: [...text].map((_, i) => 8 * (i + 1)),
  ellipsis: 13,
});
const card = (id: string, text: string, x: number, y: number, width = 120, height = 55): Block => ({
  id,
  kind: 'card',
  box: { x, y, width, height },
  name: named(text, x + 7, y + 18),
  hasSign: false,
});
const module = (id: string, text: string, x: number, y: number, width: number, height: number): Block => ({
  ...card(id, text, x, y, width, height),
  kind: 'module',
});
const SCALES = [0.74, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.13, 0.08];

test('a text is drawn while it is 9 pixels high, one that the source made smaller at full size', () => {
  assert.deepEqual(
    [11, 12, 13, 9, 8].map((size) => Math.round(leastScaleOf(size) * 100) / 100),
    [0.82, 0.75, 0.69, 1, 1],
  );
});

test('a name ends with … where its room does, and is left out where less than four letters would be left', () => {
  const name = named('emergency', 0, 0);
  assert.equal(clipName(name, 72), 'emergency');
  assert.equal(clipName(name, 71), 'emergen…');
  assert.equal(clipName(name, 45), 'emer…');
  assert.equal(clipName(name, 44), '');
  assert.equal(clipName(named('icu', 0, 0), 24), 'icu');
  assert.equal(clipName(named('icu', 0, 0), 23), '');
});

test('of the name of a narrow module a letter stays, over the place of its chevron', () => {
  const folded = { ...module('c0', 'imaging', 0, 0, 130, 60), name: named('imaging', 26, 20) };
  const shown = (scale: number) => labelsAt([folded], scale).map(({ text, x }) => ({ text, x: Math.round(x * scale) }));
  assert.deepEqual(shown(0.6), [{ text: 'imaging', x: 16 }]);
  assert.deepEqual(shown(0.3), [{ text: 'imag…', x: 2 }]);
  assert.deepEqual(shown(0.18), [{ text: 'i…', x: 2 }]);
});

test('a letter of two code units is not cut in two', () => {
  const name = { text: '🩺🩺🩺🩺🩺', reaches: [8, 16, 24, 32, 40], ellipsis: 13 };
  assert.equal(clipName(name, 39), '');
  assert.equal(clipName({ ...name, ellipsis: 4 }, 39), '🩺🩺🩺🩺…');
});

test('names are at least 9 pixels high at each scale, inside their cards, and over no other name', () => {
  const blocks = [
    module('c0', 'emergency', 0, 0, 358, 945),
    module('c1', 'triage', 30, 40, 280, 300),
    card('n2', 'check', 60, 80),
    card('n3', 'measure_pressure', 60, 160),
    card('n4', 'arrive', 60, 500, 90, 29),
  ];
  for (const scale of SCALES) {
    const labels = labelsAt(blocks, scale);
    const boxes = labels.map(({ id, text, x, baseline, size }) => {
      assert.ok(size * scale >= 9, `${id} at ${scale}`);
      const block = blocks.find((one) => one.id === id);
      assert.ok(block);
      const width =
        ([...text].filter((letter) => letter !== '…').length * 8 + (text.endsWith('…') ? 13 : 0)) * (size / 13);
      assert.ok(x + width <= block.box.x + block.box.width, `${id} at ${scale} ends in its card`);
      const [top, bottom] = [baseline - 0.74 * size, baseline + 0.21 * size];
      assert.ok(top >= block.box.y && bottom <= block.box.y + block.box.height + 0.5 / scale, `${id} at ${scale}`);
      return { id, x, right: x + width, top, bottom };
    });
    for (const a of boxes)
      for (const b of boxes)
        assert.ok(
          a === b || a.right <= b.x || b.right <= a.x || a.bottom <= b.top || b.bottom <= a.top,
          `${a.id} over ${b.id} at ${scale}`,
        );
  }
});

test('names of modules go last, those of inner ones before those of outer ones', () => {
  const blocks = [
    module('c0', 'emergency', 0, 0, 358, 945),
    module('c1', 'triage', 30, 40, 280, 300),
    card('n2', 'check', 60, 500),
  ];
  const drawn = (scale: number) => labelsAt(blocks, scale).map(({ id }) => id);
  assert.deepEqual(drawn(0.6), ['c0', 'c1', 'n2']);
  assert.deepEqual(drawn(0.15), ['c0']);
  const gone = blocks.map(({ id }) => SCALES.find((scale) => !drawn(scale).includes(id)) ?? 0);
  assert.ok((gone[0] ?? 1) < (gone[1] ?? 0) && (gone[1] ?? 1) <= (gone[2] ?? 0), gone.join(' '));
});

test('a card that is too low on screen has no name, and a low one leaves room for the disc of its state', () => {
  const start = card('n0', 'begin', 0, 0, 90, 29);
  assert.equal(labelsAt([start], 0.36)[0]?.text, 'begin');
  assert.deepEqual(labelsAt([start], 0.34), []);
  const tight = card('n1', 'measured', 0, 0, 94, 29);
  assert.equal(labelsAt([tight], 0.55)[0]?.text, 'measured');
  assert.equal(labelsAt([{ ...tight, hasSign: true }], 0.55)[0]?.text, 'measur…');
});

test('the disc of a state stands in the head, and at the corner of a card that has only its name', () => {
  const one = card('n0', 'heat', 100, 200);
  const inHead = discAt(one, 0.8);
  assert.ok(inHead.x + 6 / 0.8 <= 220 && inHead.y > 200 && inHead.y < 230);
  const atCorner = discAt(one, 0.5);
  assert.deepEqual(atCorner, { x: 224, y: 196 });
});
