// The files that the view needs beside its code: workers, wasm, fonts. This is the one module of the package that names
// them, each by a literal address, which bundlers follow. A host that has them elsewhere says so in `base-url`.

import layoutWorker from '../../diagram/layout.worker.ts?worker&url';
import coreWorker from '../../core/shared.worker.ts?worker&url';
import coreFirst from '../../../pkg/parts/element-first_bg.wasm?url';
import coreRest from '../../../pkg/parts/element-rest_bg.wasm?url';
import fontRegular from '@fontsource/arimo/files/arimo-latin-400-normal.woff2?url';
import fontBold from '@fontsource/arimo/files/arimo-latin-700-normal.woff2?url';
import { AnyWorker, startMethodsOf } from '../../core/any-worker.ts';
import { inPage, loadServer } from '../../core/in-page.ts';
import { startCoreFrom } from '../../core/shared.ts';
import { startLayoutsBy } from '../../diagram/layout.spawn.ts';
import { tryLoad } from '../../load/load.ts';

/** What `build/embed.mjs` makes of an import of an address. */
interface BuiltFile {
  /** In the folder of the package. */
  path: string;
  address(): string;
}

const FILES = { layoutWorker, coreWorker, coreFirst, coreRest, fontRegular, fontBold };
type FileName = keyof typeof FILES;

let folder: URL | null = null;

/** @param baseUrl the attribute; machines share their workers, so the first one that has it decides */
export function findFilesIn(baseUrl: string) {
  if (baseUrl !== '') folder ??= new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`, document.baseURI);
}

export function addressOf(name: FileName): string {
  const { path, address } = FILES[name] as unknown as BuiltFile;
  if (folder) return new URL(path, folder).href;
  // Vite's development server before version 8 moves modules into its cache, but not the files that they name.
  return address().replace(/\/node_modules\/\.vite\/deps\/(?=assets\/)/, '/node_modules/tracklight/');
}

startCoreFrom(() => ({
  worker: addressOf('coreWorker'),
  first: addressOf('coreFirst'),
  rest: addressOf('coreRest'),
}));
startLayoutsBy(() => {
  const address = addressOf('layoutWorker');
  const startInPage = () => inPage(() => tryLoad(() => loadServer('layout', address)));
  return new AnyWorker(startMethodsOf('layout', address, startInPage));
});
