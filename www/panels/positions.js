// @ts-check
// Positions of a branch from its entries, and what happened on the way to each. Pure.

/** @typedef {import('../engine/types.d.ts').Entry} Entry */
/** @typedef {import('../engine/types.d.ts').Event} Event */
/** @typedef {{ label: string, step: number, first: number, kind: string }} Position */

/**
 * One position per host action: `step` is its last entry, `first` the entry of the action itself.
 * @param {Entry[]} entries
 * @returns {Position[]}
 */
export function positions(entries) {
  /** @type {Position[]} */
  const list = [];
  for (const entry of entries) {
    const label = positionLabel(entry);
    const last = list.at(-1);
    if (last && entry.auto) last.step = entry.step;
    else list.push({ label, step: entry.step, first: entry.step, kind: entry.kind });
  }
  return list;
}

/** @param {{ tick: number, action: number }} at */
export const positionLabel = (at) => (at.action === 0 ? String(at.tick) : `${at.tick}.${at.action}`);

/** Index of the position that a step belongs to. @param {Position[]} list @param {number} step */
export function indexOfStep(list, step) {
  let at = 0;
  list.forEach((position, i) => { if (position.first <= step) at = i; });
  return at;
}

/**
 * What happened at a position, in words, by path.
 * @param {Event[]} events of the branch
 * @param {Position} position
 * @returns {{ path: string, text: string, bad: boolean }[]}
 */
export function happenings(events, position) {
  const lines = [];
  for (const e of events) {
    if (e.step < position.first || e.step > position.step) continue;
    const text = sentence(e);
    if (text) lines.push({ path: 'path' in e ? e.path ?? '' : '', text, bad: BAD.has(e.kind) });
  }
  return lines;
}

const BAD = new Set(['visitFailed', 'pathFailed', 'writeRefused', 'limitHit', 'blocked']);

/** @param {Event} e @returns {string} */
function sentence(e) {
  const of = /** @type {Record<string, any>} */ (e);
  switch (e.kind) {
    case 'runStarted': return `start at ${(of.starts ?? []).map((/** @type {any} */ s) => s.node).join(', ')}`;
    case 'moved': return `${of.from} → ${of.to}${of.cause?.text ? ` (${of.cause.text})` : of.cause?.type === 'agent' ? ' (agent)' : of.cause?.type === 'catch' ? ' (catch)' : ''}`;
    case 'contextWritten': return (of.changes ?? []).map((/** @type {any} */ c) => `${of.context}.${c.field} = ${JSON.stringify(c.after)}`).join(', ');
    case 'agentRequested': return `${of.node} asks its agent`;
    case 'requestOpened': return `asks: ${of.query}`;
    case 'requestAnswered': return `answer: ${of.text}`;
    case 'visitFailed': case 'pathFailed': return `${of.node} failed: ${of.failure?.message ?? ''}`;
    case 'writeRefused': return `write to ${of.context} refused`;
    case 'blocked': return `blocked at ${of.node}`;
    case 'limitHit': return `limit ${of.limit}`;
    case 'pathCompleted': return `completed at ${of.node}`;
    case 'runEnded': return `run ${of.outcome?.kind ?? 'ended'}`;
    default: return '';
  }
}
