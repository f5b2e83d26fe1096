// The guide's pages, each read once.

import { parseMarkdown, type Block } from '../../editor/markdown.ts';
import { GUIDE_TEXTS } from '../../document/guide-texts.ts';
import type { GuideId } from '../../document/guides.ts';

const read = new Map<GuideId, Block[]>();

/** What stands under the page's title. */
export function pageOf(id: GuideId): Block[] {
  const blocks = read.get(id) ?? parseMarkdown(GUIDE_TEXTS[id]).filter((block, i) => i > 0 || block.kind !== 'heading');
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
