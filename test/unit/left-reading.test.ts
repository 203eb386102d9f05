import { expect, test } from 'bun:test';
import { readAside, readToTheEnd } from '../../src/dashboard/desk/readings.ts';

type Ctx = Parameters<typeof readAside>[0];

/** A caller who leaves while the thread reads. */
function leavingCaller() {
  const leaving = new AbortController();
  const answer = Promise.withResolvers<undefined>();
  const readings = { ask: () => ({ next: () => answer.promise, leave: () => answer.resolve(undefined) }) };
  return { ctx: { readings, request: { signal: leaving.signal } } as unknown as Ctx, leaving, answer };
}

test('what nobody waits for any more is not read by the thread that serves others', async () => {
  const { ctx, leaving } = leavingCaller();
  let reads = 0;
  const read = readAside(ctx, { name: 'large', read: async () => (reads += 1) }, null);
  leaving.abort();
  await expect(read).rejects.toMatchObject({ kind: 'rate_limited' });
  expect(reads).toBe(0);
});

test('a change whose caller leaves still gets its whole reading', async () => {
  const { ctx, leaving, answer } = leavingCaller();
  const read = readToTheEnd(ctx, { name: 'sums', read: async ({ request }) => request.signal.aborted }, null);
  leaving.abort();
  answer.resolve(undefined);
  expect(await read).toBe(false);
});
