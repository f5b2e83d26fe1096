// The page in Firefox.

import { testsIn } from './other-browser.mjs';

testsIn('firefox', { fractions: true });
