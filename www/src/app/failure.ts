// What the user can do when the engine does not respond or was stopped. The report names versions and calls, and holds
// no text of the user's.

import { engineStrings } from '../run/engine-strings.ts';
import type { Notice } from '../protocol/types.ts';
import type { Notice as StoreNotice } from '../store/state.ts';
import { savingStrings } from '../document/strings.ts';

/** @param losses names of calls */
export function actsOn({ code, text }: Notice, version: string, losses: string[]): NonNullable<StoreNotice['acts']> {
  const say = engineStrings;
  if (code === 'engine-slow') return [{ label: say.stop, action: { type: 'abandon' } }];
  return [
    { label: savingStrings.download, action: { type: 'downloadAll' } },
    { label: say.copyReport, action: { type: 'copyLink', text: say.report(version, text, losses) } },
  ];
}
