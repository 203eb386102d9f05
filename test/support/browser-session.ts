import { holdToModel } from './answer-models.ts';
import { type Answer, OWNER, openShop, type Shop } from './docket.ts';

const isBytes = (body: unknown): body is Blob | Uint8Array<ArrayBuffer> =>
  body instanceof Blob || body instanceof Uint8Array;

/** Calls the dashboard's data as its own page would: with its cookie, from its own origin. */
export function visitor(url: string, startCookie = '') {
  let cookie = startCookie;
  const ask = (path: string, init: RequestInit = {}): Promise<Response> => {
    const own = { 'sec-fetch-site': 'same-origin', ...(cookie === '' ? {} : { cookie }) };
    return fetch(`${url}${path}`, { ...init, headers: { ...own, ...(init.headers as Record<string, string>) } });
  };
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await ask(path, init);
    const set = response.headers.get('set-cookie');
    if (set !== null) cookie = set.split(';')[0] ?? '';
    // Only JSON is read: a stream would not end, and a file is not data to check.
    const isData = response.headers.get('content-type')?.startsWith('application/json') === true;
    if (!isData) await response.body?.cancel();
    const body = isData ? await response.json() : {};
    holdToModel(init.method ?? 'GET', path, body);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: (path: string) => call(path, { method: 'GET' }),
    /** @param body sent as it is if it is a text or bytes, else as JSON */
    post: (path: string, body: unknown = {}, headers: Record<string, string> = {}) =>
      call(path, {
        method: 'POST',
        body: typeof body === 'string' || isBytes(body) ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    /** The response itself, which may be a file, a stream or a page. */
    fetch: ask,
    cookie: () => cookie,
  };
}

export type Visitor = ReturnType<typeof visitor>;

export async function signedIn(url: string, email: string, password: string, remember = false): Promise<Visitor> {
  const who = visitor(url);
  const answer = await who.post('/app/api/sign-in', { email, password, remember });
  if (answer.status !== 200) throw new Error(`sign-in was answered with ${answer.status}: ${answer.body.message}`);
  return who;
}

export const ownerOf = ({ url }: Pick<Shop, 'url'>): Promise<Visitor> => signedIn(url, OWNER.email, OWNER.password);

/** A shop, its signed-in owner, and the address of its workspace's data. */
export async function openOwned(args?: readonly string[]) {
  const shop = await openShop(args);
  return { shop, owner: await ownerOf(shop), base: shop.base };
}

/** Returns a browser that keeps all cookies. Its calls seem to come from `address` through a proxy. */
export function browserAt(url: string, address: string) {
  const jar = new Map<string, string>();
  const call = async (path: string, init: RequestInit): Promise<Answer> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const own = { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, 'content-type': 'application/json' };
    const response = await fetch(`${url}${path}`, { ...init, headers: cookie === '' ? own : { ...own, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    const body = await response.json();
    holdToModel(init.method ?? 'GET', path, body);
    return { status: response.status, headers: response.headers, body };
  };
  return {
    get: (path: string) => call(path, { method: 'GET' }),
    post: (path: string, body: unknown = {}) => call(path, { method: 'POST', body: JSON.stringify(body) }),
    /** The cookies by name. A test may add cookies. */
    jar: () => jar,
  };
}

export type Browser = ReturnType<typeof browserAt>;
