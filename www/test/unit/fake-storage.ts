// One browser that several tabs share, for tests of what is kept.

import { VersionHistory } from '../../src/features/documents/versions.ts';
import { Autosave } from '../../src/document/autosave.ts';
import { EDITED_ELSEWHERE } from '../../src/document/tab-lock.ts';
import { DocumentsController } from '../../src/features/documents/controller.ts';
import { loose, type Loose } from '../loose.ts';
import { testStore } from './store.ts';
import type { Channel, Message } from '../../src/storage/channel.ts';
import type { Draft, ExampleRun } from '../../src/storage/drafts.ts';
import type { DraftStorage } from '../../src/document/draft-repository.ts';
import type { BackupStorage } from '../../src/storage/backup.ts';
import type { Sources } from '../../src/protocol/types.ts';

type Version = Parameters<DraftStorage['versions']['put']>[0];
type Granted = (lock: Lock | null) => Promise<unknown>;
type Fail = (reason: unknown) => void;
type Whole = ConstructorParameters<typeof Autosave>[0]['getRunRecord'];

export const ENTRY = 'machine.dygram';
export const alone = (source: string): Sources => ({ source, files: {}, entry: ENTRY });

/** Lets what was said between tabs arrive. */
export const settled = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise((done) => setTimeout(done, 0));
};

/** The error of a browser without room. */
export const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

/** @param options `room` in characters of drafts and versions together */
export function browser({
  refuse = () => null,
  room = Infinity,
  locking = true,
}: {
  refuse?: () => Error | null;
  room?: number;
  locking?: boolean;
} = {}) {
  const docs = new Map<string, Loose<Draft>>();
  const versions = new Map<string, Loose<Version>>();
  const examples = new Map<string, Loose<ExampleRun>>();
  const backups = new Map<string, any>();
  const ears = new Set<Channel>();
  const clock = { now: 1_700_000_000_000 };
  let last: string | null = null;
  const size = (map: Map<string, unknown>) =>
    [...map.values()].reduce((sum: number, value) => sum + JSON.stringify(value).length, 0);
  const store = <T>(map: Map<string, Loose<T>>, key: string, value: T) => {
    const error = refuse();
    if (error) throw error;
    const before = map.get(key);
    map.set(key, structuredClone(loose(value)));
    if (size(docs) + size(versions) <= room) return;
    if (before) map.set(key, before);
    else map.delete(key);
    throw full();
  };
  const drafts: DraftStorage = {
    put: async (draft) => {
      store(docs, draft.id, draft);
      last = draft.id;
    },
    get: async (id) => structuredClone(docs.get(id) ?? null),
    getLast: async () => structuredClone(docs.get(last ?? '') ?? null),
    list: async () =>
      [...docs.values()].sort((a, b) => b.changed - a.changed).map(({ document, run, at, ...entry }) => entry),
    delete: async (id) => void docs.delete(id),
    getExampleRun: async (slug) => structuredClone(examples.get(slug) ?? null),
    putExampleRun: async (slug, run) => {
      if (run === null) examples.delete(slug);
      else examples.set(slug, structuredClone(loose(run)));
    },
    clear: async () => {
      docs.clear();
      versions.clear();
      examples.clear();
    },
    versions: {
      put: async (version) => store(versions, `${version.id} ${version.time}`, version),
      get: async (id, time) => structuredClone(versions.get(`${id} ${time}`) ?? null),
      list: async (id) =>
        [...versions.values()]
          .filter((one) => id === undefined || one.id === id)
          .sort((a, b) => b.time - a.time)
          .map(({ document, ...entry }) => entry),
      drop: async (entries) => entries.forEach(({ id, time }) => versions.delete(`${id} ${time}`)),
    },
  };
  const backupStorage: BackupStorage = {
    write: (id, content) => backups.set(id, structuredClone(loose(content))).size > 0,
    delete: (id) => void backups.delete(id),
  };
  const held = new Map<string, { fail: Fail }>();
  const queue: { name: string; go: () => void }[] = [];
  const grant = (name: string, run: Granted, done: (value: unknown) => void, fail: Fail) => {
    const holder = { fail };
    held.set(name, holder);
    run({ name, mode: 'exclusive' }).then(() => {
      if (held.get(name) === holder) {
        held.delete(name);
        const next = queue.findIndex((one) => one.name === name);
        if (next >= 0) queue.splice(next, 1)[0].go();
      }
      done(undefined);
    });
  };
  const locks = {
    request: (name: string, { ifAvailable, steal, signal }: LockOptions, run: Granted) =>
      new Promise((done, fail) => {
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
  const channel = (): Channel => {
    const end: Channel = {
      onMessage() {},
      post: (message: Message) => ears.forEach((ear) => ear !== end && setTimeout(() => ear.onMessage(message), 0)),
    };
    ears.add(end);
    return end;
  };
  return {
    docs,
    versions,
    examples,
    backups,
    backupStorage,
    drafts,
    locks: locking ? (locks as unknown as Pick<LockManager, 'request'>) : undefined,
    channel,
    clock,
  };
}

export type Browser = ReturnType<typeof browser>;

interface TabOptions {
  /** What its engine says of the run. */
  whole?: Whole;
  /** Whether the browser keeps anything. */
  works?: boolean;
  /** Puts the text into form. */
  format?: () => Promise<void>;
  /** How long another tab has for releasing a draft. */
  lockTimeoutMs?: number;
}

/** A tab of a browser. */
export function tab(
  shared: Browser,
  { whole = () => null, works = true, format = async () => {}, lockTimeoutMs }: TabOptions = {},
) {
  const store = testStore();
  const now = () => (shared.clock.now += 1);
  const drafts = Promise.resolve(works ? shared.drafts : null);
  const mirrored: string[] = [];
  const autosave = new Autosave({
    store,
    getRunRecord: whole,
    storage: drafts,
    backups: shared.backupStorage,
    locks: shared.locks,
    channel: shared.channel(),
    lockTimeoutMs,
    now,
    showForeignTexts: (sources) => {
      mirrored.push(sources.source);
      store.set({ document: { ...store.state.document, ...sources } });
    },
    onDraftSaved: (id, document) => history.onDraftSaved(id, document),
  });
  const change = (sources: Partial<Sources>) =>
    store.set({ document: { ...store.state.document, ...sources, edited: true } });
  const history = new VersionHistory({ store, drafts, changeSources: change, now });
  let id = 0;
  const open = ({
    sources,
    draft = null,
    isLocked = false,
    slug = null,
  }: {
    sources: Sources;
    draft?: string | null;
    isLocked?: boolean;
    slug?: string | null;
  }) => {
    const { source, files, entry } = sources;
    store.set({
      document: {
        source,
        files,
        entry,
        id: (id += 1),
        slug,
        edited: false,
        draft,
        locked: isLocked,
        opened: { source, files, entry },
        ready: true,
      },
    });
    if (isLocked) store.notify(EDITED_ELSEWHERE);
  };
  const type = (source: string, files: Record<string, string> = {}) => change({ source, files });
  const saved: ('reloaded' | [name: string, text: string])[] = [];
  const opening = {
    openSources: async (sources: Sources) => open({ sources }),
    openDraft: async (opened: Parameters<typeof open>[0] | null) => opened && open(opened),
    changeSources: change,
  };
  const documents = new DocumentsController({
    store,
    opening: opening as never,
    autosave,
    history,
    drafts,
    running: { flush: async () => {} } as never,
    save: (name, text) => saved.push([name, text]),
    reload: () => saved.push('reloaded'),
    format,
  });
  open({ sources: alone('start') });
  return { store, autosave: loose(autosave), history, documents, open, type, mirrored, saved };
}
