// The guide: one page at a time, with examples that open beside it.

import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Block, Inline } from '../../editor/markdown.ts';
import { highlighted } from '../../ui/highlight.ts';
import { icon } from '../../ui/icon.ts';
import { docsHeading, docsItems } from '../../document/documentation.ts';
import { GUIDES, guideTitle } from '../../document/guides.ts';
import type { Action, State } from '../../store/state.ts';
import { exampleOf, pageOf } from './pages.ts';
import { guideStrings } from './strings.ts';
import '../../ui/highlight.css';
import './style.css';
import { iconButton } from '../../ui/icon-button.ts';

type Dispatch = (action: Action) => void;

export function panel({ guide }: State, dispatch: Dispatch) {
  const say = guideStrings;
  const { page } = guide;
  const at = GUIDES.findIndex(({ id }) => id === page);
  const [previous, next] = [GUIDES[at - 1], GUIDES[at + 1]];
  const open = (id: (typeof GUIDES)[number]['id']) => (event: Event) => {
    dispatch({ type: 'openGuide', page: id });
    // A page begins at its top, however far down the one before was read.
    (event.currentTarget as Element).closest('.panel')?.scrollTo(0, 0);
  };
  return html`<article class="guide">
    <header>
      <h3>${guideTitle(page)}</h3>
      ${iconButton('close', say.close, () => dispatch({ type: 'closeGuide' }))}
    </header>
    ${repeat(
      pageOf(page).map((block, i) => ({ block, key: `${page} ${i}` })),
      ({ key }) => key,
      ({ block }) => blockOf(block, guide, dispatch),
    )}
    <nav class="turn" aria-label=${say.title}>
      ${previous ? iconButton('back', say.back, open(previous.id)) : nothing}
      ${
        next
          ? html`<button type="button" class="next" @click=${open(next.id)}>${say.next(next.title)}</button>`
          : nothing
      }
      <span class="spring"></span><span class="quiet">${say.of(at + 1, GUIDES.length)}</span>
    </nav>
    ${next ? nothing : readOn()}
  </article>`;
}

/** The longer guides, on pages of their own. */
const readOn = () =>
  html`<section>
    <h4>${docsHeading()}</h4>
    <ul>
      ${docsItems()}
    </ul>
  </section>`;

function blockOf(block: Block, guide: State['guide'], dispatch: Dispatch) {
  switch (block.kind) {
    case 'heading':
      return html`<h4>${inline(block.parts)}</h4>`;
    case 'paragraph':
      return html`<p>${inline(block.parts)}</p>`;
    case 'rule':
      return html`<hr />`;
    case 'list': {
      const items = block.items.map((item) => html`<li>${inline(item)}</li>`);
      return block.ordered
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`;
    }
    case 'code':
      return codeOf(block, guide, dispatch);
  }
}

function codeOf(block: Extract<Block, { kind: 'code' }>, { tokens }: State['guide'], dispatch: Dispatch) {
  const example = exampleOf(block);
  const open = () => {
    if (!example) return;
    if ('slug' in example) dispatch({ type: 'guideExample', slug: example.slug });
    else dispatch({ type: 'guideExample', source: example.source });
  };
  return html`<pre tabindex="0">${highlighted(block.text, tokens[block.text])}</pre>
    ${
      example
        ? html`<button type="button" class="open" @click=${open}>${icon('code')} ${guideStrings.open}</button>`
        : nothing
    }`;
}

const inline = (parts: Inline[]) =>
  parts.map(({ kind, text }) => {
    if (kind === 'code') return html`<code>${text}</code>`;
    if (kind === 'strong') return html`<b>${text}</b>`;
    return kind === 'em' ? html`<i>${text}</i>` : text;
  });
