// What the visitor does with the page itself: layouts, sizes, dialogs, keys. Kept in the browser's settings.

import { commandsOf } from '../commands/commands.ts';
import { clashOf } from '../commands/chords.ts';
import { layoutWith, shellWith, withPanelOpen, type Action as ShellAction } from '../store/shell.ts';
import type { ShellState } from '../store/shown.ts';
import { without } from '../protocol/without.ts';
import { shortcutStrings } from '../commands/strings.ts';
import { focusLater } from '../ui/focus-later.ts';
import { focusOpener } from './panel-focus.ts';
import type { Store } from '../store/store.ts';
import type { Action } from '../store/state.ts';

/** With these the first visit is over: the page need not say any more what it is. */
const USES = new Set([
  'step',
  'run',
  'runTo',
  'stepPath',
  'edit',
  'openExample',
  'newDocument',
  'openDraft',
  'editField',
]);

export interface ShellDependencies {
  store: Store;
  saveSettings: (part: Record<string, unknown>) => void;
}

export class ShellController {
  readonly #deps: ShellDependencies;

  /** @param deps `saveSettings` writes settings */
  constructor(deps: ShellDependencies) {
    this.#deps = deps;
  }

  act(action: ShellAction) {
    const { shell } = this.#deps.store.state;
    switch (action.type) {
      case 'layout':
        this.#set({ layout: action.layout });
        // Beside the source alone, its problems.
        if (action.layout === 'code') {
          this.#deps.store.set({ panel: 'problems' });
          this.#set(withPanelOpen(this.#deps.store.state.shell, true));
        }
        this.#deps.saveSettings({ layout: action.layout });
        break;
      case 'size': {
        const { [action.of]: _, ...others } = shell.sizes[shell.layout] ?? {};
        const sizes = {
          ...shell.sizes,
          [shell.layout]: action.to === null ? others : { ...others, [action.of]: Math.round(action.to) },
        };
        this.#set({ sizes });
        this.#deps.saveSettings({ sizes });
        break;
      }
      case 'resetSizes': {
        const { [shell.layout]: _, ...sizes } = shell.sizes;
        this.#set({ sizes, closed: [] });
        this.#deps.saveSettings({ sizes });
        break;
      }
      case 'part':
        this.#set({
          closed: action.on ? shell.closed.filter((part) => part !== action.part) : [...shell.closed, action.part],
        });
        break;
      case 'panel':
        this.#deps.store.set({
          panel: action.panel,
          pane: 'panels',
          shell: { ...shellWith(shell, 'side'), list: false },
        });
        this.#openPanel(true);
        if (action.focus && shell.wide) focusLater('#panel');
        break;
      case 'panelOpen':
        this.#openPanel(action.open);
        break;
      case 'width':
        this.#set({ narrow: action.narrow, wide: action.wide });
        break;
      case 'list':
        this.#set({ list: action.open });
        break;
      case 'dialog':
        this.#set({
          dialog: action.name,
          from: action.from ?? null,
          query: action.query ?? '',
          at: -1,
          capture: null,
          clash: '',
        });
        break;
      case 'query':
        this.#set({ query: action.text, at: -1 });
        break;
      case 'entry':
        this.#set({ at: action.at });
        break;
      case 'capture':
        this.#set({ capture: action.command, clash: '' });
        break;
      case 'chord':
        this.#take(action.chord);
        break;
      case 'keys':
        this.#keys(
          action.keys === null ? without(shell.keys, action.command) : { ...shell.keys, [action.command]: action.keys },
        );
        break;
      case 'allKeys':
        this.#keys({});
        break;
      case 'single':
        this.#set({ single: action.on });
        this.#deps.saveSettings({ single: action.on });
        break;
    }
  }

  /** A region that has to be there. */
  show(region: 'diagram') {
    const { shell } = this.#deps.store.state;
    this.#deps.store.set({ pane: region, shell: { ...shell, layout: layoutWith(shell, region) } });
  }

  #openPanel(open: boolean) {
    const { panel, shell } = this.#deps.store.state;
    // The drawer of a tablet begins closed.
    if (shell.wide) this.#deps.saveSettings({ panelOpen: open });
    if (shell.wide && !open) focusOpener(panel);
    this.#set({ panelOpen: open });
  }

  /** A chord for the command that asks for one. */
  #take(chord: string) {
    const { state } = this.#deps.store;
    const { shell } = state;
    if (shell.capture === null) return;
    const other = clashOf(commandsOf(state), chord, shell.capture, shell);
    if (other) this.#set({ clash: shortcutStrings.taken(chord, other.label) });
    else this.#keys({ ...shell.keys, [shell.capture]: [chord] });
  }

  #keys(keys: ShellState['keys']) {
    this.#set({ keys, capture: null, clash: '' });
    this.#deps.saveSettings({ keys });
  }

  #set(part: Partial<ShellState>) {
    this.#deps.store.set({ shell: { ...this.#deps.store.state.shell, ...part } });
  }

  /** A dispatcher that notices the end of the first visit, and passes on. */
  noticing(dispatch: (action: Action) => void): (action: Action) => void {
    return (action) => {
      dispatch(action);
      if (this.#deps.store.state.hint && USES.has(action.type)) this.#deps.store.set({ hint: false });
    };
  }
}
