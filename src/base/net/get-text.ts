import { readBounded } from './read-bounded.ts';

interface GotText {
  readonly status: number;
  readonly text: string;
}

/**
 * GETs a text at an address that the operator named. An answer above `maxBytes` is an error.
 * @throws Error with a readable message, also if the time is up
 */
export async function getText(url: string, timeoutMs: number, maxBytes: number): Promise<GotText> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: '*/*' } });
  return { status: response.status, text: (await readBounded(response, maxBytes)).toString() };
}

interface Post {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * POSTs to an address that the operator named, without following redirects.
 * @throws Error with a readable message, also if the time is up
 */
export async function postBytes(url: string, { headers, body, timeoutMs, maxBytes }: Post) {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual', decompress: false });
  return { status: answer.status, bytes: await readBounded(answer, maxBytes) };
}
