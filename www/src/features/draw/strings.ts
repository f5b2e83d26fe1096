// The words of editing by the drawing that the page says itself.

import { count } from '../../strings.ts';

export const drawStrings = {
  undo: 'Undo',
  selected: (n: number) => `${count(n, 'element')} selected.`,
};
