// What the page says of saving: where a machine cannot be saved, where another tab edits it, and what was deleted.

export const savingStrings = {
  removed: (title: string) => `${title} was deleted.`,
  elsewhere: 'This machine is edited in another tab. You can read and run it here.',
  editHere: 'Edit here',
  locked: 'Edited in another tab.',
  taken:
    'Another tab took over this machine. Your unsaved changes are now a separate machine: ' + 'download its files.',
  failed: 'The browser could not save the machine. Download its files, or share it as a link.',
  full: 'Local storage is full: your last changes are not saved. Download the machine, or delete autosaves.',
  large: 'Machines larger than 1 MB are not saved automatically. Download the files.',
  none:
    'This browser does not save anything for this page. ' +
    'Download the machine or share it as a link before you leave.',
  download: 'Download the files',
  cleanUp: 'Open Local storage',
};
