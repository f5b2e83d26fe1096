// What the user is told of code that did not come, and can do about it.

import type { Loader, LoadFailure } from '../load/load.ts';
import type { Handlers } from '../store/handlers.ts';
import type { Store } from '../store/store.ts';
import type { Notice } from '../store/state.ts';
import { workspaceStrings } from '../store/strings.ts';
import { loadStrings } from './strings.ts';

const RELOAD: Notice['acts'] = [{ label: workspaceStrings.reload, action: { type: 'reload' } }];
const NOTICES: Record<LoadFailure, Omit<Notice, 'id'>> = {
  unreachable: {
    kind: 'error',
    text: loadStrings.unreachable,
    acts: [{ label: workspaceStrings.tryAgain, action: { type: 'loadAgain' } }],
  },
  broken: { kind: 'error', text: loadStrings.broken, acts: RELOAD },
  outdated: { kind: 'warning', text: loadStrings.outdated, acts: RELOAD },
};

/** @param save writes what is not saved yet */
export function loadHandlers({
  store,
  loader,
  save,
  reload = () => location.reload(),
}: {
  store: Store;
  loader: Loader;
  save: () => Promise<unknown>;
  reload?: () => void;
}): Handlers<'loadAgain' | 'reload'> {
  loader.onFailure = (failure) => store.notify(NOTICES[failure]);
  return {
    loadAgain() {
      store.set({ notices: store.state.notices.filter(({ text }) => text !== loadStrings.unreachable) });
      loader.retry();
    },
    async reload() {
      await save();
      reload();
    },
  };
}
