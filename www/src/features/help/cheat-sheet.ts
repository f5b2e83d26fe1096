// The cheat sheet: the words of the language on one screen, each with a sentence and an example, and a search over all.

import { html, nothing } from 'lit';
import type { LanguageWord } from '../../protocol/types.ts';
import { ticked } from '../../ui/code-spans.ts';
import type { Action, State } from '../../store/state.ts';
import { cheatStrings as say } from './strings.ts';
import './style.css';
import { listed } from './words.ts';
import { onTick } from '../../ui/listeners.ts';
import { searchField } from '../../ui/search-field.ts';

export function panel({ cheatSheet, shell }: State, dispatch: (action: Action) => void) {
  const { words, all, error } = cheatSheet;
  const sections = listed(words ?? [], shell.query, all);
  const searching = shell.query.trim() !== '';
  const found = sections.reduce((sum, section) => sum + section.words.length, 0);
  return html`<div class="cheat-sheet">
    <div class="row">
      ${searchField(say.search, shell.query, (text) => dispatch({ type: 'query', text }))}
      ${
        searching
          ? nothing
          : html`<label class="check">
            <input
              type="checkbox"
              .checked=${all}
              @change=${onTick((all) => dispatch({ type: 'cheatSheetAll', all }))}
            />
            <span>${say.all(words?.length ?? 0)}</span>
          </label>`
      }
      <span class="quiet" role="status">${words && searching ? say.found(found) : ''}</span>
    </div>
    ${error ? html`<p class="error" role="alert">${error}</p>` : nothing}
    ${error || words ? nothing : html`<p class="quiet">${say.loading}</p>`}
    <div class="sections ${searching || all ? '' : 'one-screen'}">
      ${sections.map(
        ({ id, words: list }) =>
          html`<section>
            <h3>${say.sections[id]}</h3>
            <dl>${list.map(entry)}</dl>
          </section>`,
      )}
    </div>
  </div>`;
}

const entry = ({ word, says, example, on }: LanguageWord) =>
  html`<div>
    <dt>
      <code>${word}</code>${on.length > 0 && on.length < 4 ? html` <span class="quiet">${say.on(on)}</span>` : nothing}
    </dt>
    <dd>${ticked(says)}${example ? html`<pre>${example}</pre>` : nothing}</dd>
  </div>`;
