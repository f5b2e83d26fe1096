// What stands beside the drawing or in its place: the source, the steps and the contexts. It comes with the first
// element that shows any of it.

import style from './beside.css?inline';

export { contextTable } from './contexts.ts';
export { sourcePane } from './source-pane.ts';
export { timeline } from './timeline.ts';

let made: CSSStyleSheet | null = null;

/** One for all elements of a page. */
export function sheet() {
  if (!made) {
    made = new CSSStyleSheet();
    made.replaceSync(style);
  }
  return made;
}
