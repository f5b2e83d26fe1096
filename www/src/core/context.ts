// The user's edits of the context graph, which are not steps, and start values for its fields.

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
 * Start values without those whose context or field the machine no longer has; the others are the core's to judge.
 * @returns undefined when nothing is left
 */
export function matchingInputs(machine: Machine, input: Inputs | undefined): Inputs | undefined {
  if (input === undefined) return undefined;
  const left: Inputs = {};
  for (const { id, open, fields } of machine.contexts()) {
    const given = Object.entries(Object.hasOwn(input, id) ? input[id] : {});
    const kept = given.filter(([name]) => open || fields.some((field) => field.name === name));
    if (kept.length > 0) left[id] = Object.fromEntries(kept);
  }
  return Object.keys(left).length > 0 ? left : undefined;
}
