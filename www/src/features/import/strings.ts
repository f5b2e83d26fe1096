// Texts of the bar above the editor and of the Import dialog.

import { count } from '../../protocol/count.ts';

export const importStrings = {
  bar: 'Another format',
  looksLike: (message: string) => `${message}.`,
  convert: 'Convert',
  converting: 'Converting…',
  keep: 'Keep as text',
  undo: 'Undo',
  converted: (losses: number) =>
    losses === 0 ? 'Converted.' : `Converted. ${count(losses, 'thing')} could not be carried over: see the comments.`,
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
  noLosses: 'Everything was carried over.',
  line: (n: number) => `Line ${n}`,
  open: 'Open',
};
