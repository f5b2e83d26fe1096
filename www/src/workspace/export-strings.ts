// Names of what can be exported, by what it is of: for the Export menu and the palette.

export const exportGroups = {
  diagram: 'Diagram',
  run: 'Run',
  machine: 'Machine',
};

export const exportNames = {
  diagram: { svg: 'SVG', png: 'PNG', mermaid: 'Mermaid', dot: 'DOT' },
  run: { saved: 'Save file', recording: 'Agent replies (for replay)', trace: 'Trace (JSON)' },
  machine: { source: 'Source', machine: 'JSON', document: 'Document (source, stubs, and run)' },
};
