// A panel that compares is scrolled to what it shows, until the user scrolls it.

import { compared } from '../store/compared.ts';
import type { PanelId, State } from '../store/state.ts';

/** What each panel compares; '' for nothing. */
const comparisonsOf = (state: State): [PanelId, string][] => {
  const {
    run: { snapshot },
    docs,
    prompt,
  } = state;
  const { from } = compared(state) ?? {};
  return [
    [
      'contexts',
      from && snapshot ? `${from.branch} ${from.step} ${snapshot.position.branch} ${snapshot.position.step}` : '',
    ],
    ['documents', docs.shown ? String(docs.shown.time) : ''],
    ['prompt', prompt.against?.path ?? ''],
  ];
};

export class ComparisonScroll {
  /** What of each panel was scrolled to, and where the panel stood then. */
  #shown: Map<PanelId, { comparison: string; top: number }> = new Map();

  /** The page was drawn. @param panel the element of the panel that is shown */
  follow(state: State, panel: Element | null) {
    for (const [id, comparison] of comparisonsOf(state)) {
      const before = this.#shown.get(id);
      if (comparison === '') this.#shown.delete(id);
      if (comparison === '' || comparison === before?.comparison || id !== state.panel) continue;
      const part = panel?.querySelector('[data-comparison]');
      if (!panel || !part) continue;
      // Who scrolled away from a comparison reads something else while its other side changes.
      const isLeft = before !== undefined && Math.abs(panel.scrollTop - before.top) > 1;
      if (!isLeft) {
        part.scrollIntoView({ block: 'nearest' });
        part.querySelector('h3, button')?.scrollIntoView({ block: 'nearest' });
      }
      this.#shown.set(id, { comparison, top: isLeft ? before.top : panel.scrollTop });
    }
  }
}
