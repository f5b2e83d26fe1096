// The filters of the timeline: path with what came from it, kind of event, node, field, text.

import { html } from 'lit';
import { coloursOf } from '../../run/colors.ts';
import { isFiltering, type Filter } from '../../run/trace.ts';
import { words } from '../../strings.ts';
import type { State } from '../../workspace/store.ts';
import type { Action } from '../../app/actions.ts';

export function filters(state: State, dispatch: (action: Action) => void) {
  const say = words.timeline;
  const { filter } = state.trace;
  const view = state.run?.view;
  const kinds = [...new Set(state.events.map((event) => event.kind))].sort();
  const set = (part: Partial<Filter>) => dispatch({ type: 'traceFilter', part });
  const choice = (name: 'path' | 'kind' | 'node', list: string[]) => html`<label>${say.by[name]} <select @change=${(e: any) => set({ [name]: e.target.value })}>
    <option value="" ?selected=${filter[name] === ''}>${say.any}</option>${list.map((one) => html`<option value=${one} ?selected=${filter[name] === one}>${one}</option>`)}</select></label>`;
  const box = (name: 'field' | 'text', hint: string) => html`<label>${say.by[name]} <input type="search" autocomplete="off" placeholder=${hint} .value=${filter[name]} @input=${(e: any) => set({ [name]: e.target.value })}></label>`;
  return html`<div class="trace-filters" role="search" aria-label=${say.filter}>
    ${choice('path', [...coloursOf(state.events).keys()])}${choice('kind', kinds)}${choice('node', Object.keys(view?.nodes ?? {}))}${box('field', 'Context.field')}${box('text', '')}
    <button type="button" ?disabled=${!isFiltering(filter)} @click=${() => dispatch({ type: 'traceClear' })}>${say.clear}</button>
  </div>`;
}
