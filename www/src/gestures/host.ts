// What the page and the element do alike as hosts of gestures.

import { clip } from '../protocol/clip.ts';
import type { Engine } from '../protocol/types.ts';
import type { Refused } from './types.ts';

/** Characters of a value that is shown or announced. */
export const LONGEST_VALUE = 60;

/** The text is another one by now, or must not be changed. */
export const GONE: Refused = { ok: false, code: 'changed', message: '', free: '' };

/** @param all the selected elements, the last one at the end */
export const toggled = (all: readonly string[], id: string) =>
  all.includes(id) ? all.filter((other) => other !== id) : [...all, id];

/** The value of an expression on a path, as text; null where it has none. */
export async function evaluatedText(engine: Engine, path: string | undefined, expression: string) {
  const answer = path === undefined ? null : await engine.evaluate(path, expression).catch(() => null);
  if (!answer?.ok) return null;
  return clip(answer.value === undefined ? 'undefined' : JSON.stringify(answer.value), LONGEST_VALUE);
}
