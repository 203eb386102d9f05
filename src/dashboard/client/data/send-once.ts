import { newUuid } from './new-uuid.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const ID = 'idempotency-key';

interface Change {
  readonly address: string;
  readonly body: unknown;
  readonly answer: Promise<Response>;
}

const underWay = new Set<Change>();
/** The ids of requests that were sent but never answered, by the addresses of the requests. */
const unanswered = new Map<string, string>();

/**
 * Returns the options that send a call under a given id. A form stores the id in its draft, so that sending the draft
 * twice creates only one object.
 */
export const under = (id: string) => ({ fetch: { headers: { [ID]: id } } });

/**
 * Makes each change happen only once. If a caller sends a change that is already under way, both callers share its
 * answer. After a lost answer, the next request to the same address has the same `idempotency-key`. By this key, the
 * server knows whether it already made the change (src/dashboard/desk/make-once.ts).
 */
export const sendOnce = (send: Fetch) => async (input: string | URL | Request, init?: RequestInit) => {
  if ((init?.method ?? 'GET') === 'GET') return send(input, init);
  const address = input instanceof Request ? input.url : String(input);
  const body = init?.body;
  const same = [...underWay].find((one) => one.address === address && one.body === body);
  const mine = same ?? { address, body, answer: sendUnderId(send, address, init) };
  underWay.add(mine);
  try {
    // Each caller gets a copy, because a body can be read only once.
    return (await mine.answer).clone();
  } finally {
    underWay.delete(mine);
  }
};

async function sendUnderId(send: Fetch, address: string, init: RequestInit | undefined): Promise<Response> {
  const headers = new Headers(init?.headers);
  const id = headers.get(ID) ?? unanswered.get(address) ?? newUuid();
  // Only this change uses the id. A change that begins later gets a new id.
  unanswered.delete(address);
  headers.set(ID, id);
  try {
    const response = await send(address, { ...init, headers });
    // After a proxy's timeout or an error of the server, nobody knows whether the change was made. The next attempt
    // sends the same id, so that the server does not make the change twice.
    if (response.status >= 500) unanswered.set(address, id);
    return response;
  } catch (error) {
    unanswered.set(address, id);
    throw error;
  }
}
