// The gallery: its list, and the texts of its machines. The start example is part of the page, the others are fetched.

import type { Example } from '../store/state.ts';
import list from '../../examples/index.json';
import refundDesk from '../../examples/refund-desk.dygram?raw';

export const examples = list as Example[];

/** The machine a first visit shows. */
export const START = 'refund-desk';
export const startSource = refundDesk;

/** The source of an example; null when there is none of that name or it cannot be loaded. */
export async function exampleSource(slug: string): Promise<string | null> {
  if (slug === START) return startSource;
  if (!examples.some((example) => example.slug === slug)) return null;
  const folder = import.meta.env.DEV ? 'www/examples' : 'examples';
  try {
    const answer = await fetch(new URL(`${folder}/${slug}.dygram`, document.baseURI));
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

let names: Promise<Record<string, string[]>> | null = null;

/** The names of each example's nodes, for searches; none where they cannot be loaded. */
export function exampleNodes(): Promise<Record<string, string[]>> {
  names ??= fetch(new URL('examples/nodes.json', document.baseURI))
    .then((answer) => (answer.ok ? answer.json() : {}))
    .catch(() => ({}));
  return names;
}
