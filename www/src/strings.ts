// What many parts of the page say. What only one feature says is in its own `strings.ts`; messages of the core arrive
// as data.

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
  panels: {
    contexts: 'Context',
    agent: 'Agent',
    inbox: 'Inbox',
    prompt: 'Prompt',
    graph: 'Agent context',
    sql: 'SQL',
    events: 'Events',
    problems: 'Problems',
    outline: 'Outline',
    files: 'Files',
    examples: 'Examples',
    documents: 'Versions',
    settings: 'Settings',
    guide: 'Guide',
  },
  proposal: {
    add: 'added: ',
    remove: 'removed: ',
    folded: (n: number) => count(n, 'unchanged line'),
  },
};
