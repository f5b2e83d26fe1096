// The dark theme of drawings that stand alone, for pictures made where there is no style sheet; the values are those of
// `ui/tokens.css`. In a file of its own, because the page has them there.

import { LIGHT, light, type Color } from './palette.ts';

/** By token. */
export const DARK: ReadonlyMap<string, string> = new Map(
  Object.entries({
    canvas: '#151a20',
    panel: '#12171d',
    'cluster-fill': '#1a2028',
    'init-fill': '#35290f',
    'end-fill': '#2a313b',
    'task-fill': '#17304a',
    'state-fill': '#2e2444',
    'plain-fill': '#262e38',
    'context-fill': '#17331f',
    'tool-fill': '#343013',
    'type-fill': '#222932',
    'note-fill': '#2b2911',
    'changed-fill': '#4d3f10',
    'invalid-fill': '#562626',
    'init-line': '#b98a3c',
    'end-line': '#b5c0cd',
    'task-line': '#5187bd',
    'state-line': '#8b73b8',
    'plain-line': '#74808e',
    'context-line': '#569366',
    'tool-line': '#958734',
    'note-line': '#857b3c',
    'cluster-line': '#5f6b79',
    edge: '#8894a2',
    data: '#5c9c6d',
    quiet: '#73808d',
    current: '#56c271',
    visited: '#7f9cc0',
    waiting: '#7fb2f5',
    answers: '#cf93e6',
    blocked: '#eba550',
    failed: '#f47c7c',
    ink: '#dfe5ec',
    'ink-soft': '#a3aebb',
    'data-ink': '#7cc08e',
    danger: '#f47c7c',
    'changed-ink': '#ffe08a',
    'invalid-ink': '#ffb3b3',
    'path-1': '#6cb4f5',
    'path-2': '#ff9b66',
    'path-3': '#4fcb9b',
    'path-4': '#d39be8',
    'path-5': '#e3b341',
    'path-6': '#5cc8d3',
    'path-7': '#ff8ab3',
    'path-8': '#b5c0cf',
    accent: '#7fb2f5',
    'chip-ink': '#10151b',
  }),
);

export const dark: Color = (token) => DARK.get(token) ?? light(token);

/** A color of `themed` in each theme. */
export function bothThemes(value: string): { light: string; dark: string } | null {
  const token = /^var\(--tracklight-([\w-]+), [^)]*\)$/.exec(value)?.[1];
  return token !== undefined && LIGHT.has(token) ? { light: light(token), dark: dark(token) } : null;
}
