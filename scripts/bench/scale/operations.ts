import { addDays } from '../../../src/base/index.ts';
import { createBody } from '../orders.ts';
import type { Target } from './target.ts';
import { DAY_MS, HOTEL, OLD } from './tell-order.ts';

/**
 * Makes the request to send: a path is sent by GET, a path with a body by POST. @param nth counts the requests, from 0
 */
export type Ask = (target: Target, nth: number) => string | { readonly path: string; readonly body: string };

const API = '/api/v1/orders';
const q = (filter: Record<string, string>): string => encodeURIComponent(new URLSearchParams(filter).toString());

const idOf = ({ ids }: Target, nth: number): string => ids[nth % ids.length] ?? '';
/**
 * The number in the last payment's id. Counting starts at the current time, because an earlier run may have used lower
 * numbers in this shop.
 */
let paid = Date.now();

const API_WRITES: Record<string, Ask> = {
  create: () => ({ path: `${API}/create`, body: createBody() }),
  'status change': (target, nth) => {
    const statusId = Math.floor(nth / target.ids.length) % 2 === 0 ? 'status-in-progress' : 'status-closed';
    return { path: `${API}/status`, body: JSON.stringify({ id: idOf(target, nth), statusId }) };
  },
  payment: (target, nth) => {
    paid += 1;
    const body = { id: idOf(target, nth), paymentId: `bench-${paid}`, amount: 1 };
    return { path: `${API}/payment`, body: JSON.stringify(body) };
  },
};

const NEVER = ['2090-01-01', '1999-01-01'] as const;
const lists = (filter: Record<string, Ask>): Record<string, Ask> =>
  Object.fromEntries(
    Object.entries(filter).map(([name, query]) => [
      `list: ${name}`,
      (target, nth) => `${API}?${String(query(target, nth))}`,
    ]),
  );

const API_READS: Record<string, Ask> = {
  'get one': (target, nth) => `${API}/${idOf(target, nth)}`,
  ...lists({
    newest: () => 'limit=50',
    today: ({ today }) => `dateFrom=${today}&dateTo=${today}`,
    'a calm day': ({ calm }) => `dateFrom=${calm}&dateTo=${calm}`,
    'two days': ({ today }) => `dateFrom=${addDays(today, -1)}&dateTo=${today}`,
    'a past quarter': ({ today }) => `dateFrom=${addDays(today, -180)}&dateTo=${addDays(today, -60)}`,
    'from the future': () => `dateFrom=${NEVER[0]}`,
    'to the past': () => `dateTo=${NEVER[1]}`,
    'a status': () => 'statusId=status-new',
    'a status of one order': () => `statusId=${OLD.status}`,
    'a status, a week': ({ today }) => `statusId=status-new&dateFrom=${addDays(today, -7)}&dateTo=${today}`,
    'a status, the calm day': ({ calm }) => `statusId=status-new&dateFrom=${calm}&dateTo=${calm}`,
    'updated since ever': () => 'updatedFrom=2000-01-01T00:00:00Z',
    'updated just now': () => `updatedFrom=${new Date(Date.now() - 1_000).toISOString()}`,
    'updated, a status': () => 'updatedFrom=2000-01-01T00:00:00Z&statusId=status-new',
    'updated, the calm day': ({ calm }) => `updatedFrom=2000-01-01T00:00:00Z&dateFrom=${calm}&dateTo=${calm}`,
  }),
};

const desk = (rest: Record<string, (target: Target, nth: number) => string>): Record<string, Ask> =>
  Object.fromEntries(
    Object.entries(rest).map(([name, path]) => [name, (target, nth) => `${target.desk}/${path(target, nth)}`]),
  );
const filtered = (filter: (target: Target) => Record<string, string>) => (target: Target) =>
  `orders?filter=${q(filter(target))}`;

const DESK_ORDERS = desk({
  'desk: newest': () => 'orders',
  'desk: a name of many': filtered(() => ({ q: 'иванова' })),
  'desk: a name of few, long ago': filtered(() => ({ q: OLD.name })),
  'desk: a part of a name': filtered(() => ({ q: 'вакин' })),
  'desk: a name of nobody': filtered(() => ({ q: 'нектонет' })),
  'desk: a phone': filtered(() => ({ q: `+${OLD.phone}1` })),
  'desk: a status': filtered(() => ({ status: 'status-closed' })),
  'desk: a status of one order': filtered(() => ({ status: OLD.status })),
  'desk: payment, platform': filtered(() => ({ payment: 'partial', platform: 'till' })),
  'desk: a platform of few': filtered(() => ({ platform: OLD.platform })),
  'desk: a source of few': filtered(() => ({ source: OLD.source })),
  'desk: period and name': filtered(({ calm }) => ({ from: calm, to: calm, q: 'нектонет' })),
  'desk: late': filtered(() => ({ when: 'late' })),
  'desk: deleted': filtered(() => ({ deleted: '1' })),
  'desk: today': filtered(() => ({ when: 'today' })),
  'desk: the calm day': ({ calm }) => `orders/day?filter=${q({ from: calm, to: calm })}`,
  'desk: day view of today': ({ today }) => `orders/day?filter=${q({ from: today, to: today })}`,
  'desk: board': () => 'orders/board',
  'desk: board of a platform of few': () => `orders/board?filter=${q({ platform: OLD.platform })}`,
  'desk: choices and counts': () => 'orders/choices',
  'desk: an order': (target, nth) => `orders/${idOf(target, nth)}`,
  'desk: export of the calm day': ({ calm }) => `orders/export?filter=${q({ from: calm, to: calm })}`,
});

/** Returns the three whole months before the month of `today`. */
function lastQuarter(today: string): Record<'from' | 'to', string> {
  const to = addDays(`${today.slice(0, 7)}-01`, -1);
  const first = addDays(`${addDays(`${to.slice(0, 7)}-01`, -1).slice(0, 7)}-01`, -1);
  return { from: `${first.slice(0, 7)}-01`, to };
}

const DESK_MONEY = desk({
  'payments: this month': () => 'payments',
  'payments: a method': () => `payments?filter=${q({ when: 'month', method: 'card' })}`,
  'payments: sums of this year': () => `payments/sums?filter=${q({ when: 'year' })}`,
  'payments: sums of a method, this year': () => `payments/sums?filter=${q({ when: 'year', method: 'card' })}`,
  'payments: refunds of this year': () => `payments?filter=${q({ when: 'year', kind: 'refund' })}`,
  'payments: sums of last month': () => `payments/sums?filter=${q({ when: 'last-month' })}`,
  'report: last month': () => `reports?filter=${q({ when: 'last-month' })}`,
  'report: this month': () => 'reports',
  'report: items of last month': () => `reports/items?filter=${q({ when: 'last-month' })}`,
  'report: this year': () => `reports?filter=${q({ when: 'year' })}`,
  'report: the last quarter': ({ today }) => `reports?filter=${q(lastQuarter(today))}`,
  'report: items of this year': () => `reports/items?filter=${q({ when: 'year' })}`,
  'report: the calm day': ({ calm }) => `reports?filter=${q({ from: calm, to: calm })}`,
});

const IMPORTS = ['orders', 'products', 'clients', 'payments'];
const ofClient = (id: string, more: Record<string, string> = {}): string => `filter=${q({ client: id, ...more })}`;

const DESK_CLIENT = desk({
  'a client: orders': ({ clientId }) => `orders?${ofClient(clientId)}`,
  'a client: sums of orders': ({ clientId }) => `orders/sums?${ofClient(clientId)}`,
  'a client: payments': ({ clientId }) => `payments?${ofClient(clientId, { when: 'all' })}`,
  'a client: sums of payments': ({ clientId }) => `payments/sums?${ofClient(clientId, { when: 'all' })}`,
  'a hundredth of all: orders': ({ hotelId }) => `orders?${ofClient(hotelId)}`,
  'a hundredth of all: orders owed on': ({ hotelId }) => `orders?${ofClient(hotelId, { payment: 'partial' })}`,
  'a hundredth of all: sums of orders': ({ hotelId }) => `orders/sums?${ofClient(hotelId)}`,
  'a hundredth of all: payments': ({ hotelId }) => `payments?${ofClient(hotelId, { when: 'all' })}`,
  'a hundredth of all: sums, a month': ({ hotelId }) => `payments/sums?${ofClient(hotelId, { when: 'last-month' })}`,
});

/** The exports read every row that they write. So they cost more in the large shop than in the small shop. */
const DESK_FILES = desk({
  'export: payments of last month': () => `payments/export?filter=${q({ when: 'last-month' })}`,
  'export: the same, XLSX': () => `payments/export?format=xlsx&filter=${q({ when: 'last-month' })}`,
  'export: report of last month': () => `reports/export?filter=${q({ when: 'last-month' })}`,
  'export: closed days': () => 'payments/till/export',
  'export: clients': () => 'clients/export',
  'imports: list': (_, nth) => `imports?kind=${IMPORTS[nth % IMPORTS.length]}`,
});

const typed = (text: string): string => `q=${encodeURIComponent(text)}`;

const DESK_SECOND_DAY = desk({
  'payments: a name of few': () => `payments?filter=${q({ when: 'all', q: OLD.name })}`,
  'payments: a name of nobody': () => `payments?filter=${q({ when: 'all', q: 'нектонет' })}`,
  'payments: a source of few': () => `payments?filter=${q({ when: 'all', source: OLD.source })}`,
  'till: today': () => 'payments/till',
  'till: closed days': () => 'payments/till/days',
  'clients: by last order': () => 'clients',
  'clients: a name of many': () => `clients?${typed('иванова')}`,
  'clients: a name of few': () => `clients?${typed(OLD.name)}`,
  'clients: a name of nobody': () => `clients?${typed('нектонет')}`,
  'clients: a phone': () => `clients?${typed(HOTEL)}`,
  'clients: one': ({ clientId }) => `clients/${clientId}`,
  'clients: one with a hundredth of all orders': ({ hotelId }) => `clients/${hotelId}`,
  'form: the usual': () => 'orders/usual',
  'form: slots of today': ({ today }) => `orders/slots?day=${today}`,
  'form: a client by name': () => `orders/clients?${typed('анна')}`,
  'form: a client by the end of a phone': () => `orders/clients?${typed('0101')}`,
  'form: goods': () => `orders/products?${typed('цветы')}`,
  'form: price list': () => 'orders/price-list',
  'palette: a name': () => `orders/find?${typed('иванова')}`,
  'orders that come up again': () => 'orders/schedules',
  'deliveries of today': () => 'deliveries?day=today',
  'couriers of the calm day': ({ calm }) => `orders/couriers?day=${calm}`,
  'desk: sums of all': () => 'orders/sums',
  'desk: sums of late': () => `orders/sums?filter=${q({ when: 'late' })}`,
  'stocktakes: list': () => 'stock/stocktakes',
  'stocktakes: one': ({ stocktakeId }) => `stock/stocktakes/${stocktakeId}`,
  'stock: to reorder': () => 'stock?low=1',
  'inquiries: untouched': () => 'inquiries/untouched',
});

const history = (name: string, filter: (target: Target) => Record<string, string>) =>
  desk({ [`history: ${name}`]: (target) => `history?${new URLSearchParams(filter(target)).toString()}` });
const daysOf = (from: string, to: string) => ({ from, to });

const DESK_REST: Record<string, Ask> = {
  ...desk({
    'overview, 30 days': () => 'overview?days=30',
    'overview, 90 days': () => 'overview?days=90',
    'inquiries: board': () => 'inquiries/board',
    'inquiries: a stage': () => 'inquiries?stage=stage-done',
    'inquiries: one': ({ inquiryId }) => `inquiries/${inquiryId}`,
  }),
  ...history('all', () => ({})),
  ...history('of orders', () => ({ kind: 'orders' })),
  ...history('of inquiries', () => ({ kind: 'inquiries' })),
  ...history('of settings', () => ({ kind: 'settings' })),
  ...history('of people, long ago', () => ({ kind: 'people' })),
  ...history('by a person who left', () => ({ who: `person:${OLD.personId}` })),
  ...history('by a key of long ago', () => ({ who: `key:${OLD.keyId}` })),
  ...history('by command', () => ({ who: 'command' })),
  ...history('of the calm day', ({ calm }) => daysOf(calm, calm)),
  ...history('of years ago', () => daysOf(NEVER[1], NEVER[1])),
  ...desk({
    'stock: list': () => 'stock',
    'stock: a name of few': () => `stock?q=${encodeURIComponent(OLD.product)}`,
    // This search finds one product in the small shop, and a full page of products in the large one.
    'stock: the beginning of a number': () => 'stock?q=flower-150',
    'stock: a word of none': () => 'stock?q=nothing',
    'stock: below zero': () => 'stock?below=1',
    'stock: a ledger': ({ productId }) => `stock/${productId}`,
    'stock: an item by name': () => `stock/for-item?name=${encodeURIComponent('Цветы №150')}`,
    'calls: all': () => 'calls',
    'calls: of a key of few': ({ oldKey }) => `calls?key=${oldKey}`,
    'calls: refused': () => 'calls?status=4',
    'webhooks: list': () => 'webhooks',
    'webhooks: health': () => 'webhooks/health',
    'webhooks: attempts': ({ endpointId }) => `webhooks/${endpointId}/attempts`,
    'webhooks: hours': ({ endpointId }) => `webhooks/${endpointId}/hours`,
    'webhooks: an event': ({ endpointId, eventId }) => `webhooks/${endpointId}/events/${eventId}`,
    'webhooks: missed in a day': ({ endpointId, cast }) => `webhooks/${endpointId}/missed?since=${cast.endMs - DAY_MS}`,
    'live hints, a page opens': () => 'live',
    keys: () => 'keys',
    mails: () => 'mails',
    system: () => 'system',
    backups: () => 'backups',
  }),
  metrics: () => '/metrics',
  ready: () => '/health/ready',
};

export const OPERATIONS: Readonly<Record<string, Ask>> = {
  ...API_WRITES,
  ...API_READS,
  ...DESK_ORDERS,
  ...DESK_MONEY,
  ...DESK_CLIENT,
  ...DESK_FILES,
  ...DESK_SECOND_DAY,
  ...DESK_REST,
};

export function requestOf(ask: Ask, target: Target, nth: number): Request {
  const asked = ask(target, nth);
  const { path, body } = typeof asked === 'string' ? { path: asked, body: undefined } : asked;
  const headers = path.startsWith('/app')
    ? { cookie: target.cookie, 'sec-fetch-site': 'same-origin' }
    : path.startsWith('/api')
      ? { authorization: `Bearer ${target.key}` }
      : undefined;
  const sent = { ...headers, 'content-type': 'application/json' };
  const url = `${target.server.url}${path}`;
  return body === undefined
    ? new Request(url, { headers: sent })
    : new Request(url, { method: 'POST', headers: sent, body });
}
