import { expect, mock, test } from 'bun:test';
import { createPlaces } from '../../src/base/index.ts';
import { readAside, readToTheEnd } from '../../src/dashboard/desk/readings.ts';

type Ctx = Parameters<typeof readAside>[0];

function leavingCaller() {
  const leaving = new AbortController();
  const answer = Promise.withResolvers<undefined>();
  const ask = mock(() => ({ next: () => answer.promise, leave: () => answer.resolve(undefined) }));
  const holder = { session: { person: { id: 'p' } }, workspace: { seq: 1 } };
  const places = createPlaces({ person: 1, workspace: 1 });
  const ctx = { readings: { ask }, request: { signal: leaving.signal }, places, ...holder } as unknown as Ctx;
  return { ctx, ask, leaving, answer };
}

test('a read is not moved to the main thread if its caller leaves while the reading thread works on it', async () => {
  const { ctx, leaving } = leavingCaller();
  let reads = 0;
  const read = readAside(ctx, { name: 'large', read: async () => (reads += 1) }, null);
  leaving.abort();
  await expect(read).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(reads).toBe(0);
});

test('a caller who has already left causes no read in the reading thread', async () => {
  const { ctx, ask, leaving } = leavingCaller();
  leaving.abort();
  await expect(readAside(ctx, { name: 'large', read: async () => 0 }, null)).rejects.toMatchObject({
    kind: 'rate_limited',
  });
  expect(ask).not.toHaveBeenCalled();
});

test('a read that is part of a change continues after the caller has left', async () => {
  const { ctx, leaving, answer } = leavingCaller();
  const read = readToTheEnd(ctx, { name: 'sums', read: async ({ request }) => request.signal.aborted }, null);
  leaving.abort();
  answer.resolve(undefined);
  expect(await read).toBe(false);
});
