// The panels beside the drawing, in the order of their tabs.

export const PANELS = [
  'contexts',
  'agent',
  'inbox',
  'prompt',
  'graph',
  'sql',
  'events',
  'outline',
  'problems',
  'files',
  'examples',
  'documents',
  'settings',
] as const;
export type PanelId = (typeof PANELS)[number];

export const isPanel = (id: string): id is PanelId => (PANELS as readonly string[]).includes(id);
