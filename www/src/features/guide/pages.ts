// The text of the guide's pages, read once.

import { parseMarkdown, type Block } from '../../editor/markdown.ts';
import type { GuideId } from '../../workspace/guides.ts';
import howItWorks from './pages/how-it-works.md?raw';
import conditions from './pages/conditions.md?raw';
import agents from './pages/agents.md?raw';
import paths from './pages/paths.md?raw';
import timeline from './pages/timeline.md?raw';

const TEXTS: Record<GuideId, string> = { 'how-it-works': howItWorks, conditions, agents, paths, timeline };

const read = new Map<GuideId, Block[]>();

/** What stands under the page's title. */
export function pageOf(id: GuideId): Block[] {
  const blocks = read.get(id) ?? parseMarkdown(TEXTS[id]).filter((block, i) => i > 0 || block.kind !== 'heading');
  read.set(id, blocks);
  return blocks;
}

/** The example of a code block: a whole machine, or lines of one of the gallery. */
export function exampleOf({
  info,
  text,
}: {
  info: string;
  text: string;
}): { slug: string } | { source: string } | null {
  const [language, slug] = info.split(' ');
  if (language !== 'dygram') return null;
  return slug ? { slug } : { source: `${text}\n` };
}

/** The code blocks of a page. */
export const codeOf = (id: GuideId) => pageOf(id).flatMap((block) => (block.kind === 'code' ? [block] : []));
