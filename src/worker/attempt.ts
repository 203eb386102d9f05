import type { Clock, Outbound } from '../base/index.ts';
import { type AttemptOutcome, requestHeaders, type Target } from '../webhooks/index.ts';

export interface Attempt {
  readonly eventSeq: number;
  readonly body: string;
  readonly kind: AttemptOutcome['kind'];
  /** The attempt's number, from 1; 0 for an attempt that a person requested. */
  readonly attempt: number;
  readonly requestSeq: number | null;
  /** The due time, in milliseconds since the epoch; null for an attempt that a person requested. */
  readonly dueAt: number | null;
}

/** Signs the body and sends it once (Standard Webhooks 1.0.0). Never throws: every failure is an outcome. */
export async function makeAttempt(
  clock: Clock,
  outbound: Outbound,
  target: Target,
  { body, dueAt, ...attempt }: Attempt,
): Promise<AttemptOutcome> {
  const begunAt = clock.now();
  const delay = dueAt === null ? {} : { delayMs: Math.max(0, begunAt - dueAt) };
  const headers = requestHeaders(target.secrets, body, begunAt);
  const result = await outbound.post({ workspaceSeq: target.workspaceSeq, url: target.url, headers, body });
  return { endpointSeq: target.endpointSeq, ...attempt, ...delay, ...result, at: clock.now() };
}
