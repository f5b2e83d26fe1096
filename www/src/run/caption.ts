// What happened in a step, in the sentences of the timeline: for captions below drawings and machines.

import { plain } from './parts.ts';
import { failedBefore, stepRows } from './step-rows.ts';
import type { Event, View } from '../protocol/types.ts';
import type { StepRow } from './types.ts';

/** A sentence, and what stands behind it in a softer color. */
export interface Sentence {
  text: string;
  reason: string;
}

/**
 * @param step its events, with the replies that it asked for
 * @param events of the run up to now
 */
export function captionOf({ tick, edges }: Pick<View, 'tick' | 'edges'>, step: Event[], events: Event[]): Sentence[] {
  const rows = stepRows(
    step,
    { first: 0, step: Infinity },
    {
      edge: (id) => edges.find((edge) => edge.id === id) ?? null,
      failed: (join) => failedBefore(events, join),
      namesForksByNode: true,
    },
  );
  return alike(rows).map((sentence, i) =>
    i > 0 ? sentence : { ...sentence, text: `Step ${tick} · ${sentence.text}` },
  );
}

/** What several paths did alike is one sentence, of all their nodes. */
function alike(rows: readonly StepRow[]): Sentence[] {
  const found: Map<string, { nodes: Set<string>; rest: string; reasons: Set<string> }> = new Map();
  for (const { parts, end, reason, tag } of rows) {
    const [first, ...others] = [...parts, ...end];
    const isAtNode = first?.as === 'node';
    const rest = isAtNode ? plain(others) : plain([...parts, ...end]);
    const why = plain(reason);
    const key = JSON.stringify([isAtNode, rest, why]);
    const sentence = found.get(key) ?? { nodes: new Set(), rest, reasons: new Set([why]) };
    if (isAtNode) sentence.nodes.add(first.text);
    if (tag) sentence.reasons.add(`· ${tag.text}`);
    found.set(key, sentence);
  }
  return [...found.values()].map(({ nodes, rest, reasons }) => ({
    text: `${[...nodes].join(', ')}${nodes.size > 1 ? ' each' : ''}${rest}`,
    reason: [...reasons].filter((reason) => reason !== '').join(' '),
  }));
}
