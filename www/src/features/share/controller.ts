// The Share dialog and the box for pasted links. A link is made again whenever what goes in changes.

import { writeFile } from '../../link/file.ts';
import { documentOf, formsOf, fragmentOf, type LinkForms } from '../../link/share.ts';
import type { LinkDocument } from '../../link/types.ts';
import { linkViewOf, type ShownView } from '../../link/view.ts';
import { isShallowEqual } from '../../protocol/computed.ts';
import { sameSources } from '../../protocol/sources.ts';
import type { Engine } from '../../protocol/types.ts';
import { words } from '../../strings.ts';
import { writeToClipboard } from '../../ui/clipboard.ts';
import { focusLater } from '../../ui/focus-later.ts';
import { debounce } from '../../ui/timing.ts';
import { copyText } from '../../store/copy-text.ts';
import { pastedLinkError } from '../../document/open-result.ts';
import { openStrings } from '../../document/strings.ts';
import type { DocumentOpener } from '../../document/document-opener.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import type { State } from '../../store/state.ts';
import type { Store } from '../../store/store.ts';
import type { Action, ShareDialog } from './index.ts';
import { leftOut } from './left-out.ts';
import { shareStrings as say } from './strings.ts';

const LINK_DEBOUNCE_MS = 150;
/** For as long a button says that it has copied. */
const COPIED_MS = 2_000;

export interface ShareDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  opening: DocumentOpener;
  save: (name: string, text: string) => void;
}

export class ShareController {
  readonly #deps: ShareDependencies;
  #updateLink = debounce(() => {
    const { share } = this.#deps.store.state;
    if (share?.kind === 'share') void this.#make({ ...share, copied: null });
  }, LINK_DEBOUNCE_MS);
  #hideCopied = debounce(() => this.#change({ copied: null }), COPIED_MS);
  #requestedInputs: readonly unknown[] = [];
  #linkInputs: readonly unknown[] = [];
  /** Increased by every link that is made; older ones are discarded. */
  #generation = 0;

  constructor(deps: ShareDependencies) {
    this.#deps = deps;
    deps.store.watch(
      (state) => (state.share?.kind === 'share' && !state.run.isRunning ? partsOf(state) : null),
      (parts) => {
        if (!parts || isShallowEqual(parts, this.#requestedInputs)) return;
        this.#requestedInputs = parts;
        this.#updateLink();
      },
    );
  }

  act(action: Action) {
    const { store } = this.#deps;
    const { share } = store.state;
    switch (action.type) {
      case 'share':
        void this.#begin();
        break;
      case 'closeShare':
        store.set({ share: null });
        break;
      case 'sharePart':
        if (share?.kind === 'share') void this.#make({ ...share, [action.part]: action.on, copied: null });
        break;
      case 'copyForm':
        void this.#copy(action.form);
        break;
      case 'sendLink':
        void this.#newest()
          .then((forms) => forms && navigator.share({ title: titleOf(store.state), url: forms.link }))
          .catch(() => {});
        break;
      case 'saveDocument':
        void this.#saveDocument();
        break;
      case 'copyExample':
        void this.#copyAndAnnounce(`${page()}#example=${action.slug}`, say.exampleCopied);
        break;
      case 'copyLink':
        void this.#copyAndAnnounce(action.text, say.linkCopied);
        break;
      case 'fromLink':
        store.set({ share: { kind: 'from', text: '', error: '' } });
        break;
      case 'typeLink':
        store.set({ share: { kind: 'from', text: action.text, error: '' } });
        break;
      case 'openLink':
        if (share?.kind === 'from') void this.#open(share.text);
        break;
    }
  }

  #begin() {
    const { noRun, worthIt } = this.#runPart();
    return this.#make({
      kind: 'share',
      run: worthIt,
      view: false,
      noRun,
      forms: null,
      shown: 'link',
      error: '',
      tooBig: '',
      copied: null,
    });
  }

  /** Whether there is a run to share, and whether it is more than its beginning. */
  #runPart() {
    const {
      run: { snapshot, isOutdated, analysis },
      document,
    } = this.#deps.store.state;
    if (!snapshot) return { noRun: say.noRun, worthIt: false };
    if (isOutdated || (!sameSources(snapshot, document) && (analysis?.errors ?? 0) > 0))
      return { noRun: say.otherText, worthIt: false };
    const { tick, action } = snapshot.position;
    const record = this.#deps.engine.branchRecord();
    return {
      noRun: '',
      worthIt:
        tick > 0 ||
        action > 0 ||
        record?.i !== undefined ||
        Object.values(this.#deps.running.settings).some((set) => set !== undefined),
    };
  }

  /** Makes the link anew of what the dialog says. @returns whether no later one has overtaken it */
  async #make(share: ShareDialog): Promise<boolean> {
    this.#generation += 1;
    const turn = this.#generation;
    const parts = partsOf({ ...this.#deps.store.state, share });
    this.#requestedInputs = parts;
    this.#deps.store.set({ share, hint: false });
    const { state } = this.#deps.store;
    const made = await this.#document();
    if (turn !== this.#generation || this.#deps.store.state.share?.kind !== 'share') return false;
    const done = await fragmentOf(made.document);
    if (turn !== this.#generation || this.#deps.store.state.share?.kind !== 'share') return false;
    if ('tooBig' in done) this.#change({ forms: null, tooBig: done.tooBig, error: '' });
    else
      this.#change({
        forms: formsOf({ page: page(), fragment: done.fragment, title: titleOf(state), document: made.document }),
        tooBig: '',
        error: made.problem,
      });
    this.#linkInputs = parts;
    return true;
  }

  async #document(): Promise<{ document: LinkDocument; problem: string }> {
    await this.#deps.running.flush();
    const { state } = this.#deps.store;
    const { share } = state;
    const noRun = share?.kind === 'share' ? this.#runPart().noRun : say.noRun;
    const wanted = share?.kind === 'share' && share.run && noRun === '';
    if (share?.kind === 'share' && share.noRun !== noRun) this.#deps.store.set({ share: { ...share, noRun } });
    const answer = wanted ? await this.#deps.engine.link().catch(() => null) : null;
    const view =
      share?.kind === 'share' && share.view ? linkViewOf(shownNow(state), state.run.snapshot?.view ?? null) : null;
    const problem = wanted && !answer?.ok ? say.runLeft(answer?.error.message ?? say.noAnswer) : '';
    return {
      document: documentOf(state.document, answer?.ok ? answer.run : this.#stubs(), view, state.rules),
      problem,
    };
  }

  /** The whole document as a text, with its run. */
  async fileText(): Promise<string> {
    await this.#deps.running.flush();
    const { state } = this.#deps.store;
    const answer = this.#runPart().noRun === '' ? await this.#deps.engine.link().catch(() => null) : null;
    const view = linkViewOf(shownNow(state), state.run.snapshot?.view ?? null);
    // Nor can a link carry every run.
    const saved =
      answer !== null && (leftOut(state).ofRun || !answer.ok)
        ? await this.#deps.engine.export('saved').catch(() => null)
        : null;
    return writeFile(
      documentOf(state.document, answer?.ok ? answer.run : this.#stubs(), view, state.rules),
      state.document.entry,
      saved,
    );
  }

  /** What belongs to the document though its run stays out: the agents chosen for single nodes. */
  #stubs() {
    const { n } = this.#deps.running.settings;
    return n ? { r: { n } } : null;
  }

  async #saveDocument() {
    const name =
      titleOf(this.#deps.store.state)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'machine';
    this.#deps.save(`${name}.tracklight.json`, await this.fileText());
  }

  async #copy(form: keyof LinkForms) {
    this.#change({ shown: form });
    const text = (await this.#newest())?.[form];
    if (!text) return;
    const copied = await writeToClipboard(text);
    this.#change({ copied: copied ? form : 'blocked' });
    if (!copied) focusLater('#share-text');
    if (copied) this.#hideCopied();
    else this.#hideCopied.cancel();
  }

  async #copyAndAnnounce(text: string, announcement: string) {
    if (await copyText(this.#deps.store, text)) this.#deps.store.notify({ kind: 'info', text: announcement });
  }

  /** What was typed since the link was made goes in. */
  async #newest(): Promise<LinkForms | null> {
    let fresh = isShallowEqual(partsOf(this.#deps.store.state), this.#linkInputs);
    for (;;) {
      const { share } = this.#deps.store.state;
      if (share?.kind !== 'share') return null;
      if (fresh) return share.forms;
      fresh = await this.#make(share);
    }
  }

  #change(change: Partial<ShareDialog>) {
    const { share } = this.#deps.store.state;
    if (share?.kind === 'share') this.#deps.store.set({ share: { ...share, ...change } });
  }

  /** @param text what was pasted */
  async #open(text: string) {
    const error = text.trim() === '' ? openStrings.paste : pastedLinkError(await this.#deps.opening.openLink(text));
    const { share } = this.#deps.store.state;
    if (share?.kind === 'from') this.#deps.store.set({ share: error === '' ? null : { ...share, error } });
  }
}

/** What a link is made of. That the document is saved meanwhile changes nothing of it. */
function partsOf({
  document,
  run: { snapshot, mode },
  stubs,
  share,
  panel,
  path,
  selected,
  breakpoints,
  settings,
  shell,
}: State): unknown[] {
  const view =
    share?.kind === 'share' && share.view ? [panel, path, selected, breakpoints, settings.direction, shell.layout] : [];
  const { id, source, files, entry } = document;
  return [id, source, files, entry, snapshot?.position.step, snapshot?.position.branch, mode, stubs.settings, ...view];
}

function shownNow(state: State): ShownView {
  const { shell, settings, path, selected, breakpoints } = state;
  return {
    layout: shell.layout,
    panel: linkedPanel(state),
    direction: settings.direction,
    path,
    selected,
    stops: breakpoints,
  };
}

/** In a window where panels open on demand a link names any that is open, elsewhere any but the one that is first. */
function linkedPanel({ shell, panel }: State) {
  if (shell.wide) return shell.panelOpen && !shell.closed.includes('side') ? panel : null;
  return panel === 'contexts' ? null : panel;
}

function titleOf({ run: { analysis }, document }: State) {
  return analysis?.title ?? document.entry.split('/').at(-1) ?? words.header.untitled;
}

/** The address without what changes. */
function page() {
  return location.href
    .replace(/#.*$/s, '')
    .replace(/([?&])src=[^&]*&?/, '$1')
    .replace(/[?&]$/, '');
}
