import { expect, test } from 'bun:test';
import { beginCall, type Call } from '../../src/http/call.ts';
import { createOverPace } from '../../src/http/over-pace.ts';

const small = (): Request => new Request('http://docket/x', { method: 'POST', headers: { 'content-length': '20' } });
const large = (): Request => new Request('http://docket/x', { method: 'POST', headers: { 'content-length': '9000' } });
const chunked = (): Request => new Request('http://docket/x', { method: 'POST' });
const refusal = (): Response => new Response('', { status: 429 });
const callOf = (request: Request, known: Partial<Call> = {}): Call => ({ ...beginCall(request, 'r', 0), ...known });

/** Whether it has been settled once everything else that is ready has run. */
async function isSettled(work: Promise<void>): Promise<boolean> {
  let settled = false;
  void work.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return settled;
}

test('a stranger’s refusal is held back, a person’s never, and beyond a thousand nobody’s', async () => {
  const overPace = createOverPace();
  const settle = (known: Partial<Call> = {}) => overPace.settle(small(), callOf(small(), known), refusal());
  const held = Array.from({ length: 1_000 }, () => settle());
  expect(await isSettled(settle({ person: true }))).toBe(true);
  expect(await isSettled(settle())).toBe(true);
  expect(await isSettled(held[0] ?? Promise.resolve())).toBe(false);
  await Promise.all(held);
  const again = settle();
  expect(await isSettled(again)).toBe(false);
  await again;
});

test('the connection is closed where a large body, or one of unknown length, is still to come', async () => {
  const overPace = createOverPace();
  for (const request of [large(), chunked()]) {
    const response = refusal();
    await overPace.settle(request, callOf(request), response);
    expect(response.headers.get('connection')).toBe('close');
  }
});
