// The page in WebKit. WebKitGTK makes every letter as wide as whole pixels, so that a text may be wider than measured.

import { testsIn } from './other-browser.mjs';

testsIn('webkit', { fractions: false });
