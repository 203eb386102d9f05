import type { Clock } from '../time/index.ts';

/** The maximum number of handshakes of a workspace at once. */
const AT_ONCE = 8;
/** The processor time above which a handshake is slow. Verifying usual certificates takes about a millisecond. */
const SLOW_MS = 3;
/** After a slow handshake, the workspace rests this many times as long. */
const RESTS = 10;
/** The time for which a workspace counts as slow after its last slow handshake. */
const SLOW_FOR_MS = 600_000;

export interface Handshake {
  /** Runs a part of the handshake, and counts its time. */
  readonly measure: (part: () => void) => void;
  /** Must be called when the handshake is over, so that the workspace's next one can begin. */
  readonly end: () => void;
}

interface SlowWorkspace {
  readonly untilMs: number;
  readonly freeMs: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Bounds the time for TLS handshakes with a workspace's receivers. Their certificates can take 30 ms each to verify,
 * and nothing else runs in the thread meanwhile. After a slow handshake, the workspace has one at a time, with rests.
 */
export class Handshakes {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #slow = new Map<number, SlowWorkspace>();
  readonly #lines = new Map<number, Line>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  async begin(workspaceSeq: number): Promise<Handshake> {
    const line = this.#lines.get(workspaceSeq) ?? { running: 0, waiting: [] };
    this.#lines.set(workspaceSeq, line);
    while (line.running >= (this.#slowOf(workspaceSeq) === undefined ? AT_ONCE : 1)) {
      await new Promise<void>((resolve) => line.waiting.push(resolve));
    }
    line.running += 1;
    const restMs = (this.#slowOf(workspaceSeq)?.freeMs ?? 0) - this.#clock.monotonic();
    if (restMs > 0) await Bun.sleep(restMs);
    return this.#handshake(workspaceSeq, line);
  }

  #slowOf(workspaceSeq: number): SlowWorkspace | undefined {
    const slow = this.#slow.get(workspaceSeq);
    if (slow === undefined || slow.untilMs > this.#clock.monotonic()) return slow;
    this.#slow.delete(workspaceSeq);
    return undefined;
  }

  #handshake(workspaceSeq: number, line: Line): Handshake {
    let [spentMs, isOver] = [0, false];
    return {
      measure: (part) => {
        const begunMs = this.#clock.monotonic();
        part();
        spentMs += this.#clock.monotonic() - begunMs;
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        const nowMs = this.#clock.monotonic();
        if (spentMs > SLOW_MS)
          this.#slow.set(workspaceSeq, { untilMs: nowMs + SLOW_FOR_MS, freeMs: nowMs + RESTS * spentMs });
        line.running -= 1;
        if (line.running + line.waiting.length === 0) this.#lines.delete(workspaceSeq);
        line.waiting.shift()?.();
      },
    };
  }
}
