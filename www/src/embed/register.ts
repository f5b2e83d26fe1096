// Makes the name known, once for a page: a second copy leaves the first one in place.

import { TracklightMachine, VERSION } from './element.ts';
import { words } from './strings.ts';

const NAME = 'tracklight-machine';

export function register() {
  if (typeof customElements === 'undefined') return;
  const known = customElements.get(NAME) as { version?: string } | undefined;
  if (!known) customElements.define(NAME, TracklightMachine);
  else if (known !== TracklightMachine)
    console[known.version === VERSION ? 'info' : 'warn'](words.twice(known.version, VERSION));
}
