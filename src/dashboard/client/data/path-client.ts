import { HIDDEN_QUERY } from '../../shared/hidden-query.ts';
import { dataOf } from './call-server.ts';

/** The outcome of a call. `error.value` is the body of the refusal; undefined if the body was not JSON. */
interface CallResult {
  readonly data: unknown;
  readonly error: { readonly value: unknown } | null;
}

interface Options {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly fetch?: RequestInit;
}

/**
 * The parameters that contain typed searches (names and phones), by themselves or inside a filter. A header carries
 * them instead of the URL.
 */
const TYPED: readonly string[] = ['q', 'filter'];

const toText = (pairs: readonly [string, unknown][]): string =>
  new URLSearchParams(Object.fromEntries(pairs.map(([name, value]) => [name, String(value)]))).toString();

function asked(
  path: string,
  query: Options['query'] = {},
): { readonly address: string; readonly hidden: Record<string, string> } {
  const said = Object.entries(query).filter(([, value]) => value !== undefined);
  const open = toText(said.filter(([name]) => !TYPED.includes(name)));
  const typed = toText(said.filter(([name]) => TYPED.includes(name)));
  return { address: open === '' ? path : `${path}?${open}`, hidden: typed === '' ? {} : { [HIDDEN_QUERY]: typed } };
}

/**
 * Creates a client that calls the server by the words of a path: `at.orders({ id: '5' }).notes.post(body)` posts to
 * `/orders/5/notes`. The types of the routes tell callers which paths and bodies exist; at run time there is no list.
 */
export function createPathClient(path: string, send: typeof fetch): unknown {
  const call = async (address: string, init: RequestInit): Promise<CallResult> => {
    const response = await send(address, init);
    const body: unknown = await response.json().catch(() => undefined);
    // An answer with status 200 that broke off or is not from Docket counts as a failure.
    const data = response.ok ? dataOf<unknown>(body) : undefined;
    return data === undefined ? { data: null, error: { value: body } } : { data, error: null };
  };
  const get = ({ query, fetch: init }: Options = {}): Promise<CallResult> => {
    const { address, hidden } = asked(path, query);
    return call(address, { ...init, headers: hidden });
  };
  const post = (body: unknown, { query, fetch: init }: Options = {}): Promise<CallResult> => {
    const { address, hidden } = asked(path, query);
    const headers = new Headers({ ...hidden, 'content-type': 'application/json' });
    new Headers(init?.headers).forEach((value, name) => {
      headers.set(name, value);
    });
    return call(address, { ...init, method: 'POST', headers, body: JSON.stringify(body) });
  };
  const verbs: Readonly<Record<string, unknown>> = { get, post };
  const beyond = (word: string): unknown =>
    createPathClient(`${path}/${encodeURIComponent(word.toWellFormed())}`, send);
  return new Proxy(() => undefined, {
    get: (_, word) => verbs[String(word)] ?? beyond(String(word)),
    apply: (_, __, [parameters]: [Readonly<Record<string, unknown>>]) => beyond(String(Object.values(parameters)[0])),
  });
}
