// Which words of the language the cheat sheet lists, and in which sections. Pure.

import type { LanguageWord } from '../../protocol/types.ts';

type Kind = LanguageWord['kind'];

/** The sections, in their order; what stands in one and is not listed here comes with "all words". */
export const SECTIONS: { id: string; kinds: readonly Kind[]; first: readonly string[] }[] = [
  { id: 'nodes', kinds: ['nodeType'], first: ['init', 'task', 'state', 'end', 'context', 'input', 'event'] },
  {
    id: 'edges',
    kinds: ['arrow', 'label'],
    first: ['->', 'when', 'catch', 'on', 'after', 'reads', 'writes', 'asks'],
  },
  { id: 'attributes', kinds: ['attribute'], first: ['prompt', 'needs', 'stub'] },
  { id: 'stubs', kinds: ['stubKey'], first: ['write', 'go', 'fail', 'when'] },
  {
    id: 'annotations',
    kinds: ['annotation'],
    first: ['@async', '@map', '@join', '@gather', '@auto', '@retry', '@timeout', '@shared', '@set'],
  },
  { id: 'types', kinds: ['fieldType'], first: ['string', 'number', 'boolean', 'List', 'Optional'] },
  {
    id: 'expressions',
    kinds: ['name', 'function'],
    first: ['visits', 'item', 'event', 'declined', 'size', 'has'],
  },
  { id: 'styles', kinds: ['style'], first: [] },
];

/**
 * The words by section, those that most machines need first.
 * @param query parts of a word, its sentence or its example; with one, all words are searched
 */
export function listed(words: LanguageWord[], query: string, all: boolean): { id: string; words: LanguageWord[] }[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ word, says, example = '' }: LanguageWord) => {
    const text = `${word} ${says} ${example}`.toLowerCase();
    return wanted.every((part) => text.includes(part));
  };
  // A word that is the query itself comes before those that only speak of it.
  const named = ({ word }: LanguageWord) =>
    wanted.length > 0 &&
    word
      .replace('@', '')
      .toLowerCase()
      .startsWith(wanted[0]?.replace('@', '') ?? '');
  const sections = SECTIONS.map(({ id, kinds, first }) => {
    const own = words.filter((word) => kinds.includes(word.kind));
    const common = first.flatMap((word) => own.filter((candidate) => candidate.word === word));
    const rest = own.filter((word) => !common.includes(word));
    const shown = wanted.length > 0 || all ? [...common, ...rest].filter(fits) : common;
    return { id, words: [...shown.filter(named), ...shown.filter((word) => !named(word))] };
  }).filter((section) => section.words.length > 0);
  // Likewise the sections.
  return [...sections.filter(({ words }) => words.some(named)), ...sections.filter(({ words }) => !words.some(named))];
}
