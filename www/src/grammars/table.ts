// How the language is coloured without the core: a table of token rules, from which the grammar of every highlighter is
// made.
//
// A state has rules, which are tried in order at each place, and what ends it comes before them. Each rule gives its
// text one class; it may begin another state, which goes on until its end is found or, where it says so, until the end
// of its line. What no rule matches has the class of the state. Patterns see one line, because that is all that
// TextMate and CodeMirror show, and consist of what JavaScript, Oniguruma and Python read alike: no look-behind, no
// groups with a number, no properties of characters.

import type { Class } from './classes.ts';

export interface Rule {
  match: string;
  /** Nothing where no colour fits. */
  class: Class | null;
  /** The state that begins behind it. */
  begins?: string;
}

export interface State {
  rules: Rule[];
  /** Ends the state. Without a class it is empty text, before something that the state around reads. */
  end?: { match: string; class: Class | null };
  /** Ends with its line too. */
  isLine?: boolean;
  /** The class of what no rule matches. */
  text?: Class;
}

/** What a name may begin with, within brackets. */
export const FIRST = 'A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u1fff\u2c00-\u2dff\u3005-\ud7ff\uf900-\ufdff\ufe70-\uffdc';
const NEXT = `${FIRST}0-9`;
const NAME = `[${FIRST}][${NEXT}]*`;
const PATH = `${NAME}(?:[ \\t]*\\.[ \\t]*${NAME})*`;
const KEY = `${NAME}(?:-${NAME})*`;
const GAP = '[ \\t]*';
/** A number, or a word that begins with one: `30s`, `1.2.3`, `80%`. */
const NUMBER = `(?:[0-9.]+[eE][-+][0-9]+|[0-9](?:[${NEXT}%]|\\.(?=[0-9]))*)`;
/** What ends a label, whichever began it. */
const CLOSER = '-->|->|=>';
/** The annotations between a key and its colon. */
const BETWEEN = `(?:${GAP}@${NAME}(?:\\((?:"[^"\\n]*"|'[^'\\n]*'|[^()"'\\n])*\\))?)*${GAP}`;
/** Behind the key of an attribute: its colon, or its type. */
const KEYED = `(?=${BETWEEN}:|${GAP}<(?![-=|]))`;

const rule = (match: string, name: Class | null, begins?: string): Rule =>
  begins === undefined ? { match, class: name } : { match, class: name, begins };

const COMMENTS = [
  rule('//.*', 'comment'),
  rule(`#(?![${NEXT}]).*`, 'comment'),
  rule('/\\*', 'comment', 'blockComment'),
];
const ANNOTATIONS = [
  rule(`@${GAP}${NAME}(?=${GAP}\\()`, 'annotation', 'annotation'),
  rule(`@${GAP}${NAME}`, 'annotation'),
];
const NESTED = rule('\\{', 'punctuation', 'block');

/** A text in either quotes, as the states `…Double` and `…Single`. */
const QUOTES = { Double: '"', Single: "'" };
const quoted = (state: string, name: Class) =>
  Object.entries(QUOTES).map(([quotes, mark]) => rule(mark, name, state + quotes));
const texts = (state: string, make: (mark: string) => State) =>
  Object.fromEntries(Object.entries(QUOTES).map(([quotes, mark]) => [state + quotes, make(mark)]));

/** Several words without quotes, none of which is a value by itself. */
const WORD = `(?!#[ \\t])[^\\s;,:{}()\\[\\]"'@/]+`;
const words = (joined: string, behind: string) =>
  rule(`${WORD}(?:(?:[ \\t]+|${joined})${WORD})+(?=${GAP}(?:${behind}|//|$))`, 'string');

/** One value, with the states of its lists and texts. */
const value = (list: string, string: string) => [
  ...quoted(string, 'string'),
  rule(`-?${NUMBER}`, 'number'),
  rule(`(?:true|false|null)(?![${NEXT}])(?!${GAP}\\.)`, 'constant'),
  rule(`#[${NEXT}]+`, 'external'),
  rule(PATH, 'reference'),
  rule('\\[', 'punctuation', list),
  NESTED,
];

/** Type, annotations and value behind the key of an attribute. */
const attribute = (list: string, string: string): State => ({
  end: { match: `(?=[;,})\\]]|${KEY}${GAP}:|"[^"\\n]*"${GAP}:)`, class: null },
  isLine: true,
  rules: [
    ...COMMENTS,
    ...ANNOTATIONS,
    rule('<', 'punctuation', 'type'),
    rule(':', 'punctuation'),
    words(',', '[;}]'),
    ...value(list, string),
  ],
});

const list = (own: string, string: string): State => ({
  end: { match: '\\]', class: 'punctuation' },
  rules: [...COMMENTS, ...value(own, string), rule('[,;:]', 'punctuation')],
});

/** A text; with templates, `{{ }}` in it is code. */
const text = (name: Class, hasTemplates: boolean) => (mark: string) => ({
  end: { match: mark, class: name },
  text: name,
  rules: [
    rule('\\\\.', name),
    ...(hasTemplates ? [rule(`\\{\\{(?=[^${mark}\\n]*\\}\\})`, 'template', 'template')] : []),
  ],
});

/** Attributes whose texts may hold templates. */
const TEMPLATED = '(?:prompt|title|description|desc|needs|wants)';
const ITEMS = [
  ...COMMENTS,
  ...ANNOTATIONS,
  rule(`${TEMPLATED}${KEYED}`, 'attribute', 'templatedAttribute'),
  rule(`${NAME}${KEYED}`, 'attribute', 'attribute'),
  // With a hyphen it may also be a name and the label behind it.
  rule(`${KEY}(?=${GAP}:)(?!.*[-=]>)`, 'attribute', 'attribute'),
  rule(`(?:"[^"\\\\\\n]*"|'[^'\\\\\\n]*')(?=${GAP}:)`, 'attribute', 'attribute'),
  rule(`["'](?:\\*|[0-9]+(?:\\.\\.(?:[0-9]+|\\*))?)["'](?=${GAP}[-=<*${FIRST}])`, 'multiplicity'),
  ...quoted('title', 'title'),
  rule('<-->|<\\|--|\\*-->|o-->|-->|->|=>', 'arrow'),
  rule('(?:<--|--)(?=.*-->|.*,[ \\t]*$)', 'arrow', 'longLabel'),
  rule('-(?=.*->|.*,[ \\t]*$)', 'arrow', 'label'),
  rule('=(?=.*=>|.*,[ \\t]*$)', 'arrow', 'fatLabel'),
  rule(`${NAME}(?=[ \\t]+(?!o-->)[${FIRST}])`, 'type'),
  rule(PATH, 'node'),
  rule('\\(', 'punctuation', 'arguments'),
  NESTED,
  rule('[\\[\\]{}(),;:.<>|?]', 'punctuation'),
];

/** Names that lead to no node although a dot follows. */
const BUILT_IN =
  '(?:errorCount|errors|activeState|visits|pathErrors|attempt|lastError|path|item|index|total|_mapItem|_mapIndex|' +
  '_mapTotal|round|machine)';
/** The tokens of a condition or a template. */
const EXPRESSION = [
  rule('"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\'', 'string'),
  rule(NUMBER, 'number'),
  rule(`(?:true|false|null)(?![${NEXT}])`, 'constant'),
  rule(`in(?![${NEXT}])`, 'operator'),
  rule(`${BUILT_IN}(?=${GAP}\\.)`, 'variable'),
  rule(`${NAME}(?=${GAP}\\.)`, 'node'),
  rule(NAME, 'variable'),
  rule(`\\.(?=${GAP}[${FIRST}])`, 'punctuation', 'member'),
  rule('[()\\[\\]{},.]', 'punctuation'),
  rule('\\\\.|\\S', 'operator'),
];

const CONDITION = '(?:when|if|unless|condition)';
/** A text with an operator behind it is the beginning of a condition without quotes around it. */
const COMPARED = `(?!${GAP}:${GAP}(?:"[^"\\n]*"|'[^'\\n]*')${GAP}(?:[<>+?|!&/%*.\\[]|=(?!>)|-(?!-?>)|in(?![${NEXT}])))`;
const label = (closer: string): State => ({
  end: { match: closer, class: 'arrow' },
  text: 'label',
  rules: [
    ...ANNOTATIONS,
    rule(`${CONDITION}(?=${GAP}:${GAP}["'])${COMPARED}`, 'labelKey', 'quotedCondition'),
    rule(`${CONDITION}(?=${GAP}:)`, 'labelKey', 'bareCondition'),
    rule(`${NAME}(?=${GAP}:)`, 'labelKey', 'labelValue'),
    ...quoted('labelText', 'label'),
    rule(NAME, 'label'),
    rule('\\(', 'punctuation', 'arguments'),
    rule('\\[', 'punctuation', 'list'),
    NESTED,
    rule('[,;]', 'punctuation'),
  ],
});

/** Behind the value of a label's key. */
const BEHIND = `(?=[\\s,;@\\]]|${CLOSER}|$)`;

/** All states; a text begins in `start`. */
export const STATES: Record<string, State> = {
  start: {
    rules: [rule(`machine(?=${GAP}["'])`, 'keyword'), rule(`import(?=${GAP}\\{)`, 'keyword', 'import'), ...ITEMS],
  },
  block: { end: { match: '\\}', class: 'punctuation' }, rules: ITEMS },
  import: {
    end: { match: '(?=;)', class: null },
    isLine: true,
    rules: [
      ...COMMENTS,
      rule('\\{', 'punctuation', 'imported'),
      rule(`from(?=${GAP}["'])`, 'keyword'),
      ...quoted('string', 'string'),
    ],
  },
  imported: {
    end: { match: '\\}', class: 'punctuation' },
    rules: [...COMMENTS, rule(`as(?=[ \\t]+[${FIRST}])`, 'keyword'), rule(PATH, 'node'), rule(',', 'punctuation')],
  },
  blockComment: { end: { match: '\\*/', class: 'comment' }, text: 'comment', rules: [] },
  annotation: {
    end: { match: '(?=[^(\\s])', class: null },
    isLine: true,
    rules: [rule('\\(', 'punctuation', 'arguments')],
  },
  arguments: {
    end: { match: '\\)', class: 'punctuation' },
    rules: [
      ...COMMENTS,
      rule(`${KEY}(?=${GAP}:)`, 'parameter'),
      words(`,${GAP}(?!${KEY}${GAP}:)`, '[;)]'),
      ...value('list', 'string'),
      rule('\\(', 'punctuation', 'arguments'),
      rule('[,;:]', 'punctuation'),
    ],
  },
  attribute: attribute('list', 'string'),
  templatedAttribute: attribute('templatedList', 'templatedString'),
  list: list('list', 'string'),
  templatedList: list('templatedList', 'templatedString'),
  type: {
    end: { match: '>', class: 'punctuation' },
    isLine: true,
    rules: [
      rule('<', 'punctuation', 'type'),
      rule('"[^"\\n]*"|\'[^\'\\n]*\'', 'valueType'),
      rule(`-?${NUMBER}`, 'valueType'),
      rule(PATH, 'valueType'),
      rule('[|,?]', 'punctuation'),
    ],
  },
  ...texts('title', text('title', true)),
  ...texts('string', text('string', false)),
  ...texts('templatedString', text('string', true)),
  ...texts('labelText', text('label', true)),
  template: { end: { match: '\\}\\}', class: 'template' }, rules: EXPRESSION },
  member: { end: { match: NAME, class: 'attribute' }, rules: [] },
  label: label('->'),
  longLabel: label('-->'),
  fatLabel: label('=>'),
  labelValue: {
    end: { match: BEHIND, class: null },
    rules: [
      rule(':[ \\t]*', 'punctuation'),
      ...quoted('string', 'string'),
      rule('\\[', 'punctuation', 'list'),
      NESTED,
      rule(`-?${NUMBER}${BEHIND}`, 'number'),
      rule(`(?:true|false|null)${BEHIND}`, 'constant'),
      rule(`${PATH}${BEHIND}`, 'reference'),
      rule(`[^\\s,;@"']+?${BEHIND}`, 'label'),
    ],
  },
  quotedCondition: {
    end: { match: `(?=[^:"'\\s])`, class: null },
    rules: [rule(':', 'punctuation'), ...quoted('condition', 'condition')],
  },
  ...texts('condition', (mark) => ({ end: { match: mark, class: 'condition' }, rules: EXPRESSION })),
  bareCondition: {
    end: { match: `(?=[,;@\\]]|${CLOSER})`, class: null },
    rules: [rule(':', 'punctuation'), ...EXPRESSION],
  },
};
