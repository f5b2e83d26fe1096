// How many there are of what a panel is about, as a digit and, where that is not enough, in words.

import { html } from 'lit';
import type { PanelBadge } from '../store/state.ts';

export const badgeTag = ({ count, kind = '', description }: PanelBadge) =>
  description
    ? html`<span class="count ${kind}" aria-hidden="true">${count}</span><span class="hidden">${description}</span>`
    : html`<span class="count ${kind}">${count}</span>`;
