import type { Call } from './call.ts';
import { noteLarge } from './unread.ts';

interface AnswerFacts {
  /** True if this call repeats an earlier one, and so changed nothing. */
  readonly replayed?: boolean;
  readonly etag?: string;
}

export function told<T>({ headers }: Call, data: T, { replayed = false, etag }: AnswerFacts): T {
  if (replayed) headers['idempotent-replayed'] = 'true';
  if (etag !== undefined) headers['etag'] = etag;
  return data;
}

/** Responds with the handler's data in the success envelope (original specification, "Success envelope"). */
export const answerWith = (call: Call, data: unknown): Response =>
  respond(
    call,
    JSON.stringify({ ok: true, code: 'ok', requestId: call.requestId, data: data === undefined ? {} : data }),
  );

const HEAD = '{"ok":true,"code":"ok","requestId":"';
const BLANK_ID = ' '.repeat(36);

/** Returns the envelope around data that is already JSON text. Its request id is still blank. */
export const envelopeOf = (json: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from(`${HEAD}${BLANK_ID}","data":`), json, Buffer.from('}')]);

/**
 * Answers with an envelope from `envelopeOf`. The caller can reuse the envelope at once, because a Response copies its
 * bytes.
 */
export function answerWithEnvelope(call: Call, envelope: Buffer<ArrayBuffer>): Response {
  envelope.write(call.requestId, HEAD.length, 'latin1');
  return respond(call, envelope);
}

function respond(call: Call, body: string | Uint8Array<ArrayBuffer>): Response {
  const { headers, cookies } = call;
  noteLarge(call, body);
  const response = new Response(body, { headers });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
