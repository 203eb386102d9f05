/** What came of a call; `error.value` is the body that it was refused with, undefined where that was none of ours. */
interface Answered {
  readonly data: unknown;
  readonly error: { readonly value: unknown } | null;
}

interface Options {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly fetch?: RequestInit;
}

/** A path with what it is asked with; what is undefined is not said. */
function withQuery(path: string, query: Options['query'] = {}): string {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(Object.fromEntries(said.map(([name, value]) => [name, String(value)]))).toString();
  return text === '' ? path : `${path}?${text}`;
}

/**
 * Calls the server by the words of a path: `at.orders({ id: '5' }).notes.post(body)` posts to `/orders/5/notes`. What there is
 * to call, and with what, its caller knows from the types of the routes; nothing of them is here at run time.
 */
export function createPathClient(path: string, send: typeof fetch): unknown {
  const call = async (address: string, init: RequestInit): Promise<Answered> => {
    const response = await send(address, init);
    const body: unknown = await response.json().catch(() => undefined);
    // A good answer that broke off, or was none of ours, is none.
    return response.ok && body !== undefined ? { data: body, error: null } : { data: null, error: { value: body } };
  };
  const get = ({ query, fetch: init }: Options = {}): Promise<Answered> => call(withQuery(path, query), { ...init });
  const post = (body: unknown, { query, fetch: init }: Options = {}): Promise<Answered> =>
    call(withQuery(path, query), {
      ...init,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const verbs: Readonly<Record<string, unknown>> = { get, post };
  const beyond = (word: string): unknown => createPathClient(`${path}/${encodeURIComponent(word)}`, send);
  return new Proxy(() => undefined, {
    get: (_, word) => verbs[String(word)] ?? beyond(String(word)),
    apply: (_, __, [parameters]: [Readonly<Record<string, unknown>>]) => beyond(String(Object.values(parameters)[0])),
  });
}
