import { describe, expect, test } from 'bun:test';
import { client, openShop } from '../support/docket.ts';
import {
  countRows,
  expectFailure,
  expectInvalid,
  expectOk,
  INSTANT,
  readStore,
  UUID,
} from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';

const shop = shared(openShop);

const send = (body: unknown, headers: Record<string, string> = {}) => shop.api.post('/api/v1/inquiries', body, headers);
const sendPayload = (payload: unknown) => send({ payload });

function stored(id: string) {
  const sql = 'SELECT payload, version, stage_id FROM inquiries WHERE lower(hex(id)) = ?';
  return readStore(shop, sql, id.replaceAll('-', ''))[0] ?? {};
}

async function refused(payload: unknown, path: string): Promise<void> {
  const before = countRows(shop, 'inquiries');
  expectInvalid(await sendPayload(payload), path);
  expect(countRows(shop, 'inquiries')).toBe(before);
}

const object = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, index]));

describe('an inquiry', () => {
  test('is answered with its id, version 1 and createdAt, and starts on the first stage', async () => {
    const data = expectOk(await sendPayload({ name: 'Анна', wishes: ['пионы', { upTo: 5000 }] }));
    expect(Object.keys(data)).toEqual(['id', 'version', 'createdAt']);
    expect(data.id).toMatch(UUID);
    expect(data.version).toBe(1);
    expect(data.createdAt).toMatch(INSTANT);
    const first = readStore(shop, 'SELECT id, name FROM inquiry_stages ORDER BY position LIMIT 1')[0];
    expect(stored(data.id)).toMatchObject({ version: 1, stage_id: first?.['id'] });
    expect(first?.['name']).toBe('New');
  });

  test('the stored payload keeps the sequence of its fields, its long numbers and fields such as __proto__', async () => {
    const payload = [
      '{"__proto__":{"admin":true},"constructor":1,"b":12345678901234567890,"a":0.10000000000000000001',
      '"e":1E400,"n":-0.0,"2":null,"1":"\\u0416\\ud83c\\udf37","empty":{},"list":[[],{}]}',
    ].join(',');
    const { id } = expectOk(await send(`{"payload":${payload}}`));
    const text = String(stored(id)['payload']);
    for (const part of ['"__proto__":{"admin":true}', '"constructor":1', '12345678901234567890']) {
      expect(text).toContain(part);
    }
    for (const part of ['0.10000000000000000001', '1E400', '-0.0', '"empty":{}', '"list":[[],{}]']) {
      expect(text).toContain(part);
    }
    expect(text.indexOf('"2"')).toBeLessThan(text.indexOf('"1"'));
    expect(text.indexOf('"b"')).toBeLessThan(text.indexOf('"a"'));
  });

  test('may have an empty payload', async () => {
    expect(stored(expectOk(await sendPayload({})).id)['payload']).toBe('{}');
  });

  test('an inquiry must have no field except payload, and its payload must be an object', async () => {
    for (const payload of [null, [], [{}], 'x', true]) await refused(payload, 'payload');
    for (const number of ['5', '12345678901234567890', '1e400']) {
      expectInvalid(await send(`{"payload":${number}}`), 'payload');
    }
    expectInvalid(await send({ payload: {}, name: 'x' }), 'name');
    expectInvalid(await send({}), 'payload');
    expectFailure(await send([{ payload: {} }, { payload: {} }]), 422, 'validation_failed');
  });
});

describe('the bounds of an inquiry', () => {
  test('a body of 262,144 bytes is accepted, and a larger one is body_too_large', async () => {
    const frame = '{"payload":{"list":[]}}'.length;
    const item = `"${'x'.repeat(1021)}",`;
    const filled = (size: number): string => {
      const count = Math.floor((size - frame) / item.length);
      const items = item.repeat(count).slice(0, -1);
      return `{"payload":{"list":[${items}]}}`.padEnd(size, ' ');
    };
    expectOk(await send(filled(262_144)));
    expect(expectFailure(await send(filled(262_145)), 413, 'body_too_large')).toEqual({ limit: 262_144 });
  });

  test('the limit of a body counts bytes, not characters', async () => {
    const list = Array.from({ length: 9 }, () => 'ж'.repeat(16_000));
    expectFailure(await sendPayload({ list }), 413, 'body_too_large');
    expectOk(await sendPayload({ list: list.slice(0, 8) }));
  });

  test('a body of 20 levels is accepted and one of 21 refused, counting the payload as the first', async () => {
    const objects = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    const arrays = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    for (const nested of [objects, arrays]) {
      expectOk(await send(`{"payload":${nested(20)}}`));
      expectFailure(await send(`{"payload":${nested(21)}}`), 422, 'validation_failed');
    }
  });

  test('a text of 16,384 characters is accepted, and a longer one is refused', async () => {
    expectOk(await sendPayload({ a: 'x'.repeat(16_384), b: ['ж'.repeat(16_384)], c: '🌷'.repeat(16_384) }));
    await refused({ a: 'x'.repeat(16_385) }, 'payload.a');
    await refused({ b: [1, '🌷'.repeat(16_385)] }, 'payload.b.1');
  });

  test('a field name of 256 characters is accepted, and a longer one is refused', async () => {
    expectOk(await sendPayload({ ['к'.repeat(256)]: { ['🌷'.repeat(256)]: 1 } }));
    for (const payload of [{ ['к'.repeat(257)]: 1 }, { a: { ['x'.repeat(257)]: 1 } }]) {
      expectFailure(await sendPayload(payload), 422, 'validation_failed');
    }
  });

  test('an object of 256 fields is accepted and one of 257 refused, at any depth', async () => {
    expectOk(await sendPayload(object(256)));
    expectOk(await sendPayload({ a: [object(256)] }));
    await refused(object(257), 'payload');
    await refused({ a: [object(257)] }, 'payload.a.0');
  });

  test('an array of 1,000 items is accepted and one of 1,001 refused', async () => {
    expectOk(await sendPayload({ a: Array(1000).fill(0), b: { c: Array(1000).fill([]) } }));
    await refused({ a: Array(1001).fill(0) }, 'payload.a');
    await refused({ b: { c: Array(1001).fill(null) } }, 'payload.b.c');
  });
});

describe('Idempotency-Key', () => {
  const once = (key: string) => ({ 'idempotency-key': key });

  test('a repeated key with the same payload returns the first inquiry and creates no other', async () => {
    const first = await send({ payload: { a: 1, b: { c: 2, d: [1] } } }, once('repeat'));
    expect(first.headers.has('idempotent-replayed')).toBe(false);
    const before = countRows(shop, 'inquiries');
    for (const body of ['{"payload":{"b":{"d":[1],"c":2},"a":1}}', '{ "payload" : {"a":1, "b":{"c":2,"d":[1]}} }']) {
      const again = await send(body, once('repeat'));
      expect(expectOk(again)).toEqual(first.body.data);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    }
    expect(countRows(shop, 'inquiries')).toBe(before);
  });

  test('a key reused with a different payload is refused with inquiry_key_conflict, even if only the last digit of a long number differs', async () => {
    expectOk(await send('{"payload":{"n":12345678901234567890,"a":[1,2]}}', once('digits')));
    const before = countRows(shop, 'inquiries');
    for (const other of ['{"n":12345678901234567891,"a":[1,2]}', '{"n":12345678901234567890,"a":[2,1]}', '{}']) {
      expectFailure(await send(`{"payload":${other}}`, once('digits')), 409, 'inquiry_key_conflict');
    }
    expect(countRows(shop, 'inquiries')).toBe(before);
  });

  test('each call without an Idempotency-Key creates an inquiry, even for the same payload', async () => {
    const first = expectOk(await sendPayload({ same: true }));
    expect(expectOk(await sendPayload({ same: true })).id).not.toBe(first.id);
  });

  test('may contain spaces: those inside the key are significant, and those at its ends are ignored', async () => {
    const spaced = expectOk(await send({ payload: { a: 1 } }, once('form 17, line 2')));
    expect(expectOk(await send({ payload: { a: 1 } }, once('  form 17, line 2 '))).id).toBe(spaced.id);
    expect(expectOk(await send({ payload: { a: 1 } }, once('form 17,  line 2'))).id).not.toBe(spaced.id);
    expectFailure(await send({ payload: { a: 2 } }, once('form 17, line 2')), 409, 'inquiry_key_conflict');
  });

  test('a key must have 1 to 255 printable ASCII characters, and not only spaces', async () => {
    expectOk(await send({ payload: {} }, once(`!${' '.repeat(253)}~`)));
    const before = countRows(shop, 'inquiries');
    for (const key of ['k'.repeat(256), `k${' '.repeat(254)}k`, '', ' ', 'a\tb', 'caf\u00e9']) {
      expectFailure(await send({ payload: {} }, once(key)), 422, 'validation_failed');
    }
    expect(countRows(shop, 'inquiries')).toBe(before);
  });

  test('the same key from two sources creates two inquiries', async () => {
    const first = expectOk(await send({ payload: { a: 1 } }, once('by-source')));
    const other = client(shop.url, await shop.newKey('crm'));
    const second = expectOk(await other.post('/api/v1/inquiries', { payload: { a: 2 } }, once('by-source')));
    expect(second.id).not.toBe(first.id);
  });

  test('is case-sensitive', async () => {
    const first = expectOk(await send({ payload: {} }, once('Case')));
    expect(expectOk(await send({ payload: {} }, once('case'))).id).not.toBe(first.id);
  });
});

test('an inquiry on a production server is refused with dev_environment_only and not stored', async () => {
  for (const args of [[], ['--environment', 'production']]) {
    await using production = await openShop(args);
    const answer = await production.api.post('/api/v1/inquiries', { payload: {} });
    expectFailure(answer, 403, 'dev_environment_only');
    expect(countRows(production, 'inquiries')).toBe(0);
    expectOk(await production.api.get('/api/v1/orders'));
  }
});
