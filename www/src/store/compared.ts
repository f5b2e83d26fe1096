// The position that the shown run is compared with.

import type { PinnedPosition } from '../storage/drafts.ts';
import type { State } from './state.ts';

/** None while another run is shown than the one whose step was pinned; it is there again with that run. */
export const compared = ({ compare, run: { runNumber } }: Pick<State, 'compare' | 'run'>) =>
  compare?.run === runNumber ? compare : null;

/** A comparison whose differences are still to be told. */
export const comparedWith = (pinned: PinnedPosition): State['compare'] => ({
  ...pinned,
  diff: { paths: [], changes: [] },
  error: '',
});
