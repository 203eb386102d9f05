import type { Call } from './call.ts';

interface Told {
  /** Nothing was done, because it had been done before. */
  readonly replayed?: boolean;
  /** The tag of what was read or written, as it stands then. */
  readonly etag?: string;
}

/** What a handler answers with, and in headers what is told beside it. */
export function told<T>({ headers }: Call, data: T, { replayed = false, etag }: Told): T {
  if (replayed) headers['idempotent-replayed'] = 'true';
  if (etag !== undefined) headers['etag'] = etag;
  return data;
}

/** The success envelope around what a handler answers with (seed, Success envelope). */
export function answerWith({ requestId, headers, cookies }: Call, data: unknown): Response {
  const body = { ok: true, code: 'ok', requestId, data: data === undefined ? {} : data };
  const response = new Response(JSON.stringify(body), { headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
