// Which of two drawings is shown: that of the run or that of the text.

import type { RunState } from './types.ts';

/** The other one where there is none yet. */
export const shownDrawing = ({ shows, runDrawing, sourceDrawing }: RunState) =>
  shows === 'run' ? (runDrawing ?? sourceDrawing) : (sourceDrawing ?? runDrawing);
