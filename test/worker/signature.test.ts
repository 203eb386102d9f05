import { expect, test } from 'bun:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { eventBody, eventIdOf, testEventBody } from '../../src/webhooks/events.ts';
import { rotateSecret } from '../../src/webhooks/index.ts';
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import type { ReceivedEvent } from '../support/receiver.ts';
import { makeOrder, openScheduling, type Scheduling, sendOrder } from '../support/scheduling.ts';

const ODD_NUMBER = { num: 'Ёлка-1 ☕', requestKey: null };

/** The attempt is recent, because the libraries refuse one that is more than five minutes off. */
async function openNow(): Promise<Scheduling> {
  const at = await openScheduling();
  at.store.world.clock.set(Date.now());
  return at;
}

const libraries = [
  ['standardwebhooks', (secret: string) => new StandardWebhook(secret)],
  ['svix', (secret: string) => new SvixWebhook(secret)],
] as const;

const headersOf = (one: ReceivedEvent): Record<string, string> => one.headers.toJSON();

test.each(libraries)('a delivery verifies with the package %s, and a changed one does not', async (_name, make) => {
  await using at = await openNow();
  const { receiver, secret } = await at.receive();
  await makeOrder(at, ODD_NUMBER);
  await at.settle();
  const [one] = receiver.received;
  if (one === undefined) throw new Error('nothing arrived');
  expect(one.body).toContain('Ёлка-1 ☕');
  const webhook = make(secret);
  expect(() => webhook.verify(one.body, headersOf(one))).not.toThrow();
  const refuse = (text: string, headers: Record<string, string>): void => {
    expect(() => webhook.verify(text, headers)).toThrow();
  };
  refuse(`${one.body} `, headersOf(one));
  refuse(one.body.replace('created', 'creater'), headersOf(one));
  refuse(JSON.stringify(JSON.parse(one.body), null, 1), headersOf(one));
  refuse(one.body, { ...headersOf(one), 'webhook-id': crypto.randomUUID() });
  const stamp = Number(one.headers.get('webhook-timestamp'));
  refuse(one.body, { ...headersOf(one), 'webhook-timestamp': String(stamp + 1) });
  expect(() => make(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(one.body, headersOf(one))).toThrow();
});

test('a webhook has the headers of Standard Webhooks, and its user agent names Docket', async () => {
  await using at = await openNow();
  const { receiver, secret } = await at.receive();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await makeOrder(at, ODD_NUMBER);
  await at.settle();
  const [one] = receiver.received;
  expect(one?.headers.get('webhook-id')).toBe(one?.id ?? '');
  expect(one?.headers.get('webhook-timestamp')).toMatch(/^\d{10}$/);
  expect(one?.headers.get('webhook-signature')).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/);
  expect(one?.headers.get('content-type')).toBe('application/json');
  expect(one?.headers.get('user-agent')).toMatch(/^Docket\/\d+\.\d+\.\d+/);
});

test('the old and the new secret verify for 24 hours after a rotation, and then only the new secret', async () => {
  await using at = await openNow();
  const { world } = at.store;
  const { receiver, id, secret: first } = await at.receive();
  const rotate = async (): Promise<string> => {
    const rotated = await rotateSecret({ ...at.store.ctx(), random: world.random }, id);
    return rotated?.secret ?? '';
  };
  const verifying = async (secrets: readonly string[]): Promise<boolean[]> => {
    await sendOrder(at);
    const one = receiver.received.at(-1);
    if (one === undefined) throw new Error('nothing arrived');
    const stamp = Number(one.headers.get('webhook-timestamp'));
    const signatures = one.headers.get('webhook-signature')?.split(' ') ?? [];
    return secrets.map((secret) => {
      const signed = signatureHeaders([secret], one.id, stamp * 1000, one.body)['webhook-signature'] ?? '';
      return signatures.includes(signed);
    });
  };
  expect(await verifying([first])).toEqual([true]);
  const second = await rotate();
  expect(await verifying([first, second])).toEqual([true, true]);
  const last = receiver.received.at(-1);
  for (const secret of [first, second]) {
    for (const [, make] of libraries)
      expect(() => make(secret).verify(last?.body ?? '', headersOf(last as ReceivedEvent))).not.toThrow();
  }
  const third = await rotate();
  expect(await verifying([first, second, third])).toEqual([false, true, true]);
  await at.advance(24 * 3_600_000 - 1_000);
  expect(await verifying([second, third])).toEqual([true, true]);
  await at.advance(1_000);
  expect(await verifying([second, third])).toEqual([false, true]);
});

test.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '{"test": 2432232314}', 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', '{"name":"Ёлка ☕"}', 'v1,JTcvDNhm4zxE0nQCJ22OXL9GJHn5ggrsdpoLG/+yTyw='],
  [
    'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    '{"test": 2432232314}',
    'v1,O4Gjv1HqPqsMrjmczoggs/sWA8gZD0VyHG+fLh4+ktI=',
  ],
])('the published test vector with secret %s and body %s is reproduced', (secret, text, signature) => {
  const headers = signatureHeaders([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, text);
  expect(headers['webhook-signature']).toBe(signature);
  expect(headers['webhook-timestamp']).toBe('1614265330');
});

test('an event’s id is read from its body', () => {
  const id = '01910000-0000-7000-8000-0000000000ff';
  const order = { id: '01910000-0000-7000-8000-000000000001', num: '1' };
  expect(eventIdOf(eventBody(id, { type: 'order.created', order }, 0))).toBe(id);
  expect(eventIdOf(testEventBody(id, 0))).toBe(id);
});
