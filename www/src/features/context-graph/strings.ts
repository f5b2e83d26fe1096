// The words of Graph.

import { count } from '../../strings.ts';
import type { LayerResult } from '../../protocol/types.ts';

export const graphWords = {
  none: 'Asking for the context graph …', lost: 'The engine did not answer. Step, or open the panel again.', label: 'Context graph', columns: ['Node', 'Shown', 'Version', 'Tokens'], notices: 'Notices of the last step',
  conflicts: (links: string[]) => `Left out, because they would close a cycle: ${links.join(', ')}`, more: (n: number) => `Show ${n} more`,
  kinds: { session: 'run', group: 'group', text: 'context', tool: 'tool', topic: 'path', message: 'turn', shell: 'code', work: 'request', lock: 'join', artifact: 'artifact' },
  also: (name: string) => `also in ${name}`, goTo: (name: string) => `Go to ${name}`, touched: 'changed in the last step', stale: 'stale: changed since its summary was made',
  chosen: (name: string) => `Chosen: ${name}`, state: 'Shown', level: 'On change', levels: { ignore: 'nothing', hold: 'note it', wake: 'stop Run' }, parents: 'Parents', under: 'In', root: 'A root: it lies in nothing.',
  up: 'Move up (Alt+Up)', down: 'Move down (Alt+Down)', unlink: 'Unlink', unlinkFrom: (name: string) => `Unlink from ${name}`, linkTo: 'Link into (name or id)', link: 'Link', groupTitle: 'Title of a new group', group: 'Group', remove: 'Remove the group',
  linked: (name: string, parent: string) => `${name} lies in ${parent} now.`, wasLinked: 'It was linked already.', unlinked: (name: string, parent: string) => `${name} no longer lies in ${parent}.`, changed: (name: string) => `${name} changed.`,
  grouped: (name: string, title: string) => `${name} lies in the group ${title} now.`,
  cycle: (names: string[]) => `Not linked: ${names[0]} would contain itself, by way of ${names.join(' → ')}. Unlink one of these first.`,
  views: 'Kept views', noViews: 'None yet. A view keeps links, order, groups and states.', size: ({ nodes, edges }: { nodes: number; edges: number }) => `${count(nodes, 'node')}, ${count(edges, 'link')}`,
  restore: 'Restore', restoreOf: (name: string) => `Restore view ${name}`, deleteOf: (name: string) => `Delete view ${name}`, viewName: 'Name of a view', save: 'Keep view', saved: (name: string) => `View ${name} kept.`, deleted: (name: string) => `View ${name} deleted.`,
  restored: (name: string, { edges = 0, missing = 0, newcomers = [], dropped = [] }: LayerResult) => [`View ${name} restored: ${count(edges, 'link')}, ${missing} with a missing end.`, newcomers.length && `New since: ${count(newcomers.length, 'node')}.`, dropped.length && `Left out for a cycle: ${count(dropped.length, 'link')}.`].filter(Boolean).join(' '),
  reset: 'Drop all edits', wasReset: 'All edits of the graph are dropped; kept views stay.',
};
