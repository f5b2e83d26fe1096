// Defines <tracklight-machine>, and turns code blocks that ask for it into elements: for sites without a plugin. The
// script's own tag may say `data-page` (the playground that Open and Share lead to) and `data-all` (blocks without the
// word `live` are machines too).

import { register } from './register.ts';
import { upgradeFences } from './fences.ts';
import { watchFragments } from './fragments.ts';

export { TracklightMachine } from './element.ts';

register();
if (typeof document !== 'undefined') {
  const own = [...document.scripts].find(({ src }) => src === import.meta.url)?.dataset;
  upgradeFences(document, { all: own?.all !== undefined, page: own?.page });
  watchFragments(document);
}
