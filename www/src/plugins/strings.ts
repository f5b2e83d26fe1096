// What site builds and the command line say.

import { count } from '../protocol/count.ts';
import type { Outcome } from '../../pkg/tracklight.js';

const ENDS = { completed: 'completed', cancelled: 'was canceled', notStarted: 'did not start' };

export const strings = {
  machine: 'State machine',
  empty: 'The machine has no nodes, so there is nothing to draw.',
  tooLarge: (nodes: number, edges: number) =>
    `The machine is too large to draw: ${count(nodes, 'node')}, ${count(edges, 'edge')}.`,
  layout: (why: string) => `Graphviz could not lay out the machine: ${why}`,
  notStarted: (why: string) => `The run cannot start: ${why}`,
  notReached: (tick: number) => `The run ends before step ${tick}.`,
  notJson: (why: string) => `The run script is not JSON: ${why}`,
  notScript: 'The run script must be an object such as {"inputs": {…}, "stubs": {…}}.',
  unknownMember: (name: string, known: string[]) =>
    `Unknown member \`${name}\` in the run script. Known members: ${known.map((one) => `\`${one}\``).join(', ')}.`,
  badMember: (name: string) =>
    name === 'agent' ? '`agent` must be "stub" or "auto".' : `\`${name}\` must be an object.`,

  at: (file: string | undefined, line: number | null, message: string) => {
    const place = line === null ? file : file ? `${file}:${line}` : `line ${line}`;
    return place ? `tracklight: ${place}: ${message}` : `tracklight: ${message}`;
  },
  notDrawn: (why: string) => `No picture: ${why} The page shows the source instead.`,
  notPlaced:
    'No picture: a tag near this code block is unclosed or closes in the wrong order. The page shows the source.',
  lineNumbers: 'No picture: line numbers are part of this code block. Turn them off for it.',
  notUtf8: 'No pictures: the page is not encoded as UTF-8.',
  errors: (n: number, first: string) => `The machine has ${count(n, 'error')}: ${first}`,
  unknownWord: (word: string, known: readonly string[]) =>
    `Ignored \`${word}\` in the fence. Known keys: ${known.join(', ')}.`,
  noValue: (key: string) => `Ignored \`${key}\` in the fence: it needs a value, as in \`${key}=…\`.`,

  inText: 'Put `<Machine>` on lines of its own: inside a paragraph it has no picture.',
  oldBuilder: (name: string, oldest: number, version: string) =>
    `tracklight: this site has ${name} ${version}. Machines need ${name} ${oldest} or newer.`,
  otherProcessor: (name: string) =>
    `Fences stay code blocks: the Markdown processor \`${name}\` is not known. Use \`satteri\` or \`unified\`.`,

  noRun: 'Conditions of a script need the run.',
  noReply: (node: string, why: string) => `No reply for \`${node}\`${why ? `: ${why}` : ''}.`,
  notLink: (kind: string) => `decode() needs a link as a string or a URL; got ${kind}.`,
  noFragment: 'the address has no #',

  notSource: (kind: string) => `recognize() and convert() need a text as a string; got ${kind}.`,
  notRecognized: 'the format of the text was not recognized',
  nameFormat: (known: readonly string[]) => `Name it with \`--format\`: ${known.join(', ')}.`,
  noFormat: (name: string) => `there is no format \`${name}\``,
  importFailed: (file: string, place: string, message: string) => `${file}${place}: ${message}`,
  linkTooLarge: (what: string, over: number | undefined) =>
    `The run is too large for a link: ${what}${over === undefined ? '' : ` (${over} over the limit)`}. ` +
    'Open the journal in the page instead.',
  noRunLink: (why: string) => `No link holds this run: ${why}. Open the journal in the page instead.`,
  exportLoss: (file: string, what: string) => `${file}: lost: ${what}`,
  machineErrors: (file: string, line: number, column: number, first: string, errors: number, machine: string) =>
    `${file}:${line}:${column}: ${first}\n` +
    `The machine has ${count(errors, 'error')}. Run \`tracklight check ${machine}\` for details.`,
  importAddition: (file: string, line: number, what: string, why: string) => `${file}:${line}: added: ${what} (${why})`,
  importLoss: (file: string, line: number, what: string, why: string) => `${file}:${line}: lost: ${what} (${why})`,
  notRecorded: (node: string) => `Nothing was recorded for this request of \`${node}\`.`,

  unknownPictureKey: (key: string) => `Ignored \`${key}\` in the fence: pictures know no such key.`,
  pictureNeedsSvg: 'No picture: `picture` must name an SVG file, as in `picture=images/door.svg`.',
  pictureOutside: (path: string) =>
    `No picture: \`${path}\` is outside of the folder that was named, or a link. Pictures are drawn below it only.`,
  pictureTwice: (path: string, other: string) => `No picture: \`${path}\` is the picture of ${other} already.`,
  pictureOld: (path: string) => `\`${path}\` is old: \`tracklight pictures\` draws it again.`,
  pictureMissing: (path: string) => `\`${path}\` is missing: \`tracklight pictures\` draws it.`,
  noPicture: (why: string) => `No picture: ${why}`,
  noPictures: (files: number) =>
    `No pictures: ${count(files, 'Markdown file')} and no fence like \`dygram picture=images/door.svg\`.`,
  pngTooLarge: (most: number) => `The PNG would have more than ${most} pixels on a side: choose a smaller \`--scale\`.`,
  noResvg: (why: string) =>
    `PNG needs the package @resvg/resvg-js, which did not load (${why}). Install it: npm install @resvg/resvg-js`,
  noLink: (why: string) => `No link to the playground: ${why}.`,
  pageDescription: (nodes: number, edges: number) =>
    `An executable state machine: ${count(nodes, 'node')}, ${count(edges, 'edge')}.`,
  diagramOf: (title: string) => `Diagram of ${title}`,
  openInPlayground: 'Open in playground',
  source: 'Source',

  about: 'Check, run, test, and draw state machines in the DyGram language.',
  afterHelp: `
Start with: tracklight run machine.dygram --stubs

Exit codes: 0 success, 1 failure or problems found, 2 the run is waiting,
64 wrong usage.`,
  seeHelp: 'Run `tracklight --help` or `tracklight <command> --help` for usage.',
  /** Of commands and their options, in the help. */
  says: {
    version: 'print the version',
    help: 'Print the help of a command.',
    quiet: 'print problems only',
    output: 'write to a file instead of standard output',
    direction: 'top to bottom or left to right',
    tick: 'draw the run after step n',
    script: 'inputs and stubs of that run: {"inputs": {…}, "stubs": {…}}',
    render: 'Draw a machine.',
    format: 'drawing, or Graphviz DOT',
    theme: 'colors; auto follows the theme of the viewer of the SVG (default: light)',
    png: 'PNG instead of SVG, in the light or the dark theme',
    scale: 'size of the PNG relative to the SVG (default: 2)',
    animate: 'draw a run as an animated SVG, without scripts',
    from: 'first step of the animation',
    to: 'last step of the animation (default: the last step of the run, at most 60)',
    seconds: 'how long each step is shown',
    once: 'stop at the last step instead of starting again',
    pictures:
      'Draw the pictures of fences in Markdown files. This is for pages without scripts, such as a README. A fence ' +
      'names its picture: `dygram picture=images/door.svg`. The page shows it like any image: ' +
      '![Door](images/door.svg). More keys of a fence: tick=<n>, animate, theme=light|dark|auto (default: ' +
      'auto), direction=TB|LR, label="…", agent=auto.',
    picturePaths: 'Markdown files, or folders to search except node_modules and hidden ones (default: this folder)',
    picturesCheck: 'draw nothing, and fail if a picture is missing or outdated',
    page:
      'Make a static page for each machine: <name>.html with its picture, <name>.png for link previews, and ' +
      '<name>.oembed.json. Title and description are those of the machine.',
    pageFolder: 'folder to write the files to',
    pageUrl: 'address that the folder will have; previews need full addresses',
    pageTheme: "colors of the preview; the page follows the reader's theme (default: light)",
    playground: 'address of the playground that Open and Share link to',
    prerender:
      'Write the drawings of machines into the .html files of a folder. Machines are <tracklight-machine> elements ' +
      'and code blocks of the language `dygram` marked `live`. Nothing else in the files changes. ' +
      'Run it again to update the drawings.',
    all: 'include code blocks of DyGram without the word `live`',
    files: "copy the element's files to this folder of the site, and load them in the pages with machines",
    import:
      'Convert a file to a machine: Mermaid state diagrams and flowcharts, LangGraph graphs as Mermaid or JSON, ' +
      'XState 4 and 5, AWS Step Functions, SCXML, Graphviz DOT. What cannot be converted is printed as warnings ' +
      'and kept in the machine as comments.',
    importedFile: 'file to convert; `-` reads standard input',
    importFormat: 'format of the file (default: recognized by its content)',
    importQuiet: 'do not print what is lost or added',
    export:
      'Convert a machine to another format: Mermaid, a program for XState 5, a skeleton for LangGraph in Python, ' +
      'Graphviz DOT, JSON. What cannot be converted is printed as warnings and kept in the result as comments.',
    notation: 'format to write',
    exportQuiet: 'do not print what is lost',
    link: 'Print a share link to a run, from its journal.',
    linkPage: 'address of the playground (default: print only the part of the link from the #)',
    journalFile: 'file that `tracklight run --journal` wrote',
    fences:
      'Draw fences for plugins in other languages than JavaScript. Each line of standard input is a fence: ' +
      '{"attributes": [[name, value], …], "source", "file", "line", "page"?}. Each line of the output is its ' +
      'result: {"html", "warnings"}.',
    check: 'Report errors and warnings in machines. Fails if there is an error.',
    strict: 'fail if there is a warning',
    explore: 'try all replies that make a difference; fail if a run can go wrong',
    checkFormat: 'text, JSON, or annotations for GitHub Actions',
    fmt: 'Format machines.',
    fmtCheck: 'change nothing, and fail if a file is not formatted',
    run: 'Run a machine until it ends or waits, and print what happens.',
    input: 'initial values: {"Context": {"field": value}}',
    agent: 'module whose default export is an agent, or agents by node or model',
    model: 'LLM as agent: openai:<name> or anthropic:<name>, with the key in OPENAI_API_KEY or ANTHROPIC_API_KEY',
    baseUrl: "address of the model's API",
    journal: 'save the run in this file, so that it can be continued',
    stubs: 'use the stubs of the machine, and generated replies where there is none',
    resume: 'Continue a run from its journal.',
    answer: 'Answer a question of a run, and continue the run.',
    question: 'ID of the question, as printed by `tracklight show`',
    answerValue: 'text; for a form, its fields as JSON, or the value of its only field',
    send: 'Send an event to a run, and continue the run.',
    eventName: 'name of the event',
    eventData: 'data of the event as JSON',
    cancel: 'Cancel a run.',
    show: 'Print the state of a run: its values and what it is waiting for.',
    step: 'show the run as it was after step n',
    svg: 'also draw the run',
    test:
      'Run the tests of machines: `name.test.dygram.json` and `name.<anything>.test.dygram.json` beside ' +
      '`name.dygram`. A test is {"input", "replies" or "stubs", "expect": {"outcome", "at", "values", ' +
      '"visits"}}.',
    testPaths: 'machines, tests, or folders to search (default: this folder)',
  },
  pngNeedsTheme: 'A PNG has one theme: `--theme` must be light or dark.',
  pngIsStill: '`--png` cannot be combined with `--animate` or `--format dot`.',
  scaleIsOfPng: '`--scale` requires `--png`.',
  sameName: (name: string) => `Two machines are named \`${name}\`: their pages would be the same file.`,
  needsOne: (name: string, values: readonly string[]) => `\`${name}\` must be one of ${values.join(', ')}.`,
  needsModel: 'It must be openai:<name> or anthropic:<name>.',
  needsKey: (name: string) => `\`--model\` needs the key of the service in the environment variable ${name}.`,
  needsJson: 'It must be JSON.',
  stubsAlone: '`--stubs` cannot be combined with `--agent`, `--model` or `--journal`.',
  oneAgent: '`--agent` cannot be combined with `--model`.',
  baseUrlIsOfModel: '`--base-url` requires `--model`.',
  notInput: (file: string) => `\`${file}\` must hold an object of fields for each context.`,
  noAgentIn: (file: string) => `The default export of \`${file}\` must be a function, or functions by node or model.`,
  interrupted: 'The run was stopped. If it has a journal, continue it with `tracklight resume`.',
  checked: (files: number, found: readonly { severity: 'error' | 'warning' | 'info' }[]) => {
    const kinds = { error: 'error', warning: 'warning', info: 'note' };
    const counts = Object.entries(kinds).flatMap(([kind, name]) => {
      const n = found.filter(({ severity }) => severity === kind).length;
      return n === 0 ? [] : [count(n, name)];
    });
    return `${count(files, 'file')}: ${counts.join(', ') || 'no problems'}`;
  },
  notExplored: (states: number, isFull: boolean, fields: readonly string[]) =>
    isFull
      ? `not everything was tried: there are more than ${states} situations`
      : `not every value was tried of ${fields.join(', ')}`,
  formatted: (file: string) => `${file} formatted`,
  wouldFormat: (file: string) => `${file} is not formatted`,
  noTests: 'No tests found. A test of `door.dygram` is a file `door.test.dygram.json` beside it.',
  noTestsOf: (file: string, test: string) => `No test of \`${file}\` found. It would be a file \`${test}\`.`,
  noMachineOf: (file: string) =>
    `There is no machine beside \`${file}\`: \`door.test.dygram.json\` tests \`door.dygram\`.`,
  noExpectations: 'a test is an object with `expect`',
  unknownTestMember: (name: string, known: string[]) => `unknown member \`${name}\`; known are ${known.join(', ')}`,
  repliesOrStubs: 'a test has `replies` or `stubs`, not both',
  repliesAreLists: '`replies` must be lists of replies by node',
  membersAreObjects: '`input`, `stubs`, `values` and `visits` must be objects',
  noMoreReplies: (node: string) => `the test has no more replies for \`${node}\``,
  difference: (what: string, wanted: string | undefined, actual: string | undefined) =>
    `${what}: expected ${wanted ?? 'nothing'}, got ${actual ?? 'nothing'}`,
  tested: (tests: number, failed: number) =>
    `${count(tests, 'test')}, ${failed === 0 ? 'all passed' : `${failed} failed`}`,
  waits: 'The run is waiting.',
  toContinue: 'To continue it:',
  notSaved: 'The run was not saved. Add `--journal run.jsonl` to continue a run later.',
  addAgent: 'Add `--agent agent.mjs`, `--model openai:<name>` or `--stubs` to have agents called.',
  stubsWait: 'Runs with stubs are not saved. Use `--agent` and `--journal` for a run that you can continue.',
  seeShow: (journal: string) => `Run \`tracklight show ${journal}\` to see what the run is waiting for.`,
  noStep: (step: number, last: number) => `The run has no step ${step}; its last step is ${last}.`,
  ended: (outcome: Exclude<Outcome, { kind: 'running' }>) =>
    outcome.kind === 'failed'
      ? `The run failed at \`${outcome.failure.node}\`: ${outcome.failure.message}`
      : outcome.kind === 'blocked'
        ? `The run is blocked: ${outcome.report.text}`
        : `The run ${ENDS[outcome.kind]}.`,
  standsAt: (step: number, { kind }: Outcome, isWaiting: boolean) =>
    `Step ${step}: ${isWaiting ? 'waiting' : kind === 'cancelled' ? 'canceled' : kind}`,
  used: (input: number, output: number, cost: number) =>
    `${input} tokens in, ${output} out${cost > 0 ? `, cost ${cost}` : ''}`,
  path: (id: string) => `path ${id}`,
  notSet: 'not set',
  waitingForAgent: (id: string, node: string) => `waiting for agent at ${node} (${id})`,
  waitingForAnswer: (id: string, node: string, query: string, choices: readonly string[]) =>
    `waiting for answer at ${node}: ${query} (${id}${choices.length > 0 ? `: ${choices.join(', ')}` : ''})`,
  waitingForEvent: (name: string, node: string) => `waiting for event ${name} at ${node}`,
  waitingForTimer: (left: string, node: string) => `waiting for ${left} at ${node}`,
  needsNumber: 'It must be a whole number from 0.',
  needsPositive: 'It must be a number above 0.',
  notJsonFile: (file: string, why: string) => `\`${file}\` is not JSON: ${why}`,
  notLoaded: (file: string, why: string) => `Cannot load \`${file}\`: ${why}`,
  unreadable: (file: string, why: string) => `Cannot read \`${file}\`: ${why}`,
  unwritable: (file: string, why: string) => `Cannot write \`${file}\`: ${why}`,
  notText: (file: string) => `Cannot read \`${file}\`: it is not encoded as UTF-8.`,
  notThere: (file: string) => `\`${file}\` does not exist.`,
  notFolder: (file: string) => `\`${file}\` is not a folder.`,
  picturesDrawn: (pictures: number, files: number, drawn: number) =>
    `tracklight: ${count(pictures, 'picture')} in ${count(files, 'file')}, ${drawn} drawn anew`,
  picturesChecked: (pictures: number, files: number) =>
    `tracklight: ${count(pictures, 'picture')} in ${count(files, 'file')} checked`,
  pagesMade: (pages: number, folder: string) => `tracklight: ${count(pages, 'page')} in ${folder}`,
  notInside: 'It must name a folder inside the site, such as `tracklight`.',
  notAddress: 'It must be an http address.',
  prerendered: ({ pages, machines, pictures }: { pages: number; machines: number; pictures: number }) =>
    `tracklight: ${count(pages, 'page')}, ${count(machines, 'machine')}, ${count(pictures, 'picture')}`,
  notFence: (text: string) => `A line of the input is no fence: ${text}`,
  noMachine: (pages: number, notLive: number) =>
    notLive > 0
      ? `tracklight: no machine in ${count(pages, 'page')}, but ${count(notLive, 'code block')} of DyGram without ` +
        'the word `live`: `--all` takes them too.'
      : `tracklight: no machine in ${count(pages, 'page')}. ` +
        'Prerender finds code blocks of the language `dygram` and <tracklight-machine> elements.',
};
