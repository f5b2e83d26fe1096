// Asks the core for the words of the language when the cheat sheet or the palette is opened.

import type { Engine } from '../../protocol/types.ts';
import type { Store } from '../../store/store.ts';
import type { Action, CheatSheetState } from './index.ts';
import { cheatStrings } from './strings.ts';

export class HelpController {
  #store: Store;
  #engine: Pick<Engine, 'languageReference'>;

  constructor({ store, engine }: { store: Store; engine: Pick<Engine, 'languageReference'> }) {
    this.#store = store;
    this.#engine = engine;
    store.watch(
      ({ shell, phase }) => phase === 'ready' && (shell.dialog === 'cheatSheet' || shell.dialog === 'palette'),
      (wanted) => wanted && void this.#load(),
    );
  }

  act(action: Action) {
    this.#set({ all: action.all });
  }

  async #load() {
    if (this.#store.state.cheatSheet.words) return;
    this.#set({ error: '' });
    const words = await this.#engine.languageReference().catch(() => null);
    this.#set(words ? { words } : { error: cheatStrings.lost });
  }

  #set(part: Partial<CheatSheetState>) {
    this.#store.set({ cheatSheet: { ...this.#store.state.cheatSheet, ...part } });
  }
}
