// What a frame page and its host say to each other. Every message is checked before anything is done with it.

import { METHODS, type Method } from './methods.ts';

/** Host to frame. */
export type Command =
  | { id: string | number; cmd: Method; args: unknown[] }
  | { id: string | number; cmd: 'set'; attribute: string; value: string | null };

/** Attributes that a host may set: what a machine is made of came with the address. */
const FIXED = ['src', 'base-url', 'page'];

/** @returns null for what is no message of ours, or a reason for a bad one */
export function readCommand(
  data: unknown,
  attributes: readonly string[],
): Command | { id: string | number; error: string } | null {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null;
  const { tracklight, id, cmd, args } = data as Record<string, unknown>;
  if (tracklight !== 1 || (typeof id !== 'string' && typeof id !== 'number') || !('cmd' in data)) return null;
  if (cmd === 'set') {
    const { attribute, value } = (typeof args === 'object' && args !== null ? args : {}) as Record<string, unknown>;
    if (typeof attribute !== 'string' || !attributes.includes(attribute) || FIXED.includes(attribute))
      return { id, error: 'there is no such attribute to set' };
    if (value !== null && typeof value !== 'string')
      return { id, error: 'the value of an attribute is a string or null' };
    return { id, cmd, attribute, value };
  }
  if (typeof cmd !== 'string' || !(METHODS as readonly string[]).includes(cmd))
    return { id, error: 'there is no such command' };
  if (args !== undefined && !Array.isArray(args)) return { id, error: '`args` must be a list' };
  return { id, cmd: cmd as Method, args: args ?? [] };
}

/** So many commands a second are done; others are refused. */
const MOST = 100;
const SECOND = 1000;

export class Rate {
  #now: () => number;
  #times: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether one more is within the limit. */
  take(): boolean {
    const now = this.#now();
    this.#times = this.#times.filter((time) => now - time < SECOND);
    if (this.#times.length >= MOST) return false;
    this.#times.push(now);
    return true;
  }
}

/** Plain data for a message: functions and what else cannot be sent is left out. */
export function plain(value: unknown): unknown {
  if (value instanceof Blob) return value;
  const text = JSON.stringify(value);
  return text === undefined ? null : JSON.parse(text);
}

/** What a frame's address says, as attributes. */
export function attributesOf(query: URLSearchParams): Map<string, string> {
  const found: Map<string, string> = new Map();
  for (const name of [
    'view',
    'theme',
    'zoom',
    'tick',
    'controls',
    'height',
    'direction',
    'path',
    'agent',
    'loading',
    'autoplay',
    'label',
    'caption',
    'max-ticks',
  ]) {
    const value = query.get(name);
    if (value !== null) found.set(name, value);
  }
  if (query.get('editable') === '1') found.set('editable', '');
  return found;
}

/** @returns the origin that messages go to, `*` where none is named; null for what is no origin */
export function targetOf(query: URLSearchParams): string | null {
  const origin = query.get('origin');
  if (origin === null || origin === '') return '*';
  try {
    const url = new URL(origin);
    return url.origin === origin.replace(/\/$/, '') && url.origin !== 'null' ? url.origin : null;
  } catch {
    return null;
  }
}
