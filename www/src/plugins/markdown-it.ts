// markdown-it, as VitePress and others use it: `md.use(dygramFence, { render: await loadRenderer() })`.

import { memberOf } from '../protocol/plain-data.ts';
import { htmlOf, linesBefore, machineOf, readFence, type FenceOptions } from './fence.ts';

export type { FenceOptions } from './fence.ts';

/** The part of markdown-it that is used. */
interface Token {
  info: string;
  content: string;
  map: [number, number] | null;
}
interface Renderer {
  renderToken(tokens: Token[], index: number, options: unknown): string;
}
interface MarkdownIt {
  renderer: {
    rules: { fence?(tokens: Token[], index: number, options: unknown, env: unknown, self: Renderer): string };
  };
}

/** Turns fences marked `dygram live` into `<tracklight-machine>` elements. Other fences stay as they are. */
export function dygramFence(md: MarkdownIt, options: FenceOptions = {}): void {
  const { rules } = md.renderer;
  const before = rules.fence;
  rules.fence = (tokens, index, own, env, self) => {
    const token = tokens[index];
    const fence = readFence(token.info);
    if (!fence) return before ? before(tokens, index, own, env, self) : self.renderToken(tokens, index, own);
    // VitePress tells the file, and takes the front matter away before markdown-it counts the lines.
    const line = token.map ? token.map[0] + 1 + linesBefore(textAt(env, 'path'), textAt(env, 'content')) : null;
    const place = { file: textAt(env, 'relativePath') ?? textAt(env, 'path'), line };
    // Vue would read `{{ }}` in the source.
    return `${htmlOf(machineOf(fence, token.content, place, options), ' v-pre')}\n`;
  };
}

/** A text of the environment that a site builder renders in. */
function textAt(env: unknown, name: string) {
  const value = memberOf(env, name);
  return typeof value === 'string' ? value : undefined;
}

export default dygramFence;
