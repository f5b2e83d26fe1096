// What was found in the text, in short: how much, how bad the worst of it is, and in words.

import { editorWords } from '../editor/strings.ts';
import type { Analysis } from '../protocol/types.ts';

/** Signs of the worst that was found; nothing found is none. */
const SIGNS = { bad: 'bad', warn: 'warn', info: 'info', none: 'check' } as const;

/** `count`: errors and warnings, or suggestions where there is nothing worse; `worst`: a class as well. */
export interface Found {
  count: number;
  worst: keyof typeof SIGNS;
  icon: string;
  words: string;
}

export function foundIn({
  errors,
  warnings,
  diagnostics,
}: Pick<Analysis, 'errors' | 'warnings' | 'diagnostics'>): Found {
  // A misspelled word is often no more than a suggestion, because any word may stand there.
  const suggestions = diagnostics.filter(
    (diagnostic) => diagnostic.severity === 'info' && diagnostic.code !== 'nothing-to-run',
  ).length;
  const worst = errors > 0 ? 'bad' : warnings > 0 ? 'warn' : suggestions > 0 ? 'info' : 'none';
  return {
    count: errors + warnings || suggestions,
    worst,
    icon: SIGNS[worst],
    words: editorWords.problems(errors, warnings, suggestions),
  };
}
