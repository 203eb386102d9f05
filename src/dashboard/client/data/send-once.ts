import { newUuid } from './new-uuid.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const ID = 'idempotency-key';

interface Change {
  readonly address: string;
  readonly body: unknown;
  readonly answer: Promise<Response>;
}

const underWay = new Set<Change>();
/** Requests that were sent and never answered: by address, the id that it was sent under. */
const unanswered = new Map<string, string>();

/** Sends a call under a given id: a form that is kept with its id beyond the page is still made once. */
export const under = (id: string) => ({ fetch: { headers: { [ID]: id } } });

/**
 * Has each change made once. The same change, sent again while it is under way, gets the answer of the first. Each
 * change has an id, which is used again if its answer was lost. The server then knows if it was made, whatever was
 * edited in the form meanwhile (src/dashboard/desk/make-once.ts).
 */
export const sendOnce = (send: Fetch) => async (input: string | URL | Request, init?: RequestInit) => {
  if ((init?.method ?? 'GET') === 'GET') return send(input, init);
  const address = input instanceof Request ? input.url : String(input);
  const body = init?.body;
  const same = [...underWay].find((one) => one.address === address && one.body === body);
  const mine = same ?? { address, body, answer: sendUnderId(send, address, init) };
  underWay.add(mine);
  try {
    // Each caller reads its own copy.
    return (await mine.answer).clone();
  } finally {
    underWay.delete(mine);
  }
};

async function sendUnderId(send: Fetch, address: string, init: RequestInit | undefined): Promise<Response> {
  const headers = new Headers(init?.headers);
  const id = headers.get(ID) ?? unanswered.get(address) ?? newUuid();
  // A change that begins meanwhile is separate and stays.
  unanswered.delete(address);
  headers.set(ID, id);
  try {
    const response = await send(address, { ...init, headers });
    // A proxy's word that nothing came back, or a fault of ours, says nothing of what was made.
    if (response.status >= 500) unanswered.set(address, id);
    return response;
  } catch (error) {
    unanswered.set(address, id);
    throw error;
  }
}
