// What the editor of an embedded machine may ask: the core, about the newest text.

import { editorWords } from '../../editor/strings.ts';
import { sentenceCase, unticked } from '../../ui/code-spans.ts';
import { words } from './strings.ts';
import type { Assistant } from '../../editor/types.ts';
import type { ShownMachine } from './types.ts';

const made: WeakMap<ShownMachine, Assistant> = new WeakMap();

/** The same one for each view. */
export function assistantOf(view: ShownMachine): Assistant {
  const known = made.get(view);
  if (known) return known;
  const { engine } = view;
  const file = () => view.state.entry;
  const quiet = <T>(answer: Promise<T | null>) => answer.catch(() => null);
  const assistant: Assistant = {
    complete: (text, offset) => quiet(engine.complete(file(), text, offset)),
    hover: (text, offset) => quiet(engine.hover(file(), text, offset)),
    definition: (text, offset) => quiet(engine.definition(file(), text, offset)),
    references: (text, offset) => quiet(engine.references(file(), text, offset)),
    fixes: (text, from, to) => quiet(engine.fixes(file(), text, from, to)),
    rename: async (text, offset, name) => {
      const answer = await quiet(engine.rename(file(), text, offset, name, {}));
      if (!answer) return editorWords.renamingGone;
      if (!answer.ok) return unticked(sentenceCase(`${answer.error.message}.`));
      // Only the entry is edited here, and half of the uses would be another machine.
      if (answer.edits.some((edit) => edit.file !== undefined)) return words.usedInOtherFiles;
      view.rewrite(answer.edits);
      return null;
    },
    // The list of uses is the page's.
    uses: () => [],
    apply: (fix) => view.rewrite(fix.edits),
    undoElsewhere: () => false,
    open: (span) => view.editor?.show(span),
    say: (text) => view.say(text),
  };
  made.set(view, assistant);
  return assistant;
}
