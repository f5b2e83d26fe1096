// Names of what can be exported, for the Export menu and the palette.

export const exportNames = {
  document: 'Document',
  saved: 'Saved run',
  recording: 'Recorded replies',
  trace: 'Trace (JSON)',
  dot: 'Diagram as DOT',
  machine: 'Machine (JSON)',
  svg: 'Diagram as SVG',
  png: 'Diagram as PNG',
  mermaid: 'Diagram as Mermaid',
  source: 'Source',
};
