// Help: first steps, every key with what changes it, and the guides.

import { html } from 'lit';
import { panel as shortcuts } from '../../workspace/shortcuts.ts';
import { shortcutStrings } from '../../workspace/shortcut-strings.ts';
import { helpStrings as say } from './strings.ts';
import type { State, Action } from '../../workspace/state.ts';

const GUIDES = ['tour', 'language', 'runtime', 'contexts', 'agents', 'keys', 'links'] as const;

export function panel(state: State, dispatch: (action: Action) => void) {
  return html`<div class="help">
    <section><h3>${say.first}</h3><ol>${say.steps.map((step) => html`<li>${step}</li>`)}</ol><p>${say.agents}</p></section>
    <section><h3>${say.docs}</h3><ul class="guides">${GUIDES.map((name) => html`<li><a href="docs/${name}.html" target="_blank" rel="noopener">${say.guides[name]}</a></li>`)}</ul></section>
    <section><h3>${shortcutStrings.title}</h3>${shortcuts(state, dispatch)}</section>
  </div>`;
}
