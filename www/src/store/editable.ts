// Whether the drawing can be edited: it must be of the newest texts, and these must be the user's to change.

import { editableStrings as say } from './strings.ts';
import type { State } from './state.ts';

/** Why the machine cannot be edited by its drawing now; empty where it can. */
export function whyNotEditable({
  settings,
  document,
  phase,
  run,
  picture,
  isDrawingOutdated,
  replaying,
}: State): string {
  const { analysis, snapshot, shows, isOutdated } = run;
  if (!settings.editDrawing) return say.off;
  if (document.locked) return say.locked;
  if (phase !== 'ready' || analysis === null || replaying) return say.loading;
  if (analysis.source !== document.source) return say.outdated;
  // There is nothing that could be older.
  if (analysis.nodes === 0) return '';
  const isOlder =
    shows === 'run'
      ? isOutdated || (snapshot !== null && picture?.machine !== snapshot.view.machineHash)
      : picture?.of !== analysis.source;
  return isDrawingOutdated || picture === null || isOlder ? say.outdated : '';
}
