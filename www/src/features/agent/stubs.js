// @ts-check
// The nodes that ask an agent, each with the stub that it would use, and a form for it.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { answererOf, ownSetting } from '../../agents/choice.js';
import { SCRIPT_KEYS, checkScript } from '../../agents/script-shape.js';
import { stubWords as say } from './stubs-strings.js';
import { FEW, listed } from './stubs-listed.js';
import { compact } from '../../workspace/values.js';
import './stubs.css';

/**
 * @typedef {import('../../workspace/store.js').State} State
 * @typedef {(action: import('../../app/actions.js').Action) => void} Dispatch
 * @typedef {import('../../protocol/types.ts').AgentNode} AgentNode
 * @typedef {import('./stubs-controller.js').StubEdit} StubEdit
 */

/** What a script of a node may look like. @param {AgentNode} node */
const example = (node) => JSON.stringify(node.writes ? { write: node.writes } : { say: say.done }, null, 1).replace(/\n\s*/g, ' ');

/** @param {State} state @param {Dispatch} dispatch */
export function stubList(state, dispatch) {
  const { stubs } = state;
  const { nodes } = stubs;
  return html`<section class="stubs" aria-labelledby="stubs"><h3 id="stubs" tabindex="-1">${say.title}</h3>
    ${nodes === null ? html`<p class="quiet">${say.reading}</p>` : html`${nodes.length === 0 ? html`<p class="quiet">${say.none}</p>` : list(state, dispatch, nodes)}${rest(state, dispatch, nodes)}`}</section>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {AgentNode[]} nodes */
function list(state, dispatch, nodes) {
  const { stubs, earlier } = state;
  const { bare, left } = listed(nodes, stubs);
  const filter = (/** @type {Partial<State['stubs']>} */ part) => dispatch({ type: 'stubFilter', part });
  return html`
    <p class="quiet">${say.counts(nodes.length, bare.size)}${earlier ? ` ${say.earlier}` : nothing}</p>
    ${nodes.length <= FEW ? nothing : html`<div class="row stub-filter">
      <input type="search" placeholder=${say.filter} aria-label=${say.filter} .value=${stubs.filter} @input=${(/** @type {any} */ e) => filter({ filter: e.target.value })}>
      <label class="check"><input type="checkbox" .checked=${stubs.bare} @change=${(/** @type {any} */ e) => filter({ bare: e.target.checked })}><span>${say.bare}</span></label></div>`}
    ${left.length === 0 ? html`<p class="quiet">${say.noneLeft}</p>` : html`<ul>${repeat(left.slice(0, stubs.shown), (node) => node.id, (node, i) => row(state, dispatch, node, bare.has(node), i))}</ul>`}
    ${left.length > stubs.shown ? html`<button type="button" @click=${() => dispatch({ type: 'stubMore' })}>${say.more(left.length - stubs.shown)}</button>` : nothing}`;
}

/** What is kept for nodes that do not ask: they may come back, with an edit of the text. @param {State} state @param {Dispatch} dispatch @param {AgentNode[]} nodes */
function rest({ stubs }, dispatch, nodes) {
  const { gone } = listed(nodes, stubs);
  return gone.length === 0 ? nothing : html`<p class="quiet">${say.gone}</p><ul>${gone.slice(0, stubs.shown).map((id) => html`<li class="stub">
    <div class="stub-line"><b>${id}</b><span class="by"><button type="button" aria-label=${say.removeOf(id)} @click=${() => dispatch({ type: 'stubRemove', node: id })}>${say.remove}</button></span></div>
    <code class="stub-text">${compact(ownSetting(id, stubs.settings))}</code></li>`)}</ul>`;
}

/** @param {State} state @param {Dispatch} dispatch @param {AgentNode} node @param {boolean} bare @param {number} i its place in the list */
function row(state, dispatch, node, bare, i) {
  const { id, title, kind } = node;
  const { settings, edits } = state.stubs;
  const edit = Object.hasOwn(edits, id) ? edits[id] : undefined;
  const answerer = answererOf(node, settings);
  const problems = 'script' in answerer ? checkScript(answerer.script) : [];
  const diagramId = state.run?.view.nodes[id]?.diagramId ?? null;
  const show = () => {
    dispatch({ type: 'select', id: diagramId, open: false });
    if (state.shell.narrow) dispatch({ type: 'pane', pane: 'diagram' });
  };
  return html`<li class=${edit ? 'stub open' : 'stub'}>
    <div class="stub-line">
      <button type="button" class="link" title=${say.show(id)} aria-current=${diagramId !== null && diagramId === state.selected ? 'true' : 'false'} @click=${show}>${id}</button>
      ${title ? html`<span class="quiet">${title}</span>` : nothing}
      ${kind === 'work' ? nothing : html`<span class="tag" title=${say.kindTitles[kind]}>${say.kinds[kind]}</span>`}
      <span class="by"><span class="by-${answerer.by}">${say.by[answerer.by]}</span>${bare ? html` <span class="tag bare-stub" title=${say.noTitle}>${say.no}</span>` : nothing}
      <button type="button" class="stub-edit" aria-expanded=${edit ? 'true' : 'false'} aria-label=${say.editOf(id)} @click=${(/** @type {Event} */ e) => {
        // What is typed in an open form stays.
        if (!edit) dispatch({ type: 'stubEdit', node: id });
        focusIn(e, 'textarea', '.switch [aria-pressed="true"]');
      }}>${say.edit}</button></span>
    </div>
    ${'script' in answerer ? html`<code class="stub-text">${compact(answerer.script)}</code>` : !bare && node.stub !== undefined ? html`<p class="quiet">${say.rests}</p>` : nothing}
    ${problems.length > 0 ? html`<p class="error">${say.broken(problems)}</p>` : nothing}
    ${edit ? form(dispatch, id, edit, ownSetting(id, settings) !== undefined, `stub-${i}`, example(node)) : nothing}</li>`;
}

/** Moves the focus within the row, once it is drawn, to the first that is there. @param {Event} event @param {string[]} to */
function focusIn(event, ...to) {
  const item = /** @type {HTMLElement} */ (event.currentTarget).closest('li');
  requestAnimationFrame(() => to.map((one) => /** @type {HTMLElement | null | undefined} */ (item?.querySelector(one))).find((one) => one)?.focus());
}

/** @param {Dispatch} dispatch @param {string} node @param {StubEdit} edit @param {boolean} own whether there is something to remove @param {string} id @param {string} hint */
function form(dispatch, node, { how, text, errors }, own, id, hint) {
  const leave = (/** @type {Event} */ event, /** @type {'stubSave' | 'stubCancel' | 'stubRemove'} */ type) => {
    dispatch({ type, node });
    // A text that was refused is typed on.
    focusIn(event, '[aria-invalid="true"]', '.stub-edit');
  };
  const key = (/** @type {KeyboardEvent} */ event) => {
    const save = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!save && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(event, save ? 'stubSave' : 'stubCancel');
  };
  return html`<form class="stub-form" aria-label=${say.of(node)} @keydown=${key} @submit=${(/** @type {Event} */ e) => { e.preventDefault(); leave(e, 'stubSave'); }}>
    <div class="switch" role="group" aria-label=${say.how(node)}>${/** @type {const} */ (['script', 'auto', 'manual']).map((one) => html`
      <button type="button" aria-pressed=${one === how ? 'true' : 'false'} @click=${() => dispatch({ type: 'stubType', node, part: { how: one } })}>${say.hows[one]}</button>`)}</div>
    ${how === 'script' ? html`<label class="stack"><span>${say.script}</span>
        <textarea rows="7" spellcheck="false" autocomplete="off" placeholder=${hint} aria-invalid=${errors.length > 0 ? 'true' : 'false'} aria-describedby="${id}-errors ${id}-help" .value=${text}
          @input=${(/** @type {any} */ e) => dispatch({ type: 'stubType', node, part: { text: e.target.value } })}></textarea></label>` : html`<p class="quiet">${say.about[how]}</p>`}
    <div id="${id}-errors" role="alert">${errors.map((error) => html`<p class="error">${error}</p>`)}</div>
    ${how === 'script' ? html`<p class="quiet" id="${id}-help">${say.keys(SCRIPT_KEYS)} <a href="docs/agents.md" target="_blank" rel="noopener">${say.guide}</a></p>` : nothing}
    <div class="buttons"><button type="submit" class="primary" title=${say.saveKeys}>${say.save}</button>
      <button type="button" @click=${(/** @type {Event} */ e) => leave(e, 'stubCancel')}>${say.cancel}</button>
      ${own ? html`<button type="button" title=${say.removeTitle} @click=${(/** @type {Event} */ e) => leave(e, 'stubRemove')}>${say.remove}</button>` : nothing}</div>
  </form>`;
}
