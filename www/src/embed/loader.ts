// The classic script: one file for pages that cannot load modules by themselves. It finds its folder from its own
// address.

import { loadFrom } from './load.ts';
import { register } from './register.ts';

if (typeof document !== 'undefined') {
  const script = document.currentScript;
  if (script instanceof HTMLScriptElement && script.src) loadFrom(new URL('.', script.src).href);
  register();
}
