import { join } from 'node:path';
import { type Client, orderBody } from './docket.ts';
import { rowsIn } from './raw-database.ts';

/** A pause after a refusal, so that refusals do not keep the machine busy. */
const PAUSE_MS = 10;

/** Creates orders from this many writers, one right after another. A refused create is repeated after a short pause. */
export function startLoad(api: Client, writers: number, extra: Record<string, unknown> = {}) {
  const acknowledged = new Map<string, number>();
  const strange: number[] = [];
  const unanswered: Record<string, unknown>[] = [];
  let refused = 0;
  let on = true;

  async function write(): Promise<void> {
    while (on) {
      const body = orderBody(extra);
      try {
        if (!(await send(body))) return;
      } catch {
        unanswered.push(body);
        return;
      }
    }
  }

  /** Sends a create until it is accepted. @returns true to continue */
  async function send(body: Record<string, unknown>): Promise<boolean> {
    while (on) {
      const answer = await api.post('/api/v1/orders/create', body);
      if (answer.status === 200) {
        acknowledged.set(answer.body.data.id, performance.now());
        return true;
      }
      if (answer.status !== 503) {
        strange.push(answer.status);
        return false;
      }
      refused += 1;
      await Bun.sleep(PAUSE_MS);
    }
    return false;
  }

  const over = Promise.all(Array.from({ length: writers }, write));
  return {
    /** The time of each order's acknowledgement by id, on the clock of `performance.now()`. */
    acknowledged,
    /** Answers that are neither a success nor a 503. */
    strange,
    /** Bodies without an answer, because the server ended. */
    unanswered,
    /** The number of 503 answers so far. */
    refused: () => refused,
    /** Ends the load; resolves when all its calls are finished. */
    async stop(): Promise<void> {
      on = false;
      await over;
    },
  };
}

export type Load = ReturnType<typeof startLoad>;

export function missingOrders(dir: string, ids: Iterable<string>): string[] {
  const rows = rowsIn<{ id: string }>(join(dir, 'docket.db'), 'SELECT lower(hex(id)) AS id FROM orders');
  const stored = new Set(rows.map((row) => row.id));
  return [...ids].filter((id) => !stored.has(id.replaceAll('-', '')));
}
