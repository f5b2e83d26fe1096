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
  notRecognized: 'the text is in no notation that can be read',
  noFormat: (name: string) => `there is no format \`${name}\``,
  importFailed: (file: string, place: string, message: string) => `${file}${place}: ${message}`,
  linkTooLarge: (what: string, over: number | undefined) =>
    `The run is too large for a link: ${what}${over === undefined ? '' : ` (${over} over the limit)`}. ` +
    'Open the journal in the page instead.',
  noRunLink: (why: string) => `No link holds this run: ${why}. Open the journal in the page instead.`,
  exportLoss: (file: string, what: string) => `${file}: lost: ${what}`,
  exportFailed: (file: string, line: number, column: number, errors: number, first: string) =>
    `${file}:${line}:${column}: ${first}${errors > 1 ? `; ${count(errors - 1, 'more error')}` : ''}`,
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

  about: 'Checks, runs, tests and draws machines of the language DyGram.',
  exitCodes: `
Exit codes: 0 done, 1 failed or something was found, 2 the run waits,
64 wrong usage.`,
  seeHelp: 'Run `tracklight --help` or `tracklight <command> --help` for the usage.',
  /** Of commands and their options, in the help. */
  says: {
    version: 'print the version',
    quiet: 'print problems only',
    output: 'write to a file instead of standard output',
    direction: 'top to bottom, or left to right',
    tick: 'draw the run after step n',
    script: 'inputs and stubs of that run: {"inputs": {…}, "stubs": {…}}',
    render: 'Draw a machine.',
    format: 'drawing, or Graphviz DOT',
    theme: 'colors; auto follows the theme of whoever looks at the SVG (default: light)',
    png: 'PNG instead of SVG, in the light or the dark theme',
    scale: 'pixels of the PNG for one of the SVG (default: 2)',
    animate: 'draw a run as an SVG that moves by CSS, without scripts',
    from: 'its first step',
    to: 'its last step; without it the whole run, at most 60 steps',
    seconds: 'how long a step is shown',
    once: 'stop at the last step instead of beginning again',
    pictures:
      'Draw the pictures of fences in Markdown files, for pages that run no scripts, as a README. A fence ' +
      'names its picture, beside the page: `dygram picture=images/door.svg`. The page shows it as any image: ' +
      '![Door](images/door.svg). More keys of a fence: tick=<n>, animate, theme=light|dark|auto (default: ' +
      'auto), direction=TB|LR, label="…", agent=auto.',
    picturePaths: 'Markdown files, or folders to search, but for node_modules and hidden ones (default: this folder)',
    picturesCheck: 'draw nothing, and fail if a picture is missing or old',
    page:
      'Make a static page for each machine: <name>.html with its picture, <name>.png for previews where ' +
      "somebody posts its address, and <name>.oembed.json. The title is the machine's; the attribute " +
      '`description` of the machine says more.',
    pageFolder: 'where the files are written',
    pageUrl: 'address that the folder will have: previews need whole addresses',
    pageTheme: 'colors of the preview; the page follows its reader (default: light)',
    playground: 'address of the playground that Open and Share lead to',
    prerender:
      'Find code blocks of the language `dygram` marked `live` and <tracklight-machine> elements in all .html ' +
      'files below the folder and write the drawing of each machine into them. Everything else stays as it is. ' +
      'Running it again updates the pictures.',
    all: 'take all code blocks of DyGram, also those without the word `live`',
    files: "copy the element's files to that folder of the site, and load them in the pages with machines",
    import:
      'Write a file of another notation as a machine: Mermaid state diagrams and flowcharts, LangGraph graphs ' +
      'as Mermaid or JSON, XState 4 and 5, AWS Step Functions, SCXML, Graphviz DOT. What the machine does not ' +
      'have of the file is printed as warnings, and stands in the machine as comments.',
    importedFile: '`-` reads standard input',
    importFormat: 'what it is in; without, that is recognized by its content',
    importQuiet: 'do not print what is lost and added',
    export:
      'Write a machine in another notation: Mermaid, a program for XState 5, a skeleton for LangGraph in Python, ' +
      'Graphviz DOT, JSON. What it does not have of the machine is printed as warnings, and stands in it as comments.',
    notation: 'what is written',
    exportQuiet: 'do not print what is lost',
    link: 'Print a share link to a run from its journal, up to its last step.',
    linkPage: 'address of the playground; without it only what stands behind it is printed',
    fences:
      'Draw fences for plugins that are no JavaScript. Reads a line of JSON for each fence from standard ' +
      'input, {"attributes": [[name, value], …], "source", "file", "line", "page"?}, writes one for each, ' +
      '{"html", "warnings"}, and ends with its input.',
    check: 'Print what is wrong with machines. Fails if there is an error.',
    strict: 'fail for warnings too',
    explore: 'try every reply that can make a difference, and report what goes wrong; fails for what it finds',
    checkFormat: 'lines for people, JSON, or annotations of GitHub Actions',
    fmt: 'Write machines in the layout of the language.',
    fmtCheck: 'change nothing, and fail if a file would change',
    run: 'Run a machine until it has ended or waits, and print what happens.',
    input: 'values that the run starts with: {"Context": {"field": value}}',
    agent: 'module whose default export is an agent, or agents by node or model',
    model: 'model that replies: openai:<name> or anthropic:<name>, with the key in the environment',
    baseUrl: 'address of the API of the model',
    journal: 'keep the run in this file, so that it can be resumed',
    stubs: 'reply with the stubs of the machine; generated replies where there is none',
    resume: 'Go on with a run from its journal.',
    answer: 'Answer a question that a run waits for, and go on with the run.',
    question: 'id of the question, as `tracklight show` prints it',
    answerValue: 'text, or the fields of a form as JSON',
    send: 'Send an event to a run, and go on with it.',
    eventData: 'data of the event as JSON',
    cancel: 'Cancel a run.',
    show: 'Print where a run stands: its values and what it waits for.',
    step: 'as it was after step n',
    svg: 'also draw it',
    test:
      'Run the tests of machines: `name.test.dygram.json` and `name.<anything>.test.dygram.json` beside ' +
      '`name.dygram`. A test is {"input", "replies" or "stubs", "expect": {"outcome", "at", "values", ' +
      '"visits"}}.',
    testPaths: 'machines, tests, or folders to search (default: this folder)',
  },
  pngNeedsTheme: 'A PNG has one theme: `--theme` must be light or dark.',
  pngIsStill: '`--png` goes with neither `--animate` nor `--format dot`.',
  scaleIsOfPng: '`--scale` is for `--png`.',
  sameName: (name: string) => `Two machines are named \`${name}\`: their pages would be the same file.`,
  needsOne: (name: string, values: readonly string[]) => `\`${name}\` must be one of ${values.join(', ')}.`,
  needsModel: 'It must be openai:<name> or anthropic:<name>.',
  needsJson: 'It must be JSON.',
  stubsAlone: '`--stubs` goes with neither `--agent` nor `--model` nor `--journal`.',
  oneAgent: 'Name either `--agent` or `--model`.',
  baseUrlIsOfModel: '`--base-url` is for `--model`.',
  notInput: (file: string) => `\`${file}\` must hold an object of fields for each context.`,
  noAgentIn: (file: string) => `The default export of \`${file}\` must be a function, or functions by node or model.`,
  interrupted: 'The run was stopped. With a journal, `tracklight resume` goes on with it.',
  checked: (files: number, found: number) =>
    `${count(files, 'file')}, ${found === 0 ? 'nothing found' : count(found, 'finding')}`,
  notExplored: (states: number, isFull: boolean, fields: readonly string[]) =>
    isFull
      ? `not everything was tried: there are more than ${states} situations`
      : `not every value was tried of ${fields.join(', ')}`,
  formatted: (file: string) => `${file} formatted`,
  wouldFormat: (file: string) => `${file} is not formatted`,
  noTests: 'There is no test: a file such as `door.test.dygram.json` beside `door.dygram`.',
  noTestsOf: (file: string) => `\`${file}\` has no test beside it: a file such as \`door.test.dygram.json\`.`,
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
  waits: 'The run waits.',
  ended: (outcome: Exclude<Outcome, { kind: 'running' }>) =>
    outcome.kind === 'failed'
      ? `The run failed at \`${outcome.failure.node}\`: ${outcome.failure.message}`
      : outcome.kind === 'blocked'
        ? `The run is blocked: ${outcome.report.text}`
        : `The run ${ENDS[outcome.kind]}.`,
  standsAt: (step: number, { kind }: Outcome) => `Step ${step}, ${kind}`,
  used: (input: number, output: number, cost: number) =>
    `${input} tokens in, ${output} out${cost > 0 ? `, cost ${cost}` : ''}`,
  path: (id: string) => `path ${id}`,
  notSet: 'not set',
  waitsForAgent: (id: string, node: string) => `waits for the agent of ${node} (${id})`,
  waitsForAnswer: (id: string, node: string, query: string, choices: readonly string[]) =>
    `waits for an answer at ${node}: ${query} (${id}${choices.length > 0 ? `: ${choices.join(', ')}` : ''})`,
  waitsForEvent: (name: string, node: string) => `waits for the event ${name} at ${node}`,
  waitsForTime: (left: string, node: string) => `waits ${left} at ${node}`,
  needsNumber: 'It must be a whole number from 0.',
  needsPositive: 'It must be a number above 0.',
  notJsonFile: (file: string, why: string) => `\`${file}\` is not JSON: ${why}`,
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
