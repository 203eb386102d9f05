export interface Operation {
  readonly name: 'create' | 'read' | 'list' | 'changes' | 'status' | 'update' | 'payment' | 'inquiry' | 'delete';
  readonly method: 'GET' | 'POST';
  /** The path as the reference spells it. */
  readonly route: string;
  readonly scope:
    | 'svc:orders:create'
    | 'svc:orders:read'
    | 'svc:orders:update'
    | 'svc:orders:delete'
    | 'svc:inquiries:create';
  /** The path and the query. */
  readonly address: string;
  readonly headers: readonly string[];
  readonly body: object | undefined;
}

interface Sample {
  /**
   * Characters 0-9 and a-z, new on each visit. The order's number, the payment's id and the idempotency key contain the
   * stamp. An example pasted tomorrow therefore creates a new order and causes no conflict.
   */
  readonly stamp: string;
  /** The order's day, YYYY-MM-DD. */
  readonly day: string;
  /** The id of the order in the command. While the id is undefined, the command uses a shell variable. */
  readonly orderId: string | undefined;
  readonly language: keyof typeof WHO_AND_WHAT;
}

/**
 * Matches the number of a test order. The page's commands must name no other order, because one command deletes the
 * order.
 */
const TEST_NUMBER = /^test-[0-9a-z]+$/;

export const isTestOrder = (num: string | null): boolean => num !== null && TEST_NUMBER.test(num);

interface OrderOfCall {
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly orderDeleted: boolean;
}

/**
 * Finds the newest test order in `calls`, which are sorted newest first. `round` changes when a test order is deleted.
 * The page's example commands then get a new order number, because the number of a deleted order stays taken.
 */
export function findTestOrder<T extends OrderOfCall>(calls: readonly T[]): { order: T | undefined; round: string } {
  const tests = calls.filter(({ orderNumber }) => isTestOrder(orderNumber));
  const [newest] = tests;
  const order = newest?.orderDeleted === false ? newest : undefined;
  return { order, round: tests.find(({ orderDeleted }) => orderDeleted)?.orderId ?? '' };
}

const ID_VARIABLE = '$ORDER_ID';

export function operationsFor({ stamp, day, orderId, language }: Sample): readonly Operation[] {
  const id = orderId ?? ID_VARIABLE;
  const post = (name: Operation['name'], route: string, scope: Operation['scope'], body: object): Operation => ({
    name,
    method: 'POST',
    route,
    scope,
    address: route,
    body,
    headers: ['Content-Type: application/json'],
  });
  const get = (name: Operation['name'], route: string, address: string): Operation => ({
    name,
    method: 'GET',
    route,
    scope: 'svc:orders:read',
    address,
    headers: [],
    body: undefined,
  });
  const submit = post('inquiry', '/api/v1/inquiries', 'svc:inquiries:create', { payload: PAYLOAD[language] });
  return [
    post('create', '/api/v1/orders/create', 'svc:orders:create', orderOf(stamp, day, language)),
    get('read', '/api/v1/orders/{id}', `/api/v1/orders/${id}`),
    get('list', '/api/v1/orders', '/api/v1/orders?limit=10'),
    get('changes', '/api/v1/changes', '/api/v1/changes?limit=10'),
    post('status', '/api/v1/orders/status', 'svc:orders:update', { id, statusId: 'status-in-progress' }),
    post('update', '/api/v1/orders/update', 'svc:orders:update', {
      id,
      data: { timeStart: '12:00', timeEnd: '14:00' },
    }),
    post('payment', '/api/v1/orders/payment', 'svc:orders:update', {
      id,
      paymentId: `payment-${stamp}`,
      amount: 1000,
      paymentMethod: 'card',
    }),
    { ...submit, headers: [...submit.headers, `Idempotency-Key: inquiry-${stamp}`] },
    post('delete', '/api/v1/orders/delete', 'svc:orders:delete', { id }),
  ];
}

const PAYLOAD = {
  en: { name: 'Anna', phone: '+79120000000', wishes: ['peonies', 'up to ₽5,000'] },
  ru: { name: 'Анна', phone: '+79120000000', wishes: ['пионы', 'до 5000 ₽'] },
} as const;

const WHO_AND_WHAT = {
  en: { name: 'Anna Baker', product: 'Bouquet “Spring”', street: '1 High Street' },
  ru: { name: 'Мария Иванова', product: 'Букет «Весна»', street: 'ул. Ленина, 1' },
} as const;

const orderOf = (stamp: string, day: string, language: Sample['language']): object => ({
  // The example sets its own number, so that it uses up none of the shop's order numbers.
  num: `test-${stamp}`,
  date: `${day}T10:00:00+03:00`,
  timeStart: '10:00',
  client: { name: WHO_AND_WHAT[language].name, phone: '+79123456789' },
  products: [{ name: WHO_AND_WHAT[language].product, quantity: 2, price: 1500 }],
  delivery: { deliveryType: 'courier', price: 350.5, adress: WHO_AND_WHAT[language].street, flat: '12' },
});

/** Quotes a word, so that a POSIX shell passes the word on unchanged. The shell fills in only the order's id. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replaceAll(ID_VARIABLE, `'"${ID_VARIABLE}"'`)}'`;
}

export const KEY_LINE = 'export DOCKET_KEY=dk_…';
export const ORDER_ID_LINE = 'export ORDER_ID=…';

/** No command contains the API key. The shell reads the key from the environment. */
export function curlOf(origin: string, { address, headers, body }: Operation): string {
  const words = [
    `curl -i "${origin}${address}"`,
    '-H "Authorization: Bearer $DOCKET_KEY"',
    ...headers.map((header) => `-H ${quote(header)}`),
    ...(body === undefined ? [] : [`-d ${quote(JSON.stringify(body, null, 2))}`]),
  ];
  return words.join(' \\\n  ');
}
