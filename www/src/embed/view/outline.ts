// The drawing in words, for those who do not see it: what is declared, where the paths are, and where edges lead.

import { guardText } from '../../run/conditions.ts';
import { computed } from '../../protocol/computed.ts';
import { count } from '../../protocol/count.ts';
import type { Entry, Outline } from '../../diagram/outline.ts';
import type { OutlineItem, View } from '../../protocol/types.ts';
import type { RunState } from '../../run/types.ts';

/** The same object as long as nothing changed. */
export const outlineOf = computed(
  ({ analysis, snapshot }: RunState) => [analysis, snapshot?.view],
  ({ analysis, snapshot }): Outline => ({
    lead: `${count(analysis?.nodes ?? 0, 'node')}, ${count(analysis?.edges ?? 0, 'edge')}`,
    entries: (analysis?.outline ?? []).flatMap((item) => entryOf(item, snapshot?.view ?? null)),
  }),
);

function entryOf(item: OutlineItem, view: View | null): Entry[] {
  if (item.class === 'machine' || item.class === 'field') return [];
  const node = item.id && view && Object.hasOwn(view.nodes, item.id) ? view.nodes[item.id] : undefined;
  if (!node || !item.id) return [];
  const outs = (view?.edges ?? [])
    .filter(({ source }) => source === item.id)
    .map((edge) => ({
      id: edge.id,
      text: guardText(edge),
      to: edge.target,
      target: view?.nodes[edge.target]?.diagramId ?? null,
      item: null,
    }));
  const facts = [
    ...(node.current.length > 0 ? [`current for ${node.current.map((path) => `path ${path}`).join(', ')}`] : []),
    ...(node.visits > 0 ? [`visited ${node.visits === 1 ? 'once' : `${node.visits} times`}`] : []),
  ];
  return [
    {
      id: node.diagramId,
      name: item.id,
      kind: item.class,
      title: '',
      facts,
      outs,
      children: item.children.flatMap((child) => entryOf(child, view)),
      item,
    },
  ];
}
