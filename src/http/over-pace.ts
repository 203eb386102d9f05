import { announcedBytes, giveWay } from '../base/index.ts';
import type { Call } from '../web/index.ts';

/**
 * The delay of a refusal for a stranger or for an API key over its limit. With it, 50 connections can send 500 requests
 * a second, not 10,000.
 */
const HOLD_MS = 100;
/**
 * The delay of a refusal if the caller is a signed-in person, or if the request has a large body. Retry-After is at
 * least this long.
 */
const HOLD_LONG_MS = 1_000;
/**
 * The maximum number of answers that are delayed at the same time. Further answers wait only for the next turn of the
 * event loop. Without that wait, Bun would answer all pipelined requests of a connection in one turn.
 */
const HELD_AT_MOST = 1_000;
/**
 * The number of different delays, `SPREAD_MS` apart. Sending many delayed answers at once would block other callers.
 */
const SPREAD = 40;
const SPREAD_MS = 5;
const SMALL_BYTES = 8_192;

export interface OverPace {
  /**
   * Delays an answer with status 429. The delay is longer if the caller is a signed-in person or if the body is large.
   * Closes the connection if an unknown caller sent a large body.
   */
  settle(request: Request, call: Call, response: Response): Promise<void>;
  /** Delays an answer by `HOLD_MS`. Answers with status 429 go through `settle` instead. */
  slow(): Promise<void>;
}

export function createOverPace(): OverPace {
  let [held, last] = [0, 0];

  async function hold(ms: number): Promise<void> {
    if (held >= HELD_AT_MOST) return giveWay();
    held += 1;
    last = (last + 1) % SPREAD;
    await new Promise<void>((resolve) => setTimeout(resolve, ms + last * SPREAD_MS));
    held -= 1;
  }

  return {
    async settle(request, { person, caller }, response) {
      const isSmall = !isLarge(request);
      const isKnown = person === true || caller !== undefined;
      if (!isSmall && !isKnown) response.headers.set('connection', 'close');
      // The unread part of the body is discarded on arrival, because Bun would keep it in memory.
      if (!isSmall && held < HELD_AT_MOST) await request.body?.cancel().catch(() => undefined);
      await hold(isSmall && person !== true ? HOLD_MS : HOLD_LONG_MS);
    },
    slow: () => hold(HOLD_MS),
  };
}

/**
 * Checks whether a request's body is larger than `SMALL_BYTES`. A body of unknown length counts as large (RFC 9112,
 * 6.3).
 */
export function isLarge(request: Request): boolean {
  const { headers } = request;
  const bytes = announcedBytes(request);
  return bytes === undefined ? headers.has('content-length') || headers.has('transfer-encoding') : bytes > SMALL_BYTES;
}
