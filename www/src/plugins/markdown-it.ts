// markdown-it, as VitePress and others use it: `md.use(dygramFence, { render: await loadRenderer() })`.

import { htmlOf, machineOf, readFence, type FenceOptions } from './fence.ts';

export type { FenceOptions } from './fence.ts';

/** The part of markdown-it that is used. */
interface Token {
  info: string;
  content: string;
  map: [number, number] | null;
}
type Rule = (tokens: Token[], index: number, options: any, env: any, self: any) => string;
interface MarkdownIt {
  renderer: { rules: { fence?: Rule | undefined } };
}

/** Turns fences marked `dygram live` into `<tracklight-machine>` elements. Other fences stay as they are. */
export function dygramFence(md: any, options: FenceOptions = {}): void {
  const { rules } = (md as MarkdownIt).renderer;
  const before = rules.fence;
  rules.fence = (tokens, index, own, env, self) => {
    const token = tokens[index] as Token;
    const fence = readFence(token.info);
    if (!fence) return before ? before(tokens, index, own, env, self) : self.renderToken(tokens, index, own);
    // VitePress tells the file, and takes the front matter away before markdown-it counts the lines.
    const line = token.map ? token.map[0] + 1 + linesBefore(env) : null;
    const place = { file: env?.relativePath ?? env?.path, line };
    // Vue would read `{{ }}` in the source.
    return `${htmlOf(machineOf(fence, token.content, place, options), ' v-pre')}\n`;
  };
}

/** Lines of the file that stand before the text that markdown-it was given. */
function linesBefore(env: any): number {
  if (typeof env?.path !== 'string' || typeof env.content !== 'string' || env.content === '') return 0;
  // Not an import: the module also works where there are no files.
  const fs = (globalThis as any).process?.getBuiltinModule?.('node:fs');
  if (!fs?.existsSync(env.path)) return 0;
  const text: string = fs.readFileSync(env.path, 'utf8').replaceAll('\r\n', '\n');
  const at = text.indexOf(env.content);
  return at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
}

export default dygramFence;
