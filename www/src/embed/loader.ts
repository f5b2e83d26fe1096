// The classic script: one file for pages that cannot load modules by themselves. What it imports is relative to its own
// address.

import { register } from './register.ts';

register();
