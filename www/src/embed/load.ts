// Loads the rest of the element, which lies beside this module. Bundlers follow the import.

import type { ViewModule } from './types.ts';

export const loadView = (): Promise<ViewModule> => import('./view/view.ts');
