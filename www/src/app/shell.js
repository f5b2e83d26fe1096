// @ts-check
// What the visitor does with the page itself: layouts, sizes, dialogs, keys. Kept in the browser's settings.

import { commands } from '../workspace/commands.js';
import { clashOf } from '../workspace/keymap.js';
import { layoutWith } from '../workspace/shell.js';
import { without } from '../protocol/without.js';
import { words } from '../strings.js';

/** @typedef {import('../workspace/shell.js').ShellState} ShellState */

/** What the hint strip names. */
const USES = new Set(['step', 'goTo', 'back', 'forward', 'share']);

export class Shelling {
  #store;
  #keep;

  /** @param {{ store: import('../workspace/store.js').Store, keep: (part: Record<string, unknown>) => void }} parts `keep` writes settings */
  constructor({ store, keep }) {
    this.#store = store;
    this.#keep = keep;
  }

  /** @param {import('./actions.js').Action} action */
  act(action) {
    const { shell } = this.#store.state;
    switch (action.type) {
      case 'layout': this.#set({ layout: action.layout }); this.#keep({ layout: action.layout }); break;
      case 'size': {
        const { [action.of]: _, ...others } = shell.sizes[shell.layout] ?? {};
        const sizes = { ...shell.sizes, [shell.layout]: action.to === null ? others : { ...others, [action.of]: Math.round(action.to) } };
        this.#set({ sizes });
        this.#keep({ sizes });
        break;
      }
      case 'narrow': this.#set({ narrow: action.narrow }); break;
      case 'list': this.#set({ list: action.open }); break;
      case 'dialog': this.#set({ dialog: action.name, query: '', at: 0, capture: null, clash: '' }); break;
      case 'query': this.#set({ query: action.text, at: 0 }); break;
      case 'entry': this.#set({ at: action.at }); break;
      case 'capture': this.#set({ capture: action.command, clash: '' }); break;
      case 'chord': this.#take(action.chord); break;
      case 'keys': this.#keys(action.keys === null ? without(shell.keys, action.command) : { ...shell.keys, [action.command]: action.keys }); break;
      case 'allKeys': this.#keys({}); break;
      case 'single': this.#set({ single: action.on }); this.#keep({ single: action.on }); break;
      // The drawing is looked at: it has to be there.
      case 'view': this.#store.set({ pane: 'diagram', shell: { ...shell, layout: layoutWith(shell, 'diagram') } }); break;
    }
  }

  /** A chord for the command that asks for one. @param {string} chord */
  #take(chord) {
    const { shell } = this.#store.state;
    if (shell.capture === null) return;
    const other = clashOf(commands, chord, shell.capture, shell);
    if (other) this.#set({ clash: words.shell.clash(chord, other.label) });
    else this.#keys({ ...shell.keys, [shell.capture]: [chord] });
  }

  /** @param {ShellState['keys']} keys */
  #keys(keys) {
    this.#set({ keys, capture: null, clash: '' });
    this.#keep({ keys });
  }

  /** @param {Partial<ShellState>} part */
  #set(part) {
    this.#store.set({ shell: { ...this.#store.state.shell, ...part } });
  }

  /**
   * A dispatcher that notices the first use of what the hint strip names, and passes on.
   * @param {(action: import('./actions.js').Action) => void} dispatch
   * @returns {(action: import('./actions.js').Action) => void}
   */
  noticing(dispatch) {
    return (action) => {
      dispatch(action);
      if (this.#store.state.hint && USES.has(action.type)) this.#store.set({ hint: false });
    };
  }
}

