import { expect, test } from 'bun:test';
import { silentLog } from '../../src/base/index.ts';
import { watchSoundness } from '../../src/worker/index.ts';
import { openTestStore } from '../support/store.ts';
import { until } from '../support/until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

test('a check without a spare file is repeated after a minute, then at growing intervals; a good check is repeated once a day', async () => {
  await using store = await openTestStore();
  const waits: number[] = [];
  let [hasRoom, cancelled] = [false, 0];
  let look = (): void => undefined;
  const watch = watchSoundness({
    storage: store.storage,
    log: silentLog,
    mayBegin: () => hasRoom,
    later(ms, then) {
      waits.push(ms);
      look = then;
      return () => {
        cancelled += 1;
      };
    },
  });
  watch.start();
  for (let again = 0; again < 12; again += 1) look();
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((minutes) => minutes * MINUTE_MS));
  expect(waits.slice(-2)).toEqual([DAY_MS, DAY_MS]);
  hasRoom = true;
  look();
  await until('a look that was good', () => waits.length === 14);
  expect(waits.at(-1)).toBe(DAY_MS);
  hasRoom = false;
  look();
  expect(waits.at(-1)).toBe(MINUTE_MS);
  const before = cancelled;
  watch.stop();
  expect(cancelled).toBe(before + 1);
  look();
  expect(waits).toHaveLength(15);
});
