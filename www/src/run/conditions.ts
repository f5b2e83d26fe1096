// How conditions are told: that of an `unless` edge lets a path through while it is false.

interface Guard {
  condition?: string;
  unless?: true;
}

/** As it is written on its edge; none is empty. */
export const guardText = ({ condition = '', unless }: Guard): string => (unless ? `unless ${condition}` : condition);

/** What a condition is, by whether it lets a path through. */
export const conditionWords = ({ unless }: Guard, result: 'true' | 'false' | 'error'): string =>
  result === 'error' ? 'cannot be evaluated' : (result === 'true') === (unless !== true) ? 'is true' : 'is false';
