// What happened in a step, below a drawing: the sentences of the timeline.

import { escapeMarkup } from '../link/xml.ts';
import { widthOf } from './widths.ts';
import type { Sentence } from '../run/caption.ts';
import type { Color } from './palette.ts';

interface Word {
  text: string;
  isReason: boolean;
}

/** `room`: longer lines are wrapped where the drawing is not wider. */
const CAPTION = { size: 12, line: 16, above: 19, below: 11, side: 10, room: 460, lines: 4 };
const FONT = "Arial, Helvetica, 'Liberation Sans', Arimo, sans-serif";

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
  const reason = why && `<tspan fill="${color('ink-soft')}">${said && ' '}${escapeMarkup(why)}</tspan>`;
  return (
    `<text x="${CAPTION.side}" y="${y}" font-family="${escapeMarkup(FONT)}" font-size="${CAPTION.size}" ` +
    `textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color('ink')}">` +
    `${escapeMarkup(said)}${reason}</text>`
  );
}
