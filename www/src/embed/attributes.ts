// The attributes of <tracklight-machine> that its shell needs; the view reads the others (`view/options.ts`). What is
// said of them in the reference is in `reference.ts`.

export const LOADING = ['lazy', 'click', 'eager'] as const;
export const THEMES = ['auto', 'light', 'dark'] as const;

/** All of them, as they are observed. */
export const ATTRIBUTES = [
  'src',
  'source',
  'link',
  'view',
  'loading',
  'editable',
  'readonly',
  'controls',
  'theme',
  'height',
  'max-height',
  'zoom',
  'tick',
  'autoplay',
  'direction',
  'path',
  'agent',
  'agent-timeout',
  'inputs',
  'stubs',
  'max-ticks',
  'base-url',
  'page',
  'label',
] as const;

/** What only the element itself sets. */
export const REFLECTED = ['data-state', 'data-tick', 'data-outcome', 'data-node', 'data-theme'] as const;

export type Read = (name: string) => string | null;

export interface ShellOptions {
  loading: (typeof LOADING)[number];
  theme: (typeof THEMES)[number];
  /** A CSS length, `auto`, or nothing for the default box. */
  height: string;
  /** The most that a picture and `auto` take: a CSS length, or nothing for the default. */
  maxHeight: string;
  /** Whether there is no toolbar. */
  bare: boolean;
  baseUrl: string;
}

/** One of a closed list; the first one where the attribute is absent or says something else. */
export function choice<T extends string>(read: Read, name: string, values: readonly T[]): T {
  const text = read(name)?.trim().toLowerCase();
  return values.find((value) => value.toLowerCase() === text) ?? (values[0] as T);
}

/** Each is read when it is asked for: few are, while the host's page waits. */
export const shellOptionsOf = (read: Read): ShellOptions => ({
  get loading() {
    return choice(read, 'loading', LOADING);
  },
  get theme() {
    return choice(read, 'theme', THEMES);
  },
  get height() {
    return heightOf(read('height')) ?? '';
  },
  get maxHeight() {
    return (heightOf(read('max-height')) ?? '').replace('auto', '');
  },
  get bare() {
    return /(^|\s)none(\s|$)/.test(read('controls') ?? '');
  },
  get baseUrl() {
    return read('base-url') ?? '';
  },
});

/** @returns a CSS length, `auto`, nothing for the default box, or null for what is none of these */
export function heightOf(text: string | null): string | null {
  const given = (text ?? '').trim();
  if (/^\d+(\.\d+)?$/.test(given)) return `${given}px`;
  return /^(auto|\d*\.?\d+([a-z]{2,5}|%)|calc\([^;{}]*\))?$/i.test(given) ? given : null;
}
