// Versions of the document: kept by themselves while it is edited and before it is changed as a whole, kept by name,
// compared with the text, brought back.

import { load } from '../../load/load.ts';
import { sameSources } from '../../protocol/sources.ts';
import { sourcesOf, textsOf } from '../../protocol/record.ts';
import { excessVersions, versionsBeyondCap, writeWithRoom } from '../../storage/quota.ts';
import type { Store } from '../../store/store.ts';
import type { DraftStorage } from '../../document/draft-repository.ts';
import type { Sources } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';
import { savingStrings } from '../../document/strings.ts';
import { versionStrings } from './strings.ts';

type VersionReason = keyof typeof versionStrings.why;

const EDITS_VERSION_INTERVAL_MS = 5 * 60_000;
/** A deletion can be undone for as long as its notice stands, in any tab. */
const DELETED_DRAFT_KEPT_MS = 86_400_000;

/** Names what is listed on screen: versions of which draft, in the panel or in Settings; '' for nothing. */
function shownList({ panel, shell, document }: State) {
  const isInSettings = shell.dialog === 'settings';
  return panel === 'documents' || isInSettings ? `${panel} ${isInSettings} ${document.id} ${document.draft}` : '';
}

export interface VersionHistoryDependencies {
  store: Store;
  drafts: Promise<DraftStorage | null>;
  /** Gives the document other texts. */
  changeSources: (sources: Sources) => void;
  now?: () => number;
}

export class VersionHistory {
  readonly #deps: Required<VersionHistoryDependencies>;
  /** Kept once the document is a draft. */
  #pendingVersions: { document: number; why: VersionReason; texts: Sources }[] = [];
  /** Documents whose text at the opening is kept as a version if it has to be. */
  #checkedDocumentIds: Set<number> = new Set();
  /** By draft; `since`: when the first edit after it was made. */
  #lastVersions: Map<string, { texts: Sources | null; since: number | null }> = new Map();
  #lastTime = 0;
  /** Versions are written one after the other. */
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(deps: VersionHistoryDependencies) {
    this.#deps = {
      now: Date.now,
      ...deps,
    };
    deps.store.watch(shownList, (list, { docs }) => {
      if (docs.shown) deps.store.set({ docs: { ...docs, shown: null } });
      if (list) void this.#list();
    });
    void deps.drafts.then((open) => open && this.#dropOfDeletedDrafts(open)).catch(() => {});
  }

  /** Versions of machines that were deleted a while ago. */
  async #dropOfDeletedDrafts(drafts: DraftStorage) {
    const ids = new Set((await drafts.list()).map(({ id }) => id));
    const before = this.#deps.now() - DELETED_DRAFT_KEPT_MS;
    await drafts.versions.drop((await drafts.versions.list()).filter(({ id, time }) => !ids.has(id) && time < before));
  }

  async onDraftSaved(id: string, document: State['document']) {
    if (!this.#checkedDocumentIds.has(document.id)) {
      this.#checkedDocumentIds.add(document.id);
      if (document.opened && !sameSources(document.opened, document))
        await this.#queueWrite(id, document.opened, { why: 'opened' });
    }
    for (const { why, texts } of this.#pendingVersions.filter((version) => version.document === document.id))
      await this.#queueWrite(id, texts, { why });
    this.#pendingVersions = this.#pendingVersions.filter((version) => version.document !== document.id);
    const last = this.#lastVersions.get(id);
    if (last?.texts && sameSources(last.texts, document)) return;
    const since = last?.since ?? this.#deps.now();
    this.#lastVersions.set(id, { texts: last?.texts ?? null, since });
    if (this.#deps.now() - since >= EDITS_VERSION_INTERVAL_MS) await this.#queueWrite(id, document, { why: 'edits' });
  }

  /** Keeps the present text, because it is about to change as a whole. */
  keep(why: VersionReason) {
    const { document } = this.#deps.store.state;
    if (document.locked) return;
    if (document.draft) void this.#queueWrite(document.draft, document, { why });
    else this.#pendingVersions = [...this.#pendingVersions, { document: document.id, why, texts: document }];
  }

  /** Keeps the present text under a name. The document is a draft. */
  async name(name: string): Promise<boolean> {
    const { document } = this.#deps.store.state;
    return document.draft !== null && (await this.#queueWrite(document.draft, document, { name }));
  }

  /** Compares a version with the present text, or ends that. */
  async compare(time: number | null) {
    const version = time === null ? null : await this.#read(time);
    const { changedFiles } = await load(() => import('../../protocol/lines-changed.ts'));
    const { document, docs } = this.#deps.store.state;
    const shown =
      version && version.id === document.draft
        ? { time: version.time, files: changedFiles(sourcesOf(version.document), document) }
        : null;
    this.#deps.store.set({ docs: { ...docs, shown } });
  }

  /** Brings a version back, as another change of the text. */
  async restore(time: number) {
    const version = await this.#read(time);
    const { document } = this.#deps.store.state;
    if (!version || document.locked || document.draft !== version.id) return;
    const sources = sourcesOf(version.document);
    if (sameSources(sources, document)) return this.#announce(versionStrings.same);
    // At once: what is typed meanwhile is typed into the other text.
    void this.#queueWrite(version.id, document, { why: 'restore' });
    this.#deps.changeSources(sources);
    await this.#queueWrite(version.id, sources, { why: 'restored' });
    this.#deps.store.set({ docs: { ...this.#deps.store.state.docs, shown: null } });
    this.#announce(versionStrings.restored);
  }

  async remove(time: number) {
    const { draft } = this.#deps.store.state.document;
    if (draft) await (await this.#deps.drafts)?.versions.drop([{ id: draft, time }]);
    await this.#list();
  }

  async #read(time: number) {
    const { draft } = this.#deps.store.state.document;
    return draft ? ((await (await this.#deps.drafts)?.versions.get(draft, time).catch(() => null)) ?? null) : null;
  }

  #queueWrite(id: string, texts: Sources, what: { name?: string; why?: VersionReason }): Promise<boolean> {
    const turn = this.#lastWrite.then(() => this.#write(id, texts, what));
    this.#lastWrite = turn.catch(() => {});
    return turn;
  }

  async #write(id: string, texts: Sources, { name, why }: { name?: string; why?: VersionReason }) {
    const versions = (await this.#deps.drafts)?.versions;
    // A database that was closed has none.
    const entries = await versions?.list(id).catch(() => null);
    if (!versions || !entries) return false;
    // What stands as the newest already is not kept again, unless it gets a name.
    const newest = name === undefined && entries[0] ? await versions.get(id, entries[0].time) : null;
    if (newest && sameSources(sourcesOf(newest.document), texts)) {
      this.#lastVersions.set(id, { texts, since: null });
      return true;
    }
    const document = textsOf(texts);
    const size = JSON.stringify(document).length;
    this.#lastTime = Math.max(this.#deps.now(), this.#lastTime + 1, (entries[0]?.time ?? 0) + 1);
    const version = { id, time: this.#lastTime, name: name ?? null, why: why ?? null, document, size };
    try {
      await writeWithRoom(versions, size, () => versions.put(version));
    } catch {
      if (name !== undefined) this.#deps.store.notify({ kind: 'warning', text: savingStrings.full });
      return false;
    }
    this.#lastVersions.set(id, { texts, since: null });
    await this.#dropExcessVersions(id);
    await this.#list();
    return true;
  }

  async #dropExcessVersions(id: string) {
    const drafts = await this.#deps.drafts;
    if (!drafts) return;
    await drafts.versions.drop(excessVersions(await drafts.versions.list(id), this.#deps.now()));
    await drafts.versions.drop(versionsBeyondCap(await drafts.versions.list(), await drafts.list()));
  }

  /** Reads what the panels show of it, while they do. */
  async #list() {
    const drafts = await this.#deps.drafts;
    if (!drafts || !shownList(this.#deps.store.state)) return;
    const { draft } = this.#deps.store.state.document;
    const all = await drafts.versions.list().catch(() => []);
    const own = all.filter(({ id }) => id === draft);
    this.#deps.store.set({ docs: { ...this.#deps.store.state.docs, versions: own, all } });
  }

  #announce(live: string) {
    this.#deps.store.set({ live });
  }
}
