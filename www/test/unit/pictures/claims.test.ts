import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLAIMS, type Result } from '../../pictures/claims.ts';
import type { LayoutTimes } from '../../pictures/times.ts';
import type { EditFigures, Figures, PictureFigures, ScaleFigures, StepFigures } from '../../pictures/walk.ts';

const NOTHING: Figures = {
  pictures: [],
  steps: [],
  scales: [],
  edits: [],
  passTimes: [],
  layouts: [],
};
const AT = { machine: 'kettle', isOfGallery: true, direction: 'TB', theme: 'light', step: 0 } as const;
const PICTURE: PictureFigures = {
  ...AT,
  nodes: 5,
  crossings: 0,
  plainCrossings: 0,
  labels: 10,
  nearerByGround: [],
  labelTexts: 10,
  nearerByText: [],
  farthestLabel: { text: '', distance: 0 },
  throughCards: [],
  overlaps: [],
  outOfBox: [],
  onBorders: [],
  notBelow: [],
  followers: 0,
  smallestText: 11,
};
const STEP: StepFigures = {
  ...AT,
  covered: [],
  paths: 1,
  fields: 2,
  values: { drawn: 2, hidden: [] },
  unexplained: null,
};
const SCALE: ScaleFigures = { ...AT, scale: 1, smallestText: 11, smallestTextIs: 'task', isFit: true, moduleNames: [] };
const EDIT: EditFigures = { machine: 'kettle', direction: 'TB', edit: 'reads', moved: [], resized: [], reordered: [] };

/** The result of the one claim whose words begin so. */
function check(start: string, figures: Partial<Figures>, times: LayoutTimes[] | null = null): Result {
  const found = CLAIMS.filter(({ claim }) => claim.startsWith(start));
  assert.equal(found.length, 1, start);
  return (found[0] as (typeof CLAIMS)[number]).check({ ...NOTHING, ...figures }, times);
}
const verdict = (...given: Parameters<typeof check>) => check(...given).isKept;

test('a claim without anything to measure it on is neither kept nor broken', () => {
  for (const { claim, check: of } of CLAIMS) assert.equal(of(NOTHING, null).isKept, null, claim);
});

test('a drawing may have as many crossings as that of Graphviz', () => {
  const crossing = (crossings: number, plainCrossings: number) =>
    verdict('machines with more crossings', { pictures: [{ ...PICTURE, crossings, plainCrossings }] });
  assert.deepEqual([crossing(2, 2), crossing(3, 2)], [true, false]);
});

test('crossings of the gallery are counted once for each machine and direction', () => {
  const pictures = [3, 1].flatMap((crossings, i) =>
    (['TB', 'LR'] as const).map((direction) => ({ ...PICTURE, machine: `m${i}`, direction, crossings })),
  );
  const again = pictures.map((picture) => ({ ...picture, step: 3 }));
  const result = check('crossings in the whole gallery', { pictures: [...pictures, ...again] });
  assert.deepEqual([result.measured, result.isKept], ['TB 4, LR 4', true]);
  const more = { ...PICTURE, machine: 'm2', crossings: 2 };
  assert.equal(verdict('crossings in the whole gallery', { pictures: [...pictures, more] }), false);
});

test('labels near another line are a share of all', () => {
  const pictures = [PICTURE, { ...PICTURE, nearerByGround: ['“again” of e1 is nearer to e2'] }];
  const result = check('labels nearer to another line, by their ground', { pictures });
  assert.deepEqual([result.measured, result.isKept], ['5.0 % (1 of 20)', true]);
  const text = { ...PICTURE, nearerByText: ['“again” of e1 is nearer to e2'] };
  assert.equal(verdict('labels nearer to another line, by their text', { pictures: [text] }), false);
});

test('one finding is enough, and says where', () => {
  const dark: PictureFigures = { ...PICTURE, theme: 'dark', step: 3, throughCards: ['e1 through n2'] };
  const result = check('lines through cards', { pictures: [PICTURE, dark] });
  assert.deepEqual(result, {
    measured: '1',
    isKept: false,
    findings: [{ drawing: 'kettle TB', step: '3 dark', text: 'e1 through n2' }],
  });
});

test('a current node that is larger than the stage counts neither way', () => {
  const steps = [{ ...STEP, covered: null }];
  assert.equal(verdict('steps at which the current node', { steps }), null);
  assert.equal(verdict('steps at which the current node', { steps: [STEP, ...steps] }), true);
  assert.equal(verdict('steps at which the current node', { steps: [{ ...STEP, covered: ['map'] }] }), false);
});

test('values must be drawn and in sight while there is one path and there are few fields', () => {
  const inSight = (change: Partial<StepFigures>) =>
    verdict('steps with all values', { steps: [{ ...STEP, ...change }] });
  assert.equal(inSight({}), true);
  assert.equal(inSight({ values: { drawn: 1, hidden: [] } }), false);
  assert.equal(inSight({ values: { drawn: 2, hidden: ['v0-1'] } }), false);
  assert.equal(inSight({ values: { drawn: 0, hidden: [] }, paths: 2 }), null);
  assert.equal(inSight({ values: { drawn: 0, hidden: [] }, fields: 21 }), null);
});

test('small machines have larger texts at the first view', () => {
  const text = (nodes: number, smallestText: number) =>
    verdict('smallest text at the first view', { pictures: [{ ...PICTURE, nodes, smallestText }] });
  assert.deepEqual([text(8, 11), text(8, 10.5), text(9, 10.5), text(9, 9.5)], [true, false, true, false]);
});

test('a scale at which no text is drawn has no smallest one', () => {
  const scales = [SCALE, { ...SCALE, scale: 0.2, smallestText: Infinity }];
  assert.deepEqual(check('smallest text at any scale', { scales }).measured, '11.0 px');
  const small = { ...SCALE, scale: 0.5, smallestText: 5.5 };
  assert.equal(verdict('smallest text at any scale', { scales: [small] }), false);
});

test('a name of a module that is not drawn is too small', () => {
  const fit = { ...SCALE, machine: 'm07-hospital120' };
  const names = (...sizes: number[]) =>
    verdict('m07 after Fit', { scales: [{ ...fit, moduleNames: sizes.map((size) => ({ module: 'lab', size })) }] });
  assert.deepEqual([names(9, 12), names(9, 0)], [true, false]);
});

test('layouts may take a little longer each, not all together', () => {
  const time = (machine: string, own: number, other: number) => ({ machine, isOfGallery: true, own, other });
  const kept = (...times: LayoutTimes[]) => verdict('layout time', {}, times);
  assert.equal(kept(time('kettle', 12, 10), time('fair', 40, 42)), true);
  assert.equal(kept(time('kettle', 12, 10), time('fair', 42, 42)), false);
  assert.equal(kept(time('kettle', 30, 20), time('fair', 30, 42)), false);
});

test('the lines pass is compared with the other passes of the same layouts', () => {
  const passTimes = [
    { machine: 'kettle', passes: 4, lines: 1 },
    { machine: 'fair', passes: 20, lines: 10 },
  ];
  assert.equal(verdict('time of the lines pass', { passTimes }), true);
  assert.equal(verdict('time of the lines pass', { passTimes: [{ machine: 'fair', passes: 20, lines: 11 }] }), false);
});

test('a context more moves nothing; a read more may move cards, but not reorder or resize them', () => {
  const context = (change: Partial<EditFigures>) =>
    verdict('adding a context', { edits: [{ ...EDIT, edit: 'context', ...change }] });
  assert.deepEqual([context({}), context({ moved: ['n1'] })], [true, false]);
  const read = (change: Partial<EditFigures>) => verdict('adding a read', { edits: [{ ...EDIT, ...change }] });
  assert.deepEqual(
    [read({ moved: ['n1'] }), read({ resized: ['n1'] }), read({ reordered: ['n1/n2'] })],
    [true, false, false],
  );
});
