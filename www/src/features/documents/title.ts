// The document in the header: its title, edited in place, a menu of what can be done with it, and whether it is kept.

import { html, nothing } from 'lit';
import { words } from '../../strings.ts';
import { menu } from '../../ui/menu.ts';
import type { State, Action } from '../../workspace/state.ts';
import type { Label } from './index.ts';

export function titleBar(state: State, dispatch: (action: Action) => void) {
  const { document, docs, kept, keptDrafts } = state;
  const say = words.documents;
  const title = state.analysis?.title ?? words.header.untitled;
  const own = document.draft !== null;
  const locked = document.locked ? words.drafts.locked : '';
  const opened = document.opened;
  const changed = opened && (opened.source !== document.source || opened.files !== document.files);
  return html`<div class="title-bar">
    ${
      docs.label
        ? labelBox(docs.label, dispatch)
        : html`
      <button type="button" class="title" title=${`${say.rename}: ${title}`} aria-disabled=${locked ? 'true' : 'false'} @click=${() => dispatch({ type: 'beginTitle' })}>${title}</button>`
    }
    ${menu({
      name: 'document',
      label: say.menu,
      image: 'down',
      items: [
        { label: say.rename, act: () => dispatch({ type: 'beginTitle' }), why: locked },
        ...(document.locked ? [{ label: words.drafts.editHere, act: () => dispatch({ type: 'editHere' }) }] : []),
        { label: say.new, act: () => dispatch({ type: 'newDocument' }) },
        ...(own
          ? []
          : [
              {
                label: say.keepCopy,
                act: () => dispatch({ type: 'keepCopy' }),
                why: kept === 'none' ? words.drafts.none : '',
              },
            ]),
        { label: say.duplicate, act: () => dispatch({ type: 'duplicate' }) },
        {
          label: say.keepVersion,
          act: () => dispatch({ type: 'keepVersion' }),
          why: locked || (kept === 'none' ? words.drafts.none : ''),
        },
        { label: say.history, act: () => dispatch({ type: 'panel', panel: 'documents' }) },
        {
          label: say.reset,
          act: () => dispatch({ type: 'resetDocument' }),
          why: locked || (changed ? '' : say.isOpened),
        },
        { label: say.remove, act: () => dispatch({ type: 'deleteDocument' }), why: locked || (own ? '' : say.notKept) },
        ...(keptDrafts.some(({ id }) => id !== document.draft) ? [{ title: words.drafts.title }] : []),
        ...keptDrafts
          .filter(({ id }) => id !== document.draft)
          .slice(0, 5)
          .map(({ id, title: other }) => ({
            label: other || words.header.untitled,
            act: () => dispatch({ type: 'openDraft', id }),
          })),
      ],
    })}
    <span class="kept">${kept === 'locked' ? html`<button type="button" class="link" @click=${() => dispatch({ type: 'editHere' })}>${words.drafts.state.locked}</button>` : words.drafts.state[kept] || nothing}</span>
  </div>`;
}

function labelBox({ of, text }: Label, dispatch: (action: Action) => void) {
  return html`<form class="title-box" @submit=${(e: Event) => {
    e.preventDefault();
    dispatch({ type: 'takeTitle' });
  }}>
    ${of === 'title' ? nothing : html`<span class="quiet">${words.versions.name}</span>`}
    <input type="text" data-autofocus autocomplete="off" maxlength="200" aria-label=${of === 'title' ? words.header.document : words.versions.name} .value=${text}
      @input=${(e: any) => dispatch({ type: 'typeTitle', text: e.target.value })}
      @blur=${() => dispatch({ type: of === 'title' ? 'takeTitle' : 'cancelTitle' })}
      @keydown=${(e: KeyboardEvent) => {
        if (e.key === 'Escape') {
          e.stopPropagation();
          dispatch({ type: 'cancelTitle' });
        }
      }}></form>`;
}
