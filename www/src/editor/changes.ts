// The small changes between two texts that differ mostly in white space, so that carets and marks keep their token.

interface Change {
  from: number;
  to: number;
  insert: string;
}

/** How many words ahead a lost word is looked for. */
const AHEAD = 12;

/** Changes that turn one text into the other, in order, none overlapping. Linear in the length of both. */
export function changesBetween(before: string, after: string): Change[] {
  const [old, now] = [words(before), words(after)];
  const changes: Change[] = [];
  let [i, j] = [0, 0];
  // Where the texts are equal up to.
  let [from, at] = [0, 0];
  const push = (to: number, until: number) => {
    const change = trimmed(before, after, from, to, at, until);
    if (change) changes.push(change);
  };
  while (i < old.length && j < now.length) {
    const [skipOld, skipNew] = meeting(old, i, now, j);
    if (skipOld < 0) break;
    i += skipOld;
    j += skipNew;
    const [left, right] = [old[i], now[j]];
    push(left.from, right.from);
    [from, at] = [left.to, right.to];
    i += 1;
    j += 1;
  }
  push(before.length, after.length);
  return changes;
}

/** @returns runs of letters and digits, and single signs */
function words(text: string): { from: number; to: number; word: string }[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu), (m) => ({
    from: m.index,
    to: m.index + m[0].length,
    word: m[0],
  }));
}

/** How many words to skip on either side until both are the same again; -1 where they do not meet. */
function meeting(old: { word: string }[], i: number, now: { word: string }[], j: number) {
  for (let skipped = 0; skipped <= AHEAD; skipped += 1) {
    for (let left = 0; left <= skipped; left += 1) {
      const right = skipped - left;
      const a = old[i + left];
      const b = now[j + right];
      if (a !== undefined && b !== undefined && a.word === b.word) return [left, right];
    }
  }
  return [-1, -1];
}

/** The change between two stretches, without what they begin and end with in common; null when they are equal. */
function trimmed(before: string, after: string, from: number, to: number, at: number, until: number): Change | null {
  while (from < to && at < until && before[from] === after[at]) [from, at] = [from + 1, at + 1];
  while (from < to && at < until && before[to - 1] === after[until - 1]) [to, until] = [to - 1, until - 1];
  return from === to && at === until ? null : { from, to, insert: after.slice(at, until) };
}
