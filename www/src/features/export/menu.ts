// Opening files, and saving the run, the machine and the drawing as files.

import { words } from '../../strings.ts';
import { menu } from '../../ui/menu.ts';
import type { Kind } from './index.ts';
import type { State, Action } from '../../workspace/state.ts';

const RUN = ['saved', 'recording', 'trace'] as const;
const MACHINE = ['source', 'document', 'machine', 'mermaid', 'dot', 'svg', 'png'] as const;

export function fileMenu(state: State, dispatch: (action: Action) => void) {
  const say = words.exports;
  const item = (kind: Kind, why: string) => ({
    label: say[kind],
    act: () => dispatch({ type: 'export' as const, kind }),
    why,
  });
  const noRun = state.run ? '' : say.noRun;
  return menu({
    name: 'file',
    label: say.menu,
    image: 'save',
    items: [
      { label: say.open, act: () => dispatch({ type: 'openFile' }) },
      { label: say.fromLink, act: () => dispatch({ type: 'fromLink' }) },
      { label: say.fromAddress, act: () => dispatch({ type: 'outsideAddress', address: '' }) },
      { title: say.saveAs },
      ...RUN.map((kind) => item(kind, noRun)),
      ...MACHINE.map((kind) =>
        item(
          kind,
          kind === 'source' || kind === 'document'
            ? ''
            : kind === 'svg' || kind === 'png'
              ? state.picture
                ? ''
                : say.noDrawing
              : noRun,
        ),
      ),
    ],
  });
}
