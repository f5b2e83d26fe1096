// @ts-nocheck The browser's storage is a map here, its locks are a queue, its channel a list of ears.
// One browser that several tabs share, for tests of what is kept.

import { History } from '../../src/features/documents/versions.ts';
import { Keeping } from '../../src/workspace/autosave.ts';
import { Documents } from '../../src/features/documents/controller.ts';
import { Hold } from '../../src/storage/holds.ts';
import { initialState } from '../../src/app/state.ts';
import { Store } from '../../src/workspace/store.ts';

export const ENTRY = 'machine.dygram';
export const alone = (source) => ({ source, files: {}, entry: ENTRY });

/** Lets what was said between tabs arrive. */
export const settled = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((done) => setTimeout(done, 0));
};

/** The error of a browser without room. */
export const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

/** @param options `room` in characters of drafts and versions together */
export function browser({ refuse = () => null, room = Infinity, locking = true }: { refuse?: () => Error | null; room?: number; locking?: boolean } = {}) {
  const docs = new Map();
  const versions = new Map();
  const examples = new Map();
  const ears = new Set();
  const clock = { now: 1_700_000_000_000 };
  let last = null;
  const size = (map) => [...map.values()].reduce((sum, value) => sum + JSON.stringify(value).length, 0);
  const store = (map, key, value) => {
    const error = refuse();
    if (error) throw error;
    const before = map.get(key);
    map.set(key, structuredClone(value));
    if (size(docs) + size(versions) <= room) return;
    if (before) map.set(key, before);
    else map.delete(key);
    throw full();
  };
  const drafts = {
    put: async (draft) => {
      store(docs, draft.id, draft);
      last = draft.id;
    },
    get: async (id) => structuredClone(docs.get(id) ?? null),
    last: async () => structuredClone(docs.get(last) ?? null),
    list: async () => [...docs.values()].sort((a, b) => b.changed - a.changed).map(({ document, run, at, ...entry }) => entry),
    delete: async (id) => void docs.delete(id),
    example: async (slug) => structuredClone(examples.get(slug) ?? null),
    putExample: async (slug, run) => void (run === null ? examples.delete(slug) : examples.set(slug, structuredClone(run))),
    clear: async () => {
      docs.clear();
      versions.clear();
      examples.clear();
    },
    versions: {
      put: async (version) => store(versions, `${version.id} ${version.time}`, version),
      get: async (id, time) => structuredClone(versions.get(`${id} ${time}`) ?? null),
      list: async (id) => [...versions.values()].filter((one) => id === undefined || one.id === id).sort((a, b) => b.time - a.time).map(({ document, ...entry }) => entry),
      drop: async (entries) => entries.forEach(({ id, time }) => versions.delete(`${id} ${time}`)),
    },
  };
  const held = new Map();
  const queue = [];
  const grant = (name, run, done, fail) => {
    const holder = { fail };
    held.set(name, holder);
    run({ name }).then(() => {
      if (held.get(name) === holder) {
        held.delete(name);
        const next = queue.findIndex((one) => one.name === name);
        if (next >= 0) queue.splice(next, 1)[0].go();
      }
      done();
    });
  };
  const locks = {
    request: (name, { ifAvailable, steal, signal }, run) => new Promise((done, fail) => {
      if (steal) {
        held.get(name)?.fail(new DOMException('taken away', 'AbortError'));
        return grant(name, run, done, fail);
      }
      if (!held.has(name)) return grant(name, run, done, fail);
      if (ifAvailable) return done(run(null));
      const waiting = { name, go: () => grant(name, run, done, fail) };
      queue.push(waiting);
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waiting);
        if (at >= 0) fail(queue.splice(at, 1) && signal.reason);
      });
    }),
  };
  const channel = () => {
    const end = { listen() {}, post: (message) => ears.forEach((ear) => ear !== end && setTimeout(() => ear.listen(message), 0)) };
    ears.add(end);
    return end;
  };
  return { docs, versions, examples, drafts, locks: locking ? locks : undefined, channel, clock };
}

/** A tab of a browser. `whole` is what its engine says of the run. */
export function tab(shared, { whole = () => null, works = true } = {}) {
  const store = new Store(initialState());
  const now = () => (shared.clock.now += 1);
  const drafts = Promise.resolve(works ? shared.drafts : null);
  const mirrored = [];
  const keeping = new Keeping({ store, whole, drafts, hold: new Hold(shared.locks), channel: shared.channel(), now, mirror: (sources) => {
    mirrored.push(sources.source);
    store.set({ document: { ...store.state.document, ...sources } });
  } });
  const change = (sources) => store.set({ document: { ...store.state.document, ...sources, edited: true } });
  const history = new History({ store, drafts, change, now });
  keeping.wrote = (id, document) => history.wrote(id, document);
  let id = 0;
  const open = ({ sources, draft = null, locked = false, slug = null }) => {
    const { source, files, entry } = sources;
    store.set({ document: { source, files, entry, id: (id += 1), slug, edited: false, draft, locked, opened: { source, files, entry }, ready: true } });
  };
  const type = (source, files = {}) => change({ source, files });
  const saved = [];
  const opening = { sources: async (sources) => open({ sources }), draft: async (opened) => opened && open(opened), change };
  const documents = new Documents({
    store, opening, keeping, history, drafts, running: { flush: async () => {} }, save: (name, text) => saved.push([name, text]), reload: () => saved.push('reloaded'),
  });
  open({ sources: alone('start') });
  return { store, keeping, history, documents, open, type, mirrored, saved };
}
