// Texts of the bar above the editor and of the Import dialog.

import { count } from '../../protocol/count.ts';

export const importStrings = {
  bar: 'Another format',
  looksLike: (message: string) => `${message}.`,
  convert: 'Convert',
  converting: 'Converting…',
  keep: 'Keep as text',
  undo: 'Undo',
  converted: (losses: number, additions: number) => {
    const lost = losses === 0 ? [] : [`${count(losses, 'thing')} could not be carried over`];
    const added = additions === 0 ? [] : [`${count(additions, 'edge')} ${additions === 1 ? 'was' : 'were'} added`];
    const all = [...lost, ...added].join(', and ');
    return all === '' ? 'Converted.' : `Converted. ${all}: see the comments.`;
  },
  unrecognized: 'The text is in no format that can be imported.',
  failed: (message: string, line?: number, column?: number) =>
    line === undefined
      ? `Not converted: ${message}.`
      : `Not converted: line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}.`,
  died: 'the converter stopped',
  textChanged: 'Not converted: the text was changed meanwhile.',
  about:
    'Paste or drop a Mermaid state diagram or flowchart, a LangGraph graph, an XState machine, ' +
    'an AWS Step Functions file, SCXML, or Graphviz DOT.',
  text: 'Text to import',
  placeholder: 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy : start',
  choose: 'Choose a file…',
  of: (name: string) => `Read as ${name}.`,
  reading: 'Reading…',
  picture: 'Diagram of the machine',
  noPicture: 'The machine is too large for a preview.',
  losses: (n: number) => `Not carried over (${n})`,
  additions: (n: number) => `Added (${n})`,
  noLosses: 'Everything was carried over.',
  line: (n: number) => `Line ${n}`,
  open: 'Open',
};
