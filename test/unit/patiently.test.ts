import { expect, test } from 'bun:test';
import { patiently } from '../../src/dashboard/client/data/patiently.ts';

function answering(...answers: readonly (readonly [status: number, retryAfter?: string | undefined])[]) {
  const asked: number[] = [];
  const read = async (): Promise<Response> => {
    const [status, retryAfter] = answers[Math.min(asked.length, answers.length - 1)] ?? [500];
    asked.push(status);
    return new Response('', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });
  };
  return { read, asked };
}

test('a read that is refused with 429 is repeated after the time in Retry-After', async () => {
  const { read, asked } = answering([429, '0'], [429, '0'], [200]);
  expect((await patiently(read, null)).status).toBe(200);
  expect(asked.length).toBe(3);
});

test('a read that is answered with 429 each time is repeated at most three times', async () => {
  const { read, asked } = answering([429, '0']);
  expect((await patiently(read, null)).status).toBe(429);
  expect(asked.length).toBe(4);
});

test.each([['600'], [undefined], ['soon']])('a read is not repeated after a Retry-After of %p', async (retryAfter) => {
  const { read, asked } = answering([429, retryAfter]);
  expect((await patiently(read, null)).status).toBe(429);
  expect(asked.length).toBe(1);
});

test('a read that waits to be repeated fails as soon as the page is left', async () => {
  const leaving = new AbortController();
  const reading = patiently(answering([429, '9']).read, leaving.signal);
  setTimeout(() => leaving.abort(), 0);
  await expect(reading).rejects.toThrow();
});
