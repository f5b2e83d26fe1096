// The texts of the run that is shown, where the editor has newer ones: to be read and copied.

import { html, nothing } from 'lit';
import { textOf } from '../protocol/sources.ts';
import { paths } from '../protocol/files.ts';
import { laterWords } from '../run/strings.ts';
import { workspaceStrings } from '../store/strings.ts';
import '../features/inbox/style.css';
import type { State } from '../store/state.ts';

export function panel({ run: { snapshot, runNumber } }: State) {
  if (!snapshot) return html`<p class="quiet">${workspaceStrings.noRun}</p>`;
  const all = paths(snapshot);
  return html`<p class="quiet">${laterWords.runs.of(runNumber)}</p>
    ${all.map(
      (path) =>
        html`${all.length > 1 ? html`<h3>${path}</h3>` : nothing}
          <pre class="plain" tabindex="0" aria-label=${path}>${textOf(snapshot, path)}</pre>`,
    )}`;
}
