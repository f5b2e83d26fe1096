// @ts-check
// The words of Graph.

import { count } from '../../strings.js';

export const graphWords = {
  none: 'Asking for the context graph …', lost: 'The engine did not answer. Step, or open the panel again.', label: 'Context graph', columns: ['Node', 'Shown', 'Version', 'Tokens'], notices: 'Notices of the last step',
  conflicts: (/** @type {string[]} */ links) => `Left out, because they would close a cycle: ${links.join(', ')}`, more: (/** @type {number} */ n) => `Show ${n} more`,
  kinds: { session: 'run', group: 'group', text: 'context', tool: 'tool', topic: 'path', message: 'turn', shell: 'code', work: 'request', lock: 'join', artifact: 'artifact' },
  also: (/** @type {string} */ name) => `also in ${name}`, goTo: (/** @type {string} */ name) => `Go to ${name}`, touched: 'changed in the last step', stale: 'stale: changed since its summary was made',
  chosen: (/** @type {string} */ name) => `Chosen: ${name}`, state: 'Shown', level: 'On change', levels: { ignore: 'nothing', hold: 'note it', wake: 'stop Run' }, parents: 'Parents', under: 'In', root: 'A root: it lies in nothing.',
  up: 'Move up (Alt+Up)', down: 'Move down (Alt+Down)', unlink: 'Unlink', unlinkFrom: (/** @type {string} */ name) => `Unlink from ${name}`, linkTo: 'Link into (name or id)', link: 'Link', groupTitle: 'Title of a new group', group: 'Group', remove: 'Remove the group',
  linked: (/** @type {string} */ name, /** @type {string} */ parent) => `${name} lies in ${parent} now.`, wasLinked: 'It was linked already.', unlinked: (/** @type {string} */ name, /** @type {string} */ parent) => `${name} no longer lies in ${parent}.`, changed: (/** @type {string} */ name) => `${name} changed.`,
  grouped: (/** @type {string} */ name, /** @type {string} */ title) => `${name} lies in the group ${title} now.`,
  cycle: (/** @type {string[]} */ names) => `Not linked: ${names[0]} would contain itself, by way of ${names.join(' → ')}. Unlink one of these first.`,
  views: 'Kept views', noViews: 'None yet. A view keeps links, order, groups and states.', size: (/** @type {{ nodes: number, edges: number }} */ { nodes, edges }) => `${count(nodes, 'node')}, ${count(edges, 'link')}`,
  restore: 'Restore', restoreOf: (/** @type {string} */ name) => `Restore view ${name}`, deleteOf: (/** @type {string} */ name) => `Delete view ${name}`, viewName: 'Name of a view', save: 'Keep view', saved: (/** @type {string} */ name) => `View ${name} kept.`, deleted: (/** @type {string} */ name) => `View ${name} deleted.`,
  restored: (/** @type {string} */ name, /** @type {import('../../protocol/types.ts').LayerResult} */ { edges = 0, missing = 0, newcomers = [], dropped = [] }) => [`View ${name} restored: ${count(edges, 'link')}, ${missing} with a missing end.`, newcomers.length && `New since: ${count(newcomers.length, 'node')}.`, dropped.length && `Left out for a cycle: ${count(dropped.length, 'link')}.`].filter(Boolean).join(' '),
  reset: 'Drop all edits', wasReset: 'All edits of the graph are dropped; kept views stay.',
};
