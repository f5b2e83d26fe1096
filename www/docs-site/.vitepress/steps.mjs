// The runs in the guides as tables of steps. In the guides they are blocks in the notation of the tests, which check
// every line (tests/docs.rs); here each line is put into words.

/** Words of the page for the states of a path. */
export const STATUS = {
  active: 'ready',
  awaitingAgent: 'waiting for agent',
  awaitingAnswers: 'waiting for answer',
  awaitingEvent: 'waiting for event',
  parked: 'waiting at join',
  blocked: 'blocked',
  forked: 'forked',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'canceled',
  merged: 'merged',
};

/** How a run ended, or why it stands; the states of its paths are beside it. */
const OUTCOMES = /^(completed|failed|blocked|cancelled|notStarted)$/;
const REQUEST = '(?:(agent-[\\d-]+) ?)?';

/**
 * What a line does, in Markdown. The order matters: the first that matches is taken.
 * @type {[RegExp, (...parts: string[]) => string][]}
 */
const ACTIONS = [
  [/^start$/, () => 'Start'],
  [/^step$/, () => 'Step'],
  [/^back (\d+)$/, (n) => (n === '1' ? 'Back one step' : `Back ${n} steps`)],
  [/^time (\d+)$/, (ms) => `${Number(ms).toLocaleString('en')} ms have passed`],
  [new RegExp(`^reply ${REQUEST}fail (.+)$`), (id, text) => `The agent${of(id)} fails: “${text}”`],
  [new RegExp(`^reply ${REQUEST}more (.+)$`), (id, calls) => `The agent${of(id)} calls ${callsOf(calls)} and goes on`],
  [new RegExp(`^reply ${REQUEST}(\\w.*)$`), (id, calls) => `The agent${of(id)} calls ${callsOf(calls)}`],
  [new RegExp(`^reply ?${REQUEST}$`), (id) => `The agent${of(id)} replies`],
  [/^answer (\S+) error (.+)$/, (id, text) => `Answer ${code(id)} with the error “${text}”`],
  [/^answer (\S+) (\{.+\})$/, (id, values) => `Answer ${code(id)}: ${code(values)}`],
  [/^answer (\S+) (.+)$/, (id, text) => `Answer ${code(id)}: “${text}”`],
  [/^send (\S+)$/, (name) => `Send ${code(name)}`],
  [/^send (\S+) (.+)$/, (name, data) => `Send ${code(name)} with ${code(data)}`],
  [/^elapse (.+)$/, (span) => `${span} pass`],
  [/^set (\S+) (\S+) (.+)$/, (path, field, value) => `Set ${code(field)} of path ${path} to ${code(value)}`],
  [/^choose (\S+) (\S+) (\S+)$/, (path, from, to) => `Choose ${code(from)} → ${code(to)} for path ${path}`],
  [/^get (\S+) (.+)$/, (path, expression) => `Value of ${code(expression)} on path ${path}`],
  [/^tools$/, () => 'Tools that are offered'],
  [/^prompt$/, () => 'Prompt'],
  [/^events$/, () => 'Events of this step'],
];
/** Whose results are words of the program, in a list. */
const IN_WORDS = /^(tools|events)$/;

const code = (/** @type {string} */ text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``);
const of = (/** @type {string | undefined} */ request) => (request ? ` of ${code(request)}` : '');
const callsOf = (/** @type {string} */ calls) =>
  calls
    .split(' ; ')
    .map((call) => code(call.trim().replace(/ \{\}$/, '')))
    .join(', then ');

/** @param {string} line */
function action(line) {
  for (const [pattern, say] of ACTIONS) {
    const parts = pattern.exec(line);
    if (parts) return say(...parts.slice(1));
  }
  throw new Error(`no words for the line \`${line}\` of a run`);
}

/** The state of one path, or of the run. @param {string} text */
function state(text) {
  const [, path, status = '', node] = /^([\d.]+) (\w+) at (\S+)$/.exec(text) ?? [];
  if (path === undefined) return null;
  const word = STATUS[/** @type {keyof typeof STATUS} */ (status)];
  if (word === undefined) throw new Error(`no words for the state \`${status}\``);
  return `path ${path} ${word} at ${code(node ?? '')}`;
}

/** @param {string} asked @param {string} text */
function result(asked, text) {
  const [, refusal] = /^refused (\S+)$/.exec(text) ?? [];
  if (refusal) return `rejected: ${code(refusal)}`;
  if (IN_WORDS.test(asked)) return text.split(' ').map(code).join(' ');
  const parts = text.split('; ');
  const states = parts.filter((part) => !OUTCOMES.test(part)).map(state);
  if (states.includes(null)) return code(text);
  const outcome = parts.find((part) => OUTCOMES.test(part));
  return [...states, ...(outcome ? [`the run is ${outcome}`] : [])].join('; ');
}

/**
 * The table of a block, in Markdown.
 * @param {string} kind `trace` or `values` @param {string} block
 */
export function stepsTable(kind, block) {
  const rows = block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const at = line.indexOf(' => ');
      const [asked, given] = [line.slice(0, at).trim(), line.slice(at + 4).trim()];
      return kind === 'values' ? [code(asked), code(given)] : [action(asked), result(asked, given)];
    });
  const head = kind === 'values' ? ['expression', 'value'] : ['what happens', 'then'];
  const row = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [head, ['---', '---'], ...rows].map(row).join('');
}
