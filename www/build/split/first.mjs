// What the first drawing asks of the core: the calls after which `parts.mjs` tells the first part from the rest.

import { readFileSync } from 'node:fs';
import { Session } from '../../src/core/session.ts';
import { ENTRY } from '../../src/protocol/sources.ts';

const KETTLE = readFileSync(new URL('../../examples/kettle.dygram', import.meta.url), 'utf8');

/**
 * Opens the start example as the page does, up to the drawing of its run before the first step.
 * @param {Pick<typeof import('../../pkg/tracklight.js'), 'Machine' | 'version' | 'languageReference'>} core
 * @param {string} [more] text behind it
 */
export async function firstDrawing(core, more = '') {
  const sources = { source: KETTLE + more, files: {}, entry: ENTRY };
  const session = new Session(core, { now: () => 0, sleep: async () => {} });
  const silent = () => {};
  const look = { options: { heading: false } };
  await session.call('version', [], silent);
  await session.call('edit', [sources], silent);
  await session.call('tokens', [sources, ENTRY], silent);
  await session.call('draw', [look], silent);
  await session.call('start', [{}, look], silent);
  await session.call('snapshot', [{ ...look, haveKey: '' }], silent);
}
