// The shell's style sheet.

import { oneSheet } from './one-sheet.ts';
import style from './shell.css?inline';

export const shellSheet = oneSheet(() => style);
