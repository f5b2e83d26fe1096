// The nodes that ask an agent, each with the stub that it would use, and a form for it.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { answererOf, ownSetting } from '../../agents/choose-agent.ts';
import { hasLaterVisits } from '../../agents/rules.ts';
import { SCRIPT_KEYS, checkScript } from '../../agents/script-shape.ts';
import { sentenceCase, ticked } from '../../ui/code-spans.ts';
import { stubWords as say } from './stubs-strings.ts';
import { FEW, isUnsaved, listed } from './stubs-listed.ts';
import { jsonText } from '../../ui/json-text.ts';
import { docsLink } from '../../document/documentation.ts';
import { compact } from '../../protocol/clip.ts';
import { onText, onTick } from '../../ui/listeners.ts';
import type { AgentNode } from '../../protocol/types.ts';
import type { State, Action } from '../../store/state.ts';
import type { StubEdit } from './index.ts';

type Dispatch = (action: Action) => void;

/** What a script of a node may look like. */
const example = (node: AgentNode) =>
  JSON.stringify(node.writes ? { write: node.writes } : { say: say.done }, null, 1).replace(/\n\s*/g, ' ');

export function stubList(state: State, dispatch: Dispatch) {
  const { stubs } = state;
  const { nodes } = stubs;
  const bare = nodes && nodes.length > 0 ? listed(stubs).bare.size : null;
  return html`<section class="stubs" aria-labelledby="stubs">
    <h3 id="stubs" tabindex="-1">
      ${say.title}${
        nodes && bare !== null ? html` <span class="quiet numbers">${say.counts(nodes.length, bare)}</span>` : nothing
      }
    </h3>
    ${
      nodes === null
        ? html`<p class="quiet">${say.reading}</p>`
        : html`${nodes.length === 0 ? html`<p class="quiet">${say.none}</p>` : list(state, dispatch, nodes)}${rest(
            state,
            dispatch,
          )}`
    }
  </section>`;
}

function list(state: State, dispatch: Dispatch, nodes: AgentNode[]) {
  const {
    stubs,
    run: { isOutdated },
  } = state;
  const { bare, left } = listed(stubs);
  const filter = (part: Partial<State['stubs']>) => dispatch({ type: 'stubFilter', part });
  return html`${isOutdated ? html`<p class="quiet">${say.earlier}</p>` : nothing}
  ${
    nodes.length <= FEW
      ? nothing
      : html`<div class="row stub-filter">
        <input
          type="search"
          placeholder=${say.filter}
          aria-label=${say.filter}
          .value=${stubs.filter}
          @input=${onText((text) => filter({ filter: text }))}
        />
        <label class="check">
          <input type="checkbox" .checked=${stubs.bare} @change=${onTick((bare) => filter({ bare }))} />
          <span>${say.bare}</span>
        </label>
      </div>`
  }
  ${
    left.length === 0
      ? html`<p class="quiet">${say.noneLeft}</p>`
      : html`<ul>
        ${repeat(
          left.slice(0, stubs.shown),
          (node) => node.id,
          (node, i) => row(state, dispatch, node, bare.has(node), i),
        )}
      </ul>`
  }
  ${
    left.length > stubs.shown
      ? html`<button type="button" @click=${() => dispatch({ type: 'stubMore' })}>
        ${say.more(left.length - stubs.shown)}
      </button>`
      : nothing
  }`;
}

/** What is kept for nodes that do not ask: they may come back, with an edit of the text. */
function rest({ stubs }: State, dispatch: Dispatch) {
  const { gone } = listed(stubs);
  const setting = (own: ReturnType<typeof ownSetting>) =>
    own === 'auto' || own === 'manual' ? say.by[own] : jsonText(compact(own));
  return gone.length === 0
    ? nothing
    : html`<p class="quiet">${say.gone}</p>
        <ul>
          ${gone.slice(0, stubs.shown).map(
            (id) =>
              html`<li class="stub">
                <div class="stub-line">
                  <b>${id}</b>
                  <span class="by">
                    <button
                      type="button"
                      aria-label=${say.removeOf(id)}
                      @click=${() => dispatch({ type: 'stubRemove', node: id })}
                    >
                      ${say.remove}
                    </button>
                  </span>
                </div>
                <code class="stub-text">${setting(ownSetting(id, stubs.settings))}</code>
              </li>`,
          )}
        </ul>`;
}

/** @param i its place in the list */
function row(state: State, dispatch: Dispatch, node: AgentNode, bare: boolean, i: number) {
  const { id, title, kind } = node;
  const { settings, edits } = state.stubs;
  const draft = Object.hasOwn(edits, id) ? edits[id] : undefined;
  const edit = draft?.folded ? undefined : draft;
  const answerer = answererOf(node, settings);
  // Generated replies of a node without a stub say both.
  const made = bare && answerer.by === 'auto';
  const problems = 'script' in answerer ? checkScript(answerer.script) : [];
  const diagramId = state.run.snapshot?.view.nodes[id]?.diagramId ?? null;
  const show = () => {
    dispatch({ type: 'select', id: diagramId, open: false });
    if (state.shell.narrow) dispatch({ type: 'pane', pane: 'diagram' });
  };
  return html`<li class=${edit ? 'stub open' : 'stub'}>
    <div class="stub-line">
      <button
        type="button"
        class="link"
        title=${say.show(id)}
        aria-current=${diagramId !== null && diagramId === state.selected ? 'true' : 'false'}
        @click=${show}
      >
        ${id}
      </button>
      ${title ? html`<span class="quiet">${title}</span>` : nothing}
      ${kind === 'work' ? nothing : html`<span class="tag" title=${say.kindTitles[kind]}>${say.kinds[kind]}</span>`}
      <span class="by">
        <span class="tag by-${answerer.by} ${made ? 'bare-stub' : ''}" title=${made ? say.noTitle : nothing}
          >${say.by[answerer.by]}</span
        >
        ${bare && !made ? html`<span class="tag bare-stub" title=${say.noTitle}>${say.no}</span>` : nothing}
        <button
          type="button"
          class="button outlined small stub-edit"
          aria-expanded=${edit ? 'true' : 'false'}
          aria-label=${say.editOf(id)}
          @click=${(e: Event) => {
            dispatch({ type: edit ? 'stubFold' : 'stubEdit', node: id });
            if (!edit) focusIn(e, 'textarea', '.switch [aria-pressed="true"]');
          }}
        >
          ${say.edit}
        </button>
      </span>
    </div>
    ${'script' in answerer ? html`<code class="stub-text">${jsonText(compact(answerer.script))}</code>` : nothing}
    ${
      'script' in answerer || bare || node.stub === undefined
        ? nothing
        : html`<p class="quiet">${say.rests[whyStubRests(answerer.by, ownSetting(id, settings))]}</p>`
    }
    ${problems.length > 0 ? html`<p class="error">${ticked(say.broken(problems))}</p>` : nothing}
    ${
      node.newPathsOnly && 'script' in answerer && hasLaterVisits(answerer.script)
        ? html`<p class="quiet">${ticked(say.firstOnly(id))}</p>`
        : nothing
    }
    ${edit ? form(state.stubs, dispatch, node, edit, answerer, `stub-${i}`) : nothing}
  </li>`;
}

/** What is used in place of a node's stub: its own setting comes before the mode of the run. */
function whyStubRests(by: ReturnType<typeof answererOf>['by'], own: ReturnType<typeof ownSetting>) {
  if (by === 'recording') return by;
  return own === 'manual' || own === 'auto' ? own : 'mode';
}

/** Moves the focus within the row, once it is drawn, to the first that is there. */
function focusIn(event: Event, ...to: string[]) {
  const item = (event.currentTarget as HTMLElement).closest('li');
  requestAnimationFrame(() =>
    to
      .map((selector) => item?.querySelector(selector) as HTMLElement | null | undefined)
      .find((element) => element)
      ?.focus(),
  );
}

/** Lines of a script that are seen at once. */
const ROWS = { least: 7, most: 20 };

/** @param used who answers the node now: only this is pressed, whatever the form shows @param id of its parts */
function form(
  stubs: State['stubs'],
  dispatch: Dispatch,
  asks: AgentNode,
  edit: StubEdit,
  used: ReturnType<typeof answererOf>,
  id: string,
) {
  const node = asks.id;
  const { how, text, errors } = edit;
  const inUse = 'script' in used ? 'script' : used.by;
  const own = ownSetting(node, stubs.settings);
  const script = how === 'script';
  const unsaved = isUnsaved(node, edit, stubs);
  const leave = (event: Event, type: 'stubSave' | 'stubCancel' | 'stubRemove') => {
    dispatch({ type, node });
    // A text that was refused is typed on.
    focusIn(event, '[aria-invalid="true"]', '.stub-edit');
  };
  const key = (event: KeyboardEvent) => {
    const save = script && event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!save && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    leave(event, save ? 'stubSave' : 'stubCancel');
  };
  return html`<form
    class="stub-form"
    data-stub=${node}
    aria-label=${say.of(node)}
    @keydown=${key}
    @submit=${(e: Event) => {
      e.preventDefault();
      if (script) leave(e, 'stubSave');
    }}
  >
    <div class="switch" role="group" aria-label=${say.how(node)}>
      ${(['script', 'auto', 'manual'] as const).map(
        (choice) =>
          html` <button
            type="button"
            aria-pressed=${choice === inUse ? 'true' : 'false'}
            @click=${(e: Event) => {
              if (choice !== inUse || choice !== how) dispatch({ type: 'stubChoose', node, how: choice });
              if (choice === 'script') focusIn(e, 'textarea');
            }}
          >
            ${say.hows[choice]}
          </button>`,
      )}
    </div>
    ${script && inUse !== 'script' ? html`<p class="quiet">${sentenceCase(say.until(say.by[used.by]))}</p>` : nothing}
    ${
      script
        ? html`<label class="stack">
          <span>${say.script}</span>
          <textarea
            rows=${Math.max(ROWS.least, Math.min(ROWS.most, text.split('\n').length))}
            spellcheck="false"
            autocomplete="off"
            placeholder=${example(asks)}
            aria-invalid=${errors.length > 0 ? 'true' : 'false'}
            aria-describedby="${id}-errors ${id}-help"
            .value=${text}
            @input=${onText((text) => dispatch({ type: 'stubType', node, part: { text } }))}
          ></textarea>
        </label>`
        : html`<p class="quiet">${say.about[how]}</p>
            ${unsaved ? html`<p class="quiet">${say.kept}</p>` : nothing}`
    }
    <div id="${id}-errors" role="alert">${errors.map((error) => html`<p class="error">${ticked(error)}</p>`)}</div>
    ${
      script
        ? html`<p class="quiet" id="${id}-help">
          ${say.keys(SCRIPT_KEYS)} ${docsLink('agents', say.guide)}
        </p>`
        : nothing
    }
    ${script && unsaved && inUse === 'script' ? html`<p class="quiet">${say.unsaved}</p>` : nothing}
    <div class="buttons">
      ${script ? html`<button type="submit" class="primary" title=${say.saveKeys}>${say.save}</button>` : nothing}
      <button type="button" @click=${(e: Event) => leave(e, 'stubCancel')}>
        ${script ? say.cancel : unsaved ? say.discard : say.close}
      </button>
      ${
        own !== undefined
          ? html`<button type="button" title=${say.removeTitle} @click=${(e: Event) => leave(e, 'stubRemove')}>
            ${say.remove}
          </button>`
          : nothing
      }
    </div>
  </form>`;
}
