// Where things of the drawing stand in the source, by the core's outline. Pure.

import { textOf } from '../protocol/sources.ts';
import type { OutlineItem } from '../protocol/types.ts';
import type { State } from '../store/state.ts';
import type { RunState } from '../run/types.ts';

/** A place of one text in another one that differs in one stretch, as by typing. */
const placeIn = (from: string, to: string, at: number) =>
  from !== to && to.endsWith(from.slice(at)) ? Math.max(0, at + to.length - from.length) : at;

/** A file's text as it is now, and as the core read it last: its places are of that one. */
function texts({ run: { analysis }, openFileAnalysis, document }: State, file: string): [now: string, read: string] {
  const now = textOf(document, file) ?? '';
  return [
    now,
    (file === document.entry ? analysis : openFileAnalysis?.file === file ? openFileAnalysis : null)?.source ?? now,
  ];
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
  const item = itemOf(items, id);
  return item && { from: item.from, to: item.to, ...(item.file === undefined ? {} : { file: item.file }) };
}

/** The element with a diagram id; null when the source does not declare it. */
export function itemOf(items: OutlineItem[], id: string): OutlineItem | null {
  for (const item of items) {
    const found = item.diagramId && sameElement(item.diagramId, id) ? item : itemOf(item.children, id);
    if (found) return found;
  }
  return null;
}

/** The element with the ID of a node; null when the source does not declare it. */
export const itemNamed = (items: OutlineItem[], id: string): OutlineItem | null =>
  flat(items).find((item) => item.id === id) ?? null;

/** The diagram id of the innermost element around an offset of the source; null outside of all. */
export function idAt(items: OutlineItem[], offset: number): string | null {
  for (const item of items) {
    if (offset < item.from || offset > item.to) continue;
    const found = idAt(item.children, offset) ?? item.diagramId;
    if (found) return found;
  }
  return null;
}

/**
 * The diagram id that an element has once the text was edited: by its place in the part that stayed, else by its name.
 * An element that is gone has none; one that the source did not declare keeps its own.
 */
export function idAfter(before: Read, after: Read, id: string): string | null {
  const known = flat(before.outline);
  const was = known.find((item) => item.diagramId && sameElement(item.diagramId, id));
  if (was === undefined) return id;
  const from = placeIn(before.source, after.source, was.from);
  const stayed = from !== was.from || after.source.startsWith(before.source.slice(0, from));
  const items = flat(after.outline).filter((item) => item.diagramId);
  const there = items.find((item) => stayed && item.from === from && item.file === was.file);
  const name = nameOf(was);
  // Another one that was known before has moved up to the place.
  const isOther = there && nameOf(there) !== name && known.some((item) => nameOf(item) === nameOf(there));
  const now = (isOther ? undefined : there) ?? items.find((item) => nameOf(item) === name);
  return now?.diagramId && sameElement(now.diagramId, id) ? id : (now?.diagramId ?? null);
}

const nameOf = ({ id, name }: OutlineItem) => id ?? name;

type Read = Pick<NonNullable<RunState['analysis']>, 'outline' | 'source'>;

const flat = (items: OutlineItem[]): OutlineItem[] => items.flatMap((item) => [item, ...flat(item.children)]);

/** A node and the cluster it may be drawn as have the same number. */
function sameElement(a: string, b: string) {
  return a === b || (/^[ncf]\d+$/.test(a) && /^[ncf]\d+$/.test(b) && a.slice(1) === b.slice(1));
}
