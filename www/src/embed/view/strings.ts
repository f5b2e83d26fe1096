// What the view of an embedded machine says.

import { count } from '../../protocol/count.ts';

export const words = {
  bar: 'Run controls',
  pause: 'Pause',
  share: 'Copy link',
  open: 'Open in the playground',
  export: 'Download SVG',
  more: 'More',
  speed: 'Speed',
  max: 'Max',
  perSecond: (n: number) => `${n}/s`,
  copied: 'Link copied',
  notCopied: 'The browser blocked copying. Copy the selected link:',
  linkToCopy: 'Link to copy',
  waits: 'The page this machine is in has to answer first.',
  source: 'Source',
  timeline: 'Timeline',
  contexts: 'Contexts',
  noContexts: 'This machine declares no contexts.',
  stepOf: (n: number) => (n === 0 ? 'Start' : `Step ${n}`),
  errors: (n: number) => `Fix ${count(n, 'error')} to run.`,
  label: (title: string) => `Machine: ${title}`,
  untitled: 'Untitled machine',
  usedInOtherFiles: 'Other files use this name too. Open the machine in the playground to rename it.',
  diagram: (title: string, nodes: number, edges: number) =>
    `${title}, ${count(nodes, 'node')}, ${count(edges, 'edge')}`,
  tooLarge: (nodes: number, most: number) =>
    `This page allows no workers, so only machines of up to ${most} nodes can be shown. This one has ${nodes}.`,
  inPage:
    `tracklight: workers cannot be started here (check \`worker-src\` in the page's policy); ` +
    'the engine runs in the page.',
  noWasm: 'This browser has no WebAssembly, which machines need to run.',
  policy: (directive: string) =>
    `The content security policy of this page forbids WebAssembly: allow \`${directive}\`.`,
  fetch: {
    time: (host: string) => `${host} did not answer within 15 seconds.`,
    net: (host: string) => `${host} cannot be reached, or does not allow other sites to read this file (CORS).`,
    status: (host: string, status: number) => `${host} answered with status ${status}.`,
    size: () => 'The file is larger than 1 MB.',
    web: () => 'The address is a web page, not a machine.',
    text: () => 'The file is not text.',
    address: (address: string) => `\`${address}\` is not an address.`,
  },
  link: {
    'link-empty': 'The link is empty.',
    'link-unknown': 'This is not a Tracklight link.',
    'link-version': 'This link was made by a newer version of Tracklight.',
    'link-codec': 'This link was made by a newer version of Tracklight.',
    'link-too-big': 'The link is too large.',
    'link-base64': 'The link is damaged or cut off.',
    'link-inflate': 'The link is damaged or cut off.',
  } as Record<string, string>,
  badLink: (detail: string) => `The link cannot be read${detail ? `: ${detail}` : ''}.`,
  notJson: (name: string) => `\`${name}\` is neither JSON nor the id of a \`<script type="application/json">\`.`,
  notObject: (name: string) => `\`${name}\` must be a JSON object.`,
  closed: 'The element was removed from the page.',
  replaced: 'Another machine was opened.',
  noPage: 'No playground is known to open it in: set `page`.',
  noStep: (tick: number) => `There is no step ${tick} in this run.`,
  noPanes: (reason: string) => `What stands beside the diagram could not be loaded: ${reason}`,
  noEditor: (reason: string) => `The editor could not be loaded: ${reason}`,
  notDrawn: (reason: string) => `No diagram: ${reason}`,
};
