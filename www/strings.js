// @ts-check
// Every sentence the visitor can read that the page itself says. Words of the core arrive as data.

/** @param {number} n @param {string} one @param {string} [many] */
export const count = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export const words = {
  name: 'Tracklight',
  loading: 'Loading the engine …',
  regions: {
    notices: 'Notices', source: 'Source', files: 'Files', run: 'Run', diagram: 'Diagram', panels: 'Panels', timeline: 'Timeline', panes: 'Panes', status: 'Status',
  },
  header: {
    examples: 'Examples', share: 'Share', untitled: 'Untitled machine', document: 'Document title',
    theme: { auto: 'Theme: as the system', light: 'Theme: light', dark: 'Theme: dark' },
  },
  panes: { code: 'Code', diagram: 'Diagram', run: 'Run', panels: 'Panels' },
  panels: {
    contexts: 'Contexts', agent: 'Agent', inbox: 'Inbox', events: 'Events', problems: 'Problems', outline: 'Outline', files: 'Files', examples: 'Examples',
    open: 'Open panels', close: 'Close panels',
  },
  editor: {
    label: 'Source of the machine',
    keys: 'Tab indents. Press Escape, then Tab, to leave the editor. Control Space completes, Control I tells about the place, F12 goes to the definition, Shift F12 lists references, Control period offers fixes.',
    format: 'Format', formatKeys: 'Format (Shift+Alt+F)', formatted: 'Formatted.', wasFormatted: 'Nothing to format.',
    notFormatted: (/** @type {string} */ why) => `Not formatted: ${why}.`,
    nothingHere: 'Nothing to tell about this place.', noDefinition: 'No definition for this place.', noReferences: 'No references for this place.', noFix: 'No quick fix here.',
    references: (/** @type {number} */ n) => count(n, 'use'), closeReferences: 'Close list', moreReferences: (/** @type {number} */ n) => `and ${n} more`,
    fixed: (/** @type {string} */ title) => `Done: ${title}.`, fixGone: 'This fix no longer fits the text.',
    problems: (/** @type {number} */ errors, /** @type {number} */ warnings) =>
      errors + warnings === 0 ? 'No problems' : [errors && count(errors, 'error'), warnings && count(warnings, 'warning')].filter(Boolean).join(', '),
  },
  run: {
    speed: 'Ticks per second', max: 'max', firstProblem: 'Show the first', showNode: 'Show', open: (/** @type {string} */ panel) => `Open ${panel}`,
    hint: 'Step does one tick. The timeline goes back to any of them. Share copies a link to this machine.',
    hintClose: 'Close hint',
  },
  elements: { node: 'node', cluster: 'container', edge: 'edge', ends: (/** @type {string} */ from, /** @type {string} */ to) => `${from} to ${to}` },
  diagram: {
    role: 'machine diagram', working: 'Drawing', tools: 'View',
    empty: 'Nothing to draw yet. Write two states and an arrow: a -> b',
    failed: (/** @type {string} */ reason) => `No drawing: ${reason}.`,
    large: 'This machine is too large to be drawn while it is edited. Outline and panels show it all.', anyway: 'Draw anyway',
    again: 'Try again', zoomOut: 'Zoom out', zoomIn: 'Zoom in', fit: 'Fit', oneToOne: 'Actual size',
    stale: 'Drawing of the last text without errors',
    slow: 'The drawing takes longer than usual. The last one stays until it is ready.',
    label: (/** @type {string} */ title, /** @type {number} */ nodes, /** @type {number} */ edges) => `${title}, ${count(nodes, 'node')}, ${count(edges, 'edge')}`,
  },
  earlier: { back: 'Back to run', over: 'Start over' },
  contexts: {
    paths: 'Paths', path: (/** @type {string} */ path) => `path ${path}`, none: 'This machine declares no contexts.', notStarted: 'Values appear here as soon as the engine is ready.',
    field: 'Field', value: 'Value', unset: '—', edit: (/** @type {string} */ name) => `Edit ${name}`, apply: 'Apply', cancel: 'Cancel',
    json: (/** @type {string} */ name) => `New value of ${name}, as JSON`, notJson: 'This is not JSON. Texts need quotation marks.',
    changed: 'changed in this step', was: (/** @type {string} */ before) => `was ${before}`, shared: 'shared', version: (/** @type {number} */ v) => `v${v}`,
    choose: (/** @type {string} */ path) => `Show path ${path}`,
  },
  agent: {
    mode: 'Who answers', modes: { stub: 'Stub (scripts, else auto)', auto: 'Auto', manual: 'Manual (you)' },
    none: 'No request is open. A task with a prompt asks its agent here when the run reaches it.',
    waiting: 'Waiting for a reply', given: 'Replies given', noReplies: 'None yet.',
    contexts: 'Contexts and rights', transcript: 'Earlier turns', reads: 'reads', writes: 'writes',
    form: 'Form', json: 'JSON', tool: 'Tool', addCall: 'Add call', calls: 'Calls of this turn', noCalls: 'No call yet. Choose a tool above, or send the turn empty.',
    remove: (/** @type {string} */ name) => `Remove call ${name}`, say: 'Text of the turn (optional)',
    send: 'Send and finish', turn: 'Send turn', fail: 'Fail', failText: 'failed by hand',
    reply: 'Reply as JSON', notJson: 'This is not a JSON object with "turns" or "error".', unresolved: (/** @type {string[]} */ names) => `Not resolved in the prompt: ${names.join(', ')}`,
    visit: (/** @type {number} */ v, /** @type {number} */ t) => `visit ${v}, turn ${t}`, fieldJson: (/** @type {string} */ name) => `${name} (JSON)`, badField: (/** @type {string} */ name) => `${name} is not JSON.`,
    optional: 'optional', leaveOut: 'leave out', by: (/** @type {string} */ mode) => `by ${mode}`,
  },
  inbox: {
    none: 'No question is open. Agents and nodes with needs ask here.', answered: 'Answered',
    answer: 'Answer', cannot: 'Cannot answer', label: (/** @type {string} */ query) => `Answer to: ${query}`,
    required: 'required', optional: 'optional', from: (/** @type {string} */ node, /** @type {string} */ path) => `${node}, path ${path}`,
    error: 'cannot be answered', why: 'Write why it cannot be answered, then press again.',
  },
  events: {
    none: 'Events appear here with the first tick.', filter: 'Filter events', columns: ['#', 'Tick', 'Path', 'Event', 'Node', 'Details'],
    go: (/** @type {number} */ seq, /** @type {number} */ step) => `${seq}, go to step ${step}`, more: (/** @type {number} */ n) => `Show ${n} earlier`, shown: (/** @type {number} */ n, /** @type {number} */ all) => `${n} of ${all}`,
  },
  problems: { none: 'No problems in the source.', jump: 'Show in source', fix: 'Apply this fix', run: 'Failures of the run' },
  files: {
    entry: 'entry', short: 'File', entryTitle: (/** @type {string} */ path) => `${path}: the file that is run and drawn`, unused: 'not imported', add: 'New file', rename: 'Rename', remove: 'Delete', download: 'Download', makeEntry: 'Make entry',
    lead: 'A machine can have several files. The entry imports nodes of the others: import { Name } from "./part.dygram"',
    size: (/** @type {number} */ bytes) => (bytes < 1000 ? count(bytes, 'byte') : `${(bytes / 1000).toFixed(1)} KB`),
    newName: 'Name of the new file', nameOf: (/** @type {string} */ path) => `New name of ${path}`,
    wrong: { empty: 'A file needs a name.', form: 'Use folders and names like lib/part.dygram.', long: 'The name is too long.' },
    taken: (/** @type {string} */ path) => `There is a file ${path}.`, again: 'The text changed meanwhile. Press Enter again.',
    added: (/** @type {string} */ path) => `${path} added.`, removed: (/** @type {string} */ path) => `${path} was deleted.`, putBack: 'Put it back', nowEntry: (/** @type {string} */ path) => `${path} is the entry now.`,
    renamed: (/** @type {string} */ from, /** @type {string} */ to, /** @type {number} */ n) => `${from} is ${to} now${n > 0 ? `, ${count(n, 'import')} changed` : ''}.`,
  },
  drafts: {
    state: { untouched: '', saving: 'saving …', saved: 'saved', failed: 'not saved', none: 'not saved' },
    title: 'Your machines', lead: 'Kept in this browser only.', remove: (/** @type {string} */ title) => `Delete ${title}`,
    removed: (/** @type {string} */ title) => `${title} was deleted.`, elsewhere: 'This machine is open in another tab. What is changed here is kept as another one.',
    failed: 'The browser did not keep the machine. Download its files, or share it as a link.',
    large: 'The machine is too large to be kept by itself. Download its files to keep them.',
  },
  outline: {
    none: 'Nothing declared yet.', current: (/** @type {string[]} */ paths) => `current: ${paths.join(', ')}`, visited: (/** @type {number} */ n) => `visited ${n}`,
  },
  examples: {
    none: 'The examples could not be loaded.', lead: 'Machines to take apart. Opening one makes a new document.',
    failed: (/** @type {string} */ slug) => `The example “${slug}” could not be loaded.`, unknown: (/** @type {string} */ slug) => `There is no example “${slug}”. Here are the others.`,
    ends: (/** @type {string | number} */ ticks) => (typeof ticks === 'number' ? `ends after ${count(ticks, 'tick')}` : String(ticks)),
  },
  timeline: {
    none: 'Ticks will appear here.', scrub: 'Position in the run', position: (/** @type {string} */ at, /** @type {string} */ last) => `Tick ${at} of ${last}`, start: 'start',
    branch: (/** @type {string} */ name) => `Branch ${name}`, go: (/** @type {string} */ at) => `Go to ${at}`,
  },
  happened: {
    started: (/** @type {string[]} */ nodes) => `start at ${nodes.join(', ')}`,
    moved: (/** @type {string} */ from, /** @type {string} */ to, /** @type {string} */ why) => `${from} → ${to}${why ? ` (${why})` : ''}`,
    agent: 'agent', caught: 'catch', asksAgent: (/** @type {string} */ node) => `${node} asks its agent`,
    asks: (/** @type {string} */ query) => `asks: ${query}`, answered: (/** @type {string} */ text) => `answer: ${text}`,
    failed: (/** @type {string} */ node, /** @type {string} */ why) => `${node} failed: ${why}`, refused: (/** @type {string} */ context) => `write to ${context} refused`,
    blocked: (/** @type {string} */ node) => `blocked at ${node}`, limit: (/** @type {string} */ name) => `limit ${name} reached`,
    completed: (/** @type {string} */ node) => `completed at ${node}`, ended: (/** @type {string} */ outcome) => `run ${outcome}`,
  },
  share: {
    copied: 'Link copied.', blocked: 'The browser did not allow copying. Select the link and copy it.', link: 'Link to this machine',
    title: 'Share', long: (/** @type {number} */ n) => `${n.toLocaleString('en')} characters: some chats cut links of this length.`, close: 'Close',
    tooBig: 'This machine is too large for a link.', copy: 'Copy link', length: (/** @type {number} */ n) => `${n.toLocaleString('en')} characters.`,
    source: 'The link holds the source. Nothing is sent to a server.', sources: (/** @type {number} */ n) => `The link holds ${n} files. Nothing is sent to a server.`,
  },
  document: { replaced: 'The text you were editing gave way to this one.', bringBack: 'Bring it back' },
  link: {
    opened: 'Opened from a link.', legacy: 'Opened from an older link; the address now has the present form.',
    ignored: (/** @type {string[]} */ names) => `This link also holds ${names.join(', ')}. This version opens its source only.`,
    replay: (/** @type {string} */ reason) => `The run of this link could not be replayed to its end: ${reason}`,
    kept: 'What you had is unchanged.',
  },
  notice: { close: 'Close notice' },
  failed: {
    title: 'The engine could not start',
    advice: 'The source below can still be edited and copied.',
  },
  status: { active: 'moves', awaitingAgent: 'waits for agent', awaitingAnswers: 'waits for answers', parked: 'at a join', blocked: 'blocked', forked: 'forked', completed: 'completed', failed: 'failed', cancelled: 'cancelled', merged: 'merged' },
  counts: (/** @type {number} */ nodes, /** @type {number} */ edges) => `${count(nodes, 'node')}, ${count(edges, 'edge')}`,
  core: (/** @type {string} */ core, /** @type {number} */ rules) => `core ${core}, rules ${rules}`,
};
