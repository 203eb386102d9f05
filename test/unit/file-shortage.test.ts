import { expect, test } from 'bun:test';
import { silentLog } from '../../src/base/index.ts';
import { watchFiles } from '../../src/base/process/file-shortage.ts';
import { fakeClock } from '../support/world.ts';

function stage() {
  const clock = fakeClock();
  const state = { files: true, busy: false, stillMs: 0, looks: 0 };
  const said: string[] = [];
  let next: { run: () => void; atMs: number } | undefined;
  const end = watchFiles({
    clock,
    log: { ...silentLog, warn: (text) => said.push(text), info: (text) => said.push(text) },
    busy: () => state.busy,
    mayOpen() {
      state.looks += 1;
      return state.files;
    },
    standStill(ms) {
      state.stillMs += ms;
      clock.advance(ms);
    },
    later(run, ms) {
      next = { run, atMs: clock.monotonic() + ms };
      return () => {
        next = undefined;
      };
    },
  });
  const pass = (ms: number): void => {
    const untilMs = clock.monotonic() + ms;
    while (next !== undefined && next.atMs <= untilMs) {
      const { run, atMs } = next;
      clock.advance(Math.max(0, atMs - clock.monotonic()));
      run();
    }
    clock.advance(Math.max(0, untilMs - clock.monotonic()));
  };
  return { state, said, pass, end };
}

test('while no file can be opened, the event loop pauses most of the time and one warning is logged', () => {
  const { state, said, pass } = stage();
  pass(5_000);
  expect([state.stillMs, said]).toEqual([0, []]);
  state.files = false;
  pass(10_000);
  expect(state.stillMs).toBeGreaterThan(8_000);
  expect(said).toEqual([expect.stringContaining('no file is left to open')]);
});

test('the event loop does not pause while requests are being answered, even if no more files can be opened', () => {
  const { state, pass } = stage();
  state.files = false;
  state.busy = true;
  pass(5_000);
  expect(state.stillMs).toBe(0);
});

test('a recurring shortage is logged once and ends after a minute without one', () => {
  const { state, said, pass } = stage();
  for (let time = 0; time < 10; time += 1) {
    state.files = !state.files;
    pass(5_000);
  }
  expect(said).toHaveLength(1);
  state.files = true;
  pass(62_000);
  expect(said.slice(1)).toEqual(['there are files to open again']);
  state.files = false;
  pass(2_000);
  expect(said).toHaveLength(3);
});

test('watchFiles checks once a second whether files can be opened, until it is stopped', () => {
  const { state, pass, end } = stage();
  pass(10_000);
  expect(state.looks).toBe(10);
  end();
  pass(10_000);
  expect(state.looks).toBe(10);
});
