// What of the run and of the breakpoints is shown beside the lines of the source: which lines, which values. Pure.

import { colourOf } from '../run/colors.ts';
import { clip } from '../protocol/clip.ts';
import { computed } from '../protocol/computed.ts';
import { edgeKeys } from '../protocol/edge-keys.ts';
import { LONG_LIST_LENGTH } from '../protocol/bulk.ts';
import { isRushing } from '../run/timeline-marks.ts';
import { lineStrings } from '../store/strings.ts';
import { PATH_STATUS, isLive } from '../run/path-status.ts';
import { showsNewerText } from '../store/shown.ts';
import { changesOf, columnsOf, shownPath, valueText } from '../store/values.ts';
import type { RunMarks } from '../editor/types.ts';
import type { OutlineItem } from '../protocol/types.ts';
import type { State } from '../store/state.ts';

/** Where a breakpoint or a watch can be set. */
interface Place {
  at: string;
  from: number;
  to: number;
  kind: 'node' | 'edge' | 'field';
}

/** Longer values are cut. */
const LONGEST = 48;

/** Whether values stand beside the lines. */
const isInline = ({ settings }: Partial<State>) => settings?.ghosts !== false;

/** The same object for the same facts, and while a run rushes on. @returns null where the text has no marks */
export const runMarksOf = computed(
  (state: State) => {
    const { run, breakpoints, file, document, path, allPaths } = state;
    const { analysis, snapshot, branchEvents } = run;
    return isRushing(run)
      ? [analysis]
      : [
          analysis,
          snapshot?.view,
          breakpoints,
          file === document.entry,
          path,
          allPaths,
          isInline(state),
          branchEvents,
          showsNewerText(run),
        ];
  },
  (state): RunMarks | null => {
    const {
      run: { analysis, snapshot },
      file,
      document,
    } = state;
    if (file !== document.entry || analysis === null) return null;
    const older = showsNewerText(state.run);
    return {
      source: analysis.source,
      wide: !older && (snapshot?.view.paths.length ?? 0) > 1,
      lines: linesOf(state, older),
      values: isInline(state) && !older ? valuesOf(state) : [],
    };
  },
);

/** Where breakpoints can be set in the entry, in the order of the text. */
export function placesOf({ run: { analysis, snapshot } }: State): Place[] {
  const view = snapshot?.view;
  // To tell tens of thousands of edges apart takes longer than a key press may; their nodes keep their marks.
  const edges =
    view && snapshot?.source === analysis?.source && (analysis?.edges ?? 0) <= LONG_LIST_LENGTH ? view.edges : [];
  const keys = edgeKeys(edges);
  const data = new Set(edges.filter((edge) => edge.class === 'data').map((edge) => edge.id));
  const places: Place[] = [];
  const walk = (items: OutlineItem[], parent: OutlineItem | null) => {
    for (const item of items) {
      if (item.file !== undefined) continue;
      const { from, to } = item.select ?? item;
      if (item.class === 'edge') {
        const at = item.diagramId && !data.has(item.diagramId) ? keys.get(item.diagramId) : undefined;
        if (at) places.push({ at, from, to: item.to, kind: 'edge' });
      } else if (item.class === 'field' && parent?.id && (view ? Object.hasOwn(view.contexts, parent.id) : true))
        places.push({ at: `${parent.id}.${item.name}`, from, to: item.to, kind: 'field' });
      else if (item.id && view && Object.hasOwn(view.nodes, item.id))
        places.push({ at: item.id, from, to, kind: 'node' });
      walk(item.children, item);
    }
  };
  walk(analysis?.outline ?? [], null);
  return places;
}

/**
 * The breakpoint meant by a line: one that is set there, else the element at the caret, else the first of the line.
 * @param from of the line
 */
export function stopOnLine(state: State, from: number, to: number, caret: number | null): string | null {
  const here = placesOf(state).filter((place) => place.from >= from && place.from <= to);
  const atCaret = caret === null ? undefined : here.findLast((place) => place.from <= caret && caret <= place.to);
  const set = here.find((place) => state.breakpoints.some((stop) => stop.at === place.at));
  return (atCaret ?? set ?? here[0])?.at ?? null;
}

/** Paths that a line's title names. */
const NAMED = 20;

/** @param older whether the run is of an older text: only breakpoints are of this one */
function linesOf(state: State, older: boolean): RunMarks['lines'] {
  const places = placesOf(state);
  const all = older ? [] : (state.run.snapshot?.view.paths ?? []);
  const live = all.filter((path) => isLive(path.status));
  // At the end of a run: where its paths ended.
  const standing = live.length > 0 ? live : all.filter(({ status }) => status === 'completed' || status === 'failed');
  const chosen = shownPath(state);
  const stops = new Map(state.breakpoints.map((breakpoint) => [breakpoint.at, breakpoint]));
  return places.flatMap(({ at, from, kind }) => {
    const stop = stops.get(at);
    const paths =
      kind === 'node'
        ? standing
            .filter((path) => path.node === at)
            .map(({ id }) => ({ id, colour: colourOf(state.run.branchEvents, id) }))
        : [];
    if (!stop && paths.length === 0) return [];
    const title = [
      stop && lineStrings[kind === 'field' ? 'watch' : 'breakpoint'](at),
      paths.length > 0 && lineStrings.here(paths.slice(0, NAMED).map((path) => path.id)),
    ]
      .filter(Boolean)
      .join('. ');
    return [
      {
        from,
        ...(stop ? { stop: kind === 'field' ? ('watch' as const) : ('stop' as const), off: stop.off === true } : {}),
        ...(chosen && paths.some(({ id }) => id === chosen.id) ? { tone: PATH_STATUS[chosen.status].tone } : {}),
        paths,
        title,
      },
    ];
  });
}

/** Values of the chosen path on the lines that declare them, once the run has moved. */
function valuesOf(state: State): RunMarks['values'] {
  const {
    run: { snapshot, analysis },
  } = state;
  if (!snapshot || !analysis || snapshot.position.step === 0) return [];
  const path = shownPath(state);
  const columns = columnsOf(state);
  const changes = changesOf(state, path);
  const lines: Map<number, RunMarks['values'][number]> = new Map();
  const walk = (items: OutlineItem[]) => {
    for (const item of items) {
      const context = item.id && item.file === undefined ? snapshot.view.contexts[item.id] : undefined;
      if (context && item.id) {
        for (const child of item.children) {
          const info = child.class === 'field' ? context.fields[child.name] : undefined;
          if (!info) continue;
          const value = valueText(context, info, item.id, child.name, path, columns);
          const end = analysis.source.indexOf('\n', child.from);
          const line = end < 0 ? analysis.source.length : end;
          const entry = lines.get(line) ?? { at: child.from, fields: [] };
          entry.fields.push({
            name: child.name,
            value: clip(value, LONGEST),
            changed: changes.has(`${item.id}.${child.name}`),
          });
          lines.set(line, entry);
        }
      } else walk(item.children);
    }
  };
  walk(analysis.outline);
  return [...lines.values()];
}
