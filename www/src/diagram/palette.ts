// The colors of a drawing: what stands in the DOT text is the light value (`src/view/palette.rs`), and each has a
// custom property of the page (`ui/tokens.css`).
// Colors are mapped by value, so that those chosen in the source stay as they are. They are mapped in the attributes: a
// style sheet with a rule for each value would compare every shape with every color.

/** Tokens by the light value that the DOT text has. */
const FILLS: Record<string, string> = {
  '#fafbfc': 'canvas',
  '#ffffff': 'panel',
  white: 'panel',
  '#f3f5f8': 'cluster-fill',
  '#fdeed8': 'init-fill',
  '#f0f2f5': 'end-fill',
  '#e2eefb': 'task-fill',
  '#eee7fa': 'state-fill',
  '#eef1f4': 'plain-fill',
  '#e1f3e5': 'context-fill',
  '#faf4cd': 'tool-fill',
  '#f3f4f6': 'type-fill',
  '#fffbe3': 'note-fill',
  '#fdeeb5': 'changed-fill',
  '#ffe0e0': 'invalid-fill',
};
const LINES: Record<string, string> = {
  '#b87a1c': 'init-line',
  '#4a5563': 'end-line',
  '#5b8bc0': 'task-line',
  '#8f70bd': 'state-line',
  '#7d8894': 'plain-line',
  '#5a9769': 'context-line',
  '#958420': 'tool-line',
  '#9c8f34': 'note-line',
  '#8390a0': 'cluster-line',
  '#66727f': 'edge',
  '#4d8a5d': 'data',
  '#828e9b': 'quiet',
  '#1a7f37': 'current',
  '#5c7799': 'visited',
  '#1d5fbf': 'waiting',
  '#8a3fa8': 'answers',
  '#a85a00': 'blocked',
  '#c22f2f': 'failed',
};
/** Path colors by value; the spelling of the digits is the core's. */
const PATHS: Record<string, string> = {
  '#0b5fa5': 'path-1',
  '#a84300': 'path-2',
  '#00704a': 'path-3',
  '#7e3a96': 'path-4',
  '#7a5200': 'path-5',
  '#006872': 'path-6',
  '#a81f55': 'path-7',
  '#4a5568': 'path-8',
};
const INKS: Record<string, string> = {
  '#1f2933': 'ink',
  black: 'ink',
  '#566270': 'ink-soft',
  '#2f6d42': 'data-ink',
  '#c22f2f': 'danger',
  '#4d3800': 'changed-ink',
  '#8c1d1d': 'invalid-ink',
  ...PATHS,
};

/** What an attribute of a shape or a text is mapped by: heads of lines are filled with the color of their line. */
const MAPS = { fill: { ...LINES, ...FILLS }, stroke: LINES, text: INKS };

/** Fills that the core chooses. Any other one was chosen in the source and is kept in every theme. */
export const KNOWN_FILLS: ReadonlySet<string> = new Set([...Object.keys(FILLS), 'none', 'transparent']);

/** The grounds of labels: the canvas, and the fill of containers. */
export const GROUNDS: ReadonlySet<string> = new Set(
  Object.keys(FILLS).filter((value) => FILLS[value] === 'canvas' || FILLS[value] === 'cluster-fill'),
);

/**
 * A small sign as a shape, eight by eight: none depends on a font. `stroked`: the width of its line, for signs that are
 * not filled.
 */
export interface Sign {
  d: string;
  stroked?: number;
}

/**
 * What a state looks like in the page: token, width and dashes of the border, whether a ring stands around it, and its
 * sign. Later ones win over earlier ones.
 */
export const STATES: [
  classes: string[],
  look: { token: string; width: number; dash?: string; ring?: true; sign?: Sign },
][] = [
  [['r-visited'], { token: 'visited', width: 1.5 }],
  [['r-compensated'], { token: 'visited', width: 1.5 }],
  [['r-caught'], { token: 'failed', width: 1.5 }],
  [['r-completed'], { token: 'current', width: 2, sign: { d: 'M1 1h6v6H1Z' } }],
  [['r-parked'], { token: 'waiting', width: 2.5, dash: '2 3', sign: { d: 'M1.5 0.5h1.8v7H1.5ZM4.9 0.5h1.8v7H4.9Z' } }],
  [['r-current'], { token: 'current', width: 2.5, ring: true, sign: { d: 'M1 0.5 7 4 1 7.5Z' } }],
  [
    ['r-agent'],
    { token: 'waiting', width: 2.5, dash: '6 3', ring: true, sign: { d: 'M1 4h.01M4 4h.01M7 4h.01', stroked: 2 } },
  ],
  [
    ['r-answers'],
    {
      token: 'answers',
      width: 2.5,
      dash: '6 3',
      ring: true,
      sign: { d: 'M2 2.6C2 .2 6 .2 6 2.6 6 4.2 4 4 4 5.6M4 7.6h.01', stroked: 1.6 },
    },
  ],
  [
    ['r-event'],
    {
      token: 'waiting',
      width: 2.5,
      dash: '6 3',
      ring: true,
      sign: { d: 'M1.5 0.5H6.5L4 4 6.5 7.5H1.5L4 4Z' },
    },
  ],
  [
    ['r-blocked'],
    {
      token: 'blocked',
      width: 5,
      ring: true,
      sign: { d: 'M4 0.7a3.3 3.3 0 1 0 .01 0ZM1.8 6.2 6.2 1.8', stroked: 1.4 },
    },
  ],
  [['r-failed'], { token: 'failed', width: 3.5, ring: true, sign: { d: 'M1 1 7 7M7 1 1 7', stroked: 1.8 } }],
];

/** What an edge looks like by its classes, later ones win; `head`: how its heads are filled. */
export const WAYS: [classes: string[], look: { token: string; width?: number; dash?: string; head?: 'canvas' }][] = [
  [['tl-cond-false'], { token: 'quiet', dash: '5 3' }],
  [['r-true'], { token: 'accent', dash: 'none' }],
  [['r-false'], { token: 'quiet', dash: '5 3' }],
  [['tl-inferred'], { token: 'quiet', dash: '1.5 3' }],
  [['r-taken'], { token: 'visited', width: 1.8, dash: 'none' }],
  [['r-taken', 'r-false'], { token: 'visited', width: 1.8, dash: '5 3' }],
  [['r-last'], { token: 'current', width: 3, dash: 'none' }],
  // What was read or written is not the way that a path went.
  [['tl-data', 'r-taken'], { token: 'data', width: 1.4, dash: 'none' }],
  [['tl-data', 'r-last'], { token: 'data-ink', width: 2, dash: 'none' }],
  [['r-error'], { token: 'failed', dash: '1.5 3' }],
  [['r-forced'], { token: 'accent', width: 4, dash: 'none' }],
  [['r-skipped'], { token: 'accent', dash: '1 5', head: 'canvas' }],
];

/** Colors of signs by their class in the drawing. */
export const SIGN_TOKENS: ReadonlyMap<string, string> = new Map(
  STATES.flatMap(([[name = ''], { token, sign }]) => (sign ? [[name.replace('r-', 'is-'), token]] : [])),
);

/** The state of a group by its classes. */
export const stateOf = (classes: readonly string[]) =>
  STATES.findLast(([names]) => names.every((name) => classes.includes(name)))?.[1] ?? null;

/** The sign of a state and the state's name, by the classes of its node. */
export function signOf(classes: readonly string[]): { name: string; sign: Sign } | null {
  const found = STATES.findLast(([[name = ''], { sign }]) => sign && classes.includes(name));
  const [[name = ''] = [], { sign } = {}] = found ?? [];
  return sign ? { name: name.slice(2), sign } : null;
}

/** The light value of a token, as it stands in the DOT text. */
export const LIGHT: ReadonlyMap<string, string> = new Map([
  ...[FILLS, LINES, INKS].flatMap((map) =>
    Object.entries(map)
      .filter(([value]) => value.startsWith('#'))
      .map(([value, token]) => [token, value] as const),
  ),
  ['accent', '#1d5fbf'],
  ['chip-ink', '#ffffff'],
]);

/** What a token of the palette looks like. */
export type Color = (token: string) => string;

/** The light theme. */
export const light: Color = (token) => LIGHT.get(token) ?? '#000000';
/** The theme of the page that it stands in. */
export const themed: Color = (token) => `var(--tracklight-${token}, ${light(token)})`;

/** The color of a line in the theme of the page; one that the source chose is kept. */
export function themedLine(value: string) {
  const token = LINES[value.toLowerCase()];
  return token ? themed(token) : value;
}

/** Whether a color follows the theme of the page. */
export const isThemed = (value: string) => value.startsWith('var(');

/** Maps the colors of all shapes and texts in an element. */
export function recolor(element: Element, color: Color) {
  for (const shape of element.querySelectorAll('path, polygon, polyline, ellipse, rect'))
    for (const name of ['fill', 'stroke'] as const) {
      const token = MAPS[name][shape.getAttribute(name)?.toLowerCase() ?? ''];
      if (token) shape.setAttribute(name, color(token));
    }
  for (const text of element.querySelectorAll('text')) {
    const token = MAPS.text[text.getAttribute('fill')?.toLowerCase() ?? 'black'];
    if (token) text.setAttribute('fill', color(token));
  }
}

export const classesOf = (element: Element): string[] =>
  (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean);
