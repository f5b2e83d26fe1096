// Small signs as shapes, eight by eight: none of them depends on a font.

/** `stroked`: the width of its line, for signs that are not filled. */
export interface Sign { d: string; stroked?: number }

/** By the class of a state. */
export const STATE_SIGNS: Record<string, Sign> = {
  'r-failed': { d: 'M1 1 7 7M7 1 1 7', stroked: 1.8 },
  'r-blocked': { d: 'M4 0.7a3.3 3.3 0 1 0 .01 0ZM1.8 6.2 6.2 1.8', stroked: 1.4 },
  'r-answers': { d: 'M2 2.6C2 .2 6 .2 6 2.6 6 4.2 4 4 4 5.6M4 7.6h.01', stroked: 1.6 },
  'r-agent': { d: 'M1 4h.01M4 4h.01M7 4h.01', stroked: 2 },
  'r-current': { d: 'M1 0.5 7 4 1 7.5Z' },
  'r-parked': { d: 'M1.5 0.5h1.8v7H1.5ZM4.9 0.5h1.8v7H4.9Z' },
  'r-completed': { d: 'M1 1h6v6H1Z' },
};

/** By the kind of a spot on a line. */
export const SPOT_SIGNS: Record<'error' | 'take' | 'skip', Sign> = {
  error: { d: 'M4 0.5v4M4 7.4h.01', stroked: 1.7 },
  take: { d: 'M2 7.8V0.6l4.6 2.1L2 4.8', stroked: 1.7 },
  skip: { d: 'M1.2 1.2 6.8 6.8M6.8 1.2 1.2 6.8', stroked: 1.7 },
};

/** The sign of a state, by the classes of its node. */
export function stateSign(classes: readonly string[]): { name: string; sign: Sign } | null {
  const name = Object.keys(STATE_SIGNS).find((one) => classes.includes(one));
  const sign = name && STATE_SIGNS[name];
  return name && sign ? { name: name.slice(2), sign } : null;
}
