import type { Call } from './call.ts';

/** How long the refusal of a stranger who is over the pace waits: 50 connections ask 500 times a second then, not 10,000. */
const HOLD_MS = 100;
/** The same where more comes with the request than anybody sends at the door: it costs its weight in memory and copying. */
const HOLD_LARGE_MS = 1_000;
/** Beyond so many at once they are answered at once. */
const HELD_AT_MOST = 1_000;
const SMALL_BYTES = 8_192;

/** Makes it slow to go on asking when one was told to wait. */
export interface OverPace {
  /** Holds a stranger's 429 back for a moment. With a large body it holds longer, and closes the connection then. */
  settle(request: Request, call: Call, response: Response): Promise<void>;
}

export function createOverPace(): OverPace {
  let held = 0;
  return {
    async settle(request, { caller, person }, response) {
      const { headers, method } = request;
      if (caller !== undefined || person === true) return;
      const announced = headers.get('content-length');
      const isSmall = method === 'GET' || (announced !== null && Number(announced) <= SMALL_BYTES);
      if (!isSmall) response.headers.set('connection', 'close');
      if (held >= HELD_AT_MOST) return;
      held += 1;
      // What still comes of the body is thrown away as it comes.
      if (!isSmall) await request.body?.cancel().catch(() => undefined);
      await new Promise<void>((resolve) => setTimeout(resolve, isSmall ? HOLD_MS : HOLD_LARGE_MS));
      held -= 1;
    },
  };
}
