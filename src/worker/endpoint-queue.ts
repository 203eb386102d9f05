import type { Reader } from '../storage/index.ts';
import {
  type DueDelivery,
  dueRetries,
  findTarget,
  firstAttempts,
  nextRetryAfter,
  type Target,
} from '../webhooks/index.ts';
import { FIRST_PACE, noneTaken, type Pace, type TakenSlots } from './slots.ts';

const READ_AHEAD = 128;
/**
 * The limit on first attempts in memory. These attempts wait until earlier events of their orders are sent. At the
 * limit, no further first attempts are read.
 */
const HELD_AT_MOST = 1024;
/**
 * The time in ms for which an endpoint's URL, secrets and switches are used before they are read again. After a
 * reported change, they are read again sooner.
 */
const TARGET_VALID_MS = 100;
type Source = Pick<Reader, 'db' | 'secrets'>;

const NEVER = Number.POSITIVE_INFINITY;
const FIRST_IN_HAND = 2;
const FAILED_IN_HAND = 4;
/**
 * The largest share of an endpoint's deliveries that may have an unrecorded outcome. After a crash these are sent
 * twice. Usually they are far fewer: after kill -9 under load some 3 in 1,000.
 */
const IN_HAND_SHARE = 0.05;

export class EndpointQueue {
  readonly endpointSeq: number;
  readonly workspaceSeq: number;
  readonly taken: TakenSlots = noneTaken();
  pace: Pace = FIRST_PACE;
  lastFailed = false;
  nextRetryAt = NEVER;

  /** The number of attempts that have begun, but have no outcome on the disk yet. After a crash they are made again. */
  #inHand = 0;
  #delivered = 0;
  #firsts: DueDelivery[] = [];
  #retries: DueDelivery[] = [];
  /** The events in memory: waiting to be sent, being sent, or finished with an outcome that is not on the disk yet. */
  readonly #known = new Set<number>();
  /**
   * The orders with an event that is being sent for the first time. The order's next event waits for that attempt
   * (contract, section 5).
   */
  readonly #busyOrders = new Set<number>();
  #mayHaveFirsts = true;
  #readUpTo = 0;
  #retryTurn = false;
  #target: Target | undefined;
  #targetReadMs = Number.NEGATIVE_INFINITY;

  constructor(endpointSeq: number, workspaceSeq: number) {
    this.endpointSeq = endpointSeq;
    this.workspaceSeq = workspaceSeq;
  }

  /** Reports that new deliveries may be waiting. @param firstEventSeq the earliest event's seq, if known */
  expectFirsts(firstEventSeq?: number): void {
    this.#mayHaveFirsts = true;
    // Resending missed events can make an earlier event due again. Reading then restarts before that event, because it
    // is not in memory.
    if (firstEventSeq === undefined || firstEventSeq > this.#readUpTo || this.#known.has(firstEventSeq)) return;
    this.#readUpTo = firstEventSeq - 1;
  }

  expectRetry(atMs: number): void {
    this.nextRetryAt = Math.min(this.nextRetryAt, atMs);
  }

  forgetTarget(): void {
    this.#targetReadMs = Number.NEGATIVE_INFINITY;
  }

  target(source: Source, nowMs: number, steadyMs: number): Target | undefined {
    if (steadyMs - this.#targetReadMs >= TARGET_VALID_MS) {
      this.#target = findTarget(source, this.endpointSeq, nowMs);
      this.#targetReadMs = steadyMs;
    }
    return this.#target;
  }

  /**
   * Returns true if another attempt may begin before all earlier outcomes are recorded. After a crash, attempts without
   * a recorded outcome are made again, so their number is limited. After a failure the limit applies only in a crowd,
   * because a failing receiver has not accepted the events yet.
   * @param isCrowded true if many outcomes of all endpoints are unrecorded
   */
  mayHold(isCrowded: boolean): boolean {
    const failed = isCrowded ? FAILED_IN_HAND : Number.POSITIVE_INFINITY;
    const most = this.lastFailed ? failed : Math.max(FIRST_IN_HAND, this.#delivered * IN_HAND_SHARE);
    // Attempts that a person requested do not delay the scheduled ones.
    return this.#inHand - this.taken.asked < most;
  }

  begun(): void {
    this.#inHand += 1;
  }

  /** Returns false if there is certainly no delivery to take. */
  mayHave(nowMs: number): boolean {
    return this.#firsts.length > 0 || this.#mayHaveFirsts || this.#retries.length > 0 || this.nextRetryAt <= nowMs;
  }

  /**
   * Takes the next delivery to attempt. First attempts and retries take turns, so that neither delays the other beyond
   * its promised time.
   */
  take(source: Source, nowMs: number): DueDelivery | undefined {
    this.#retryTurn = !this.#retryTurn;
    return this.#retryTurn
      ? (this.#takeRetry(source, nowMs) ?? this.#takeFirst(source))
      : (this.#takeFirst(source) ?? this.#takeRetry(source, nowMs));
  }

  reserve(eventSeq: number): boolean {
    if (this.#known.has(eventSeq)) return false;
    this.#known.add(eventSeq);
    return true;
  }

  /** Reports that an attempt is finished. Its outcome may not be on the disk yet. */
  attempted(orderSeq: number | null, wasFirst: boolean): void {
    if (wasFirst && orderSeq !== null) this.#busyOrders.delete(orderSeq);
  }

  /** Reports that an outcome is on the disk. */
  settled(eventSeq: number, succeeded: boolean): void {
    this.#known.delete(eventSeq);
    this.#inHand -= 1;
    if (succeeded) this.#delivered += 1;
  }

  /** Drops the waiting deliveries. @returns true if no delivery is being sent and all outcomes are on the disk */
  drop(): boolean {
    for (const { eventSeq } of [...this.#firsts, ...this.#retries]) this.#known.delete(eventSeq);
    this.#firsts = [];
    this.#retries = [];
    this.#readUpTo = 0;
    this.#mayHaveFirsts = false;
    this.nextRetryAt = NEVER;
    return this.#known.size === 0;
  }

  #takeFirst(source: Source): DueDelivery | undefined {
    for (;;) {
      const index = this.#firsts.findIndex(({ orderSeq }) => orderSeq === null || !this.#busyOrders.has(orderSeq));
      if (index >= 0) {
        const [delivery] = this.#firsts.splice(index, 1);
        if (delivery !== undefined && delivery.orderSeq !== null) this.#busyOrders.add(delivery.orderSeq);
        return delivery;
      }
      if (!this.#readFirsts(source)) return undefined;
    }
  }

  #readFirsts(source: Source): boolean {
    if (!this.#mayHaveFirsts || this.#firsts.length >= HELD_AT_MOST) return false;
    const rows = firstAttempts(source.db, this.endpointSeq, this.#readUpTo, READ_AHEAD);
    this.#mayHaveFirsts = rows.length === READ_AHEAD;
    this.#readUpTo = rows.at(-1)?.eventSeq ?? this.#readUpTo;
    for (const row of rows) if (this.reserve(row.eventSeq)) this.#firsts.push(row);
    return rows.length > 0;
  }

  #takeRetry(source: Source, nowMs: number): DueDelivery | undefined {
    if (this.#retries.length === 0 && this.nextRetryAt <= nowMs) {
      const rows = dueRetries(source.db, this.endpointSeq, nowMs, this.#known.size + READ_AHEAD);
      this.#retries = rows.filter((row) => this.reserve(row.eventSeq));
      // Every retry that is due has already been read. The database is not searched again until the next retry is due.
      if (this.#retries.length === 0) this.nextRetryAt = nextRetryAfter(source.db, this.endpointSeq, nowMs) ?? NEVER;
    }
    return this.#retries.shift();
  }
}
