// What site builds and the command line say.

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
  notRecorded: (node: string) => `Nothing was recorded for this request of \`${node}\`.`,

  usage: `Usage:
  tracklight render <machine.dygram> [-o <file>] [options]   Draw a machine
  tracklight prerender <folder> [options]                    Add pictures to the machines of a built site
  tracklight --help | --version

Options of render:
  -o, --output <file>     Write to a file instead of standard output
  --format svg|dot        SVG by default, or Graphviz DOT
  --tick <n>              Draw the run after step n
  --run <script.json>     Inputs and stubs of that run: {"inputs": {…}, "stubs": {…}}
  --animate               Draw a run as an SVG that moves by CSS, without scripts
  --from <n>, --to <n>    Its first and last step. Default: the whole run, at most 60 steps
  --seconds <n>           How long a step is shown. Default: 1.5
  --once                  Stop at the last step instead of beginning again
  --direction TB|LR       Top to bottom, or left to right
  --theme light|auto      Colors: light, or those of the page that the SVG becomes part of. Default: light

Options of prerender:
  --all                   Take all code blocks of DyGram, also those without the word \`live\`
  --files <name>          Copy the element's files to that folder of the site, and load them in the pages with machines
  --page <address>        Address of the playground that Open and Share lead to
  --quiet                 Say only what is wrong

prerender finds code blocks of the language \`dygram\` marked \`live\` and <tracklight-machine> elements in all .html
files below the folder and writes the drawing of each machine into them. Everything else stays as it is. Running it
again updates the pictures.

Exit codes: 0 done, 1 a file or machine failed, 2 wrong usage.
`,
  unknownCommand: (name: string) => `Unknown command \`${name}\`.`,
  unknownOption: (name: string) => `Unknown option \`${name}\`.`,
  needsValue: (name: string) => `\`${name}\` needs a value.`,
  needsOne: (name: string, values: readonly string[]) => `\`${name}\` must be one of ${values.join(', ')}.`,
  needsNumber: (name: string) => `\`${name}\` must be a whole number from 0.`,
  needsPositive: (name: string) => `\`${name}\` must be a number above 0.`,
  noFile: 'Name the machine to draw.',
  noFolder: 'Name the folder of the built site.',
  extra: (word: string) => `Unexpected argument \`${word}\`.`,
  seeHelp: 'Run `tracklight --help` for the usage.',
  unreadable: (file: string, why: string) => `Cannot read \`${file}\`: ${why}`,
  unwritable: (file: string, why: string) => `Cannot write \`${file}\`: ${why}`,
  notFolder: (file: string) => `\`${file}\` is not a folder.`,
  notInside: (option: string, value: string) =>
    `\`${option}\` must name a folder inside the site, such as \`tracklight\`; got \`${value}\`.`,
  notAddress: (option: string, value: string) => `\`${option}\` must be an http address; got \`${value}\`.`,
  prerendered: ({ pages, machines, pictures }: { pages: number; machines: number; pictures: number }) =>
    `tracklight: ${count(pages, 'page')}, ${count(machines, 'machine')}, ${count(pictures, 'picture')}`,
  noMachine: (pages: number, notLive: number) =>
    notLive > 0
      ? `tracklight: no machine in ${count(pages, 'page')}, but ${count(notLive, 'code block')} of DyGram without ` +
        'the word `live`: `--all` takes them too.'
      : `tracklight: no machine in ${count(pages, 'page')}. ` +
        'Prerender finds code blocks of the language `dygram` and <tracklight-machine> elements.',
};
