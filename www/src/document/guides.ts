// The pages of the guide, in their order: what the Guide panel, the palette and the buttons that open it share.

export const GUIDES = [
  { id: 'how-it-works', title: 'How it works' },
  { id: 'conditions', title: 'Conditions' },
  { id: 'agents', title: 'Agents and answers' },
  { id: 'paths', title: 'Parallel paths' },
  { id: 'timeline', title: 'Go back, branch, share' },
] as const;
export type GuideId = (typeof GUIDES)[number]['id'];

export const guideTitle = (id: GuideId) => GUIDES.find((guide) => guide.id === id)?.title ?? '';
