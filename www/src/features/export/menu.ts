// Saving the drawing, the run and the machine as files: those of the diagram, of the run, of the machine.

import { workspaceStrings } from '../../store/strings.ts';
import { menu, type Item } from '../../ui/menu.ts';
import { exportGroups, exportNames } from '../../commands/strings.ts';
import { exportStrings } from './strings.ts';
import type { Kind } from './index.ts';
import type { State, Action } from '../../store/state.ts';

export function exportItems(state: State, dispatch: (action: Action) => void): Item[] {
  const noRun = state.run.snapshot ? '' : workspaceStrings.noRun;
  const noDrawing = state.picture ? '' : exportStrings.noDrawing;
  const items = <K extends Kind>(names: Record<K, string>, why: (kind: K) => string) =>
    (Object.keys(names) as K[]).map((kind) => ({
      label: names[kind],
      act: () => dispatch({ type: 'export' as const, kind }),
      why: why(kind),
    }));
  return [
    { title: exportGroups.diagram },
    ...items(exportNames.diagram, (kind) => (kind === 'mermaid' || kind === 'dot' ? noRun : noDrawing)),
    'line',
    { title: exportGroups.run },
    ...items(exportNames.run, () => noRun),
    'line',
    { title: exportGroups.machine },
    ...items(exportNames.machine, (kind) => (kind === 'source' || kind === 'document' ? '' : noRun)),
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
