const LONGEST = 64;

/** The words that come close to one that is none of them, the closest first. */
export function nearestWords(word: string, words: readonly string[]): readonly string[] {
  const wanted = word.slice(0, LONGEST);
  const far = Math.max(2, Math.ceil(wanted.length / 2));
  return words
    .map((one) => ({ one, steps: one.includes(wanted) ? 0 : stepsBetween(wanted, one) }))
    .filter(({ steps }) => steps <= far)
    .sort((a, b) => a.steps - b.steps)
    .map(({ one }) => one);
}

/** Levenshtein's distance: how many letters are added, taken away or changed between two words. */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [line, letter] of [...from].entries()) {
    const next = [line + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
