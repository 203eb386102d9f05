import { expect, test } from 'bun:test';
import { createPathClient } from '../../src/dashboard/client/data/path-client.ts';

interface Call {
  readonly address: string;
  readonly init: RequestInit | undefined;
}

type Verbs = Record<'get' | 'post', (...given: unknown[]) => Promise<unknown>>;
type At = Verbs & { readonly [word: string]: At } & ((params: Record<string, string>) => At);

function clientOf(answer: () => Response) {
  const calls: Call[] = [];
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    calls.push({ address: String(input), init });
    return answer();
  };
  return { at: createPathClient('/app/api', send as typeof fetch) as At, calls };
}

test('a call is sent to the escaped path, with its query in a header instead of the URL', async () => {
  const { at, calls } = clientOf(() => Response.json({ ok: true, data: { a: 1 } }));
  const { signal } = new AbortController();
  const orders = at['workspaces']?.({ workspace: 'a b' })['orders'];
  expect(await orders?.get({ query: { filter: 'q=Анна&x', cursor: undefined }, fetch: { signal } })).toEqual({ a: 1 });
  await orders?.({ id: '../5' })['second-factor']?.post({ name: 'Ольга' });
  await at['me']?.get();
  expect(calls.map(({ address }) => address)).toEqual([
    // No address contains a typed text, because proxies log addresses.
    '/app/api/workspaces/a%20b/orders',
    '/app/api/workspaces/a%20b/orders/..%2F5/second-factor',
    '/app/api/me',
  ]);
  expect(calls[0]?.init?.headers).toEqual({ 'docket-query': 'filter=q%3D%D0%90%D0%BD%D0%BD%D0%B0%26x' });
  expect(calls[0]?.init?.signal).toBe(signal);
  expect(calls[1]?.init).toMatchObject({ method: 'POST', body: '{"name":"Ольга"}' });
});

test.each([
  ['a refusal is its body', () => Response.json({ code: 'x' }, { status: 422 }), 'x'],
  ['a page of a proxy is none of ours', () => new Response('<html>', { status: 502 }), 'no_answer'],
  ['a good answer that is none of ours is none', () => new Response('<html>'), 'no_answer'],
  ['another one’s JSON is none either', () => Response.json({ data: 1 }), 'no_answer'],
])('the error of a failed call is read from its answer: %s', async (_, answer, code) => {
  await expect(clientOf(answer).at['me']?.get()).rejects.toMatchObject({ code });
});
