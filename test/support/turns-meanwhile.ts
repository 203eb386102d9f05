import { nextTurn } from '../../src/base/index.ts';

const ELSEWHERE = 9_999;

/** The number of turns that another workspace had during some work. `look` is called in each of them. */
export async function turnsMeanwhile(work: () => Promise<unknown>, look?: () => void): Promise<number> {
  // A fake clock of an earlier test may have been ahead. The step that begins here is timed by the present clock.
  await nextTurn(ELSEWHERE);
  let [turns, isOver] = [0, false];
  const going = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn(ELSEWHERE);
    turns += 1;
    look?.();
  }
  await going;
  return turns;
}
