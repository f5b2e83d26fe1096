// The notations that can be read, and how each is recognised. The readers are in files of their own (`readers.ts`): who
// only asks what a text is loads none of them.

export interface Format {
  id: FormatId;
  /** As in "This looks like …". */
  name: string;
  /** Whether the text is in it, as far as can be seen from how it begins. */
  recognise(text: Beginning): boolean;
}

export type FormatId =
  | 'mermaid-state'
  | 'langgraph-mermaid'
  | 'mermaid-flowchart'
  | 'langgraph'
  | 'asl'
  | 'xstate'
  | 'scxml'
  | 'dot';

/** A text, and what is left of it without fence, front matter, directives and comments in front. */
interface Beginning {
  source: string;
  text: string;
}

const FLOWCHART = /^(?:flowchart-elk|flowchart|graph)(?:[ \t]+(?:TB|TD|BT|RL|LR|[<>^v]))?[ \t]*(?:;|\r?\n|$)/;
const DOT = /^(?:strict\s+)?(?:di)?graph\b\s*(?:"[^"]*"|[\p{XIDC}.]+)?\s*\{/iu;
const CREATION = /\b(?:createMachine|Machine)\s*(?:<[^()]{0,400}>)?\s*\(\s*(?:\{|[A-Za-z_$])/;

const hasKey = (text: string, name: string) => new RegExp(`(?:^|[{,\\s])(["']?)${name}\\1\\s*:`).test(text);

/** In the order in which they are tried. */
export const FORMATS: readonly Format[] = [
  {
    id: 'mermaid-state',
    name: 'a Mermaid state diagram',
    recognise: ({ text }) => /^stateDiagram(?:-v2)?(?=[\s;]|$)/i.test(text),
  },
  {
    id: 'langgraph-mermaid',
    name: 'a LangGraph graph (Mermaid)',
    recognise: ({ text }) => FLOWCHART.test(text) && /\b__(?:start|end)__\b/.test(text),
  },
  {
    id: 'mermaid-flowchart',
    name: 'a Mermaid flowchart',
    recognise: ({ text }) => FLOWCHART.test(text),
  },
  {
    id: 'langgraph',
    name: 'a LangGraph graph (JSON)',
    recognise: ({ text }) =>
      text.startsWith('{') && ['nodes', 'edges', 'source', 'target'].every((name) => hasKey(text, name)),
  },
  {
    id: 'asl',
    name: 'an AWS Step Functions machine',
    recognise: ({ text }) => text.startsWith('{') && hasKey(text, 'StartAt') && hasKey(text, 'States'),
  },
  {
    id: 'xstate',
    name: 'an XState machine',
    recognise: ({ source, text }) =>
      CREATION.test(source) ||
      (text.startsWith('{') && hasKey(text, 'states') && (hasKey(text, 'initial') || hasKey(text, 'type'))),
  },
  {
    id: 'scxml',
    name: 'an SCXML state chart',
    recognise: ({ text }) => text.startsWith('<') && /<(?:\w+:)?scxml\b/.test(text),
  },
  {
    id: 'dot',
    name: 'a Graphviz graph (DOT)',
    recognise: ({ text }) => DOT.test(text),
  },
];

/** First lines that are offered even where the text is a machine. */
const FIRST_LINES = [
  /^stateDiagram(?:-v2)?[ \t]*(?:\r?\n|$)/i,
  /^(?:flowchart|graph)[ \t]+(?:TB|TD|BT|RL|LR)\b/,
  /^(?:strict[ \t]+)?(?:di)?graph\b[ \t]*(?:"[^"\n]*"|[\p{XIDC}.]+)?[ \t]*\{/iu,
];

/** @returns null if it is none that is known: a machine of ours, or anything else */
export function recogniseFormat(source: string): Format | null {
  const text = beginningOf(source);
  if (/^machine\s*["'{@]/.test(text)) return null;
  return FORMATS.find(({ recognise }) => recognise({ source, text })) ?? null;
}

/** Whether it is recognised by its first line, however well it reads as a machine. */
export function beginsForeign(source: string): boolean {
  const text = beginningOf(source);
  return FIRST_LINES.some((pattern) => pattern.test(text));
}

export const formatById = (id: string): Format | null => FORMATS.find((format) => format.id === id) ?? null;

/** Comments and the like in front of a diagram that are passed over. */
const MAX_ASIDES = 1_000;
const ASIDE = new RegExp(
  [
    /[\s\uFEFF;]+/,
    /(?:```|~~~)[^\n]*/,
    /---\r?\n[^]*?\n---[ \t]*(?=\r?\n|$)/,
    /%%\{[^]*?\}%%/,
    /%%[^\n]*/,
    /\/\/[^\n]*/,
    /\/\*[^]*?\*\//,
    /#[^\n]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

function beginningOf(source: string): string {
  let at = 0;
  for (let n = 0; n < MAX_ASIDES; n += 1) {
    ASIDE.lastIndex = at;
    const found = ASIDE.exec(source);
    if (!found || found[0] === '') break;
    at += found[0].length;
  }
  return at === 0 ? source : source.slice(at);
}
