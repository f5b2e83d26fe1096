// What stands beside the drawing or in its place: the source, the steps and the contexts. It comes with the first
// element that shows any of it.

import { oneSheet } from '../one-sheet.ts';
import style from './beside.css?inline';

export { contextTable } from './contexts.ts';
export { sourcePane } from './source-pane.ts';
export { timeline } from './timeline.ts';

export const sheet = oneSheet(() => style);
