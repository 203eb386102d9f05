import type { Call } from './call.ts';

/** How long the refusal of a stranger who is over the pace waits: 50 connections ask 500 times a second then, not 10,000. */
const HOLD_MS = 100;
/** Beyond so many at once they are answered at once. */
const HELD_AT_MOST = 1_000;
/** A larger body would lie in memory for as long. */
const SMALL_BYTES = 8_192;

/** Makes it slow and dear to go on asking when one was told to wait. */
export interface OverPace {
  /** Holds a stranger's 429 back for a moment, or has its connection closed where a large body is still to come. */
  settle(request: Request, call: Call, response: Response): Promise<void>;
}

export function createOverPace(): OverPace {
  let held = 0;
  return {
    async settle({ headers, method }, { caller, person }, response) {
      if (caller !== undefined || person === true) return;
      const announced = headers.get('content-length');
      const isSmall = method === 'GET' || (announced !== null && Number(announced) <= SMALL_BYTES);
      if (!isSmall) response.headers.set('connection', 'close');
      else if (held < HELD_AT_MOST) {
        held += 1;
        await new Promise<void>((resolve) => setTimeout(resolve, HOLD_MS));
        held -= 1;
      }
    },
  };
}
