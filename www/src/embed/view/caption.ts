// What happened in the step that is shown, in one paragraph: the sentences of the timeline.

import { captionOf } from '../../run/caption.ts';
import { positions } from '../../protocol/positions.ts';
import { sentenceCase } from '../../ui/code-spans.ts';
import type { RunState } from '../../run/types.ts';

/** @returns '' where nothing runs */
export function stepSentence({ snapshot, events, entries }: RunState): string {
  if (snapshot === null) return '';
  const { tick, step } = snapshot.position;
  const first = positions(entries).find((position) => position.tick === tick)?.first ?? step;
  const here = events.filter((event) => event.step >= first && event.step <= step);
  return captionOf(snapshot.view, here, events)
    .map(({ text, reason }) => sentenceCase([text, reason].filter((part) => part !== '').join(' ')))
    .join('. ');
}
