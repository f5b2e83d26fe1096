// What happened in a step, below a drawing: the sentences of the timeline.

import { plain } from '../run/parts.ts';
import { failedBefore, stepRows } from '../run/step-rows.ts';
import { widthOf } from './widths.ts';
import type { Event, View } from '../protocol/types.ts';
import type { Color } from './palette.ts';
import type { StepRow } from '../run/types.ts';

/** A sentence, and what stands behind it in a softer color. */
export interface Sentence {
  text: string;
  reason: string;
}

interface Word {
  text: string;
  isReason: boolean;
}

/** `room`: longer lines are wrapped where the drawing is not wider. */
const CAPTION = { size: 12, line: 16, above: 19, below: 11, side: 10, room: 460, lines: 4 };
const FONT = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif";

/**
 * @param step its events, with the replies that it asked for
 * @param events of the run up to now
 */
export function captionOf({ tick, edges }: Pick<View, 'tick' | 'edges'>, step: Event[], events: Event[]): Sentence[] {
  const rows = stepRows(
    step,
    { first: 0, step: Infinity },
    {
      edge: (id) => edges.find((edge) => edge.id === id) ?? null,
      failed: (join) => failedBefore(events, join),
      namesForksByNode: true,
    },
  );
  return alike(rows).map((sentence, i) =>
    i > 0 ? sentence : { ...sentence, text: `Step ${tick} · ${sentence.text}` },
  );
}

/** What several paths did alike is one sentence, of all their nodes. */
function alike(rows: readonly StepRow[]): Sentence[] {
  const found: Map<string, { nodes: Set<string>; rest: string; reasons: Set<string> }> = new Map();
  for (const { parts, end, reason, tag } of rows) {
    const [first, ...others] = [...parts, ...end];
    const isAtNode = first?.as === 'node';
    const rest = isAtNode ? plain(others) : plain([...parts, ...end]);
    const why = plain(reason);
    const key = JSON.stringify([isAtNode, rest, why]);
    const sentence = found.get(key) ?? { nodes: new Set(), rest, reasons: new Set([why]) };
    if (isAtNode) sentence.nodes.add(first.text);
    if (tag) sentence.reasons.add(`· ${tag.text}`);
    found.set(key, sentence);
  }
  return [...found.values()].map(({ nodes, rest, reasons }) => ({
    text: `${[...nodes].join(', ')}${nodes.size > 1 ? ' each' : ''}${rest}`,
    reason: [...reasons].filter((reason) => reason !== '').join(' '),
  }));
}

/** The lines of captions, and what they take. */
export function captionsOf(captions: readonly Sentence[][], drawingWidth: number) {
  const room = Math.max(drawingWidth - 2 * CAPTION.side, CAPTION.room);
  const all = captions.map((sentences) =>
    cut(
      sentences.flatMap((sentence) => wrapped(sentence, room)),
      room,
    ),
  );
  const longest = Math.max(...all.flat().map((line) => widthOf(textOf(line), CAPTION.size, 'regular')));
  return {
    width: Math.ceil(longest) + 2 * CAPTION.side,
    height: CAPTION.above + CAPTION.below + (Math.max(...all.map(({ length }) => length)) - 1) * CAPTION.line,
    /** @param y of the line above the captions */
    texts: (y: number, color: Color) =>
      all.map((lines) => lines.map((line, i) => drawn(line, y + CAPTION.above + i * CAPTION.line, color))),
  };
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join(' ');
const isTooLong = (words: readonly Word[], room: number) => widthOf(textOf(words), CAPTION.size, 'regular') > room;

/** A reason that does not fit behind its sentence begins a line. */
function wrapped({ text, reason }: Sentence, room: number): Word[][] {
  const [said = [], why = []] = [text, reason].map((part, i) =>
    part.split(/\s+/).flatMap((word) => (word === '' ? [] : clipped({ text: word, isReason: i > 0 }, room))),
  );
  const whole = [...said, ...why];
  return isTooLong(whole, room) ? [...linesOf(said, room), ...linesOf(why, room)] : [whole];
}

function linesOf(words: readonly Word[], room: number): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line && !isTooLong([...line, word], room)) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** A word that is longer than a line. */
function clipped(word: Word, room: number): Word {
  let { text } = word;
  while (text.length > 1 && isTooLong([{ ...word, text }], room)) text = `${text.replace(/…$/, '').slice(0, -1)}…`;
  return { ...word, text };
}

/** No more lines than there is room for. */
function cut(lines: readonly Word[][], room: number): Word[][] {
  const shown = lines.slice(0, CAPTION.lines);
  const last = shown.at(-1);
  if (lines.length <= CAPTION.lines || !last) return shown;
  const words = [...last, { text: '…', isReason: true }];
  while (words.length > 1 && isTooLong(words, room)) words.splice(-2, 1);
  return [...shown.slice(0, -1), words];
}

function drawn(line: readonly Word[], y: number, color: Color): string {
  const [said = '', why = ''] = [false, true].map((isReason) =>
    textOf(line.filter((word) => word.isReason === isReason)),
  );
  const length = widthOf(textOf(line), CAPTION.size, 'regular').toFixed(1);
  const reason = why && `<tspan fill="${color('ink-soft')}">${said && ' '}${escape(why)}</tspan>`;
  return (
    `<text x="${CAPTION.side}" y="${y}" font-family="${escape(FONT)}" font-size="${CAPTION.size}" ` +
    `textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color('ink')}">` +
    `${escape(said)}${reason}</text>`
  );
}

export const escape = (text: string) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? '&quot;');
