import { expect, spyOn, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { canonicalJson, type JsonObject, type JsonValue, parseExact } from '../../src/base/index.ts';
import { updateOrder } from '../../src/orders/index.ts';
import { orderHistory, orders, searchText, storedSearchable } from '../../src/storage/index.ts';
import { diff } from '../../src/workspaces/index.ts';
import { jsonOf, reversed } from '../support/any-json.ts';
import { shared } from '../support/shared.ts';
import { addOrder, openTestStore } from '../support/store.ts';

const store = shared(openTestStore);
const ROSE = { name: 'Rose', quantity: 1, price: 100 };
const make = (more: JsonObject = {}): Promise<string> => addOrder(store.ctx(), more);
const rowOf = (id: string) => {
  const row = store.storage.read.select().from(orders).where(eq(orders.id, id)).get();
  if (row === undefined) throw new Error(`no order ${id}`);
  return row;
};
type Row = ReturnType<typeof rowOf>;

function changesIn(orderSeq: number): string | null | undefined {
  const { changes, version } = orderHistory;
  const isIt = and(eq(orderHistory.orderSeq, orderSeq), eq(version, 2));
  return store.storage.read.select({ changes }).from(orderHistory).where(isIt).get()?.changes;
}

const PARTS = ['client', 'recipient', 'products', 'delivery', 'additional'] as const;
const PERSON = { id: null, name: null, phone: null, email: null, comment: null };
const FILLED: Record<string, object> = {
  client: PERSON,
  recipient: PERSON,
  delivery: { deliveryType: null, price: null, adress: null, flat: null },
};
const isPart = (column: string): boolean => PARTS.some((part) => part === column);
const canonical = (column: string, text: string): string => {
  const value = parseExact(text);
  return canonicalJson(column in FILLED ? { ...FILLED[column], ...(value as JsonObject) } : value, false);
};

/** Computes the expected changes in the plain way: it parses each part and compares the canonical forms. */
function changesByDefinition(before: Row, sent: Partial<Row>): string | null {
  const current: Readonly<Record<string, unknown>> = { ...before };
  const changed = Object.entries(sent).filter(([column, text]) => {
    const stored = current[column];
    if (!isPart(column) || typeof stored !== 'string' || typeof text !== 'string') return stored !== text;
    return canonical(column, stored) !== canonical(column, text);
  });
  const value = (column: string, raw: unknown) => (isPart(column) && typeof raw === 'string' ? parseExact(raw) : raw);
  const changes = Object.entries(diff(before, Object.fromEntries(changed))).map(([column, { from, to }]) => [
    column,
    { from: value(column, from), to: value(column, to) },
  ]);
  return changes.length === 0 ? null : JSON.stringify(Object.fromEntries(changes));
}

const key = fc.constantFrom(
  'id',
  'name',
  'phone',
  'price',
  'a',
  'b',
  '1',
  '0',
  '__proto__',
  'toJSON',
  'rawJSON',
  'é"\\',
);
const LONG = ['12345678901234567890', '12345678901234567891', '1.50', '1e400', '-0', '0', '100000000000000000000', '7'];
const scalar = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', '"', '\\', '\u2028', '\ud800', '🌷', '{', ':', ',', '\n', '7') }),
  fc.constantFrom(null, true, false, 0, -1.5, 1e-7, 1e20, '12345678901234567890'),
  fc.constantFrom(...LONG).map((digits) => JSON.rawJSON(digits) as JsonValue),
);
const value = jsonOf(scalar, key);
const members = fc.array(fc.tuple(key, value), { maxLength: 5 });

/** Returns a value as a request has it: parsed from a body, where long numbers keep their digits. */
const asSent = (members: readonly (readonly [string, JsonValue])[]): JsonObject => {
  const body = parseExact(JSON.stringify(Object.fromEntries(members))) as JsonObject;
  // A price must be an amount, and the identifying fields are short texts.
  return { ...body, ...(Object.hasOwn(body, 'price') && { price: 100 }) };
};

const withNulls = (one: JsonObject): JsonObject => ({ ...one, ...(!Object.hasOwn(one, 'id') && { id: null }) });
const without = (one: JsonObject): JsonObject => Object.fromEntries(Object.entries(one).slice(1));
const rawAsObject = (one: JsonValue): JsonValue =>
  JSON.parse(JSON.stringify(one), (_name, member, context?: { source?: string }) =>
    typeof member === 'number' && ((context?.source?.length ?? 0) > 15 || !Number.isFinite(member))
      ? { rawJSON: context?.source }
      : member,
  );
const edits = {
  same: (one: JsonObject): JsonObject => one,
  reversed: (one: JsonObject) => reversed(one) as JsonObject,
  withNulls,
  without,
  rawAsObject: (one: JsonObject) => rawAsObject(one) as JsonObject,
  added: (one: JsonObject) => ({ ...one, added: 1 }),
  nested: (one: JsonObject) => ({ ...one, a: [one, 1] }),
} as const;
const edit = fc.constantFrom(...Object.values(edits));
const part = fc.constantFrom('client', 'recipient', 'delivery', 'additional');

const sentColumns = (part: string, sent: JsonObject | null, row: Row): Partial<Row> => {
  const columns = { [part]: sent === null ? null : JSON.stringify(sent) };
  return part === 'delivery' ? { ...columns, price: row.price } : columns;
};

test('the history of an update equals, byte for byte, the result of a plain comparison of the parsed parts', async () => {
  const other = fc.option(members, { nil: undefined });
  await fc.assert(
    fc.asyncProperty(part, fc.option(members), other, fc.array(edit, { maxLength: 2 }), async (part, was, next, by) => {
      const stored = was === null ? null : asSent(was);
      const id = await make({ [part]: stored });
      const before = rowOf(id);
      const changed = next === undefined ? stored : asSent(next);
      const sent = changed === null ? null : by.reduce((one, change) => change(one), changed);
      const { answer } = await updateOrder(store.ctx(), { id, data: { [part]: sent } });
      const after = rowOf(id);
      const expected = changesByDefinition(before, sentColumns(part, sent, after));
      expect(changesIn(before.seq) ?? null).toBe(expected);
      expect([answer.version, after.version]).toEqual(expected === null ? [1, 1] : [2, 2]);
      expect(after[part as 'client']).toBe(
        expected?.includes(`"${part}":`) ? JSON.stringify(sent) : before[part as 'client'],
      );
      expect(after.searchText).toBe(searchText(storedSearchable(after)).toWellFormed());
    }),
    { numRuns: 400 },
  );
});

const LARGE = 'x'.repeat(5_000);
const long = JSON.rawJSON('12345678901234567890');
const large = (mark: string, more: JsonObject = {}): JsonObject => ({ mark, ...more, text: LARGE, long });
const item = (mark: string): JsonObject & typeof ROSE => ({ ...ROSE, mark, text: LARGE, long });
const STORED = {
  client: large('client', { name: 'Анна', phone: '+79' }),
  recipient: large('recipient'),
  delivery: large('delivery', { price: 50, adress: 'Street' }),
  additional: large('additional'),
  products: [item('products')],
};
const { client, recipient, delivery } = STORED;

async function parsesOf(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const parse = JSON.parse;
  using _parse = spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length > LARGE.length) counts.set(text, (counts.get(text) ?? 0) + 1);
    return parse(text, reviver);
  });
  await work();
  return counts;
}

test.each([
  ['a changed part', { client: large('new') }],
  [
    'all parts, shrunk',
    { client: { a: 1 }, recipient: { a: 1 }, delivery: { flat: '1' }, additional: { comment: 'x' } },
  ],
  ['a part with its members in another sequence', { client: reversed(client) as JsonObject }],
  [
    'parts in another sequence, one of them changed',
    { recipient: { ...(reversed(recipient) as JsonObject), mark: 'new' } },
  ],
  ['a changed delivery', { delivery: { ...delivery, price: 60 } }],
  ['changed items', { products: [{ ...item('products'), quantity: 2, mark: 'new' }] }],
  ['another date', { date: '2026-06-01T10:00:00+03:00' }],
  [
    'all of them',
    { ...STORED, delivery: large('new delivery'), products: [item('new items')], client: large('new client') },
  ],
])('an update parses each stored text at most once: %s', async (_name, data) => {
  const id = await make(STORED);
  const before = rowOf(id);
  const counts = await parsesOf(() => updateOrder(store.ctx(), { id, data }));
  expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  const after = rowOf(id);
  expect(after.searchText).toBe(searchText(storedSearchable(after)).toWellFormed());
  // The columns of an update, in the sequence in which the history has them.
  const { client, recipient, additional, date, products, productsAmount, delivery, price } = after;
  const columns = { client, recipient, additional, date, products, productsAmount, delivery, price };
  expect(changesIn(before.seq) ?? null).toBe(changesByDefinition(before, columns));
});

test.each([
  ['of a text', { ...client, text: `${LARGE}y` }],
  ['of a number', { ...client, long: JSON.rawJSON('12345678901234567891') as JsonValue }],
  ['to small values', { mark: 1 }],
  ['to other members', { a: 1 }],
  ['of a list', { ...client, name: ['Анна'] }],
])('a changed value in a large part of an order is found without parsing that part: %s', async (_name, sent) => {
  const id = await make(STORED);
  const { client: stored } = rowOf(id);
  const counts = await parsesOf(() => updateOrder(store.ctx(), { id, data: { client: sent } }));
  const after = rowOf(id);
  expect([after.version, after.client]).toEqual([2, JSON.stringify(sent)]);
  expect([counts.get(stored ?? ''), counts.get(after.client ?? '')]).toEqual([undefined, undefined]);
});

test('an update that only reorders the client’s fields changes nothing, and parses only the stored client', async () => {
  const id = await make(STORED);
  const { client: stored } = rowOf(id);
  const sent = reversed(client) as JsonObject;
  const counts = await parsesOf(() => updateOrder(store.ctx(), { id, data: { client: sent } }));
  expect([rowOf(id).version, counts.get(stored ?? ''), counts.get(JSON.stringify(sent))]).toEqual([1, 1, undefined]);
});

test('searchable members are read from a large unchanged part of an order without parsing that part', async () => {
  const texts = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`"text" ${at}`, '"\\{}[],:'.repeat(500)]));
  const nested = { name: 'nested', phone: '1', adress: 'nested' };
  const person = { nested, list: [nested], ...texts, name: 'Борис', long, phone: '+7 912 000-00-01', 'name"': 'x' };
  const place = { nested, ...texts, adress: JSON.rawJSON('12345678901234567890') as JsonValue };
  const id = await make({ recipient: person, delivery: place, client: { name: 'Анна' } });
  const counts = await parsesOf(() => updateOrder(store.ctx(), { id, data: { client: { name: 'Вера' } } }));
  expect(counts.size).toBe(0);
  const { searchText: found, ...after } = rowOf(id);
  expect(found).toBe(searchText(storedSearchable({ ...after })));
  expect(found.split('\n').slice(1, 5)).toEqual(['вера', 'борис', '79120000001', '12345678901234567890']);
});
