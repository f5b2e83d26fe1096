// Exploring over the worker of this build.

import address from '../../core/explore.worker.ts?worker&url';
import { openWorker } from '../../core/any-worker.ts';
import { Explorer } from './explorer.ts';

export const openExplorer = () => new Explorer(() => openWorker('explore', address));
