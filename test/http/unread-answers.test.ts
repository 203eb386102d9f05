/** Large answers stay in memory until they are read, so a caller may leave only a limited amount unread. */

import { expect, spyOn, test } from 'bun:test';
import { createTextSlots } from '../../src/base/index.ts';
import { createOrder } from '../../src/orders/index.ts';
import { beginCall, countUnread, letAnswer } from '../../src/web/index.ts';
import { openTimedShop } from '../support/timed-shop.ts';

const MIB = 1_048_576;
const HOLDER = { person: 'key 1', workspace: 1 };

function answer(
  answers: ReturnType<typeof createTextSlots>['answers'],
  largeText: string,
  leaving = new AbortController(),
) {
  const request = new Request('http://localhost/', { signal: leaving.signal });
  const call = beginCall(request, 'request', 0);
  letAnswer(call, answers, HOLDER);
  call.largeText = largeText;
  return countUnread(answers, request, call, new Response(largeText, { headers: { etag: '"1"' } }));
}

const rulesOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return (error as { refusal: { rule: string } }).refusal.rule;
  }
};

test('a caller is refused while too many bytes of earlier answers are unread', async () => {
  const { answers } = createTextSlots();
  const text = 'ж'.repeat(4 * MIB);
  const leaving = Array.from({ length: 8 }, () => new AbortController());
  const sent = leaving.map((one) => answer(answers, text, one));
  expect(rulesOf(() => answer(answers, text))).toBe('none');
  expect(rulesOf(() => answer(answers, text))).toBe('answers_unread');
  const [first, second, third] = sent;
  expect(await first?.text()).toBe(text);
  expect(first?.headers.get('etag')).toBe('"1"');
  await second?.body?.cancel();
  expect(third?.bodyUsed).toBe(false);
  leaving[2]?.abort();
  for (let at = 0; at < 3; at += 1) expect(rulesOf(() => answer(answers, text))).toBe('none');
  expect(rulesOf(() => answer(answers, text))).toBe('answers_unread');
});

test('an answer to a disconnected caller counts against no limit', () => {
  const { answers } = createTextSlots();
  const gone = new AbortController();
  gone.abort();
  for (let at = 0; at < 20; at += 1) answer(answers, 'ж'.repeat(4 * MIB), gone);
  expect(rulesOf(() => answer(answers, ''))).toBe('none');
});

test('the limit of unread answers applies to each API key and each person, on the API and on the pages', async () => {
  await using shop = await openTimedShop();
  const { answers } = shop.texts;
  const delivery = Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`note ${at}`, 'x'.repeat(9_500)]));
  const products = [{ name: 'Rose', quantity: 1, price: 1 }];
  const made = await createOrder(shop.store.ctx(), { num: '1', date: '2026-05-20T10:00:00Z', products, delivery });
  const [{ key }, owner] = [await shop.newKey('site'), await shop.owner()];
  const { id: workspace } = shop.store.workspace;
  const asks = [
    () => fetch(`${shop.url}/api/v1/orders/${made.order.id}`, { headers: { authorization: `Bearer ${key}` } }),
    () => owner.fetch(`/app/api/workspaces/${workspace}/orders/${made.order.id}`),
  ];
  using added = spyOn(answers, 'add');
  for (const ask of asks) {
    const read = await ask();
    expect([read.status, (await read.text()).includes('note 79')]).toEqual([200, true]);
    const [holder, bytes] = added.mock.lastCall ?? [];
    expect(bytes).toBeGreaterThan(80 * 9_500);
    if (holder === undefined) throw new Error('nothing was counted');
    // Counts more unread bytes than the bound of 64 MiB allows.
    const giveBack = answers.add(holder, 64 * MIB + 1);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.text()).toContain('Answers to your earlier requests are not read yet.');
    giveBack();
    expect((await ask()).status).toBe(200);
  }
});
