// Asks the core for the words of the language when the cheat sheet or the palette is opened.

import type { Engine } from '../../protocol/types.ts';
import type { Store } from '../../store/store.ts';
import type { Action, CheatSheetState } from './index.ts';
import { cheatStrings } from './strings.ts';

export interface HelpDependencies {
  store: Store;
  engine: Pick<Engine, 'languageReference'>;
}

export class HelpController {
  readonly #deps: HelpDependencies;

  constructor(deps: HelpDependencies) {
    this.#deps = deps;
    deps.store.watch(
      ({ shell, phase }) => phase === 'ready' && (shell.dialog === 'cheatSheet' || shell.dialog === 'palette'),
      (wanted) => wanted && void this.#load(),
    );
  }

  act(action: Action) {
    this.#set({ all: action.all });
  }

  async #load() {
    if (this.#deps.store.state.cheatSheet.words) return;
    this.#set({ error: '' });
    const words = await this.#deps.engine.languageReference().catch(() => null);
    this.#set(words ? { words } : { error: cheatStrings.lost });
  }

  #set(part: Partial<CheatSheetState>) {
    this.#deps.store.set({ cheatSheet: { ...this.#deps.store.state.cheatSheet, ...part } });
  }
}
