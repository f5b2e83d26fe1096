// What site builds and the command line say.

import { FORMATS } from '../exchange/formats.ts';

const IMPORT_FORMATS = FORMATS.map(({ id }) => id);

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`;

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

  /** By command. */
  usage: {
    render: `Usage: tracklight render <machine.dygram> [-o <file>] [options]

Draws a machine.

  -o, --output <file>      Write to a file instead of standard output
  --format svg|dot         SVG by default, or Graphviz DOT
  --theme light|dark|auto  Colors. auto follows the theme of whoever looks at the SVG. Default: light
  --png                    PNG instead of SVG, in the light or the dark theme
  --scale <n>              Pixels of the PNG for one of the SVG. Default: 2
  --tick <n>               Draw the run after step n
  --run <script.json>      Inputs and stubs of that run: {"inputs": {…}, "stubs": {…}}
  --animate                Draw a run as an SVG that moves by CSS, without scripts
  --from <n>, --to <n>     Its first and last step. Default: the whole run, at most 60 steps
  --seconds <n>            How long a step is shown. Default: 1.5
  --once                   Stop at the last step instead of beginning again
  --direction TB|LR        Top to bottom, or left to right
`,
    prerender: `Usage: tracklight prerender <folder> [options]

Finds code blocks of the language \`dygram\` marked \`live\` and <tracklight-machine> elements in all .html files below
the folder and writes the drawing of each machine into them. Everything else stays as it is. Running it again updates
the pictures.

  --all             Take all code blocks of DyGram, also those without the word \`live\`
  --files <name>    Copy the element's files to that folder of the site, and load them in the pages with machines
  --page <address>  Address of the playground that Open and Share lead to
  -q, --quiet       Say only what is wrong
`,
    pictures: `Usage: tracklight pictures [<file or folder>…] [--check] [--quiet]

Draws the pictures of fences in Markdown files, for pages that run no scripts, as a README. A fence names its picture,
beside the page: \`dygram picture=images/door.svg\`. The page shows it as any image: ![Door](images/door.svg)
More keys of a fence: tick=<n>, animate, theme=light|dark|auto (default: auto), direction=TB|LR, label="…", agent=auto.
Folders are searched, but for node_modules and those whose name begins with a dot. Default: this folder.

  --check      Draw nothing, and fail if a picture is missing or old
  -q, --quiet  Print problems only
`,
    page: `Usage: tracklight page <machine.dygram>… -o <folder> --url <address> [options]

Makes a static page for each machine: <name>.html with its picture, <name>.png for previews where somebody posts its
address, and <name>.oembed.json. The title is the machine's; the attribute \`description\` of the machine says more.

  -o, --output <folder>    Where the files are written
  --url <address>          Address that the folder will have: previews need whole addresses
  --page <address>         Address of the playground that \`Open in playground\` leads to
  --theme light|dark       Colors of the preview; the page follows its reader. Default: light
  --tick, --run, --direction  As in \`tracklight render\`
`,
    import: `Usage: tracklight import <file> [-o <file>] [options]

Writes a file of another notation as a machine: Mermaid state diagrams and flowcharts, LangGraph graphs as Mermaid or
JSON, XState 4 and 5, AWS Step Functions, SCXML, Graphviz DOT. \`-\` reads standard input. What the machine does not
have of the file is printed as warnings, and stands in the machine as comments.

  -o, --output <file>  Write to a file instead of standard output
  --format <name>      Read it as ${IMPORT_FORMATS.join(', ')}.
                       Default: recognized by its content
  -q, --quiet          Do not print what is lost
`,
    fences: `Usage: tracklight fences

Draws fences for plugins that are no JavaScript. It reads a line of JSON for each fence from standard input,
{"attributes": [[name, value], …], "source", "file", "line", "page"?}, writes one for each, {"html", "warnings"}, and
ends with its input.
`,
  },
  usageEnd: `
Exit codes: 0 done, 1 a file or machine failed, 2 wrong usage.
`,
  usageOfAll: `Usage:
  tracklight render <machine.dygram> [-o <file>] [options]       Draw a machine
  tracklight pictures [<file or folder>…] [--check]              Draw the pictures of fences in Markdown files
  tracklight page <machine.dygram>… -o <folder> --url <address>  Make a page with a preview for each machine
  tracklight prerender <folder> [options]                        Add pictures to the machines of a built site
  tracklight import <file> [-o <file>]                           Make a machine of a diagram or configuration
  tracklight fences                                              Draw fences for plugins that are no JavaScript
  tracklight <command> --help | --help | --version
`,
  unknownCommand: (name: string) => `Unknown command \`${name}\`.`,
  unknownOption: (name: string) => `Unknown option \`${name}\`.`,
  needsValue: (name: string) => `\`${name}\` needs a value.`,
  needsOne: (name: string, values: readonly string[]) => `\`${name}\` must be one of ${values.join(', ')}.`,
  needsNumber: (name: string) => `\`${name}\` must be a whole number from 0.`,
  needsPositive: (name: string) => `\`${name}\` must be a number above 0.`,
  noFile: 'Name the machine to draw.',
  noImport: 'Name the file to import.',
  noFolder: 'Name the folder of the built site.',
  noOutput: 'Name the folder for the pages with `-o`.',
  noUrl: 'Name the address that the folder will have with `--url`: previews need whole addresses.',
  pngNeedsTheme: 'A PNG has one theme: `--theme` must be light or dark.',
  pngIsStill: '`--png` goes with neither `--animate` nor `--format dot`.',
  scaleIsOfPng: '`--scale` is for `--png`.',
  sameName: (name: string) => `Two machines are named \`${name}\`: their pages would be the same file.`,
  extra: (word: string) => `Unexpected argument \`${word}\`.`,
  seeHelp: 'Run `tracklight --help` for the usage.',
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
  notInside: (option: string, value: string) =>
    `\`${option}\` must name a folder inside the site, such as \`tracklight\`; got \`${value}\`.`,
  notAddress: (option: string, value: string) => `\`${option}\` must be an http address; got \`${value}\`.`,
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
