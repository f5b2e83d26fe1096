// The user's edits of the context graph, which are no steps, and start values for its fields.

import type { Machine, Ok, Run } from '../../pkg/tracklight.js';
import type { Inputs, LayerEdit, LayerResult } from '../protocol/types.ts';

export function applyGraphEdit(run: Run, edit: LayerEdit): Ok<LayerResult> {
  switch (edit.op) {
    case 'saveView':
      return run.saveGraphView(edit.name);
    case 'restoreView':
      return run.restoreGraphView(edit.name);
    case 'deleteView':
      return run.deleteGraphView(edit.name);
    case 'resetView':
      return run.resetGraphView();
    default:
      return run.editGraph(edit);
  }
}

/**
 * Start values without those whose context or field the machine no longer has. The core checks the others.
 * @returns undefined if none is left
 */
export function matchingInputs(machine: Machine, input: Inputs | undefined): Inputs | undefined {
  if (input === undefined) return undefined;
  const matching: Inputs = {};
  for (const { id, open, fields } of machine.contexts()) {
    const values = Object.entries(Object.hasOwn(input, id) ? input[id] : {});
    const known = values.filter(([name]) => open || fields.some((field) => field.name === name));
    if (known.length > 0) matching[id] = Object.fromEntries(known);
  }
  return Object.keys(matching).length > 0 ? matching : undefined;
}
