// Two ways to begin where there is nothing to draw.

import { html, nothing } from 'lit';
import { laterWords } from '../workspace/late-strings.ts';
import type { State, Action } from '../workspace/state.ts';

/** While keys are pressed the page is not drawn anew, so the text is asked for when it is needed. */
export function panel({ document: { locked } }: State, dispatch: (action: Action) => void, newest: () => State) {
  if (locked) return nothing;
  const add = (text: string) => {
    const { source, entry } = newest().document;
    dispatch({ type: 'edit', file: entry, text: `${source}${text}`, whole: true });
  };
  return html`<p class="starters">${laterWords.starters.map(([label, text]) => html`<button type="button" @click=${() => add(text)}>${label}</button>`)}</p>`;
}
