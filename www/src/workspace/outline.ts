// Where things of the drawing stand in the source, by the core's outline. Pure.

import { textOf } from '../protocol/sources.ts';
import type { OutlineItem } from '../protocol/types.ts';
import type { State } from './state.ts';

/** A place of one text in another one that differs in one stretch, as by typing. */
const placeIn = (from: string, to: string, at: number) =>
  from !== to && to.endsWith(from.slice(at)) ? Math.max(0, at + to.length - from.length) : at;

/** A file's text as it is now, and as the core read it last: its places are of that one. */
function texts({ analysis, aside, document }: State, file: string): [now: string, read: string] {
  const now = textOf(document, file) ?? '';
  return [now, (file === document.entry ? analysis : aside?.file === file ? aside : null)?.source ?? now];
}

/** A place that the core told, in the newest text. */
export function placeNow<T extends { from: number; to: number; file?: string }>(state: State, span: T): T {
  const [now, read] = texts(state, span.file ?? state.document.entry);
  const from = placeIn(read, now, span.from);
  return { ...span, from, to: span.to + from - span.from };
}

/** A place of the newest text of the entry, in the one that the core read last. */
export function placeRead(state: State, at: number) {
  const [now, read] = texts(state, state.document.entry);
  return placeIn(now, read, at);
}

/** The range of the element with a diagram id; null when the source does not declare it. */
export function spanOf(items: OutlineItem[], id: string): { from: number; to: number; file?: string } | null {
  for (const item of items) {
    if (item.diagramId && sameElement(item.diagramId, id))
      return { from: item.from, to: item.to, ...(item.file === undefined ? {} : { file: item.file }) };
    const inside = spanOf(item.children, id);
    if (inside) return inside;
  }
  return null;
}

/** The diagram id of the innermost element around an offset of the source; null outside of all. */
export function idAt(items: OutlineItem[], offset: number): string | null {
  for (const item of items) {
    if (offset < item.from || offset > item.to) continue;
    const found = idAt(item.children, offset) ?? item.diagramId;
    if (found) return found;
  }
  return null;
}

/** A node and the cluster it may be drawn as have the same number. */
function sameElement(a: string, b: string) {
  return a === b || (/^[ncf]\d+$/.test(a) && /^[ncf]\d+$/.test(b) && a.slice(1) === b.slice(1));
}
