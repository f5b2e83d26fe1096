// What many parts of the page say. What only one feature says is in its own `strings.ts`, the titles of panels in their
// `definition.ts`; messages of the core arrive as data.

export const count = (n: number, one: string, many: string = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const words = {
  regions: {
    notices: 'Notices',
    source: 'Source',
    files: 'Files',
    run: 'Run',
    diagram: 'Diagram',
    panels: 'Panels',
    timeline: 'Timeline',
    panes: 'Panes',
    status: 'Status',
  },
  header: {
    untitled: 'Untitled machine',
    document: 'Title of the machine',
  },
  proposal: {
    add: 'added: ',
    remove: 'removed: ',
    folded: (n: number) => count(n, 'unchanged line'),
  },
};
