// A known word close to a misspelt one.

/** The most edits between a misspelt word and what was meant, for its length. */
const most = (word: string) => Math.min(3, Math.max(1, Math.floor(word.length / 3)));

/** @returns empty without one that is close */
export function suggestion(word: string, known: readonly string[]): string {
  if (word.length > 40) return "";
  let best = most(word) + 1;
  let found = "";
  for (const other of known) {
    const edits = distance(word.toLowerCase(), other.toLowerCase());
    if (edits < best) [best, found] = [edits, other];
  }
  return found === "" ? "" : ` (did you mean ${found}?)`;
}

/** Edit distance; two neighbors swapped are one edit. */
function distance(a: string, b: string) {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, rows[i - 2][j - 2] + 1);
      rows[i].push(least);
    }
  }
  return rows[a.length][b.length];
}
