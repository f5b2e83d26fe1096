// Defines <tracklight-machine>. In Node it does nothing.

import { register } from './register.ts';

export { TracklightMachine } from './element.ts';

register();
