import { expect, test } from 'bun:test';
import { giveWay } from '../../src/base/index.ts';
import { createOverPace } from '../../src/http/over-pace.ts';
import { beginCall, type Call } from '../../src/web/call.ts';

const small = (): Request => new Request('http://docket/x', { method: 'POST', headers: { 'content-length': '20' } });
const refusal = (): Response => new Response('', { status: 429 });
const callOf = (request: Request, known: Partial<Call> = {}): Call => ({ ...beginCall(request, 'r', 0), ...known });

/** True if the work has settled once everything else that is ready has run. */
async function isSettled(work: Promise<void>): Promise<boolean> {
  let settled = false;
  void work.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return settled;
}

test('a refusal is delayed, but only until the event loop’s next turn if a thousand others are already delayed', async () => {
  const overPace = createOverPace();
  const settle = (known: Partial<Call> = {}) => overPace.settle(small(), callOf(small(), known), refusal());
  const held = [settle({ person: true }), ...Array.from({ length: 998 }, () => settle()), overPace.slow()];
  expect(await isSettled(held[0] ?? Promise.resolve())).toBe(false);
  for (const wait of [settle, overPace.slow]) {
    const work = wait();
    expect(await isSettled(work)).toBe(false);
    await giveWay();
    expect(await isSettled(work)).toBe(true);
  }
  expect(await isSettled(held[0] ?? Promise.resolve())).toBe(false);
  await Promise.all(held);
  const again = settle();
  expect(await isSettled(again)).toBe(false);
  await again;
});

function sending(headers: Record<string, string>) {
  const found = { isThrownAway: false };
  const body = new ReadableStream({
    cancel() {
      found.isThrownAway = true;
    },
  });
  return { found, request: new Request('http://docket/x', { method: 'POST', headers, body }) };
}

test('the refusal of a large body is delayed, and its connection is closed', async () => {
  const overPace = createOverPace();
  const refusals = [
    { 'content-length': '9000' },
    { 'content-length': '9000, 9000' },
    { 'transfer-encoding': 'chunked' },
  ].map((headers) => {
    const [{ found, request }, response] = [sending(headers), refusal()];
    return { found, response, settling: overPace.settle(request, callOf(request), response) };
  });
  for (const { response, settling } of refusals) {
    expect(response.headers.get('connection')).toBe('close');
    expect(await isSettled(settling)).toBe(false);
  }
  await Promise.all(refusals.map(({ settling }) => settling));
  expect(refusals.map(({ found }) => found.isThrownAway)).toEqual([true, true, true]);
});

test('the refusal of a signed-in person’s upload is delayed, and the connection stays open', async () => {
  const [{ found, request }, response] = [sending({ 'content-length': '900000' }), refusal()];
  const settling = createOverPace().settle(request, callOf(request, { person: true }), response);
  expect(await isSettled(settling)).toBe(false);
  await settling;
  expect(found.isThrownAway).toBe(true);
  expect(response.headers.get('connection')).toBeNull();
});
