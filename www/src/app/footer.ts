// The line at the bottom: how large the machine is, and the version.

import { html } from 'lit';
import { words } from '../strings.ts';
import { outlineStrings } from '../drawing/strings.ts';
import { workspaceStrings } from '../store/strings.ts';
import type { State } from '../store/state.ts';
import { shellStrings } from './strings.ts';

export function footer({ run: { analysis }, phase, version }: State) {
  return html`<footer class="status-line" aria-label=${words.regions.status}>
    <span>${analysis ? sizeOf(analysis) : ''}</span>
    <span class="spring"></span>
    <span class="version" title=${version}
      >${versionText(phase, version)}</span
    >
  </footer>`;
}

function versionText(phase: State['phase'], version: string) {
  if (phase === 'loading') return workspaceStrings.loading;
  return version ? shellStrings.version(version.replace(/^core (\S+?),.*$/, '$1')) : '';
}

const sizeOf = ({ nodes, edges }: { nodes: number; edges: number }) =>
  nodes === 0 ? shellStrings.noNodes : outlineStrings.counts(nodes, edges);
