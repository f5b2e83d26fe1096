// @ts-check
// What an event of the run says, in short words.

import { count, words } from '../strings.js';
import { compact } from './values.js';

/** @typedef {import('../engine/types.d.ts').Event} Event */

/** The columns that only some events have. @param {Event} e */
export const placeOf = (e) => ({ path: 'path' in e ? e.path ?? '' : '', node: 'node' in e ? e.node ?? '' : '' });

const COMMON = new Set(['seq', 'step', 'tick', 'kind', 'path', 'node']);

/** What an event says beyond the columns, in short. @param {Event} event @param {(edge: string, step: number) => string} [name] of an edge */
export function details(event, name = (edge) => edge) {
  switch (event.kind) {
    case 'moved': return `${event.from} → ${event.to}`;
    case 'contextWritten': return list(event.changes).map((c) => `${event.context}.${c.field} = ${compact(c.after)}`).join(', ');
    case 'toolCalled': return event.ok === false ? `${event.name}: ${message(event.error)}` : String(event.name);
    case 'conditionEvaluated': return `${name(event.edge, event.step)} is ${event.result}`;
    case 'runStarted': return list(event.starts).map((s) => `${s.path} at ${s.node}`).join(', ');
    case 'nodeEntered': return `visit ${event.visit}`;
    case 'agentRequested': return `${event.request}, turn ${event.turn}`;
    case 'agentReplied': return `${event.request}, ${count(Number(event.turns), 'turn')}`;
    case 'contextRead': return `${event.context}: ${list(event.fields).join(', ')}`;
    case 'runEnded': return /** @type {any} */ (event.outcome)?.kind ?? '';
    case 'blocked': return [words.blocked[event.reason], ...event.edges.map((edge) => `${name(edge.edge, event.step)} is ${edge.result ?? 'unconditional'}`)].join(', ');
    case 'visitFailed': case 'pathFailed': return message(event.failure);
    default: {
      const rest = Object.entries(event).filter(([key]) => !COMMON.has(key));
      return rest.map(([key, value]) => `${key} ${key === 'edge' ? name(String(value), event.step) : typeof value === 'string' ? value : compact(/** @type {any} */ (value))}`).join(', ');
    }
  }
}

/** Everything of an event that can be searched. @param {Event} event */
export const wordsOf = (event) => `${placeOf(event).path} ${placeOf(event).node} ${details(event)}`;

/** @param {unknown} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value : []);
/** @param {any} error */
const message = (error) => String(error?.message ?? '');
