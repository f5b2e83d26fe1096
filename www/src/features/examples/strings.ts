// What the dialog that opens a machine says.

import { count } from '../../strings.ts';

export const galleryStrings = {
  search: 'Search machines',
  examples: 'Examples',
  mine: 'My machines',
  import: 'Import…',
  file: 'From a file…',
  link: 'From a link…',
  address: 'From a URL…',
  new: 'New machine',
  none: 'The examples could not be loaded.',
  noMatch: 'No machine matches.',
  noneMine: 'None yet. A machine is saved here from its first edit on.',
  steps: (ticks: string | number) =>
    typeof ticks === 'number' ? count(ticks, 'step') : /never/.test(ticks) ? 'no end' : String(ticks),
  copyLink: (title: string) => `Copy link to ${title}`,
  mineLead: 'Saved in this browser only.',
  noNodes: 'No nodes yet',
  nodes: (n: number) => count(n, 'node'),
  noPicture: 'No picture',
  from: (title: string) => `from ${title}`,
  acts: (title: string) => `Actions for ${title}`,
  rename: 'Rename',
  duplicate: 'Duplicate',
  download: 'Download',
  delete: 'Delete',
};
