// Which replies Agent lists. Pure.

import { isOnBranch } from '../../store/shown-branches.ts';
import type { GivenReply } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';

/** Replies listed at once, before the shown step and after it. */
const MAX_SHOWN_REPLIES = 40;

/** Replies of the shown branch, newest first: `done` up to the shown step, `later` the next ones after it. */
export function shownReplies({ run: { replies, snapshot } }: Pick<State, 'run'>) {
  const done: GivenReply[] = [];
  const later: GivenReply[] = [];
  if (snapshot === null) return { done, later };
  const { branch, step } = snapshot.position;
  for (let i = replies.length - 1; i >= 0 && done.length < MAX_SHOWN_REPLIES; i -= 1) {
    const reply = replies[i];
    if (reply && isOnBranch(snapshot.branches, branch, reply)) (reply.step <= step ? done : later).push(reply);
  }
  return { done, later: later.slice(-MAX_SHOWN_REPLIES) };
}
