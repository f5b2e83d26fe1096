// What the first drawing, and an embedded machine up to its first step, ask of the core: the calls after which
// `parts.mjs` tells the first part from the rest.

import { readFileSync } from 'node:fs';
import { Session } from '../../src/core/session.ts';
import { formOptions } from '../../src/diagram/column.ts';
import { ENTRY } from '../../src/protocol/sources.ts';

const example = (/** @type {string} */ name) =>
  readFileSync(new URL(`../../examples/${name}.dygram`, import.meta.url), 'utf8');
/** What the page opens first. */
const START = example('refund-desk');
const KETTLE = example('kettle');
/** It begins with a fork. */
const HIKERS = example('hikers');
/** It goes into modules, which are folded before that. */
const MODULES = `machine "Workshop"
context Order { pieces<number>: 0; note<string>: "two chairs" }
init arrive
module sawing { task saw "Saw along the line" { prompt: "set Order.pieces to 8" }; task sand; saw -> sand }
module weaving { task soak; task weave; soak -> weave }
end delivered
arrive -@async-> saw
arrive -@async-> soak
sand -> delivered
weave -> delivered
`;
const silent = () => {};

/** @typedef {Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version' | 'languageReference'>} Core */

/**
 * Opens the start example as the page does, up to the drawing of its run before the first step.
 * @param {Core} core
 * @param {string} [more] text behind it
 */
export async function firstDrawing(core, more = '') {
  const look = { options: { heading: false } };
  for (const text of [START, KETTLE]) {
    const sources = { source: text + more, files: {}, entry: ENTRY };
    const session = new Session(core, { now: () => 0, sleep: async () => {} });
    await session.call('version', [], silent);
    await session.call('edit', [sources], silent);
    await session.call('tokens', [sources, ENTRY], silent);
    await session.call('draw', [look], silent);
    await session.call('start', [{}, look], silent);
    await session.call('snapshot', [{ ...look, haveKey: '' }], silent);
  }
}

/**
 * Opens a machine as an element in another page does, in both of its forms, and takes the first step.
 * @param {Core} core
 * @param {string} [more] text behind it
 */
export async function firstStep(core, more = '') {
  for (const text of [KETTLE, HIKERS, MODULES])
    for (const form of /** @type {const} */ (['wide', 'narrow'])) {
      const session = new Session(core, { now: () => 0, sleep: async () => {} });
      const look = { options: { heading: false, ...formOptions(form) } };
      await session.call('version', [], silent);
      await session.call('edit', [{ source: text + more, files: {}, entry: ENTRY }], silent);
      await session.call('start', [{}, look], silent);
      await session.call('snapshot', [{ ...look, haveKey: '' }], silent);
      if (text === MODULES)
        await session.call(
          'snapshot',
          [{ options: { ...look.options, fold: ['sawing', 'weaving'] }, haveKey: '' }],
          silent,
        );
      await session.call('step', [look], silent);
    }
}
