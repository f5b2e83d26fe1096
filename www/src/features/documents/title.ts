// The document in the header: its title with the menu of what can be done with it, and whether it is saved.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { labelsOf } from '../../commands/chords.ts';
import { menu, type Item } from '../../ui/menu.ts';
import type { State, Dispatch } from '../../store/state.ts';
import type { Label } from './index.ts';
import { documentStrings as say, versionStrings } from './strings.ts';
import { savingStrings, whyNotSaved } from '../../document/strings.ts';
import { focusLater } from '../../ui/focus-later.ts';
import { onSubmit, onText } from '../../ui/listeners.ts';

export function titleBar(state: State, dispatch: Dispatch) {
  const { docs } = state;
  const title = state.run.analysis?.title ?? words.header.untitled;
  return html`<div class="title-bar">
    ${
      docs.label
        ? labelBox(docs.label, dispatch)
        : menu({
            name: 'document',
            label: say.menu(title),
            image: '',
            text: title,
            look: 'button title',
            items: titleItems(state, dispatch),
          })
    }
    ${saveState(state, dispatch)}
  </div>`;
}

function titleItems({ document, saveStatus, storageProblem, shell }: State, dispatch: Dispatch): Item[] {
  const own = document.draft !== null;
  const locked = document.locked ? savingStrings.locked : '';
  const opened = document.opened;
  const changed = opened && (opened.source !== document.source || opened.files !== document.files);
  const none = whyNotSaved({ saveStatus, storageProblem });
  return [
    ...(document.locked ? [{ label: savingStrings.editHere, act: () => dispatch({ type: 'editHere' }) }] : []),
    { label: say.rename, act: () => dispatch({ type: 'beginTitle' }), why: locked },
    'line',
    {
      label: say.new,
      act: () => {
        dispatch({ type: 'newDocument' });
        // It was made to be written in. On a phone the keyboard would cover it.
        if (!shell.narrow) focusLater('tracklight-editor');
      },
    },
    { label: say.open, act: () => dispatch({ type: 'dialog', name: 'open' }), keys: labelsOf('Mod+O').join(' ') },
    { label: say.file, act: () => dispatch({ type: 'openFile' }) },
    { label: say.fromLink, act: () => dispatch({ type: 'fromLink' }) },
    { label: say.fromAddress, act: () => dispatch({ type: 'askForAddress', address: '' }) },
    {
      label: say.mine,
      act: () => {
        dispatch({ type: 'gallery', section: 'mine', query: '' });
        dispatch({ type: 'dialog', name: 'open' });
      },
    },
    'line',
    ...(own
      ? [{ label: say.copy, act: () => dispatch({ type: 'duplicate' }) }]
      : [{ label: say.copy, act: () => dispatch({ type: 'keepCopy' }), why: none }]),
    {
      label: say.version,
      act: () => dispatch({ type: 'keepVersion' }),
      why: locked || none,
      keys: labelsOf('Mod+S').join(' '),
    },
    { label: say.versions, act: () => dispatch({ type: 'panel', panel: 'documents' }) },
    {
      label: say.revert,
      act: () => dispatch({ type: 'resetDocument' }),
      why: locked || (changed ? '' : say.noChanges),
    },
    'line',
    { label: say.download, act: () => dispatch({ type: 'saveDocument' }) },
    {
      label: say.remove,
      act: () => dispatch({ type: 'deleteDocument' }),
      why: locked || none || (own ? '' : say.notSaved),
    },
  ];
}

/** Whether the machine is saved, in a word or two. */
function saveState({ saveStatus, document }: State, dispatch: Dispatch) {
  if (saveStatus === 'locked')
    return html`<span class="kept">
      <button
        type="button"
        class="link"
        title=${say.states.lockedTitle}
        @click=${() => dispatch({ type: 'editHere' })}
      >
        ${say.states.locked}
      </button>
    </span>`;
  if (saveStatus === 'full')
    return html`<span class="kept full">
      <button type="button" class="link" @click=${() => dispatch({ type: 'dialog', name: 'settings' })}>
        ${say.states.full}
      </button>
    </span>`;
  if (saveStatus === 'untouched')
    return html`<span class="kept" title=${say.states.untouchedTitle}
      >${untouchedText(document)}</span
    >`;
  return html`<span class="kept">${say.states[saveStatus]}</span>`;
}

function untouchedText({ slug, shared }: State['document']) {
  if (slug) return say.states.example;
  return shared ? say.states.shared : say.states.unsaved;
}

function labelBox({ of, text }: Label, dispatch: Dispatch) {
  return html`<form
    class="title-box"
    @submit=${onSubmit(() => dispatch({ type: 'takeTitle' }))}
  >
    ${of === 'title' ? nothing : html`<span class="hint">${versionStrings.name}</span>`}
    <input
      type="text"
      class="field"
      data-autofocus
      autocomplete="off"
      maxlength="200"
      aria-label=${of === 'title' ? words.header.document : versionStrings.name}
      .value=${text}
      @input=${onText((text) => dispatch({ type: 'typeTitle', text }))}
      @blur=${() => dispatch({ type: of === 'title' ? 'takeTitle' : 'cancelTitle' })}
      @keydown=${(e: KeyboardEvent) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          dispatch({ type: 'cancelTitle' });
        }
      }}
    />
  </form>`;
}
