// What the drawings promise, each with its bound, and whether figures keep to it. Pure.

import { smallestOf } from '../picture.ts';
import type { LayoutTimes } from './times.ts';
import type { EditFigures, Figures, PictureFigures, ScaleFigures, StepFigures } from './walk.ts';

/** Where something is not kept, and what is wrong. */
export interface Finding {
  /** `kettle TB`, or the machine alone. */
  drawing: string;
  /** `3`, `3 dark`; empty where it is not about a step. */
  step: string;
  text: string;
}
export interface Result {
  measured: string;
  /** Null where there is nothing to measure it on. */
  isKept: boolean | null;
  findings: Finding[];
}
export interface Claim {
  claim: string;
  bound: string;
  check(figures: Figures, times: LayoutTimes[] | null): Result;
}

/** Machines whose flow can be drawn without any crossing. */
const WITHOUT_CROSSINGS = ['m02-triage', 'm04-nested', 'm05-contexts'];
const MOST_GALLERY_CROSSINGS = 5;
const MOST_NEARER_PERCENT = { ground: 5, text: 1 };
const FARTHEST_LABEL = 20;
const LEAST_TEXT = 9;
/** Machines with more fields may have to scroll for some. */
const FIELDS_IN_SIGHT = 20;
const LAYOUT_RATIO = { sum: 1, each: 1.15, eachMs: 3 };
const LINES_RATIO = 0.5;
const LARGE_MACHINE = 'm07-hospital120';
/** Sizes are rounded when they are computed. */
const ROUNDING = 0.05;

const BY_EYE: Result = { measured: 'by eye', isKept: null, findings: [] };
const NOTHING: Result = { measured: 'not there', isKept: null, findings: [] };

type AtStep = Pick<PictureFigures, 'machine' | 'direction' | 'theme' | 'step'>;
const finding = ({ machine, direction, theme, step }: AtStep, text: string): Finding => ({
  drawing: `${machine} ${direction}`,
  step: theme === 'dark' ? `${step} dark` : String(step),
  text,
});
const ofMachine = (drawing: string, text: string): Finding => ({ drawing, step: '', text });

/** None of the figures may have one. */
function none<T extends PictureFigures | StepFigures>(figures: T[], wrong: (figure: T) => string[]): Result {
  if (figures.length === 0) return NOTHING;
  const findings = figures.flatMap((figure) => wrong(figure).map((text) => finding(figure, text)));
  return { measured: String(findings.length), isKept: findings.length === 0, findings };
}

/** How many there are in all drawings, and the share of some of them. */
function share(
  pictures: PictureFigures[],
  mostPercent: number,
  of: (figure: PictureFigures) => { all: number; wrong: string[] },
): Result {
  const all = pictures.reduce((sum, figure) => sum + of(figure).all, 0);
  if (all === 0) return NOTHING;
  const findings = pictures.flatMap((figure) => of(figure).wrong.map((text) => finding(figure, text)));
  const percent = (100 * findings.length) / all;
  return {
    measured: `${percent.toFixed(1)} % (${findings.length} of ${all})`,
    isKept: percent <= mostPercent,
    findings,
  };
}

/** The most crossings that drawings of each machine have, by machine and direction. */
function mostCrossings(pictures: PictureFigures[]) {
  const most: Map<string, PictureFigures> = new Map();
  for (const figure of pictures) {
    const key = `${figure.machine} ${figure.direction}`;
    if (figure.crossings > (most.get(key)?.crossings ?? -1)) most.set(key, figure);
  }
  return [...most.values()];
}

function crossingsOfGallery(pictures: PictureFigures[]): Result {
  const gallery = mostCrossings(pictures.filter(({ isOfGallery }) => isOfGallery));
  if (gallery.length === 0) return NOTHING;
  const sums = (['TB', 'LR'] as const).map((direction) => {
    const sum = gallery.reduce((all, figure) => all + (figure.direction === direction ? figure.crossings : 0), 0);
    return { direction, sum };
  });
  return {
    measured: sums.map(({ direction, sum }) => `${direction} ${sum}`).join(', '),
    isKept: sums.every(({ sum }) => sum <= MOST_GALLERY_CROSSINGS),
    findings: gallery
      .filter((figure) => figure.crossings > 0)
      .sort((a, b) => b.crossings - a.crossings)
      .map((figure) => finding(figure, String(figure.crossings))),
  };
}

function smallestAtAnyScale(scales: ScaleFigures[]): Result {
  const drawn = scales.filter(({ smallestText }) => Number.isFinite(smallestText));
  if (drawn.length === 0) return NOTHING;
  const smallest = drawn.reduce((least, next) => (next.smallestText < least.smallestText ? next : least));
  const findings = drawn
    .filter(({ smallestText }) => smallestText < LEAST_TEXT - ROUNDING)
    .map((figure) => {
      const { scale, smallestText, smallestTextIs } = figure;
      return finding(figure, `${smallestText.toFixed(1)} px at a scale of ${scale.toFixed(2)}: “${smallestTextIs}”`);
    });
  return { measured: `${smallest.smallestText.toFixed(1)} px`, isKept: findings.length === 0, findings };
}

function smallestAtFirst(pictures: PictureFigures[]): Result {
  const first = pictures.filter(({ step }) => step === 0);
  if (first.length === 0) return NOTHING;
  const smallest = (figures: PictureFigures[]) => Math.min(...figures.map(({ smallestText }) => smallestText));
  const small = first.filter(({ nodes }) => smallestOf(nodes) > smallestOf(Infinity));
  const large = first.filter((figure) => !small.includes(figure));
  const findings = first
    .filter(({ nodes, smallestText }) => smallestText < smallestOf(nodes) - ROUNDING)
    .map((figure) => finding(figure, `${figure.smallestText.toFixed(1)} px`));
  return {
    measured: [small, large]
      .map((figures) => (figures.length > 0 ? `${smallest(figures).toFixed(1)} px` : '–'))
      .join(', '),
    isKept: findings.length === 0,
    findings,
  };
}

function moduleNames(scales: ScaleFigures[]): Result {
  const names = scales
    .filter(({ machine, isFit }) => machine === LARGE_MACHINE && isFit)
    .flatMap((figure) => figure.moduleNames.map((name) => ({ ...name, figure })));
  if (names.length === 0) return NOTHING;
  const findings = names
    .filter(({ size }) => size < LEAST_TEXT - ROUNDING)
    .map(({ figure, module, size }) => finding(figure, `${module} ${size.toFixed(1)} px`));
  return {
    measured: `${Math.min(...names.map(({ size }) => size)).toFixed(1)} px`,
    isKept: findings.length === 0,
    findings,
  };
}

function covered(steps: StepFigures[]): Result {
  return none(
    steps.filter((figure) => figure.covered !== null),
    (figure) => (figure.covered?.length ? [`by ${figure.covered.join(', ')}`] : []),
  );
}

function valuesInSight(steps: StepFigures[]): Result {
  const due = steps.filter(({ fields, paths }) => fields > 0 && fields <= FIELDS_IN_SIGHT && paths <= 1);
  if (due.length === 0) return NOTHING;
  const findings = due.flatMap((figure) => {
    const { drawn, hidden } = figure.values;
    const missing = figure.fields - drawn;
    const texts = [
      ...(missing > 0 ? [`${missing} not drawn`] : []),
      ...(hidden.length > 0 ? [`${hidden.length} of ${drawn} out of sight (${hidden.slice(0, 4).join(' ')})`] : []),
    ];
    return texts.length > 0 ? [finding(figure, texts.join(', '))] : [];
  });
  return {
    measured: `${due.length - findings.length} of ${due.length} steps`,
    isKept: findings.length === 0,
    findings,
  };
}

function layoutTime(times: LayoutTimes[] | null): Result {
  const gallery = times?.filter(({ isOfGallery }) => isOfGallery) ?? [];
  if (!times || gallery.length === 0) return { ...NOTHING, measured: times ? 'not there' : 'only with AGAINST=…' };
  const sum = (of: (time: LayoutTimes) => number) => gallery.reduce((all, time) => all + of(time), 0);
  const [own, other] = [sum((time) => time.own), sum((time) => time.other)];
  const findings = times
    .filter((time) => time.own > LAYOUT_RATIO.each * time.other && time.own > time.other + LAYOUT_RATIO.eachMs)
    .map(({ machine, own: here, other: there }) =>
      ofMachine(machine, `${here.toFixed(1)} ms, there ${there.toFixed(1)} ms`),
    );
  return {
    measured: `${(own / other).toFixed(2)} (${own.toFixed(0)} ms to ${other.toFixed(0)} ms)`,
    isKept: own <= LAYOUT_RATIO.sum * other && findings.length === 0,
    findings,
  };
}

function linesPass({ passTimes }: Figures): Result {
  const timed = passTimes.flatMap(({ machine, passes, lines }) => (lines === null ? [] : [{ machine, passes, lines }]));
  if (timed.length === 0) return NOTHING;
  const sum = (of: (time: (typeof timed)[number]) => number) => timed.reduce((all, time) => all + of(time), 0);
  const ratio = sum(({ lines }) => lines) / sum(({ passes }) => passes);
  return {
    measured: `${ratio.toFixed(2)} (${sum(({ lines }) => lines).toFixed(0)} ms)`,
    isKept: ratio <= LINES_RATIO,
    findings: timed
      .filter(({ passes, lines }) => lines > LINES_RATIO * passes)
      .map(({ machine, passes, lines }) => ofMachine(machine, `${lines.toFixed(1)} ms to ${passes.toFixed(1)} ms`)),
  };
}

function edits(list: EditFigures[], meant: EditFigures['edit'][], wrong: (edit: EditFigures) => string[]): Result {
  const due = list.filter(({ edit }) => meant.includes(edit));
  if (due.length === 0) return NOTHING;
  const bad = due.filter((edit) => wrong(edit).length > 0);
  const findings = bad.flatMap((edit) =>
    wrong(edit).map((text) => ofMachine(`${edit.machine} ${edit.direction}, ${edit.edit}`, text)),
  );
  return { measured: `${bad.length} of ${due.length} do`, isKept: bad.length === 0, findings };
}

const some = (what: string, list: string[]) =>
  list.length > 0
    ? [`${what} ${list.slice(0, 6).join(' ')}${list.length > 6 ? ` and ${list.length - 6} more` : ''}`]
    : [];

export const CLAIMS: Claim[] = [
  {
    claim: 'machines with more crossings than Graphviz draws for the same flow',
    bound: '0',
    check: ({ pictures }) => {
      const most = mostCrossings(pictures);
      const result = none(most, ({ crossings, plainCrossings }) =>
        crossings > plainCrossings ? [`${crossings}, Graphviz ${plainCrossings}`] : [],
      );
      const sum = (of: (figure: PictureFigures) => number) => most.reduce((all, figure) => all + of(figure), 0);
      const [ours, plain] = [sum(({ crossings }) => crossings), sum(({ plainCrossings }) => plainCrossings)];
      return most.length > 0 ? { ...result, measured: `${result.measured} (${ours}, Graphviz ${plain})` } : result;
    },
  },
  {
    claim: 'crossings in m02, m04, m05',
    bound: '0',
    check: ({ pictures }) => {
      const meant = mostCrossings(pictures.filter(({ machine }) => WITHOUT_CROSSINGS.includes(machine)));
      const result = none(meant, ({ crossings }) => (crossings > 0 ? [String(crossings)] : []));
      return meant.length === 0
        ? result
        : { ...result, measured: String(meant.reduce((sum, { crossings }) => sum + crossings, 0)) };
    },
  },
  {
    claim: 'crossings in the whole gallery',
    bound: `≤ ${MOST_GALLERY_CROSSINGS}`,
    check: ({ pictures }) => crossingsOfGallery(pictures),
  },
  {
    claim: 'labels nearer to another line, by their ground',
    bound: `≤ ${MOST_NEARER_PERCENT.ground} %`,
    check: ({ pictures }) =>
      share(pictures, MOST_NEARER_PERCENT.ground, ({ labels, nearerByGround }) => ({
        all: labels,
        wrong: nearerByGround,
      })),
  },
  {
    claim: 'labels nearer to another line, by their text',
    bound: `≤ ${MOST_NEARER_PERCENT.text} %`,
    check: ({ pictures }) =>
      share(pictures, MOST_NEARER_PERCENT.text, ({ labelTexts, nearerByText }) => ({
        all: labelTexts,
        wrong: nearerByText,
      })),
  },
  {
    claim: 'the label that is farthest from its line',
    bound: `≤ ${FARTHEST_LABEL} px`,
    check: ({ pictures }) => {
      const result = none(pictures, ({ farthestLabel: { text, distance } }) =>
        distance > FARTHEST_LABEL ? [`“${text}” ${distance.toFixed(0)} px`] : [],
      );
      const farthest = Math.max(0, ...pictures.map(({ farthestLabel }) => farthestLabel.distance));
      return pictures.length > 0 ? { ...result, measured: `${farthest.toFixed(0)} px` } : result;
    },
  },
  {
    claim: 'lines through cards',
    bound: '0',
    check: ({ pictures }) => none(pictures, (figure) => figure.throughCards),
  },
  {
    claim: 'text on text or on a card',
    bound: '0',
    check: ({ pictures }) => none(pictures, (figure) => figure.overlaps),
  },
  { claim: 'text out of its box', bound: '0', check: ({ pictures }) => none(pictures, (figure) => figure.outOfBox) },
  {
    claim: 'labels on the border of a container',
    bound: '0',
    check: ({ pictures }) => none(pictures, (figure) => figure.onBorders),
  },
  {
    claim: 'what comes after a module does not stand below it (TB)',
    bound: '0',
    check: ({ pictures }) =>
      none(
        pictures.filter(({ followers }) => followers > 0),
        (figure) => figure.notBelow,
      ),
  },
  {
    claim: 'steps at which the current node is covered, Follow on',
    bound: '0',
    check: ({ steps }) => covered(steps),
  },
  {
    claim: 'smallest text at any scale',
    bound: `≥ ${LEAST_TEXT} px`,
    check: ({ scales }) => smallestAtAnyScale(scales),
  },
  {
    claim: 'smallest text at the first view, of small and large machines',
    bound: `≥ ${smallestOf(0)}, ${smallestOf(Infinity)} px`,
    check: ({ pictures }) => smallestAtFirst(pictures),
  },
  {
    claim: 'm07 after Fit: the smallest name of a module',
    bound: `≥ ${LEAST_TEXT} px`,
    check: ({ scales }) => moduleNames(scales),
  },
  {
    claim: `steps with all values in sight: one path, up to ${FIELDS_IN_SIGHT} fields`,
    bound: 'all',
    check: ({ steps }) => valuesInSight(steps),
  },
  {
    claim: 'layout time to that of the other build, sum of the gallery',
    bound: `≤ ${LAYOUT_RATIO.sum.toFixed(1)}, each ≤ ${LAYOUT_RATIO.each} or + ${LAYOUT_RATIO.eachMs} ms`,
    check: (_, times) => layoutTime(times),
  },
  { claim: 'time of the lines pass to that of the others', bound: `≤ ${LINES_RATIO}`, check: linesPass },
  {
    claim: 'adding a context moves cards of the flow',
    bound: 'never',
    check: (figures) =>
      edits(figures.edits, ['context'], ({ moved, resized }) => [...some('moves', moved), ...some('resizes', resized)]),
  },
  {
    claim: 'adding a read or a write resizes other cards, changes ranks or order',
    bound: 'never',
    check: (figures) =>
      edits(figures.edits, ['reads', 'writes'], ({ resized, reordered }) => [
        ...some('resizes', resized),
        ...some('changes the order of', reordered),
      ]),
  },
  {
    claim: 'steps that change the layout without folding, rows per path or texts',
    bound: '0',
    check: ({ steps }) => none(steps, ({ unexplained }) => (unexplained ? [unexplained] : [])),
  },
  {
    claim: 'kettle, counter and traffic-light beside the build before',
    bound: 'not worse',
    check: () => BY_EYE,
  },
  {
    claim: 'ten machines beside Mermaid and D2 with ELK',
    bound: 'ahead',
    check: () => BY_EYE,
  },
];
