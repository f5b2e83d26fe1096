// What the page says when a link, a file or another document is opened, and when a run is replayed for it.

import { count } from '../strings.ts';

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
