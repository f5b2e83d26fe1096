// Statuses of paths.

/** Whether a path can still go on. */
export const isLive = (status: string) =>
  ['active', 'awaitingAgent', 'awaitingAnswers', 'parked', 'blocked'].includes(status);
