// What the command palette lists: commands, nodes, panels, examples, guides, previous runs and words of the
// language that fit what was typed.

import { commandsOf } from '../../commands/commands.ts';
import { GUIDES } from '../../document/guides.ts';
import { GUIDE_TEXTS } from '../../document/guide-texts.ts';
import { keysOf } from '../../commands/chords.ts';
import { listedPanels } from '../../store/panels.ts';
import { laterWords } from '../../run/strings.ts';
import { leftRun, standsText } from '../../run/listed-runs.ts';
import { paletteStrings } from './strings.ts';
import type { State, Action } from '../../store/state.ts';

export type Group = keyof typeof paletteStrings.groups;
/**
 * `heading`: what it is listed under. `why`: what keeps it from working. `about`: what else finds it. `says`: what it
 * means, or what of that found it.
 */
export interface Entry {
  label: string;
  group: Group;
  heading: string;
  image: string;
  why: string;
  about?: string[];
  says?: string;
  keys: string[];
  action: Action | null;
}

/** More of a group are not shown: another letter finds the rest. */
const MAX_ENTRIES_PER_GROUP = 100;
/** A first character that asks for some groups alone; annotations begin with theirs. */
const NARROW: Record<string, Group[]> = { '>': ['commands'], '@': ['nodes', 'language'], '#': ['examples'] };
/** Words in the code of each guide. */
const CODE_WORDS = new Map(
  GUIDES.map(({ id }) => [
    id,
    new Set((GUIDE_TEXTS[id].match(/```[^]*?```|`[^`]+`/g) ?? []).join(' ').match(/@?\w+/g)),
  ]),
);
/** Icons of commands that have one elsewhere on the page. */
const ICONS: Record<string, string> = {
  step: 'step',
  run: 'run',
  back: 'back',
  forward: 'forward',
  reset: 'reset',
  stop: 'breakpoint',
  fork: 'branch',
  compare: 'compare',
  'view-in': 'plus',
  'view-out': 'minus',
  'view-fit': 'fit',
  'view-find': 'find',
  'view-follow': 'follow',
  'view-full': 'full',
  share: 'share',
  undo: 'undo',
  redo: 'redo',
  format: 'format',
  settings: 'gear',
  help: 'help',
  open: 'book',
  newDocument: 'file',
};

/**
 * What fits the words that were typed, group by group. In a group, what begins with the words comes first. A group that
 * has what is called exactly so comes before the others, one that is only about it after them. Before anything is
 * typed, commands that do not work now are last, under the reason.
 */
export function entriesOf(state: State): Entry[] {
  const query = state.shell.query.trimStart();
  const only = NARROW[query[0] ?? ''];
  const wanted = (only ? query.slice(1) : query).toLowerCase().split(/\s+/).filter(Boolean);
  const list = (group: Group, all: Iterable<Entry>) => {
    if (only && !only.includes(group)) return [];
    const found: Entry[] = [];
    for (const entry of all) {
      found.push(...fitting(entry, wanted));
      if (found.length === MAX_ENTRIES_PER_GROUP) break;
    }
    return found.sort((a, b) => nearness(b, wanted) - nearness(a, wanted));
  };
  const language = wanted.length > 0 ? wordEntries(state) : [];
  const groups = [
    list('commands', commandEntries(state)),
    list('nodes', nodeEntries(state)),
    list('panels', [
      ...listedPanels(state).map(({ id, title }) =>
        entry('panels', title, 'panels', { type: 'panel', panel: id, focus: true }),
      ),
      entry('panels', paletteStrings.breakpoints, 'breakpoint', { type: 'stopList', open: true }),
    ]),
    list(
      'examples',
      state.examples.map(({ slug, title, features }) => ({
        ...entry('examples', title, 'book', { type: 'openExample', slug }),
        about: features,
      })),
    ),
    list(
      'guides',
      GUIDES.map(({ id, title }) => ({
        ...entry('guides', title, 'help', { type: 'openGuide', page: id }),
        about: language.map(({ label }) => label).filter((word) => CODE_WORDS.get(id)?.has(word)),
      })),
    ),
    list('runs', runEntries(state)),
    list('language', only ? language.filter(({ label }) => label.startsWith('@')) : language),
  ];
  const turn = ([first]: Entry[]) => {
    const near = first ? nearness(first, wanted) : 0;
    return near === 2 ? 0 : near < 0 ? 2 : 1;
  };
  const found = groups.sort((a, b) => turn(a) - turn(b)).flat();
  return wanted.length > 0 ? found : [...found.filter(({ why }) => !why), ...underReasons(found)];
}

/** Those that do not work, each below its reason. */
function underReasons(list: Entry[]): Entry[] {
  const off = list.filter(({ why }) => why).map((entry) => ({ ...entry, heading: entry.why.replace(/\.$/, '') }));
  return [...new Set(off.map(({ heading }) => heading))].flatMap((reason) =>
    off.filter(({ heading }) => heading === reason),
  );
}

const entry = (group: Group, label: string, image: string, action: Action): Entry => ({
  label,
  group,
  heading: paletteStrings.groups[group],
  image,
  why: '',
  keys: [],
  action,
});

/** Panels and guides are groups of their own. */
const commandEntries = (state: State): Entry[] =>
  commandsOf(state)
    .filter(({ id, hidden }) => !hidden && !/^(panel|guide)-/.test(id))
    .map((command) => ({
      label: command.label,
      group: 'commands',
      heading: paletteStrings.groups.commands,
      image: ICONS[command.id] ?? (command.id.startsWith('save-') ? 'save' : 'right'),
      why: command.off?.(state) ?? '',
      keys: keysOf(command, state.shell),
      action: command.act(state, ''),
    }));

/** In source order, without recursion: deepest first in, last out. */
function* nodeEntries({ run: { analysis } }: State): Generator<Entry> {
  const items = [...(analysis?.outline ?? [])].reverse();
  for (let item = items.pop(); item; item = items.pop()) {
    const { diagramId, id } = item;
    if (id && diagramId) yield entry('nodes', id, 'diagram', { type: 'select', id: diagramId, open: false });
    items.push(...item.children.slice().reverse());
  }
}

const runEntries = ({ run: { runs } }: State): Entry[] =>
  runs.map((run) => {
    const label = `${laterWords.runs.name(run.number)}, ${standsText(leftRun(run))}`;
    return entry('runs', label, 'time', { type: 'openRun', number: run.number });
  });

/** Each word once: one that has several meanings is found with all of them in the cheat sheet. */
const wordEntries = ({ cheatSheet }: State): Entry[] =>
  (cheatSheet.words ?? [])
    .filter(({ word }, i, words) => words.findIndex((candidate) => candidate.word === word) === i)
    .map(({ word, says }) => ({
      ...entry('language', word, 'book', { type: 'dialog', name: 'cheatSheet', query: word }),
      says,
    }));

const textOf = ({ group, label }: Entry) => `${paletteStrings.kinds[group]}: ${label}`.toLowerCase();

/** None or one: the entry, saying what it was found by where its name alone does not tell. */
function fitting(entry: Entry, wanted: string[]): Entry[] {
  const name = textOf(entry);
  const others = wanted.filter((word) => !name.includes(word));
  if (others.length === 0) return [entry];
  const isOf = (about: string, word: string) =>
    about
      .toLowerCase()
      .split(/\W+/)
      .some((part) => part.startsWith(word));
  const says = (entry.about ?? []).filter((about) => others.some((word) => isOf(about, word)));
  return others.every((word) => says.some((about) => isOf(about, word))) ? [{ ...entry, says: says.join(', ') }] : [];
}

/**
 * 2: it is called so, with or without the sign of an annotation; 1: its name begins so; -1: it is about it, and not
 * called so.
 */
function nearness(entry: Entry, wanted: string[]) {
  const [first] = wanted;
  const name = entry.label.replace('@', '').toLowerCase();
  if (first === undefined) return 0;
  if (!wanted.every((word) => textOf(entry).includes(word))) return -1;
  if (!name.startsWith(first)) return 0;
  return name === wanted.join(' ') ? 2 : 1;
}
