// The renderer itself: what `loadRenderer` gives once everything has come.

import { instance, type Viz } from '@viz-js/viz';
import * as core from '../../pkg/tracklight.js';
import { animate, type Frame } from '../diagram/animation.ts';
import { captionOf } from '../run/caption.ts';
import {
  PICTURE_EDGE,
  enlargedFrom,
  formOptions,
  isCrowded,
  mayLackRoom,
  pixelsOf,
  placingOf,
  switchWidth,
  type Form,
} from '../diagram/column.ts';
import { foldedAround } from '../diagram/modules.ts';
import { travelsOf } from '../diagram/travels.ts';
import { dark } from '../diagram/dark-palette.ts';
import { shareLooks } from '../diagram/looks.ts';
import { setMargin } from '../diagram/margin.ts';
import { light, themed, type Color } from '../diagram/palette.ts';
import { xmlText } from '../link/xml.ts';
import { RenderError } from './error.ts';
import { pictureOf, type Picture, type PictureOptions } from './picture.ts';
import { openRun, runTo, stepOn } from './run.ts';
import { strings } from './strings.ts';
import type { AnimationOptions, FileOptions, HastElement, Problem, RenderOptions, Renderer, Summary } from './types.ts';
import { partsOf, pictureOf as drawingOf } from '../core/picture.ts';
import type { Run } from '../../pkg/tracklight.js';
import type { DotOptions, DrawingParts, Event, OutlineItem, View } from '../protocol/types.ts';

/** Nodes and edges that are drawn; more take Graphviz minutes. */
const MAX_ELEMENTS = 2000;
/** A drawing is shown so much larger than Graphviz made it where there is room, as in the page. */
const SCALE = 1.25;
/** In drawing units. */
const PIXEL = 1 / SCALE;
/** Around a picture that is a file. */
const MARGIN = 8 * PIXEL;
const COLORS: Record<NonNullable<FileOptions['theme']>, Color> = { light, dark, auto: themed };

/** A drawing as the core wrote it. `run` is missing where the machine has errors: such a machine does not run. */
interface Drawing {
  parts: DrawingParts;
  /** Of its layout. */
  key: string;
  outline: OutlineItem[];
  /** The whole of it as one text. */
  whole: string;
  title: string;
  run: { view: View; events: Event[] } | undefined;
}

export async function makeRenderer(): Promise<Renderer> {
  const viz = await instance();
  await core.default();
  const inline = (source: string, options: RenderOptions = {}) => columnPictures(viz, source, options);
  const render = (source: string, options?: RenderOptions) => inline(source, options).outerHTML;
  return Object.assign(render, {
    tree: (source: string, options?: RenderOptions) => hastOf(inline(source, options)),
    file: (source: string, { theme = 'light', ...options }: FileOptions = {}) =>
      fileText(picture(viz, source, options, COLORS[theme]), theme),
    runFile: (run: Run) => fileText(runPicture(viz, run), 'light'),
    animate: (source: string, options: AnimationOptions = {}) => animation(viz, source, options),
    dot: (source: string, options: RenderOptions = {}) => draw(source, options).whole,
    check,
    summary,
  });
}

function check(source: string): Problem[] {
  const machine = core.Machine.parse(source);
  const problems = machine.diagnostics().map(({ severity, message, from }) => ({
    severity,
    message,
    line: source.slice(0, from).split('\n').length,
  }));
  machine.free();
  return problems;
}

function summary(source: string): Summary {
  const machine = core.Machine.parse(source);
  const { nodes, edges } = machine.counts();
  const { attributes } = machine.toJSON() as { attributes: { name: string; value: unknown }[] };
  const description = attributes.find(({ name }) => name === 'description')?.value;
  const title = machine.title ?? '';
  machine.free();
  return { title, description: typeof description === 'string' ? description : '', nodes, edges };
}

/** Steps of an animation, where the caller does not say. */
const MAX_STEPS = 60;
const SECONDS_PER_STEP = 1.5;

function animation(viz: Viz, source: string, options: AnimationOptions): string {
  const {
    from = 0,
    to = from + MAX_STEPS,
    seconds = SECONDS_PER_STEP,
    loop = true,
    run: script,
    direction,
    label,
    theme = 'light',
  } = options;
  const color = COLORS[theme];
  const { title } = draw(source, { ...(direction ? { direction } : {}) });
  const session = openRun(core, source, script);
  try {
    const frames: Frame[] = [];
    const look = { heading: false, ...(direction ? { direction } : {}) };
    for (let events: Event[] | null = session.run.events(); events !== null; ) {
      const view = session.run.view();
      if (view.tick >= from) {
        const run = { view, events: session.run.events() };
        // The first picture shows where paths stand; a way leads from one picture to the next.
        const travels = frames.length === 0 ? [] : travelsOf(events, run.events);
        const { svg } = paint(viz, partsOf(session.run, look), { run, color, travels });
        frames.push({ svg, caption: captionOf(view, events, run.events) });
      }
      if (view.tick >= to) break;
      events = stepOn(session);
    }
    if (frames.length === 0) throw new RenderError('run', strings.notReached(from));
    fitFrames(frames);
    return xmlText(animate(frames, { seconds, loop, label: label ?? (title || strings.machine), color }));
  } finally {
    session.free();
  }
}

function draw(source: string, { tick = 0, run: script, direction }: RenderOptions, look: DotOptions = {}): Drawing {
  const options = { heading: false, ...(direction ? { direction } : {}), ...look };
  const machine = core.Machine.parse(source);
  try {
    const title = machine.title ?? '';
    const { nodes, edges } = machine.counts();
    if (nodes === 0) throw new RenderError('empty', strings.empty);
    if (nodes + edges > MAX_ELEMENTS) throw new RenderError('too-large', strings.tooLarge(nodes, edges));
    if (machine.diagnostics().some(({ severity }) => severity === 'error'))
      return { ...drawn(machine, options), outline: machine.outline(), title, run: undefined };
    const session = openRun(core, source, script);
    try {
      runTo(session, tick);
      const { run } = session;
      return {
        ...drawn(run, options),
        outline: machine.outline(),
        title,
        run: { view: run.view(), events: run.events() },
      };
    } finally {
      session.free();
    }
  } finally {
    machine.free();
  }
}

function drawn(of: Parameters<typeof drawingOf>[0] & { dot(options: DotOptions): string }, options: DotOptions) {
  const { key, parts } = drawingOf(of, { options });
  return { key, parts: parts ?? partsOf(of, options), whole: of.dot(options) };
}

/** The pictures of both forms, which a style sheet shows by the width of the column that they stand in. */
function columnPictures(viz: Viz, source: string, options: RenderOptions): HTMLElement {
  const wide = columnPicture(viz, source, options, 'wide', null);
  const at = switchWidth(wide.railWidth);
  const narrow = columnPicture(viz, source, options, 'narrow', at);
  const pictures = wide.svg.ownerDocument.createElement('span');
  pictures.setAttribute('class', 'tracklight-pictures');
  for (const [picture, name] of [
    [wide, `tracklight-from-${at}`],
    [narrow, `tracklight-below-${at}`],
  ] as const) {
    const { svg } = picture;
    const large = enlargedFrom(boxOf(picture), pixelsOf(options.height ?? ''));
    svg.setAttribute(
      'class',
      ['tracklight-picture', name, ...(large === null ? [] : [`tracklight-large-${large}`])].join(' '),
    );
    svg.removeAttribute('xmlns');
    pictures.append(svg);
  }
  if (mayLackRoom('wide', boxOf(wide), at) || mayLackRoom('narrow', boxOf(narrow), at)) {
    // For the keyboard.
    pictures.setAttribute('tabindex', '0');
    pictures.setAttribute('role', 'group');
    pictures.setAttribute('aria-label', wide.svg.getAttribute('aria-label') ?? '');
  }
  // Without the style sheet there is one picture.
  narrow.svg.setAttribute('display', 'none');
  return pictures;
}

/** The box of the drawing in a picture. */
const boxOf = ({ width, height }: Picture) => ({
  width: width - 2 * PICTURE_EDGE,
  height: height - 2 * PICTURE_EDGE,
});

/** @param switchAt where the form changes; null where that follows from the picture */
function columnPicture(viz: Viz, source: string, options: RenderOptions, form: Form, switchAt: number | null): Picture {
  const look = formOptions(form);
  const make = (drawing: Drawing) => {
    const { parts, run, key } = drawing;
    const made = paint(viz, parts, { run, color: themed, placing: placingOf(form), key });
    return named(made, drawing, options);
  };
  const first = draw(source, options, look);
  const made = make(first);
  if (!first.run || !isCrowded(form, boxOf(made).width, switchAt ?? switchWidth(made.railWidth))) return made;
  const fold = foldedAround(first.outline, first.run.view);
  if (fold.length === 0) return made;
  const folded = make(draw(source, options, { ...look, fold }));
  folded.svg.setAttribute('data-folded', '');
  return folded;
}

function picture(viz: Viz, source: string, options: FileOptions, color: Color): Picture {
  const whole = draw(source, options);
  const fold = options.folded && whole.run ? foldedAround(whole.outline, whole.run.view) : [];
  const drawing = fold.length === 0 ? whole : draw(source, options, { fold });
  return enlarged(named(paint(viz, drawing.parts, { run: drawing.run, color }), drawing, options));
}

/** A run where its cursor stands. */
function runPicture(viz: Viz, run: Run): Picture {
  const { parts } = drawn(run, { heading: false });
  const shown = { view: run.view(), events: run.events() };
  return enlarged(named(paint(viz, parts, { run: shown, color: light }), { title: '' }, {}));
}

function enlarged(made: Picture): Picture {
  const { svg, width, height } = made;
  svg.setAttribute('width', String(Math.round(width * SCALE)));
  svg.setAttribute('height', String(Math.round(height * SCALE)));
  return made;
}

function named(made: Picture, { title }: Pick<Drawing, 'title'>, { label }: RenderOptions): Picture {
  made.svg.setAttribute('role', 'img');
  made.svg.setAttribute('aria-label', xmlText(label ?? (title || strings.machine)));
  return made;
}

function paint(
  viz: Viz,
  parts: DrawingParts,
  { run, ...options }: Omit<PictureOptions, 'run'> & { run: Drawing['run'] },
): Picture {
  try {
    return pictureOf(viz, parts, { ...options, ...(run ? { run } : {}) });
  } catch (error) {
    throw new RenderError('layout', strings.layout(error instanceof Error ? error.message : String(error)));
  }
}

/** Gives the frames of each layout a box of their own with the margin. */
function fitFrames(frames: Frame[]) {
  const layouts: Map<string, SVGSVGElement[]> = new Map();
  for (const { svg } of frames) {
    const transform = [...svg.children].find((child) => child.tagName === 'g')?.getAttribute('transform');
    const layout = `${svg.getAttribute('viewBox')} ${transform}`;
    layouts.set(layout, [...(layouts.get(layout) ?? []), svg]);
  }
  for (const svgs of layouts.values()) setMargin(svgs, MARGIN, PIXEL);
}

function fileText({ svg }: Picture, theme: keyof typeof COLORS): string {
  setMargin([svg], MARGIN, PIXEL);
  const [x = 0, y = 0, width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  svg.setAttribute('width', String(Math.round(width * SCALE)));
  svg.setAttribute('height', String(Math.round(height * SCALE)));
  const paper = svg.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill: COLORS[theme]('canvas') }))
    paper.setAttribute(name, String(value));
  svg.prepend(paper);
  const text = theme === 'auto' ? withBothThemes(svg.outerHTML) : svg.outerHTML;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlText(text)}\n`;
}

/** The text of a picture whose colors follow the theme of whoever looks at it. */
function withBothThemes(svg: string) {
  const { text, css } = shareLooks(svg);
  return text.replace('>', () => `><style>${css}</style>`);
}

function hastOf(element: Element): HastElement {
  return {
    type: 'element',
    tagName: element.tagName,
    properties: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    children: [...element.childNodes].map((node) =>
      node.nodeType === 3 ? { type: 'text', value: node.textContent ?? '' } : hastOf(node as Element),
    ),
  };
}
