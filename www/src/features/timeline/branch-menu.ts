// The list of branches where it is a menu of the timeline's head: Escape, a choice, and what is pressed or focused
// elsewhere close it, as they close every menu. It is no `details`, because a wide window shows it as a column.

import type { Dispatch } from '../../workspace/state.ts';

/** @param event a click, a key, a press or a focus that comes, anywhere on the page */
export function closeBranches(event: Event, dispatch: Dispatch) {
  // A choice may have drawn the list again, without what was pressed.
  const path = event.composedPath();
  const isAt = (selector: string) => path.some((one) => one instanceof Element && one.matches(selector));
  const inside = isAt('.branches, .branch-button');
  if (!closes(event, inside, isAt)) return;
  dispatch({ type: 'traceBranches' });
  if (!inside) return;
  event.stopPropagation();
  document.querySelector<HTMLElement>('.timeline .branch-button')?.focus();
}

function closes(event: Event, inside: boolean, isAt: (selector: string) => boolean) {
  // A name that is typed there minds its own Escape.
  if (event instanceof KeyboardEvent) return event.key === 'Escape' && inside && !isAt('.label');
  if (event.type === 'click') return isAt('.branch, .fork');
  return !inside;
}
