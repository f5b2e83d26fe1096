// @ts-nocheck
// The built core in Node, started once for all tests of a file.
import { readFileSync } from 'node:fs';
import * as core from '../../pkg/tracklight.js';

await core.default({ module_or_path: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) });

export const { Machine, version } = core;

/** A run of a text. */
export const start = (source: any, options?: any) => Machine.parse(source).start(options);

/** A reply of one turn with these calls: `[name, input]`. */
export const reply = (...calls) => ({ turns: [{ calls: calls.map(([name, input]) => ({ name, input })) }] });

/** The kinds of events of a result that must be accepted. */
export function kinds(result) {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.events.map(({ kind }) => kind);
}
