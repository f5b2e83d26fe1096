// The language for TextMate's engine: VS Code, Shiki and with it VitePress, Starlight and others.

import { CLASSES, type Class } from './classes.ts';
import { STATES, type Rule, type State } from './table.ts';

interface Pattern {
  include?: string;
  match?: string;
  begin?: string;
  end?: string;
  name?: string;
  contentName?: string;
  beginCaptures?: Record<string, { name: string }>;
  endCaptures?: Record<string, { name: string }>;
  patterns?: Pattern[];
}

interface Grammar {
  name: string;
  displayName: string;
  scopeName: string;
  fileTypes: string[];
  patterns: Pattern[];
  repository: Record<string, Pattern>;
}

const scope = (name: Class) => `${CLASSES[name].textMate}.dygram`;

function pattern({ match, class: name, begins }: Rule): Pattern {
  if (begins === undefined) return name ? { match, name: scope(name) } : { match };
  const { end, isLine, text } = STATES[begins] as State;
  const ends = [...(end ? [end.match] : []), ...(isLine ? ['$'] : [])].join('|');
  return {
    begin: match,
    end: ends,
    ...(name && { beginCaptures: { 0: { name: scope(name) } } }),
    ...(end?.class && { endCaptures: { 0: { name: scope(end.class) } } }),
    ...(text && { contentName: scope(text) }),
    patterns: [{ include: `#${begins}` }],
  };
}

const repository = Object.fromEntries(
  Object.entries(STATES).map(([name, { rules }]) => [name, { patterns: rules.map(pattern) }]),
);

export const dygram: Grammar = {
  name: 'dygram',
  displayName: 'DyGram',
  scopeName: 'source.dygram',
  fileTypes: ['dygram'],
  patterns: [{ include: '#start' }],
  repository,
};

export default dygram;
