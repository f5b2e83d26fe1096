import { guard } from 'lit/directives/guard.js';

/** A template that is rendered again only when one of its arguments is another. */
export const guarded =
  <Args extends unknown[]>(template: (...args: Args) => unknown) =>
  (...args: Args) =>
    guard(args, () => template(...args));
