// What the command palette lists: commands, nodes, examples and kept runs whose words were typed.

import { commands } from '../../workspace/commands.ts';
import { keysOf } from '../../workspace/keymap.ts';
import { positionText } from '../../protocol/positions.ts';
import { laterWords } from '../../workspace/late-strings.ts';
import { paletteStrings } from './strings.ts';
import type { State, Action } from '../../workspace/state.ts';

/** `why`: what keeps it from working. */
export interface Entry {
  label: string;
  kind: string;
  why: string;
  keys: string[];
  action: Action | null;
}

/** More are not shown: another letter finds the rest. */
const MOST = 200;

/** What fits the words that were typed: commands, then nodes, then examples. */
export function entriesOf(state: State): Entry[] {
  const wanted = state.shell.query.toLowerCase().split(/\s+/).filter(Boolean);
  const list: Entry[] = [];
  const add = (label: string, kind: string, rest: () => Omit<Entry, 'label' | 'kind'>) => {
    const text = `${label} ${kind}`.toLowerCase();
    if (list.length < MOST && wanted.every((word) => text.includes(word))) list.push({ label, kind, ...rest() });
  };
  for (const command of commands) {
    if (!command.hidden)
      add(command.label, '', () => ({
        why: command.off?.(state) ?? '',
        keys: keysOf(command, state.shell),
        action: command.act(state, ''),
      }));
  }
  const say = paletteStrings;
  // Deepest first in, last out: without recursion, in source order.
  const items = [...(state.analysis?.outline ?? [])].reverse();
  for (let item = items.pop(); item && list.length < MOST; item = items.pop()) {
    const { diagramId, id } = item;
    if (id && diagramId)
      add(id, say.node, () => ({ why: '', keys: [], action: { type: 'select', id: diagramId, open: false } }));
    items.push(...item.children.slice().reverse());
  }
  for (const { slug, title } of state.examples)
    add(title, say.example, () => ({ why: '', keys: [], action: { type: 'openExample', slug } }));
  for (const { number, place, outcome } of state.runs)
    add(
      `${laterWords.runs.name(number)}, ${laterWords.runs.stood(positionText(place), outcome)}`,
      laterWords.runs.kind,
      () => ({ why: '', keys: [], action: { type: 'openRun', number } }),
    );
  // What begins with the words comes first.
  return list.sort((a, b) => Number(starts(b, wanted)) - Number(starts(a, wanted)));
}

const starts = ({ label }: Entry, wanted: string[]) =>
  wanted.length > 0 && label.toLowerCase().startsWith(wanted[0] ?? '');
