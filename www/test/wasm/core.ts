// The built core in Node, started once for all tests of a file.
import { readFileSync } from 'node:fs';
import * as core from '../../pkg/tracklight.js';
import { loose } from '../loose.ts';
import type { Json, StartOptions } from '../../pkg/tracklight.js';

core.initSync({ module: readFileSync(new URL('../../pkg/tracklight_bg.wasm', import.meta.url)) });

export { core };
export const { languageReference, version } = core;
/** Its results are read without a check before each step. */
export const Machine = loose(core.Machine);
export type Machine = ReturnType<typeof Machine.parse>;
export type Run = ReturnType<Machine['start']>;

/** A run of a text. */
export const start = (source: string, options?: StartOptions) => Machine.parse(source).start(options);

/** A reply of one turn with these calls: `[name, input]`. */
export const reply = (...calls: [name: string, input: Json][]) => ({
  turns: [{ calls: calls.map(([name, input]) => ({ name, input })) }],
});

/** The kinds of events of a result that must be accepted. */
export function kinds(result: ReturnType<Run['step']>) {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.events.map(({ kind }) => kind);
}

/** Whether an error says that this argument is wrong, for `assert.throws`. */
export const isMisuseOf = (argument: string) => (error: unknown) => {
  const { code, data } = error as { code?: string; data?: { argument: string } };
  return code === 'bad-argument' && data?.argument === argument;
};
