// Compares two replies or answers, one of them as the core writes it: without defaults, in its own order.

export function sameReply(a: unknown, b: unknown): boolean {
  return same(plain(a), plain(b));
}

/** Without what the core leaves out of a reply. */
function plain(reply: any) {
  if (typeof reply !== 'object' || reply === null) return reply;
  if (!Array.isArray(reply.turns))
    return reply.error?.retryable === true ? { error: { ...reply.error, retryable: undefined } } : reply;
  const turns = reply.turns.map((turn: any) => ({ ...turn, calls: turn.calls?.length > 0 ? turn.calls : undefined }));
  return { ...reply, turns, final: reply.final === false ? false : undefined };
}

function same(a: any, b: any) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) || a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const key of keys) {
    if (!same(a[key], b[key])) return false;
  }
  return true;
}
