// While the run of a link or a draft is played again: how far it is, and a way to stop there.

import { html, nothing } from 'lit';
import { openStrings } from '../document/strings.ts';
import type { State, Action } from '../store/state.ts';

export function replayNotice({ replaying }: State, dispatch: (action: Action) => void) {
  if (!replaying) return nothing;
  return html`<div class="notice info replaying">
    <p>
      ${openStrings.replaying(replaying.tick, replaying.of)}
      <progress
        max=${Math.max(replaying.of, 1)}
        value=${replaying.tick}
        aria-label=${openStrings.replaying(replaying.tick, replaying.of)}
      ></progress>
    </p>
    <button type="button" class="link" @click=${() => dispatch({ type: 'cancelReplay' })}>${openStrings.stop}</button>
  </div>`;
}
