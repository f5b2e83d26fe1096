// What the page says of saving: where a machine cannot be saved, where another tab edits it, and what was deleted.

import type { State } from './state.ts';

export const savingStrings = {
  removed: (title: string) => `${title} was deleted.`,
  notPutBack: 'The deleted machine could not be saved again.',
  elsewhere: 'This machine is edited in another tab. You can read and run it here.',
  editHere: 'Edit here',
  locked: 'Edited in another tab.',
  taken:
    'Another tab took over this machine. Your unsaved changes are now a separate machine: ' + 'download its files.',
  failed: 'The browser could not save the machine. Download its files, or share it as a link.',
  full: 'Local storage is full: your last changes are not saved. Download the machine, or delete autosaves.',
  large: 'Machines larger than 1 MB are not saved automatically. Export all machines.',
  none:
    'This browser does not save anything for this page. ' +
    'Download the machine or share it as a link before you leave.',
  newer:
    'Your machines were saved by a newer version of Tracklight. ' +
    'Reload the page to get that version. Until then nothing is saved here.',
  blocked:
    'Another tab keeps an older version of Tracklight open, so nothing is saved here. ' +
    'Close that tab, then reload this one.',
  upgraded: 'A newer version of Tracklight is open in another tab. Reload this tab to save again.',
  closed: 'The browser closed its storage for this page. Reload the page to save again.',
  notCopied:
    'Machines that an earlier version of Tracklight saved are still in this browser, but could not be copied. ' +
    'Reload the page to try again.',
  download: 'Export all machines',
  cleanUp: 'Open Local storage',
};

/** Why nothing can be saved; '' where it can. */
export const whyNotSaved = ({ saveStatus, storageProblem }: Pick<State, 'saveStatus' | 'storageProblem'>) =>
  saveStatus === 'none' ? savingStrings[storageProblem ?? 'none'] : '';
