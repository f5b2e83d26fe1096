// Tests of the page in this process: the real page, session and core over the DOM of happy-dom. They read as those in a
// browser; what needs layout stays there.

import './imports.ts';

export * from '../visitor.ts';
export type { PageOptions, Visit } from './open.ts';

/** Behind the hooks that load the page's modules. */
export const { visit } = await import('./open.ts');
