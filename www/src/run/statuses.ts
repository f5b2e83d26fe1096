// Statuses of paths.

/** Whether a path can still go on. */
export const isLive = (status: string) =>
  ['active', 'awaitingAgent', 'awaitingAnswers', 'parked', 'blocked'].includes(status);

/** Why a path was canceled. */
export const CANCELED: Record<string, string> = {
  host: 'by you',
  failFast: 'another path failed',
  joinFired: 'the join had completed',
  joinTimeout: 'the join timed out',
  runCancelled: 'the run was canceled',
};
