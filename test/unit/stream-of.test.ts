import { expect, test } from 'bun:test';
import { streamOf } from '../../src/dashboard/desk/stream-of.ts';

function* endless(): Generator<string, void> {
  for (;;) yield 'a line\n';
}

test('a table that is being sent breaks off for a person removed meanwhile', async () => {
  let [isOut, ended] = [false, 0];
  const stillMay = (): void => {
    if (isOut) throw new Error('signed out');
  };
  const over = (): void => {
    ended += 1;
  };
  const reader = streamOf({ texts: endless(), workspaceSeq: 1, stillMay, over }).getReader();
  expect((await reader.read()).done).toBe(false);
  isOut = true;
  const rest = async (): Promise<void> => {
    while (!(await reader.read()).done) expect(ended).toBe(0);
  };
  await expect(rest()).rejects.toThrow('signed out');
  expect(ended).toBe(1);
});
