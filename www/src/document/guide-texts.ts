// The texts of the guide's pages, for what comes late: the Guide panel, and the palette, which finds them by the words
// of the language that they show.

import type { GuideId } from './guides.ts';
import howItWorks from './guide-pages/how-it-works.md?raw';
import conditions from './guide-pages/conditions.md?raw';
import agents from './guide-pages/agents.md?raw';
import paths from './guide-pages/paths.md?raw';
import timeline from './guide-pages/timeline.md?raw';

export const GUIDE_TEXTS: Record<GuideId, string> = { 'how-it-works': howItWorks, conditions, agents, paths, timeline };
