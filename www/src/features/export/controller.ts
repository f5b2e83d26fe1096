// Files that leave the page, and files that come in: by picker, by drop.

import { recogniseFormat } from '../../exchange/formats.ts';
import { pickFile } from '../../ui/pick-file.ts';
import type { Kind } from './index.ts';
import { load } from '../../load/load.ts';
import { isJournal, readJournalText } from '../../link/journal.ts';
import { LinkError } from '../../link/error.ts';
import { compareTraces, readTrace, recordOf, writeTrace, type Trace } from '../../link/trace.ts';
import { sourcesOf } from '../../protocol/record.ts';
import { ENTRY } from '../../protocol/sources.ts';
import type { DrawingParts, Engine, Refusal } from '../../protocol/types.ts';
import { words } from '../../strings.ts';
import { diagramStrings } from '../../diagram/strings.ts';
import { workspaceStrings } from '../../store/strings.ts';
import { exportStrings } from './strings.ts';
import { badgesOf } from '../../drawing/badges.ts';
import type { DocumentOpener } from '../../document/document-opener.ts';
import type { DocumentRun } from '../../document/document-run.ts';
import { problemText } from '../../document/open-result.ts';
import type { Store } from '../../store/store.ts';

interface File {
  name: string;
  text: string;
}

/** Endings of file names. */
const ENDINGS: Record<Kind, string> = {
  saved: 'run.json',
  recording: 'recording.json',
  trace: 'trace.json',
  dot: 'dot',
  machine: 'json',
  svg: 'svg',
  png: 'png',
  mermaid: 'mmd',
  xstate: 'xstate.js',
  langgraph: 'py',
  source: 'dygram',
  document: 'tracklight.json',
};
const ACCEPTED = '.dygram,.dy,.mach,.json,.jsonl,.txt,.mmd,.mermaid,.scxml,.dot,.gv';

export interface ExportDependencies {
  store: Store;
  engine: Engine;
  running: DocumentRun;
  opening: DocumentOpener;
  /** The whole document as a text; undefined where it was said why there is none. */
  document: () => Promise<string | undefined>;
  save: (name: string, content: string | Blob) => void;
}

export class ExportController {
  readonly #deps: ExportDependencies;

  constructor(deps: ExportDependencies) {
    this.#deps = deps;
  }

  async save(kind: Kind) {
    // Of the newest text.
    await this.#deps.running.flush();
    const content = await this.#content(kind);
    if (content === undefined) return;
    if (content === null)
      this.#deps.store.notify({
        kind: 'warning',
        text: kind === 'png' ? exportStrings.tooBig : kind === 'svg' ? exportStrings.noDrawing : workspaceStrings.noRun,
      });
    else this.#deps.save(`${this.#name()}.${ENDINGS[kind]}`, content);
  }

  /** @returns null where there is none, undefined where that was said already */
  async #content(kind: Kind): Promise<string | Blob | null | undefined> {
    switch (kind) {
      case 'source':
        return this.#deps.store.state.document.source;
      case 'document':
        return this.#deps.document();
      case 'svg':
      case 'png':
        return this.#picture(kind);
      case 'mermaid': {
        const json = await this.#deps.engine.export('machine');
        return json === null ? null : (await load(() => import('../../diagram/mermaid.ts'))).mermaid(JSON.parse(json));
      }
      case 'xstate':
      case 'langgraph':
        return this.#program(kind);
      case 'trace': {
        const json = await this.#deps.engine.export('trace');
        return json === null
          ? null
          : writeTrace(JSON.parse(json), await recordOf(this.#deps.engine, this.#deps.store.state.run.snapshot));
      }
      default:
        return this.#deps.engine.export(kind);
    }
  }

  async #program(kind: 'xstate' | 'langgraph') {
    const json = await this.#deps.engine.export('facts');
    if (json === null) return null;
    const write =
      kind === 'xstate'
        ? (await load(() => import('../../exchange/write-xstate.ts'))).writeXState
        : (await load(() => import('../../exchange/write-langgraph.ts'))).writeLangGraph;
    const { text, losses } = write(JSON.parse(json));
    if (losses.length > 0)
      this.#deps.store.notify({ kind: 'info', text: exportStrings.lost(losses.length), ofDocument: true });
    return text;
  }

  async #picture(kind: 'svg' | 'png') {
    const {
      picture,
      run: { analysis, shows },
    } = this.#deps.store.state;
    if (!picture) return null;
    // The edited text is drawn while its run is still that of the text before.
    const ofRun = shows === 'run' ? await this.#deps.engine.export('parts') : null;
    const parts: DrawingParts = ofRun === null ? picture.parts : JSON.parse(ofRun);
    const { svgOf, pngOf } = await load(() => import('../../diagram/picture-file.ts'));
    const badges = badgesOf(this.#deps.store.state).filter(({ kind }) => kind !== 'stop' && kind !== 'watch');
    const svg = await svgOf(parts, analysis?.title ?? words.header.untitled, badges);
    if ('error' in svg) {
      this.#deps.store.notify({ kind: 'error', text: diagramStrings.failed(svg.error) });
      return undefined;
    }
    if (svg.isSimplified) this.#deps.store.notify({ kind: 'info', text: diagramStrings.simplified });
    if (kind === 'svg') return svg.text;
    try {
      return await pngOf(svg);
    } catch (error) {
      this.#deps.store.notify({
        kind: 'error',
        text: exportStrings.noPng(error instanceof Error ? error.message : String(error)),
      });
      return undefined;
    }
  }

  #name() {
    const title = this.#deps.store.state.run.analysis?.title ?? '';
    return (
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '') || 'machine'
    );
  }

  /** Lets the user choose a file. */
  pick() {
    void pickFile(ACCEPTED).then((file) => file && this.take(file));
  }

  /** @param file picked or dropped */
  async take(file: globalThis.File) {
    await this.open({ name: file.name, text: await file.text() });
  }

  /** Opens a text by what it is. @param force though it was made from another machine */
  async open({ name, text }: File, force: boolean = false) {
    const kind = kindOf(name, text);
    if (kind === null) {
      this.#deps.store.notify({ kind: 'error', text: exportStrings.unknown(name) });
      return;
    }
    if (kind === 'source') {
      await this.#deps.opening.openSources({ source: text, files: {}, entry: ENTRY }, null);
      return;
    }
    if (kind === 'trace') return this.#trace(name, text);
    if (kind === 'journal') return this.#journal({ name, text }, force);
    if (kind === 'document') {
      const result = await this.#deps.opening.openFile(text);
      if (result.kind === 'failed')
        this.#deps.store.notify({ kind: 'error', text: exportStrings.failed(name, problemText(result.problem)) });
      return;
    }
    if (kind === 'saved') {
      await this.#savedRun(text, { name, text }, force);
      return;
    }
    const answer = await this.#deps.running.playRecording(JSON.parse(text), force);
    if (answer?.ok) this.#tellReplay('status' in answer ? String(answer.status) : '');
    else this.#tellRejected({ name, text }, answer?.error ?? null, force);
  }

  /** @param file that the run came with @returns whether it is open */
  async #savedRun(saved: string, file: File, force: boolean): Promise<boolean> {
    const result = await this.#deps.opening.openSavedRun(saved, force);
    if (result.kind === 'failed' && result.problem.kind === 'run')
      this.#tellRejected(file, result.problem.refusal, force);
    return result.kind === 'opened';
  }

  /** Opens the run that a service made, with its whole timeline. */
  async #journal(file: File, force: boolean) {
    const { store, engine } = this.#deps;
    const read = readJournalText(file.text);
    if (!read.ok) {
      store.notify({ kind: 'error', text: exportStrings.failed(file.name, exportStrings.brokenLine(read.line)) });
      return;
    }
    const made = await engine.savedFromJournal(read.entries, force).catch(() => null);
    if (!made?.ok) return this.#tellRejected(file, made?.error ?? null, force);
    const isOpen = await this.#savedRun(made.saved, file, force);
    if (isOpen && read.isTorn)
      store.notify({ kind: 'warning', text: exportStrings.tornLine(file.name), ofDocument: true });
  }

  /** @param refusal null: the engine did not answer */
  #tellRejected({ name, text }: File, refusal: Refusal | null, force: boolean) {
    const canForce = !force && (refusal?.code === 'hash-mismatch' || refusal?.code === 'rules-mismatch');
    this.#deps.store.notify({
      kind: 'error',
      text: exportStrings.failed(name, refusal?.message ?? exportStrings.noAnswer),
      ...(canForce ? { action: 'forceOpen' as const, file: { name, text } } : {}),
    });
  }

  async #trace(name: string, text: string) {
    let trace;
    try {
      trace = readTrace(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof LinkError)) throw error;
      this.#deps.store.notify({ kind: 'error', text: exportStrings.failed(name, error.detail) });
      return;
    }
    await this.#replayTrace(trace);
  }

  /** Opens what was recorded, and says whether it went as it did then. */
  async #replayTrace(trace: Trace) {
    const result = await this.#deps.opening.openSources(sourcesOf(trace.record), trace.record, trace.rules);
    if (result.kind !== 'opened') return;
    const json = await this.#deps.engine.export('trace');
    const difference = json === null ? null : compareTraces(trace, JSON.parse(json));
    const say = exportStrings;
    if (difference === null) this.#deps.store.notify({ kind: 'info', text: say.traceSame, ofDocument: true });
    else
      this.#deps.store.notify({
        kind: 'warning',
        ofDocument: true,
        text: say.traceDiffers(
          'seq' in difference
            ? say.traceEvent(difference.seq, difference.was ?? say.noEvent, difference.now ?? say.noEvent)
            : say.traceEnd,
        ),
      });
  }

  #tellReplay(status: string) {
    const say = exportStrings;
    const text = status === 'mismatch' ? say.mismatch : status === 'ended' ? say.replayed : say.replayStopped;
    this.#deps.store.notify({ kind: status === 'mismatch' ? 'warning' : 'info', text, ofDocument: true });
  }
}

type OpenedKind = 'source' | 'saved' | 'recording' | 'trace' | 'document' | 'journal';

/** @returns null if it is nothing that the page can open */
export function kindOf(name: string, text: string): OpenedKind | null {
  if (isJournal(text)) return 'journal';
  if (/\.jsonl$/i.test(name)) return null;
  if (!text.trimStart().startsWith('{')) return /\.(json)$/i.test(name) ? null : 'source';
  try {
    const { format } = JSON.parse(text);
    if (format === 'tracklight-run') return 'saved';
    if (format === 'tracklight-recording') return 'recording';
    if (format === 'tracklight-document') return 'document';
    if (format === 'tracklight-trace') return 'trace';
    // The editor offers to convert it.
    return recogniseFormat(text) ? 'source' : null;
  } catch {
    return /\.(dygram|dy|mach|txt)$/i.test(name) || recogniseFormat(text) ? 'source' : null;
  }
}
