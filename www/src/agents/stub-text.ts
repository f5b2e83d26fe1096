// The script of a stub as the user types it: JSON text, and what is wrong with it.

import { checkScript } from './script-shape.ts';
import type { Json } from './types.ts';

/** Links hold no deeper JSON than 64, and the script stands some levels inside one. */
const DEEPEST = 48;

/** @returns `json`: whether the text could be read at all */
export function readScript(text: string): { script: Json } | { problems: string[]; json: boolean } {
  let script: Json;
  try {
    script = JSON.parse(text);
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], json: false };
  }
  const problems = isDeep(script) ? [`nested deeper than ${DEEPEST} levels`] : checkScript(script);
  return problems.length > 0 ? { problems, json: true } : { script };
}

/** Level by level. */
function isDeep(value: Json) {
  let level = [value];
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return false;
  }
  return true;
}
