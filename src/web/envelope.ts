import type { Call } from './call.ts';
import { LARGE } from './unread.ts';

interface AnswerFacts {
  /** True if nothing was done, because an earlier call had done it. */
  readonly replayed?: boolean;
  /** The ETag of the object that was read or written, in its new state. */
  readonly etag?: string;
}

/** A handler's answer, with further facts in its headers. */
export function told<T>({ headers }: Call, data: T, { replayed = false, etag }: AnswerFacts): T {
  if (replayed) headers['idempotent-replayed'] = 'true';
  if (etag !== undefined) headers['etag'] = etag;
  return data;
}

/** The success envelope around a handler's answer (seed, Success envelope). */
export const answerWith = (call: Call, data: unknown): Response =>
  respond(
    call,
    JSON.stringify({ ok: true, code: 'ok', requestId: call.requestId, data: data === undefined ? {} : data }),
  );

/** The envelope around data that is JSON text already. */
export function answerWithJson(call: Call, json: Uint8Array): Response {
  const head = `{"ok":true,"code":"ok","requestId":"${call.requestId}","data":`;
  return respond(call, Buffer.concat([Buffer.from(head), json, Buffer.from('}')]));
}

function respond(call: Call, body: string | Uint8Array<ArrayBuffer>): Response {
  const { headers, cookies } = call;
  if (body.length >= LARGE) call.largeText = body;
  const response = new Response(body, { headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
