// remark, as Docusaurus (MDX) and Starlight use it: `remarkPlugins: [[remarkDygram, { mdx: true, render }]]`.

import { htmlOf, machineOf, readFence, type FenceOptions, type Machine } from './fence.ts';

export type { FenceOptions } from './fence.ts';

export interface RemarkOptions extends FenceOptions {
  /** For MDX, which takes no HTML: the element is a tree. */
  mdx?: boolean;
}

/** The part of mdast that is used. */
interface Node {
  type: string;
  lang?: string | null;
  meta?: string | null;
  value?: string;
  children?: Node[];
  position?: { start: { line: number } };
  data?: unknown;
}
interface File {
  path?: string;
}

/** Turns fences marked `dygram live` into `<tracklight-machine>` elements. Other fences stay as they are. */
export function remarkDygram(options: RemarkOptions = {}): (tree: Node, file?: File) => void {
  const change = (node: Node, file: File | undefined) => {
    for (const [index, child] of (node.children ?? []).entries()) {
      const fence = child.type === 'code' ? readFence(`${child.lang ?? ''} ${child.meta ?? ''}`) : null;
      if (!fence) {
        change(child, file);
        continue;
      }
      const place = { file: file?.path, line: child.position?.start.line ?? null };
      const machine = machineOf(fence, `${child.value ?? ''}\n`, place, options);
      node.children?.splice(index, 1, {
        ...(options.mdx ? treeOf(machine) : { type: 'html', value: htmlOf(machine) }),
        ...(child.position ? { position: child.position } : {}),
      });
    }
  };
  return (tree, file) => change(tree, file);
}

/** A node that becomes the element when mdast becomes hast, in MDX and elsewhere. */
function treeOf({ attributes, source, picture }: Machine): Node {
  const pre = {
    type: 'element',
    tagName: 'pre',
    properties: {},
    children: [{ type: 'element', tagName: 'code', properties: {}, children: [{ type: 'text', value: source }] }],
  };
  return {
    type: 'tracklightMachine',
    data: {
      hName: 'tracklight-machine',
      hProperties: Object.fromEntries(attributes),
      hChildren: picture ? [picture.tree(), pre] : [pre],
    },
    children: [],
  };
}

export default remarkDygram;
