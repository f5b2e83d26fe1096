// What the visitor chooses about the page itself: each choice applies at once and is kept.

import type { Action } from './index.ts';
import type { DotOptions } from '../../protocol/types.ts';
import { readSettings, settingsFrom, writeSettings, type Settings } from '../../storage/settings.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { RunState } from '../../run/types.ts';

export interface SettingsDependencies {
  store: Store;
  running: {
    changeOptions(part: DotOptions): unknown;
    setSpeed(speed: RunState['speed']): unknown;
    setWaits(real: boolean): unknown;
  };
  /** The element that the page's style hangs on. */
  root: { dataset: DOMStringMap; style: { setProperty(name: string, value: string): void } };
}

export class SettingsController {
  readonly #deps: SettingsDependencies;
  /** The direction that the visitor chose; that of a link is its machine's alone. */
  #chosenDirection: Settings['direction'];
  /** The direction that is drawn, and the document it is drawn for. */
  #appliedDirection = { direction: 'auto', document: 0 };
  /** What was stored last of what has its place elsewhere in the state. */
  #stored: { theme: State['theme']; speed: RunState['speed']; hint: boolean } | null = null;

  constructor(deps: SettingsDependencies) {
    this.#deps = deps;
    const stored = readSettings();
    const speed = ([1, 2, 5, 10, 'max'] as const).find((one) => one === stored.speed);
    deps.store.set({ settings: settingsFrom(stored) });
    this.#chosenDirection = deps.store.state.settings.direction;
    if (speed !== undefined && speed !== deps.store.state.run.speed) void deps.running.setSpeed(speed);
    this.#apply(deps.store.state.settings);
    deps.store.listen((state) => this.#onStateChange(state));
  }

  act(action: Action) {
    if (action.type === 'hints') this.#deps.store.set({ hint: action.on });
    if (action.type !== 'setting') return;
    if (action.name === 'direction') this.#chosenDirection = action.value;
    const settings = { ...this.#deps.store.state.settings, [action.name]: action.value };
    this.#deps.store.set({ settings });
    writeSettings({ [action.name]: action.value });
    this.#apply(settings);
  }

  #apply({ fontSize, motion, realWaits }: Settings) {
    this.#deps.root.style.setProperty('--tracklight-code-size', `${fontSize}px`);
    this.#deps.root.dataset.motion = motion;
    this.#deps.running.setWaits(realWaits);
    this.#applyDirection();
  }

  /**
   * The direction of `settings` is the one that is drawn. A link may have brought it; the next machine has the
   * visitor's own again.
   */
  #applyDirection() {
    const { settings, document } = this.#deps.store.state;
    const before = this.#appliedDirection;
    const direction =
      before.document !== document.id && before.document !== 0 ? this.#chosenDirection : settings.direction;
    this.#appliedDirection = { direction, document: document.id };
    if (direction !== settings.direction) this.#deps.store.set({ settings: { ...settings, direction } });
    if (direction !== before.direction)
      void this.#deps.running.changeOptions({ direction: direction === 'auto' ? undefined : direction });
  }

  #onStateChange({ theme, run: { speed }, hint, settings, document }: State) {
    if (settings.direction !== this.#appliedDirection.direction || document.id !== this.#appliedDirection.document)
      this.#applyDirection();
    const before = this.#stored;
    this.#stored = { theme, speed, hint };
    if (!before || (before.theme === theme && before.speed === speed && before.hint === hint)) return;
    writeSettings({ theme, speed, hint });
  }
}
