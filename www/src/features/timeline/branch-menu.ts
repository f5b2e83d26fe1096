// The list of branches, a menu of the timeline's head: Escape, a choice, and what is pressed or focused elsewhere close
// it, as they close every menu. It is no `details`: names are typed in it, and deleting a branch leaves it open.

import { ignoreTouch } from '../../ui/touch-beside.ts';
import type { Dispatch } from '../../store/state.ts';

/** Whether the rows are shown: a tablet has the head alone until the layout is Run. */
export const hasRows = () => (document.querySelector('.timeline-body')?.getClientRects().length ?? 0) > 0;

/** The list stands where its button begins, which is somewhere else in each width. */
export function openBranches({ currentTarget }: Event, dispatch: Dispatch) {
  const button = currentTarget as HTMLElement;
  const timeline = button.closest<HTMLElement>('.timeline');
  const from = button.getBoundingClientRect().left - (timeline?.getBoundingClientRect().left ?? 0);
  timeline?.style.setProperty('--branches-from', `${from}px`);
  timeline?.toggleAttribute('data-alone', !hasRows());
  dispatch({ type: 'traceBranches' });
}

/** @param event a click, a key, a press or a focus that comes, anywhere on the page */
export function closeBranches(event: Event, dispatch: Dispatch) {
  // A choice may have drawn the list again, without what was pressed.
  const isAt = (selector: string) => event.composedPath().some((at) => at instanceof Element && at.matches(selector));
  const inside = isAt('.branches, .branch-button');
  const closes =
    event.type === 'click'
      ? isAt('.branch, .fork')
      : event instanceof KeyboardEvent
        ? // A name that is typed there minds its own Escape.
          event.key === 'Escape' && inside && !isAt('.label')
        : !inside;
  if (!closes) return;
  dispatch({ type: 'traceBranches' });
  if (!inside && event.type === 'pointerdown') ignoreTouch(event);
  if (!inside) return;
  event.stopPropagation();
  document.querySelector<HTMLElement>('.branch-button')?.focus();
}
