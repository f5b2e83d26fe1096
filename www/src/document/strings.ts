import { count } from '../strings.ts';
import type { State } from '../store/state.ts';

/** What the page says when a link, a file or another document is opened, and when a run is replayed for it. */
export const openStrings = {
  title: 'Open a link',
  label: 'Link',
  help: 'A link, the part after #, or a message with a link in it. It opens as a new machine.',
  open: 'Open',
  paste: 'Paste a link first.',

  replaced: 'Opened a new machine.',
  openedKnown: (title: string) => `Opened “${title}”.`,
  backTo: (title: string) => `Back to “${title}”`,
  undo: 'Undo',
  anyway: 'Open anyway',
  failed: (reason: string) => `Could not open it: ${reason}. Your machine is unchanged.`,

  sharedRun: 'Shared run.',
  sharedMachine: 'Shared machine.',
  opened: 'Changes you make stay in this browser.',
  saveCopy: 'Save a copy',
  legacy: 'Opened from a link of an older version. The URL now has the current form.',
  ignored: (names: string[]) =>
    `This version does not know ${names.join(', ')} in the link. Everything else was opened.`,
  linkFailed: (reason: string) => `Could not open the link: ${reason}.`,
  unchanged: 'Your machine is unchanged.',
  copyLink: 'Copy link',

  exampleFailed: (slug: string) => `Could not load the example “${slug}”.`,
  exampleUnknown: (slug: string) => `There is no example “${slug}”. Choose one of these.`,
  exampleAgain: 'Restored your last run of this example.',
  startFresh: 'Start fresh',

  replaying: (step: number, of: number) => `Replaying the run: step ${step} of ${of}`,
  stop: 'Stop here',
  stopped: (step: string) => `Replay stopped at step ${step}. Later steps were left out.`,
  replayFailed: (reason: string) => `Could not replay the whole run: ${reason}. Showing the last step that worked.`,
  rules: (made: number, own: number) =>
    `This run was made with version ${made} of the run rules. This is version ${own}, so the result may be different.`,
  leftOut: (n: number) => `Left out ${count(n, 'edited value')}: the path had already ended.`,
};

/** What the page says of saving: where a machine cannot be saved, where another tab edits it, and what was deleted. */
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

/** What the page says when a run reaches a limit of the page itself. */
const most = (n: number) => n.toLocaleString('en');
const instead = 'Go back to an earlier step, or run the machine with the npm package.';

export const ceilingStrings = {
  live: (limit: number, asked: number) =>
    `This page runs at most ${most(limit)} live paths; the machine allows ${most(asked)}. ` +
    'A fork beyond that failed. Fork less, join earlier, or run the machine with the npm package.',
  paths: (limit: number) => `This run has ${most(limit)} paths, the limit of this page. ${instead}`,
  events: (limit: number) => `This run has recorded ${most(limit)} events, the limit of this page. ${instead}`,
};

/** What is said of replies and answers that cannot be sent as they are. */
export const replyWords = {
  failText: 'Failed manually',
  notJson: 'The reply must be a JSON object with "turns" or "error".',
};
