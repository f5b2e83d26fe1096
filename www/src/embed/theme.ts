// Light or dark, as the host's page is: by the marker that its theme sets, else by its background, else by its color
// scheme.

import { beforeFrame } from './before-frame.ts';

const MARKERS = ['data-theme', 'data-color-mode', 'data-md-color-scheme', 'data-bs-theme'];
const DARK = ['slate', 'navy', 'coal', 'ayu', 'dark', 'frappe', 'macchiato', 'mocha'];
const LIGHT = ['light', 'rust', 'latte', 'default'];
/** Relative luminance below which a background is dark. */
const DARK_LUMINANCE = 0.4;

export type Theme = 'light' | 'dark';

/** What is asked about an element. */
export interface Surroundings {
  parent(element: Element): Element | null;
  background(element: Element): string;
  scheme(root: Element): string;
}

const BROWSER: Surroundings = {
  parent: (element) => {
    const root = element.getRootNode();
    return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  },
  background: (element) => getComputedStyle(element).backgroundColor,
  scheme: (root) => getComputedStyle(root).colorScheme,
};

/** @param element whose ancestors are looked at */
export function themeAround(element: Element, around: Surroundings = BROWSER): Theme {
  const ancestors: Element[] = [];
  for (let at = around.parent(element); at; at = around.parent(at)) ancestors.push(at);
  for (const ancestor of ancestors) {
    const marked = markOf(ancestor);
    if (marked) return marked;
  }
  for (const ancestor of ancestors) {
    const luminance = luminanceOf(around.background(ancestor));
    if (luminance !== null) return luminance < DARK_LUMINANCE ? 'dark' : 'light';
  }
  const root = ancestors.at(-1);
  // `light dark` follows the system, and so does the canvas: but a page that leaves it bare has light inks.
  return root && /^(only )?dark( only)?$/.test(around.scheme(root).trim()) ? 'dark' : 'light';
}

/** What a theme has written on an element. */
export function markOf(element: Element): Theme | null {
  const markers = MARKERS.map((name) => element.getAttribute(name)?.trim().toLowerCase() ?? '');
  // A class `default` says nothing of colors.
  const classes = [...element.classList].filter((name) => name !== 'default');
  for (const mark of [...markers, ...classes]) {
    if (DARK.includes(mark)) return 'dark';
    if (LIGHT.includes(mark)) return 'light';
  }
  return null;
}

/** @returns null for what is not opaque */
export function luminanceOf(color: string): number | null {
  const parts = /^rgba?\(([^)]*)\)$/
    .exec(color)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  if (!parts || parts.length < 3 || (parts[3] ?? 1) < 1) return null;
  const [r = 0, g = 0, b = 0] = parts.slice(0, 3).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

type Listener = (theme: Theme) => void;

/** One observer for all elements of a page. */
export class ThemeWatch {
  #listeners: Map<Element, Listener> = new Map();
  #observer: MutationObserver | null = null;
  #scheduled = false;

  /** Tells the theme around an element before the next frame, and whenever it may have changed. @returns ends it */
  watch(element: Element, listener: Listener): () => void {
    this.#listeners.set(element, listener);
    this.#scheduleCheck();
    return () => {
      this.#listeners.delete(element);
      if (this.#listeners.size > 0) return;
      this.#observer?.disconnect();
      this.#observer = null;
    };
  }

  #observe() {
    this.#observer ??= new MutationObserver(() => this.#scheduleCheck());
    const options = { attributes: true, attributeFilter: ['class', 'style', ...MARKERS] };
    const wanted: Set<Element> = new Set([document.documentElement, document.body].filter(Boolean));
    for (const element of this.#listeners.keys())
      for (let at = element.parentElement; at; at = at.parentElement) if (markOf(at)) wanted.add(at);
    for (const element of wanted) this.#observer.observe(element, options);
  }

  /**
   * A theme switch writes several attributes, and its styles count from the next frame on. All themes are read before
   * any is told: a background that is read after a change makes the browser work out the styles of the page again.
   */
  #scheduleCheck() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    beforeFrame(() => {
      this.#scheduled = false;
      if (this.#listeners.size === 0) return;
      this.#observe();
      const found = [...this.#listeners].map(([element, listener]) => [listener, themeAround(element)] as const);
      for (const [listener, theme] of found) listener(theme);
    });
  }
}
