import { callOf } from './call.ts';
import type { Success } from './wire.ts';

/** The success envelope; `replayed` says in a header that nothing was done because it had been done before. */
export function answer<T>(request: Request, data: T, replayed = false): Success<T> {
  const call = callOf(request);
  if (replayed) call.headers['idempotent-replayed'] = 'true';
  return { ok: true, code: 'ok', requestId: call.requestId, data };
}
