// A value with its parts, each under the reference it has in conditions and templates.

import { html, nothing } from 'lit';
import { icon } from '../../ui/icon.ts';
import { words } from '../../strings.ts';
import { inside } from './references.ts';
import { compact } from '../../workspace/values.ts';
import type { State } from '../../workspace/store.ts';
import type { Json } from '../../protocol/types.ts';
import type { Action } from '../../app/actions.ts';

type Dispatch = (action: Action) => void;

/** More parts are counted only. */
const MOST = 100;

/** @param path a reference */
export function copyPath(dispatch: Dispatch, path: string) {
  const label = words.values.copyPath(path);
  return html`<button type="button" class="bare copy" title=${label} aria-label=${label} @click=${() => dispatch({ type: 'copyText', text: path })}>${icon('copy')}</button>`;
}

/** The parts of a list or an object, shown on demand; nothing for other values. */
export function valueTree(state: State, dispatch: Dispatch, path: string, value: Json | undefined): unknown {
  if (typeof value !== 'object' || value === null) return nothing;
  const parts: [string | number, Json][] = Array.isArray(value) ? value.map((one, i) => [i, one]) : Object.entries(value);
  if (parts.length === 0) return nothing;
  const open = state.values.open.includes(path);
  return html`<div class="tree"><button type="button" class="link" aria-expanded=${open} aria-label=${words.values.parts(path, parts.length)} @click=${() => dispatch({ type: 'openValue', path })}>${open ? '▾' : '▸'} ${words.values.count(parts.length, Array.isArray(value))}</button>
    ${open ? html`<ul>${parts.slice(0, MOST).map(([key, one]) => {
      const at = inside(path, key);
      return html`<li><span class="part"><span class="quiet">${key}</span> <code>${compact(one)}</code>${copyPath(dispatch, at)}</span>${valueTree(state, dispatch, at, one)}</li>`;
    })}${parts.length > MOST ? html`<li class="quiet">${words.values.more(parts.length - MOST)}</li>` : nothing}</ul>` : nothing}</div>`;
}
