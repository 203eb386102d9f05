import { HIDDEN_QUERY } from '../../shared/hidden-query.ts';
import { dataFrom } from './call-server.ts';

interface Options {
  readonly query?: Readonly<Record<string, unknown>>;
  readonly fetch?: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };
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
 * `/orders/5/notes`. Only the types know the routes. A call throws `Refusal` on failure.
 */
export function createPathClient(path: string, send: typeof fetch): unknown {
  const get = ({ query, fetch: init }: Options = {}): Promise<unknown> => {
    const { address, hidden } = asked(path, query);
    return dataFrom(send(address, { ...init, headers: hidden }));
  };
  const post = (body: unknown, { query, fetch: init }: Options = {}): Promise<unknown> => {
    const { address, hidden } = asked(path, query);
    const headers = { ...hidden, 'content-type': 'application/json', ...init?.headers };
    return dataFrom(send(address, { ...init, method: 'POST', headers, body: JSON.stringify(body) }));
  };
  const verbs: Readonly<Record<string, unknown>> = { get, post };
  const beyond = (word: string): unknown =>
    createPathClient(`${path}/${encodeURIComponent(word.toWellFormed())}`, send);
  return new Proxy(() => undefined, {
    get: (_, word) => verbs[String(word)] ?? beyond(String(word)),
    apply: (_, __, [parameters]: [Readonly<Record<string, unknown>>]) => beyond(String(Object.values(parameters)[0])),
  });
}
