const LONGEST = 64;

export function nearestWords(word: string, words: readonly string[]): readonly string[] {
  const wanted = word.slice(0, LONGEST);
  const far = Math.max(2, Math.ceil(wanted.length / 2));
  return words
    .map((one) => ({ one, steps: one.includes(wanted) ? 0 : stepsBetween(wanted, one) }))
    .filter(({ steps }) => steps <= far)
    .sort((a, b) => a.steps - b.steps)
    .map(({ one }) => one);
}

const lettersOf = (name: string): string =>
  name
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '');
/**
 * The least number of letters in a name that is searched for inside other names. A shorter name is part of too many
 * other names.
 */
const PART_LETTERS = 3;

export function nearestName(written: string, names: readonly string[]): string | undefined {
  const wanted = lettersOf(written);
  const far = Math.max(1, Math.floor(wanted.length / 3));
  const steps = (name: string): number => {
    const letters = lettersOf(name);
    if (wanted.length >= PART_LETTERS && letters.includes(wanted)) return letters === wanted ? 0 : 1;
    // A request may have a thousand long names, so names with too different lengths are not compared.
    if (Math.abs(letters.length - wanted.length) > far) return far + 1;
    return stepsBetween(wanted, letters);
  };
  const near = names.map((name) => ({ name, steps: steps(name) })).filter((one) => one.steps <= far);
  return near.sort((a, b) => a.steps - b.steps)[0]?.name;
}

/** Returns the Levenshtein distance. */
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
