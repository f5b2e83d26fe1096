// The one layout queue of a page. Who starts the page says how its worker is started: in Tracklight's own page the file
// is beside the module, in another page wherever the host put it.

import { LayoutQueue } from './layout.ts';

type Spawn = ConstructorParameters<typeof LayoutQueue>[0]['spawn'];

let spawn: Spawn = () => {
  throw new Error('no way to start a layout worker');
};

/** Before the first drawing. */
export function startLayoutsBy(start: Spawn) {
  spawn = start;
}

/** All drawings of a page are laid out by one worker, which ends with the last of them. */
export const layouts = new LayoutQueue({ spawn: () => spawn() });
