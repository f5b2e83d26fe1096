// Which values the sentence about a run names: what decides a blocked path, what a completed run brought about.

import type { Event, Json, Snapshot } from '../protocol/types.ts';
import { conditionWords } from './conditions.ts';

type View = Snapshot['view'];
type Path = View['paths'][number];

/** Longer values are cut. */
const MAX_SENTENCE_VALUE_CHARS = 48;
/** Outputs that are named. */
const MOST = 2;

/** The conditions that keep a blocked path from its edges. `is`: what they are instead. */
export const closedConditions = ({ edges }: View, { id }: Path): { text: string; is: string }[] =>
  edges.flatMap((edge) => {
    const result = edge.eligible[id];
    const isClosed = edge.condition !== undefined && (result === 'false' || result === 'error');
    return isClosed ? [{ text: edge.condition ?? '', is: conditionWords(edge, result) }] : [];
  });

export const closedCondition = (view: View, path: Path) => closedConditions(view, path)[0] ?? null;

/**
 * The one field that decides whether a blocked path can go on; null where there are several, or where it is an input.
 */
export function decidingField(view: View, path: Path): { context: string; field: string } | null {
  const conditions = view.edges
    .filter((edge) => edge.condition !== undefined && Object.hasOwn(edge.eligible, path.id))
    .map((edge) => (edge.condition ?? '').replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, ''));
  const found = new Map<string, { context: string; field: string }>();
  for (const text of conditions)
    for (const [name, context = '', field = ''] of text.matchAll(/\b([A-Za-z_]\w*)\.([A-Za-z_]\w*)/g))
      if (Object.hasOwn(view.contexts[context]?.fields ?? {}, field)) found.set(name, { context, field });
  const [only] = found.values();
  return only && found.size === 1 && view.contexts[only.context]?.role !== 'input' ? only : null;
}

/** The first values of the contexts that are outputs. */
export function outputs({ contexts }: View): { name: string; text: string }[] {
  return Object.entries(contexts)
    .filter(([, { role }]) => role === 'output')
    .flatMap(([context, { fields }]) =>
      Object.entries(fields).flatMap(([field, { values }]) => {
        const outcomeValue = values.find(({ set }) => set);
        return outcomeValue ? [{ name: `${context}.${field}`, text: shortValue(outcomeValue.value) }] : [];
      }),
    )
    .slice(0, MOST);
}

/** The last change of a value. */
export function lastValue(events: readonly Event[]): { name: string; text: string }[] {
  for (let i = events.length - 1; i >= 0; i -= 1) {
    const event = events[i];
    const last = event?.kind === 'contextWritten' ? event.changes?.at(-1) : undefined;
    if (event?.kind === 'contextWritten' && last)
      return [{ name: `${event.context}.${last.field}`, text: shortValue(last.after) }];
  }
  return [];
}

/** Said of a field without a value. */
export const NOT_SET = 'not set';

/** A value as JSON, cut where it is long. */
export function shortValue(value: Json | undefined) {
  const text = value === undefined ? NOT_SET : JSON.stringify(value);
  return text.length > MAX_SENTENCE_VALUE_CHARS ? `${text.slice(0, MAX_SENTENCE_VALUE_CHARS)}…` : text;
}
