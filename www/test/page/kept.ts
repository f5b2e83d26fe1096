// What a visit begins with: a machine of the visitor and a run of it, kept by the browser from an earlier visit.

import { readFileSync } from 'node:fs';
import type { AgentSettings, SessionRecord } from '../../src/protocol/record-types.ts';

export interface Beginning {
  /** The example that is opened otherwise is in the path; none for the start example. */
  path?: string;
  /** The text of the visitor's machine. */
  source?: string;
  /** The step its run stands at, answered as the machine says. */
  at?: number;
  /** Who answers in that run. */
  mode?: AgentSettings['m'];
}

const START = 'refund-desk';
const EXAMPLES = new URL('../../examples/', import.meta.url);

/** @param keep the page's own storage, of a browser that has nothing yet */
export async function begun(
  { path = '', source, at = 0, mode }: Beginning,
  { Drafts }: Pick<typeof import('../../src/storage/drafts.ts'), 'Drafts'>,
) {
  const slug = path === '' ? START : /^#example=([\w-]+)$/.exec(path)?.[1];
  if (source === undefined && at === 0 && mode === undefined) return;
  const text = source ?? readFileSync(new URL(`${slug}.dygram`, EXAMPLES), 'utf8');
  const settings = mode === undefined ? {} : { m: mode };
  const run: SessionRecord = { s: text, r: { ...settings, l: [] }, t: [], k: at };
  const place = { tick: at, action: 0 };
  const drafts = await Drafts.open();
  if (source === undefined && slug)
    await drafts?.putExampleRun(slug, { source: text, run, at: place, stops: [], typed: { answers: {}, drafts: {} } });
  else
    await drafts?.put({
      id: 'begun',
      title: /machine "([^"]*)"/.exec(text)?.[1] ?? 'Untitled',
      document: { s: text },
      run: at > 0 || mode !== undefined ? run : null,
      at: place,
      created: 1,
      changed: 1,
      origin: null,
    });
}
