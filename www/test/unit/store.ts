// The page's store, for tests of what works on it.

import { initialState } from '../../src/app/state.ts';
import { Store } from '../../src/store/store.ts';
import type { State } from '../../src/store/state.ts';
import type { Loose } from '../loose.ts';
import type { Sparse } from '../sparse.ts';

/** Takes sparse values, and shows its state without null. */
export type TestStore = { readonly state: Loose<State>; set(part: Sparse<State>): void } & Store;

export const testStore = () => new Store(initialState()) as TestStore;
