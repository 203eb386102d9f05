import type { Clock } from '../time/index.ts';

/** The time above which a part is slow. Verifying usual certificates takes about a millisecond. */
const SLOW_MS = 10;
/** After a slow part, the workspace's next part waits this many times as long, but at most `REST_AT_MOST_MS`. */
const RESTS = 10;
const REST_AT_MOST_MS = 1_000;

/** Runs the next part of a TLS handshake: the server's bytes have arrived, and are now decrypted and verified. */
export type RunPart = (part: () => void) => void;

/**
 * Spreads the work for TLS handshakes over the turns of the event loop. A server's certificates can take 30 ms to
 * verify, and nothing else runs in the thread meanwhile. Waiting for a server takes no turn.
 */
export class Handshakes {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** By workspace, the end of the part that was queued last. The next part of the workspace waits for it. */
  readonly #lines = new Map<number, Promise<void>>();
  readonly #restUntil = new Map<number, number>();
  #turn: Promise<void> = Promise.resolve();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Runs the parts of a workspace one after another. No two parts run in one turn of the event loop. */
  of(workspaceSeq: number): RunPart {
    return (part) => {
      const before = this.#lines.get(workspaceSeq) ?? Promise.resolve();
      const ended = before.then(() => this.#run(workspaceSeq, part));
      this.#lines.set(workspaceSeq, ended);
      void ended.finally(() => {
        if (this.#lines.get(workspaceSeq) === ended) this.#lines.delete(workspaceSeq);
      });
    };
  }

  async #run(workspaceSeq: number, part: () => void): Promise<void> {
    const restMs = (this.#restUntil.get(workspaceSeq) ?? 0) - this.#clock.monotonic();
    this.#restUntil.delete(workspaceSeq);
    if (restMs > 0) await Bun.sleep(restMs);
    this.#turn = this.#turn.then(() => new Promise((resolve) => setImmediate(resolve)));
    await this.#turn;
    const begunMs = this.#clock.monotonic();
    part();
    const endedMs = this.#clock.monotonic();
    const spentMs = endedMs - begunMs;
    if (spentMs > SLOW_MS) this.#restUntil.set(workspaceSeq, endedMs + Math.min(RESTS * spentMs, REST_AT_MOST_MS));
  }
}
