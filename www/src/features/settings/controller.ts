// What the visitor chooses about the page itself: each choice applies at once and is kept.

import type { Action } from './index.ts';
import type { DotOptions } from '../../protocol/types.ts';
import { readSettings, settingsFrom, writeSettings, type Settings } from '../../storage/settings.ts';
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

  constructor(deps: SettingsDependencies) {
    this.#deps = deps;
    const { store, running } = deps;
    const stored = readSettings();
    const speed = ([1, 2, 5, 10, 'max'] as const).find((known) => known === stored.speed);
    store.watch(
      ({ settings }) => settings.direction,
      (direction) => void running.changeOptions({ direction: direction === 'auto' ? undefined : direction }),
    );
    store.set({ settings: settingsFrom(stored) });
    this.#chosenDirection = store.state.settings.direction;
    if (speed !== undefined && speed !== store.state.run.speed) void running.setSpeed(speed);
    this.#apply(store.state.settings);
    store.watch(
      ({ document }) => document.id,
      (_, { settings }, before) => {
        // A link may have brought the direction of the machine before; the next one has the user's own again.
        const direction = this.#chosenDirection;
        if (before.document.id !== 0 && settings.direction !== direction)
          store.set({ settings: { ...settings, direction } });
      },
    );
    store.watch(
      ({ theme, run: { speed }, hint }) => [theme, speed, hint],
      ([theme, speed, hint]) => writeSettings({ theme, speed, hint }),
    );
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
  }
}
