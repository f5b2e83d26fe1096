// What holds for every import: a machine without errors that is formatted, with all losses as comments in it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import init, { Machine } from '../../../pkg/tracklight.js';
import { convert, type ConvertOptions, type Converted } from '../../../src/plugins/import.ts';

/** Before the first check. */
export const startCore = () =>
  init({ module_or_path: readFileSync(new URL('../../../pkg/tracklight_bg.wasm', import.meta.url)) });

export type Success = Extract<Converted, { ok: true }>;

/** @returns what the import gave */
export function imported(text: string, options: ConvertOptions = {}): Success {
  const converted = convert(text, options);
  if (!converted.ok) assert.fail(`${JSON.stringify(converted.error)} in\n${text}`);
  checkSource(converted, text);
  return converted;
}

export function checkSource({ source, losses }: Success, text: string) {
  const machine = Machine.parse(source);
  try {
    const errors = machine.diagnostics().filter(({ severity }) => severity === 'error');
    assert.deepEqual(errors, [], `errors in\n${source}\nfrom\n${text}`);
    const formatted = machine.format();
    assert.equal(formatted.ok && formatted.text, source, `not as the formatter writes it, from\n${text}`);
  } finally {
    machine.free();
  }
  for (const { line, what, why } of losses) {
    assert.ok(line >= 1 && line <= text.split('\n').length, `line ${line} of a loss is not in the text`);
    assert.ok(
      source.includes(`// lost: ${what.slice(0, 100).trimEnd()}`),
      `no comment on ${what} (${why}) in\n${source}`,
    );
  }
}
