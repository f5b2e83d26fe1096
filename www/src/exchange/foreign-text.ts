// A text in another notation among the findings of the core, which reads it as a machine.

import { beginsForeign, recogniseFormat } from './formats.ts';
import { exchangeStrings as say } from './strings.ts';

interface Finding {
  from: number;
  to: number;
  severity: 'error' | 'warning' | 'info';
  code: string;
  message: string;
  hint?: string;
  fixes?: { title: string; edits: never[] }[];
}

export const FOREIGN_FORMAT = 'foreign-format';

/** Replaces the diagnostics of a text in another format. If the text is a valid machine too, it is added to them. */
export function withForeignFormat<F extends { severity: string; from: number }>(
  source: string,
  findings: F[],
): (F | Finding)[] {
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const format = hasErrors || beginsForeign(source) ? recogniseFormat(source) : null;
  if (format === null) return findings;
  const from = /\S/.exec(source)?.index ?? 0;
  const end = source.indexOf('\n', from);
  const found: Finding = {
    from,
    to: end < 0 ? source.length : end,
    severity: hasErrors ? 'error' : 'info',
    code: FOREIGN_FORMAT,
    message: say.looksLike(format.name),
    hint: say.hint,
    fixes: [{ title: say.fix, edits: [] }],
  };
  return hasErrors ? [found] : [found, ...findings];
}
