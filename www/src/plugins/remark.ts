// remark, as Docusaurus and Astro use it: `remarkPlugins: [[remarkDygram, { mdx: true, render }]]`.

import { htmlOf, linesBefore, machineOf, readFence, type FenceOptions, type Place } from './fence.ts';
import { jsxOf, type MdxRuntime } from './mdx.ts';

export type { FenceOptions } from './fence.ts';

export interface RemarkOptions extends FenceOptions {
  /** For MDX, which takes no HTML: what it is compiled for. `true` is React. */
  mdx?: boolean | MdxRuntime;
}

/** The part of mdast that is used. */
export interface Node {
  type: string;
  lang?: string | null;
  meta?: string | null;
  value?: string;
  children?: Node[];
  position?: { start: { line: number } };
  data?: unknown;
}
/** The part of a virtual file that is used. */
export interface File {
  path?: string;
  value?: unknown;
}

/** Turns fences marked `dygram live` into `<tracklight-machine>` elements. Other fences stay as they are. */
export function remarkDygram({ mdx = false, ...options }: RemarkOptions = {}): (tree: Node, file?: File) => void {
  const runtime = mdx === true ? 'react' : mdx || null;
  return (tree, file) => {
    const placeOf = placesIn(file);
    changeNodes(tree, (node) => elementOf(node, placeOf(node), options, runtime));
  };
}

/** The element of a code block that is live, for Markdown or for MDX of a runtime; null for any other node. */
export function elementOf(node: Node, place: Place, options: FenceOptions, runtime: MdxRuntime | null): Node | null {
  const fence = node.type === 'code' ? readFence(`${node.lang ?? ''} ${node.meta ?? ''}`) : null;
  if (!fence) return null;
  const machine = machineOf(fence, `${node.value ?? ''}\n`, place, options);
  return runtime ? jsxOf(machine, runtime) : { type: 'html', value: htmlOf(machine) };
}

/** Puts another node in the place of each node that has one. */
export function changeNodes(tree: Node, change: (node: Node) => Node | null) {
  for (const [index, node] of (tree.children ?? []).entries()) {
    const changed = change(node);
    if (changed) tree.children?.splice(index, 1, { ...changed, ...(node.position ? { position: node.position } : {}) });
    else changeNodes(node, change);
  }
}

/** Where the nodes of a text stand in its file. */
export function placesIn(file: File | undefined): (node: Node) => Place {
  let before: number | null = null;
  return ({ position }) => {
    if (!position) return { file: file?.path, line: null };
    before ??= linesBefore(file?.path, typeof file?.value === 'string' ? file.value : undefined);
    return { file: file?.path, line: position.start.line + before };
  };
}

export default remarkDygram;
