// Opens and closes the guide, and opens its examples.

import { singleFile } from '../../protocol/sources.ts';
import type { Engine } from '../../protocol/types.ts';
import type { DocumentOpener } from '../../document/document-opener.ts';
import type { GuideId } from '../../document/guides.ts';
import type { Dispatch, State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action } from './index.ts';
import { codeOf } from './pages.ts';
import { guideStrings } from './strings.ts';

interface Parts {
  store: Store;
  engine: Pick<Engine, 'highlight'>;
  opening: Pick<DocumentOpener, 'openSources' | 'openExample'>;
  dispatch: Dispatch;
}

/** Whether the page shows the example as it was opened: opened again, it would only lose its run. */
const isOpen = ({ slug, source }: Extract<Action, { type: 'guideExample' }>, { document }: State) =>
  slug !== undefined
    ? document.slug === slug && !document.edited
    : document.source === source && Object.keys(document.files).length === 0;

export class GuideController {
  #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    const shown = (state: State) => (state.panel === 'guide' ? state.guide.page : null);
    const paint = (page: GuideId | null) => page && void this.#paint(page);
    parts.store.watch(shown, paint);
    paint(shown(parts.store.state));
  }

  act(action: Action) {
    const { store, dispatch, opening } = this.#parts;
    const { guide, panel, shell } = store.state;
    switch (action.type) {
      case 'openGuide': {
        const isNoneOpen = shell.wide && !shell.panelOpen;
        const isOpen = panel === 'guide' && !isNoneOpen;
        const from = isNoneOpen ? null : panel === 'guide' ? guide.from : panel;
        store.set({ guide: { ...guide, page: action.page ?? guide.page, from } });
        dispatch({ type: 'panel', panel: 'guide', focus: !isOpen });
        break;
      }
      case 'closeGuide':
        dispatch({ type: 'panel', panel: guide.from ?? 'contexts' });
        if (guide.from === null) dispatch({ type: 'panelOpen', open: false });
        break;
      case 'guideExample':
        if (store.state.shell.narrow) store.set({ pane: 'diagram' });
        if (isOpen(action, store.state)) store.notify({ kind: 'info', text: guideStrings.isOpen });
        else if (action.slug !== undefined) void opening.openExample(action.slug);
        else void opening.openSources(singleFile(action.source), null);
        break;
    }
  }

  /** Asks the core for the colors of a page's examples, once. */
  async #paint(page: GuideId) {
    const { store, engine } = this.#parts;
    for (const { text } of codeOf(page)) {
      if (store.state.guide.tokens[text]) continue;
      const tokens = await engine.highlight(text).catch(() => null);
      const { guide } = store.state;
      if (tokens) store.set({ guide: { ...guide, tokens: { ...guide.tokens, [text]: tokens } } });
    }
  }
}
