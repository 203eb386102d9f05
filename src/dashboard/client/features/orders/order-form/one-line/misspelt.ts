const DAYS =
  'сегодня завтра послезавтра понедельник вторник среду четверг пятницу субботу воскресенье today tomorrow monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  );
const LEAST = 6;

/** True if one letter of a word is left out, doubled, changed, or swapped with the next: "завтро", "субота". */
function isNear(typed: string, word: string): boolean {
  const from = [...typed].findIndex((letter, at) => letter !== word[at]);
  if (typed.length > word.length)
    return typed[from] === typed[from - 1] && typed.slice(0, from) + typed.slice(from + 1) === word;
  const [left, right] = [typed.slice(from), word.slice(from)];
  if (typed.length < word.length) return from >= 0 && left === right.slice(1);
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return from >= 0 && (isSwapped || left.slice(1) === right.slice(1));
}

export const meantDay = (typed: string): string | undefined =>
  typed.length < LEAST - 1 ? undefined : DAYS.find((day) => day.length >= LEAST && isNear(typed.toLowerCase(), day));
