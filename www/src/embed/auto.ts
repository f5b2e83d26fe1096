// Defines <tracklight-machine>, and turns code blocks that ask for it into elements: for sites without a plugin.

import { register } from './register.ts';
import { upgradeFences } from './fences.ts';

export { TracklightMachine } from './element.ts';

register();
if (typeof document !== 'undefined') upgradeFences(document);
