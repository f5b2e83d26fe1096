// Goes through the runs of machines in the built page, in Chromium, and takes the figures of their drawings.

import { instance } from '@viz-js/viz';
import { withPage } from '../browser.ts';
import { inspect } from '../inspect.ts';
import { linkTo } from '../links.ts';
import { settle, step } from '../picture.ts';
import { core } from '../wasm/core.ts';
import { crossings, linesThroughCards, placeOf, pointsOf, type Line } from './geometry.ts';
import { readFlow, readScreen, type DrawnFlow, type DrawnLine, type SeenDrawing } from './in-page.ts';
import { haveSameCards, movedCards, reorderedPairs, resizedCards, type Card } from './layout-change.ts';
import {
  followers,
  isFlow,
  structureOf,
  withContext,
  withData,
  type PicturedMachine,
  type Structure,
  type Variant,
} from './machine.ts';
import type { Page } from 'playwright-core';

type Direction = 'TB' | 'LR';
const DIRECTIONS: Direction[] = ['TB', 'LR'];
const THEMES = ['light', 'dark'] as const;
/** Steps at which everything is measured; between them what may hide the current node or a value. */
const STEPS = [0, 3, 6];
const DESKTOP = { width: 1440, height: 900 };
/** The largest scale at which texts are measured. */
const LARGEST_SCALE = 1.3;
/** Frames after which texts have followed a new scale. */
const SETTLING_FRAMES = 12;
/** Drawings whose passes are timed are drawn so often. */
const REDRAWS = 3;

interface At {
  machine: string;
  isOfGallery: boolean;
  direction: Direction;
  theme: (typeof THEMES)[number];
  step: number;
}
/** Figures of a drawing, at one of the steps at which everything is measured. */
export interface PictureFigures extends At {
  /** Cards that are drawn, of contexts too. */
  nodes: number;
  crossings: number;
  /** The same of Graphviz' own drawing of the flow. */
  plainCrossings: number;
  labels: number;
  nearerByGround: string[];
  labelTexts: number;
  nearerByText: string[];
  farthestLabel: { text: string; distance: number };
  throughCards: string[];
  overlaps: string[];
  outOfBox: string[];
  onBorders: string[];
  /** What comes after a module and does not stand below it; `TB` only. */
  notBelow: string[];
  followers: number;
  smallestText: number;
}
/** What a step may hide. */
export interface StepFigures extends At {
  covered: SeenDrawing['covered'];
  paths: number;
  fields: number;
  values: SeenDrawing['values'];
  /** How the layout changed since the step before, where nothing explains it. */
  unexplained: string | null;
}
export interface ScaleFigures extends At {
  scale: number;
  smallestText: number;
  smallestTextIs: string;
  isFit: boolean;
  /** Paths of the modules that are drawn, and how large their names are. */
  moduleNames: { module: string; size: number }[];
}
export interface EditFigures {
  machine: string;
  direction: Direction;
  edit: 'context' | 'reads' | 'writes';
  moved: string[];
  /** Cards of another size, without the one that the edit is of. */
  resized: string[];
  reordered: string[];
}
/** Milliseconds of one layout; `lines` is null where there is no such pass. */
export interface PassTimes {
  machine: string;
  passes: number;
  lines: number | null;
}
export interface Figures {
  pictures: PictureFigures[];
  steps: StepFigures[];
  scales: ScaleFigures[];
  edits: EditFigures[];
  passTimes: PassTimes[];
  /** What the page gives to Graphviz at the start of a run, by machine. */
  layouts: { machine: string; isOfGallery: boolean; dots: string[] }[];
}

/**
 * @param machines that are opened
 * @param options `folder`: another build than this one; `report` says what is done
 */
export async function measureMachines(
  machines: PicturedMachine[],
  { folder, report }: { folder?: string | undefined; report: (text: string) => void },
): Promise<Figures> {
  const figures: Figures = {
    pictures: [],
    steps: [],
    scales: [],
    edits: [],
    passTimes: [],
    layouts: [],
  };
  await withPage(
    { viewport: DESKTOP, reducedMotion: 'reduce', folder, path: '#example=counter' },
    async (page, { newPage }) => {
      const plainPage = await newPage();
      await page.bringToFront();
      await page.waitForFunction(() => document.querySelector('.page[data-phase="ready"]') !== null);
      for (const direction of DIRECTIONS) {
        await dispatch(page, { type: 'setting', name: 'direction', value: direction });
        for (const machine of machines) {
          report(`${machine.name} ${direction}`);
          await measureMachine({ page, plainPage }, machine, direction, figures);
        }
      }
    },
  );
  return figures;
}

/** The page that is measured, and one that shows what Graphviz draws without it. */
interface Pages {
  page: Page;
  plainPage: Page;
}

async function measureMachine(pages: Pages, machine: PicturedMachine, direction: Direction, figures: Figures) {
  const { page } = pages;
  const { name, isOfGallery, structure } = machine;
  const at = (theme: At['theme'], taken: number): At => ({
    machine: name,
    isOfGallery,
    direction,
    theme,
    step: taken,
  });
  const modules = structure.nodes.filter(({ isModule }) => isModule).map(({ position }) => position);
  const plain = plainDrawings(pages, machine, direction);
  await open(page, machine.source);
  const start = await page.evaluate(readFlow);
  if (direction === 'TB') figures.layouts.push({ machine: name, isOfGallery, dots: await dotsOf(page) });
  let before: DrawnFlow | null = null;
  let lastStep = 0;
  for (let taken = 0, hasNext = true; hasNext; ) {
    const flow = await page.evaluate(readFlow);
    const screen = await page.evaluate(readScreen, modules);
    figures.steps.push({
      ...at('light', taken),
      covered: screen.covered,
      paths: await pathsOf(page),
      fields: structure.fields,
      values: screen.values,
      unexplained: before && unexplainedChange(before, flow, screen.hasRail),
    });
    before = flow;
    lastStep = taken;
    hasNext = taken < Math.max(...STEPS) && (await canStep(page));
    if (STEPS.includes(taken) || !hasNext)
      for (const theme of THEMES) {
        await setTheme(page, theme);
        const drawn = theme === 'light' ? flow : await page.evaluate(readFlow);
        const plainCrossings = await plain();
        const { smallestText } = await page.evaluate(readScreen, modules);
        figures.pictures.push({
          ...at(theme, taken),
          ...figuresOf(drawn),
          nodes: screen.nodes,
          ...(await faultsOf(page, screen.hasRail)),
          ...(direction === 'TB' ? belowModules(machine, drawn) : { notBelow: [], followers: 0 }),
          plainCrossings,
          smallestText,
        });
      }
    await setTheme(page, 'light');
    if (hasNext) hasNext = await step(page);
    taken += 1;
  }
  figures.scales.push(
    ...(await atAllScales(page, modules)).map(({ moduleNames, ...scale }) => ({
      ...at('light', lastStep),
      ...scale,
      moduleNames: moduleNames.map(({ position, size }) => ({ module: structure.nodes[position]?.path ?? '', size })),
    })),
  );
  if (direction === 'TB') figures.passTimes.push({ machine: name, ...(await timePasses(page)) });
  for (const [edit, variant] of [
    ['context', withContext(machine)],
    ['reads', withData(machine, 'reads')],
    ['writes', withData(machine, 'writes')],
  ] as const)
    if (variant) figures.edits.push(await measureEdit(page, { machine, direction, start }, edit, variant));
}

/** A line where it is drawn. */
const lineOf = ({ id, data, matrix: { a, b, c, d, e, f } }: DrawnLine): Line => ({
  id,
  points: pointsOf(data).map(([x, y]) => [a * x + c * y + e, b * x + d * y + f]),
});

function figuresOf({ lines: drawnLines, cards, labels, labelTexts }: DrawnFlow) {
  const lines = drawnLines.map(lineOf);
  const byGround = placeOf(labels, lines);
  const byText = placeOf(labelTexts, lines);
  const nearer = (placed: typeof byGround) =>
    placed.flatMap(({ text, edge, nearer: line }) => (line ? [`“${text}” of ${edge} is nearer to ${line}`] : []));
  const farthest = byGround.reduce((far, next) => (next.distance > far.distance ? next : far), {
    text: '',
    distance: 0,
  });
  return {
    crossings: crossings(lines).length,
    labels: byGround.length,
    nearerByGround: nearer(byGround),
    labelTexts: byText.length,
    nearerByText: nearer(byText),
    farthestLabel: { text: farthest.text, distance: farthest.distance },
    throughCards: linesThroughCards(lines, cards).map(({ line, card }) => `${line} through ${card}`),
  };
}

/** What the flow and the rail have that overlaps, leaves its box or lies on a border. */
async function faultsOf(page: Page, hasRail: boolean) {
  const parts = [await page.evaluate(inspect, '.lens'), ...(hasRail ? [await page.evaluate(inspect, '.rail')] : [])];
  return {
    overlaps: parts.flatMap(({ overlaps }) => overlaps),
    outOfBox: parts.flatMap(({ leaves }) => leaves),
    onBorders: parts.flatMap(({ lines }) => lines).filter((text) => text.includes(' on the border of ')),
  };
}

/** A module is drawn as a container or, folded, as a card; what is in a folded one is not drawn. */
function belowModules({ structure }: PicturedMachine, { cards, containers }: DrawnFlow) {
  const drawn = new Map([...cards, ...containers].map(({ id, box }) => [id, box]));
  const boxOf = (path: string) => {
    const position = structure.nodes.findIndex((node) => node.path === path);
    return drawn.get(`c${position}`) ?? drawn.get(`n${position}`);
  };
  const notBelow: string[] = [];
  let count = 0;
  for (const { module, next } of followers(structure)) {
    const [above, below] = [boxOf(module), boxOf(next)];
    if (!above || !below) continue;
    count += 1;
    if (below.top < above.bottom - 1) notBelow.push(`${next} stands beside ${module}`);
  }
  return { notBelow, followers: count };
}

/**
 * What changed between two steps without a reason. Other cards are one, as when a module folds, and so are other texts
 * and, where no rail has them, rows per path.
 */
function unexplainedChange(before: DrawnFlow, after: DrawnFlow, hasRail: boolean): string | null {
  const [first, second] = [
    [...before.cards, ...before.containers],
    [...after.cards, ...after.containers],
  ];
  if (!haveSameCards(first, second)) return null;
  const differ = (a: string[], b: string[]) => a.join('\n') !== b.join('\n');
  if (!hasRail && differ(before.pathRows, after.pathRows)) return null;
  if (differ(before.fixedTexts, after.fixedTexts)) return null;
  const changed = new Set([...movedCards(first, second), ...resizedCards(first, second)]);
  return changed.size > 0 ? [...changed].join(', ') : null;
}

/** Compares the flow of a machine with that of the same machine with something more. */
async function measureEdit(
  page: Page,
  { machine, direction, start }: { machine: PicturedMachine; direction: Direction; start: DrawnFlow },
  edit: EditFigures['edit'],
  { source, of }: Variant,
): Promise<EditFigures> {
  await open(page, source);
  const after = await page.evaluate(readFlow);
  const cardsBefore = flowCards(machine.structure, start);
  const cardsAfter = flowCards(structureOf(source), after);
  // The step itself, or the folded module that it is in.
  const isOwn = (path: string) => path === of || of?.startsWith(`${path}.`);
  return {
    machine: machine.name,
    direction,
    edit,
    moved: movedCards(cardsBefore, cardsAfter),
    resized: resizedCards(cardsBefore, cardsAfter).filter((path) => !isOwn(path)),
    reordered: reorderedPairs(cardsBefore, cardsAfter, direction).map(([one, two]) => `${one}/${two}`),
  };
}

/** Cards of the flow by the paths of their nodes: positions change when something is declared. */
function flowCards({ nodes }: Structure, { cards }: DrawnFlow): Card[] {
  return cards.flatMap(({ id, box }) => {
    const node = /^[nc]\d+$/.test(id) ? nodes[Number(id.slice(1))] : undefined;
    return node && isFlow(node) ? [{ id: node.path, box }] : [];
  });
}

type Action = { type: string; [part: string]: unknown };

const dispatch = (page: Page, action: Action) =>
  page.evaluate((given) => (document.querySelector('tracklight-app') as any).dispatch(given), action);

const setTheme = (page: Page, theme: string) =>
  page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);

const canStep = (page: Page): Promise<boolean> =>
  page.evaluate(() => (document.querySelector('tracklight-app') as any).state.run.controls.step.enabled);

const pathsOf = (page: Page): Promise<number> =>
  page.evaluate(() => (document.querySelector('tracklight-app') as any).state.run.snapshot.view.paths.length);

/** Opens a text as a link does and waits until it is drawn. */
async function open(page: Page, source: string) {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    linkTo({ s: source, v: 1 }),
  );
  await page.waitForFunction((wanted) => {
    const { state } = document.querySelector('tracklight-app') as any;
    return (
      state.document.source === wanted &&
      state.document.ready &&
      state.run.source === wanted &&
      !state.run.isRunning &&
      state.picture?.machine === state.run.snapshot?.view.machineHash
    );
  }, source);
  await settle(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}

/** Fit, and from there larger and larger. */
async function atAllScales(page: Page, modules: number[]) {
  const found: (Omit<ScaleFigures, keyof At | 'moduleNames'> & Pick<SeenDrawing, 'moduleNames'>)[] = [];
  const view = (what: 'fit' | 'in') =>
    page.evaluate((name) => (document.querySelector('tracklight-diagram') as any).view(name), what);
  for (let what: 'fit' | 'in' = 'fit'; ; what = 'in') {
    await view(what);
    const { scale, smallestText, smallestTextIs, moduleNames } = await restingScreen(page, modules);
    found.push({ scale, smallestText, smallestTextIs, isFit: what === 'fit', moduleNames });
    if (scale >= LARGEST_SCALE || (found.length > 1 && scale <= (found.at(-2)?.scale ?? 0))) return found;
  }
}

/** What is on screen when it no longer changes: texts may follow a new scale a little later. */
async function restingScreen(page: Page, modules: number[]): Promise<SeenDrawing> {
  await frames(page, SETTLING_FRAMES);
  for (let last = ''; ; ) {
    const screen = await page.evaluate(readScreen, modules);
    const now = JSON.stringify(screen);
    if (now === last) return screen;
    last = now;
    await frames(page, 2);
  }
}

const frames = (page: Page, count: number) =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((done) => {
        const next = (left: number) => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : done());
        next(wanted);
      }),
    count,
  );

/** What Graphviz gets from the page: one text, or one for the flow and one for the rail. */
const partsOf = (page: Page): Promise<{ dot: string; rail: string | null; isApart: boolean }> =>
  page.evaluate(() => {
    const { picture } = (document.querySelector('tracklight-app') as any).state;
    const { dot, rail = null } = picture.parts ?? picture;
    return { dot, rail, isApart: picture.parts !== undefined };
  });

async function dotsOf(page: Page) {
  const { dot, rail } = await partsOf(page);
  return rail ? [dot, rail] : [dot];
}

/** Counts the crossings in Graphviz' own drawing of the flow, once for each text. */
function plainDrawings({ page, plainPage }: Pages, { source }: PicturedMachine, direction: Direction) {
  let [known, count] = ['', 0];
  return async () => {
    const { dot, isApart } = await partsOf(page);
    const text = isApart ? dot : flowAlone(source, direction);
    if (text === known) return count;
    const graphviz = await instance();
    const svg = graphviz.renderString(text, { format: 'svg' });
    await plainPage.setContent(svg);
    [known, count] = [text, crossings((await plainPage.evaluate(readFlow)).lines.map(lineOf)).length];
    return count;
  };
}

/** For a page that lays the flow out together with its contexts. */
function flowAlone(source: string, direction: Direction) {
  const machine = core.Machine.parse(source);
  try {
    return machine.dot({ direction, data: false, contexts: false, inferred: false, heading: false });
  } finally {
    machine.free();
  }
}

/** Milliseconds that the passes of a layout take, the median of some. */
async function timePasses(page: Page): Promise<Omit<PassTimes, 'machine'>> {
  const taken: { passes: number; lines: number | null }[] = [];
  for (let i = 0; i < REDRAWS; i += 1) {
    await page.evaluate(() => (document.querySelector('tracklight-diagram') as any).redraw());
    await settle(page);
    taken.push(
      await page.evaluate(() => {
        const last = (name: string) => performance.getEntriesByName(`tracklight-${name}`).at(-1);
        const [passes, press, lines] = [last('passes'), last('press'), last('lines')];
        const isInside =
          passes &&
          lines &&
          lines.startTime >= passes.startTime &&
          lines.startTime < passes.startTime + passes.duration;
        return {
          passes: (passes?.duration ?? 0) + (press?.duration ?? 0) - (isInside ? lines.duration : 0),
          lines: lines?.duration ?? null,
        };
      }),
    );
  }
  const middle = (times: number[]) => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;
  const lines = taken.flatMap((one) => one.lines ?? []);
  return { passes: middle(taken.map(({ passes }) => passes)), lines: lines.length > 0 ? middle(lines) : null };
}
