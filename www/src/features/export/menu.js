// @ts-check
// Opening files, and saving the run, the machine and the drawing as files.

import { words } from '../../strings.js';
import { menu } from '../../ui/menu.js';

const RUN = /** @type {const} */ (['saved', 'recording', 'trace']);
const MACHINE = /** @type {const} */ (['source', 'document', 'machine', 'mermaid', 'dot', 'svg', 'png']);

/** @param {import('../../workspace/store.js').State} state @param {(action: import('../../app/actions.js').Action) => void} dispatch */
export function fileMenu(state, dispatch) {
  const say = words.exports;
  const item = (/** @type {import('./controller.js').Kind} */ kind, /** @type {string} */ why) => ({ label: say[kind], act: () => dispatch({ type: /** @type {const} */ ('export'), kind }), why });
  const noRun = state.run ? '' : say.noRun;
  return menu({ name: 'file', label: say.menu, image: 'save', items: [
    { label: say.open, act: () => dispatch({ type: 'openFile' }) },
    { label: say.fromLink, act: () => dispatch({ type: 'fromLink' }) },
    { label: say.fromAddress, act: () => dispatch({ type: 'outsideAddress', address: '' }) },
    { title: say.saveAs },
    ...RUN.map((kind) => item(kind, noRun)),
    ...MACHINE.map((kind) => item(kind, kind === 'source' || kind === 'document' ? '' : kind === 'svg' || kind === 'png' ? (state.picture ? '' : say.noDrawing) : noRun)),
  ] });
}
