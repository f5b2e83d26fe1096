// What the Share dialog says, and what is said once a link was copied elsewhere.

import { count } from '../../strings.ts';
import type { LinkForms } from '../../link/share.ts';

export const shareStrings = {
  title: 'Share',
  close: 'Close',
  include: 'Include',
  source: (files: number) => (files === 1 ? 'Source' : `Source (${count(files, 'file')})`),
  run: (steps: number) => `Run history (${count(steps, 'step')})`,
  runLine: (at: string) =>
    at === '0' ? 'Opens at the start, with your inputs.' : `Opens at step ${at} with all values.`,
  view: 'View',
  viewLine: 'Open panel, chosen path, selection, breakpoints.',
  noRun: 'No run yet.',
  otherText: 'The run uses an older version of the machine.',
  runLeft: (why: string) => `Run history is not included: ${why}.`,
  noAnswer: 'the engine did not respond',
  leftOut: (left: LeftOut) => `Left out of a link: ${lost(left)}. A document keeps ${isOne(left) ? 'it' : 'them'}.`,
  otherRuns: (n: number) => `${count(n, 'other run')} ${n === 1 ? 'is' : 'are'} not included.`,

  making: 'Making the link…',
  forms: {
    link: 'Link',
    markdown: 'Markdown',
    code: 'Markdown + code',
    frame: 'iframe',
    element: 'Web component',
  } satisfies Record<keyof LinkForms, string>,
  length: (n: number) => `${n.toLocaleString('en')} characters`,
  long: 'Some chats and trackers cut links of this length.',
  veryLong: 'Many chats and some browsers cut links of this length. Download document is safer.',
  tooBig: (cap: string, run: boolean) =>
    `Too long for a link: ${cap}. ` +
    `${run ? 'Leave out Run history, or download the document.' : 'Download the document instead.'}`,
  copyLink: 'Copy link',
  copied: 'Copied',
  blocked: 'The browser blocked copying. Copy the selected text.',
  holds: 'Everything is in the link. Nothing is uploaded.',
  copyAs: 'Copy as',
  download: 'Download document',
  send: 'Share with another app…',

  linkCopied: 'Link copied.',
  exampleCopied: 'Link to the example copied.',
};

interface LeftOut {
  later: number;
  others: number;
  checkpoints: number;
}

const lost = ({ later, others, checkpoints }: LeftOut) =>
  [
    later > 0 && count(later, 'later step'),
    others > 0 && count(others, 'other branch', 'other branches'),
    checkpoints > 0 && count(checkpoints, 'named checkpoint'),
  ]
    .filter(Boolean)
    .join(', ');

const isOne = ({ later, others, checkpoints }: LeftOut) => later + others + checkpoints === 1;
