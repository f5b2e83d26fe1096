// What the panes and the methods of a machine know of the view that shows it.

import type { TracklightDiagram } from '../../diagram/diagram.ts';
import type { TracklightEditor } from '../../editor/editor.ts';
import type { Act } from '../../gestures/types.ts';
import type { Edit, Engine, PackedTokens, View as RunView } from '../../protocol/types.ts';
import type { RunState, Speed } from '../../run/types.ts';
import type { RunPress } from '../../views/run-controls.ts';
import type { Host } from '../types.ts';
import type { BarFit } from './bar-fit.ts';
import type { Column } from './column.ts';
import type { Options } from './options.ts';
import type { Player } from './player.ts';

export interface ShownMachine {
  readonly host: Host;
  readonly engine: Engine;
  readonly player: Player;
  readonly barFit: BarFit;
  readonly column: Column;
  readonly state: RunState;
  readonly selected: string | null;
  readonly speed: Speed;
  readonly announcement: string;
  /** A link that the browser did not copy; '' without one. */
  readonly toCopy: string;
  readonly tokens: PackedTokens | null;
  /** The source, with what was typed and is not read yet. */
  readonly text: string;
  /** Another one is fitted anew. */
  readonly documentId: number;
  readonly diagram: TracklightDiagram | null;
  readonly editor: TracklightEditor | null;
  /** The panes beside the drawing, once one of them was wanted. */
  readonly beside: BesidePanes | null;
  /** Editing by the drawing, once that was wanted. */
  readonly edits: DrawingEdits | null;
  /** The forms of what the run waits for; null where it waits for nothing that its reader could give. */
  readonly waits: unknown;
  readonly title: string;
  /** Whether the source has errors, and nobody has done anything with what there is of it. */
  readonly broken: boolean;
  readonly large: boolean;
  /** Why nothing can be done any more with what is shown; '' as long as something can. */
  readonly stopReason: string;
  /** The path that is shown: the chosen one, else the first live one. */
  readonly path: RunView['paths'][number] | null;
  /** The attributes as they are understood. */
  options(): Options;
  press(what: RunPress): void;
  setSpeed(speed: Speed): void;
  goTo(step: number): void;
  select(id: string | null, range?: { from: number; to: number } | null): void;
  choosePath(path: string): void;
  share(): void;
  openPage(): void;
  download(): void;
  edited(source: string): void;
  /** Puts the edits of a fix into the text. */
  rewrite(edits: Edit[]): void;
  say(text: string): void;
  /** Fetches what edits by the drawing. */
  wantEdits(): Promise<DrawingEdits | null>;
  /** Resolves when what was typed is read. */
  flush(): Promise<void>;
  /** Resolves when the present state is on screen. */
  drawn(): Promise<void>;
  /** Renders with the next microtask. */
  schedule(): void;
  /** Somebody folds or unfolds a module of the drawing. */
  fold(id: string): void;
  /** The height that the content wants. */
  fit(): void;
}

/** What `drawing-edits.ts` brings. */
interface DrawingEdits {
  readonly diagram: TracklightDiagram;
  act(act: Act): void;
  edit(id: string, target: Element | null): void;
  selectMore(id: string | null): void;
  key(event: KeyboardEvent): void;
}

/** What `beside.ts` brings. */
interface BesidePanes {
  sourcePane(view: ShownMachine): unknown;
  timeline(view: ShownMachine): unknown;
  contextTable(view: ShownMachine): unknown;
}
