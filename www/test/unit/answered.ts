// What a run answers to an action, for tests of what comes after it.

import type { Answer, Refusal, Snapshot } from '../../src/protocol/types.ts';
import { sparse } from '../sparse.ts';

/** @param refusal null where the action was done */
export const answered = (refusal: Refusal | null): Answer =>
  refusal ? { ok: false, error: refusal, snapshot: null } : { ok: true, snapshot: sparse<Snapshot>({}) };
