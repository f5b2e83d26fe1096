// @ts-check
// What can be done when the engine is silent or was stopped. The report names versions and calls, no text of the visitor's.

import { laterWords } from '../workspace/late-strings.js';
import { words } from '../strings.js';

/**
 * @param {import('../protocol/types.ts').Notice} notice @param {string} version @param {string[]} losses names of calls
 * @returns {NonNullable<import('../workspace/store.js').Notice['acts']>}
 */
export function actsOn({ code, text }, version, losses) {
  const say = laterWords.engine;
  if (code === 'engine-slow') return [{ label: say.stop, action: { type: 'abandon' } }];
  return [{ label: words.drafts.download, action: { type: 'downloadAll' } }, { label: say.copy, action: { type: 'copyLink', text: say.report(version, text, losses) } }];
}
