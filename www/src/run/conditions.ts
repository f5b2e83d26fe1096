// How conditions are told: that of an `unless` edge lets a path through while it is false.

interface Guard {
  condition?: string;
  unless?: true;
}

/** As it is written on its edge; none is empty. */
export const guardText = ({ condition = '', unless }: Guard): string => (unless ? `unless ${condition}` : condition);

/** What a condition is that keeps its edge closed. */
export const closedWords = ({ unless }: Guard, result: 'false' | 'error'): string =>
  result === 'error' ? 'cannot be evaluated' : unless ? 'is true' : 'is false';
