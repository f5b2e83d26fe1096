// From what Graphviz wrote to a drawing that can be shown. It comes with Graphviz, because nothing needs it sooner.

export { prepare } from './passes.ts';
export { sanitise } from './sanitise.ts';
