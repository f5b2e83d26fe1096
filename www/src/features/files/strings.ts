// The words of the files of a machine.

import { count } from '../../strings.ts';

export const fileWords = {
  entry: 'main',
  entryTitle: (path: string) => `${path}: the main file, which runs`,
  unused: 'not imported',
  add: 'Add file',
  rename: 'Rename',
  remove: 'Delete',
  download: 'Download',
  makeEntry: 'Make main file',
  lead:
    'A machine can have several files. The main file imports nodes from the others: ' +
    'import { Name } from "./part.dygram"',
  size: (bytes: number) => (bytes < 1000 ? count(bytes, 'byte') : `${(bytes / 1000).toFixed(1)} KB`),
  newName: 'Name of the new file',
  nameOf: (path: string) => `New name of ${path}`,
  wrong: {
    empty: 'Enter a name.',
    form: 'Use a name like lib/part.dygram.',
    long: 'The name is too long.',
  },
  taken: (path: string) => `${path} already exists.`,
  again: 'The text has changed. Press Enter again.',
  added: (path: string) => `Added ${path}.`,
  removed: (path: string) => `Deleted ${path}.`,
  putBack: 'Undo',
  nowEntry: (path: string) => `${path} is now the main file.`,
  renamed: (from: string, to: string, n: number) =>
    `Renamed ${from} to ${to}${n > 0 ? ` and updated ${count(n, 'import')}` : ''}.`,
};
