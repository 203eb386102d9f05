import { expect, test } from 'bun:test';
import { newUuid } from '../../src/dashboard/client/data/new-uuid.ts';
import { sendOnce, under } from '../../src/dashboard/client/data/send-once.ts';

const UUID_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Creates a `send` function. Its requests get these answers in turn: a status, or 0 for no answer at all. */
function sending(...answers: readonly number[]) {
  const ids: (string | null)[] = [];
  const send = sendOnce(async (_, init) => {
    const status = answers[ids.length] ?? 200;
    ids.push(new Headers(init?.headers).get('idempotency-key'));
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response('{}', { status });
  });
  return { ids, send };
}

const post = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

test('an unanswered form keeps its id when sent again, and an answered form gets a new id', async () => {
  const { ids, send } = sending(0, 502, 200, 409, 200);
  await send('/keys', post('{"name":"a"}')).catch(() => undefined);
  await send('/keys', post('{"name":"a"}'));
  await send('/keys', post('{"name":"b"}'));
  await send('/keys', post('{"name":"b"}'));
  await send('/keys', post('{"name":"b"}'));
  expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]] as string[]);
  expect(new Set(ids).size).toBe(3);
  for (const id of ids) expect(id).toMatch(UUID_4);
});

test('each change is sent under an id of its own, and a read without an id', async () => {
  const { ids, send } = sending(0);
  await send('/views', post('1')).catch(() => undefined);
  await Promise.all([send('/stock', post('1')), send('/views', post('1')), send('/views', post('2'))]);
  await send('/views');
  const [lost, other, again, beside, read] = ids;
  expect(again).toBe(lost ?? '');
  expect(new Set([lost, other, beside]).size).toBe(3);
  expect(read).toBeNull();
});

test('a change that is still pending is sent once, and each caller gets its answer', async () => {
  const { ids, send } = sending();
  const answers = await Promise.all([send('/twice', post('1')), send('/twice', post('1'))]);
  expect(ids).toHaveLength(1);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([{}, {}]);
  await send('/twice', post('1'));
  expect(new Set(ids).size).toBe(2);
});

test('a form kept with its own id is sent under that id', async () => {
  const { ids, send } = sending();
  const { headers } = under('kept-with-a-draft').fetch;
  for (const _ of [1, 2]) await send('/orders', { ...post('1'), headers });
  expect(ids).toEqual(['kept-with-a-draft', 'kept-with-a-draft']);
});

test('a new id is a version 4 UUID, even over http', () => {
  const all = Array.from({ length: 200 }, newUuid);
  for (const id of all) expect(id).toMatch(UUID_4);
  expect(new Set(all).size).toBe(200);
});
