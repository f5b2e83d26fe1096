// What can be done when the engine is silent or was stopped. The report names versions and calls, no text of the visitor's.

import { laterWords } from '../workspace/late-strings.ts';
import { words } from '../strings.ts';
import type { Notice } from '../protocol/types.ts';
import type { Notice as StoreNotice } from '../workspace/state.ts';

/** @param losses names of calls */
export function actsOn({ code, text }: Notice, version: string, losses: string[]): NonNullable<StoreNotice['acts']> {
  const say = laterWords.engine;
  if (code === 'engine-slow') return [{ label: say.stop, action: { type: 'abandon' } }];
  return [
    { label: words.drafts.download, action: { type: 'downloadAll' } },
    { label: say.copy, action: { type: 'copyLink', text: say.report(version, text, losses) } },
  ];
}
