// Saving the drawing, the run and the machine as files: pictures first, then data, then source.

import { workspaceStrings } from '../../workspace/strings.ts';
import { menu, type Item } from '../../ui/menu.ts';
import { exportNames } from '../../workspace/export-strings.ts';
import { exportStrings } from './strings.ts';
import type { Kind } from './index.ts';
import type { State, Action } from '../../workspace/state.ts';

const PICTURES = ['svg', 'png', 'mermaid', 'dot'] as const;
const DATA = ['saved', 'recording', 'trace', 'machine'] as const;
const SOURCE = ['source', 'document'] as const;

export function exportItems(state: State, dispatch: (action: Action) => void): Item[] {
  const say = exportStrings;
  const item = (kind: Kind, why: string) => ({
    label: exportNames[kind],
    act: () => dispatch({ type: 'export' as const, kind }),
    why,
  });
  const noRun = state.run ? '' : workspaceStrings.noRun;
  const noDrawing = state.picture ? '' : say.noDrawing;
  return [
    ...PICTURES.map((kind) => item(kind, kind === 'mermaid' || kind === 'dot' ? noRun : noDrawing)),
    'line',
    ...DATA.map((kind) => item(kind, noRun)),
    'line',
    ...SOURCE.map((kind) => item(kind, '')),
  ];
}

export const exportMenu = (state: State, dispatch: (action: Action) => void) =>
  menu({
    name: 'export',
    label: exportStrings.menu,
    image: 'save',
    text: exportStrings.menu,
    look: 'button',
    items: exportItems(state, dispatch),
  });
