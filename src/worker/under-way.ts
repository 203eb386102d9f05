import type { Clock, Outbound } from '../base/index.ts';
import type { Reader } from '../storage/index.ts';
import type { AttemptOutcome, Target } from '../webhooks/index.ts';
import { type Attempt, makeAttempt } from './attempt.ts';
import type { EndpointQueue } from './endpoint-queue.ts';
import type { WorkspaceQueues } from './queues.ts';
import { createSlots, paceAfter } from './slots.ts';

export interface AttemptPorts {
  readonly clock: Clock;
  readonly reader: Reader;
  readonly outbound: Outbound;
  /** Receives the outcomes to record. `count` returns the number of outcomes that are not on the disk yet. */
  readonly settling: { attempt(outcome: AttemptOutcome): void; count(): number };
}

export interface AttemptStart {
  readonly queue: EndpointQueue;
  readonly workspace: WorkspaceQueues;
  readonly target: Target;
  readonly attempt: Attempt;
  readonly orderSeq: number | null;
}

/**
 * The limit on running attempts and unrecorded outcomes together. At this limit, no further attempt begins. The limit
 * is reached only if the disk is full, or slower than the network.
 */
const UNSETTLED_AT_MOST = 2_000;
/**
 * While there are more unrecorded outcomes, a failing endpoint begins an attempt only if few of them are its own. So
 * the other endpoints get the rest of the room.
 */
const CROWDED_FROM = UNSETTLED_AT_MOST / 4;

/** The running attempts, and the decision whether another may begin. They are kept only in memory. */
export class UnderWay {
  readonly #ports: AttemptPorts;
  readonly #slots = createSlots();
  readonly #running = new Set<Promise<void>>();

  constructor(ports: AttemptPorts) {
    this.#ports = ports;
  }

  hasRoom(): boolean {
    return !this.#slots.full() && this.#ports.settling.count() + this.#slots.count() < UNSETTLED_AT_MOST;
  }

  mayBegin(queue: EndpointQueue, workspace: WorkspaceQueues): boolean {
    const isCrowded = this.#ports.settling.count() > CROWDED_FROM;
    return queue.mayHold(isCrowded) && this.#slots.mayBegin(queue.pace, queue.taken, workspace.taken);
  }

  mayAsk(queue: EndpointQueue, workspace: WorkspaceQueues): boolean {
    return this.#slots.mayAsk(queue.taken, workspace.taken);
  }

  /**
   * Begins an attempt and takes a slot for it. When the attempt ends, its slot is released and its outcome is passed
   * on. Then `over` is called.
   */
  begin({ queue, workspace, target, attempt, orderSeq }: AttemptStart, over: (othersWait: boolean) => void): void {
    const lane = attempt.requestSeq === null ? queue.pace.lane : 'asked';
    this.#slots.begin(lane, queue.taken, workspace.taken);
    queue.begun();
    const running = this.#make(target, attempt).then((outcome) => {
      const othersWait = this.#slots.full();
      this.#slots.end(lane, queue.taken, workspace.taken);
      this.#running.delete(running);
      queue.lastFailed = outcome.reason !== null;
      queue.pace = paceAfter(queue.pace, outcome.reason === null, outcome.durationMs);
      queue.attempted(orderSeq, attempt.attempt === 1);
      this.#ports.settling.attempt(outcome);
      over(othersWait);
    });
    this.#running.add(running);
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /**
   * Makes the attempt as soon as all data that `reader` has read is on the disk. Before that, a receiver might get data
   * that a crash undoes.
   */
  async #make(target: Target, attempt: Attempt): Promise<AttemptOutcome> {
    const { clock, outbound, reader } = this.#ports;
    const unsafe = reader.safe();
    if (unsafe !== undefined) await unsafe;
    return makeAttempt(clock, outbound, target, attempt);
  }
}
