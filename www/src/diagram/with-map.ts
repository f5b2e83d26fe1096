// The drawing as the page shows it. An element in another page has no minimap.

import './diagram.ts';

export { Minimap } from './minimap.ts';
