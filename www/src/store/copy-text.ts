import { writeToClipboard } from '../ui/clipboard.ts';
import { focusLater } from '../ui/focus-later.ts';
import type { Store } from './store.ts';
import { workspaceStrings } from './strings.ts';

/**
 * Copies a text; where the browser does not, a notice has it, selected.
 * @returns whether it was copied
 */
export async function copyText(store: Store, text: string, write: typeof writeToClipboard = writeToClipboard) {
  const isCopied = await write(text);
  const notices = store.state.notices.filter(({ toCopy }) => toCopy === undefined);
  if (notices.length < store.state.notices.length) store.set({ notices });
  if (!isCopied) {
    store.notify({ kind: 'warning', text: workspaceStrings.selectAndCopy, toCopy: text });
    focusLater('.notice textarea');
  }
  return isCopied;
}
