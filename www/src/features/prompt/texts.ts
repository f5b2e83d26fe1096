// What an agent is shown as a text, and what two agents are shown beside each other.

import type { AgentRequest, Projection } from '../../protocol/types.ts';
import type { State } from '../../store/state.ts';

/** What is shown, as one text: that which the agent of an open request is given, word for word. */
export function textOf({ text }: Pick<State['prompt'], 'text'>, request: AgentRequest | undefined, shown: Projection) {
  return text ?? [request?.prompt || request?.description, shown.text].filter(Boolean).join('\n\n');
}

/** The sections of two paths beside each other: those that stand for the same thing, whatever the path. */
export function compareSections(
  mine: Pick<Projection, 'path' | 'sections'>,
  theirs: Pick<Projection, 'path' | 'sections'>,
): { title: string; mark: 'same' | 'differs' | 'here' | 'there'; mine: string | null; theirs: string | null }[] {
  const left = new Map(theirs.sections.map((section) => [keyOf(section.id, theirs.path), section]));
  const rows: ReturnType<typeof compareSections> = mine.sections.map((section) => {
    const key = keyOf(section.id, mine.path);
    const counterpart = left.get(key);
    left.delete(key);
    if (!counterpart) return { title: section.title, mark: 'here', mine: section.text, theirs: null };
    const same = section.state === counterpart.state && bodyOf(section.text) === bodyOf(counterpart.text);
    return { title: section.title, mark: same ? 'same' : 'differs', mine: section.text, theirs: counterpart.text };
  });
  return rows.concat(
    [...left.values()].map((section) => ({
      title: section.title,
      mark: 'there' as const,
      mine: null,
      theirs: section.text,
    })),
  );
}

/** An id without the path it is of. */
function keyOf(id: string, path: string) {
  for (const kind of ['ctx', 'msg', 'shell', 'art'])
    if (id.startsWith(`${kind}:${path}/`)) return `${kind}:/${id.slice(kind.length + path.length + 2)}`;
  if (id === `topic:${path}`) return 'topic:';
  return id.startsWith(`req-${path}-`) ? `req-${id.slice(path.length + 5)}` : id;
}

/** Without the header, which names the path and the version. */
const bodyOf = (text: string) => text.slice(text.indexOf('\n') + 1 || text.length);
