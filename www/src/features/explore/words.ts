// What the strip says of the Explore panel.

import { count } from '../../protocol/count.ts';

export const exploreWords = {
  violated: (n: number) => `${count(n, 'property', 'properties')} violated`,
};
