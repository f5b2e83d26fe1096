// What draws each panel. All but Contexts come when they are first shown.

import { contextsPanel } from '../features/contexts/panel.ts';
import { later, type Panel } from '../store/lazy-panel.ts';
import type { PanelId } from '../store/panels.ts';

export const PANEL_VIEWS: Record<PanelId, Panel> = {
  contexts: contextsPanel,
  agent: later(() => import('../features/agent/panel.ts').then(({ agentPanel: panel }) => ({ panel }))),
  inbox: later(() => import('../features/inbox/panel.ts').then(({ inboxPanel: panel }) => ({ panel }))),
  prompt: later(() => import('../features/prompt/panel.ts')),
  graph: later(() => import('../features/context-graph/panel.ts')),
  sql: later(() => import('../features/sql/panel.ts')),
  events: later(() => import('../features/events/panel.ts')),
  outline: later(() => import('../features/outline/panel.ts')),
  problems: later(() => import('../features/problems/panel.ts')),
  files: later(() => import('../features/files/panel.ts').then(({ filesPanel: panel }) => ({ panel }))),
  documents: later(() => import('../features/documents/panel.ts')),
  guide: later(() => import('../features/guide/panel.ts')),
};
