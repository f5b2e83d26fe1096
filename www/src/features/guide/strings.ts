// What the guide says around its pages.

export const guideStrings = {
  title: 'Guide',
  close: 'Close guide',
  open: 'Open in playground',
  next: (title: string) => `Next: ${title}`,
  back: 'Previous page',
  of: (n: number, all: number) => `${n} of ${all}`,
  more: 'Read on',
  docs: [
    ['language', 'The language, with an example for each feature'],
    ['runtime', 'How a run works'],
    ['contexts', 'Contexts: schemas, roles, artifacts, SQL'],
    ['agents', 'Agents: stubs, LLM APIs, your own function'],
    ['links', 'Share links'],
    ['keys', 'Keyboard shortcuts'],
  ] as const,
};
