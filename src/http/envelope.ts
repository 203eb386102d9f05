import { callOf } from './call.ts';
import type { Success } from './wire.ts';

interface Told {
  /** Nothing was done, because it had been done before. */
  readonly replayed?: boolean;
  /** The tag of what was read or written, as it stands then. */
  readonly etag?: string;
}

/** The success envelope, and in headers what is told beside it. */
export function answer<T>(request: Request, data: T, { replayed = false, etag }: Told = {}): Success<T> {
  const call = callOf(request);
  if (replayed) call.headers['idempotent-replayed'] = 'true';
  if (etag !== undefined) call.headers['etag'] = etag;
  return { ok: true, code: 'ok', requestId: call.requestId, data };
}
