// The panels beside the drawing: those with a tab of their own, in its order, and those under More.

/** Each has a tab. */
export const TAB_PANELS = ['contexts', 'agent', 'inbox', 'events', 'problems'] as const;
/** Found under More. */
export const MORE_PANELS = ['prompt', 'graph', 'sql', 'outline', 'files', 'documents'] as const;
/** The guide has a tab while it is open. */
export const PANELS = [...TAB_PANELS, ...MORE_PANELS, 'guide'] as const;
export type PanelId = (typeof PANELS)[number];

export const isPanel = (id: unknown): id is PanelId => (PANELS as readonly unknown[]).includes(id);
export const isUnderMore = (id: PanelId) => (MORE_PANELS as readonly string[]).includes(id);
