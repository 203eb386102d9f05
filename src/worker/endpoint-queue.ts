import type { Reader } from '../storage/index.ts';
import {
  type DueDelivery,
  dueRetries,
  findTarget,
  firstAttempts,
  nextRetryAfter,
  type Target,
} from '../webhooks/index.ts';
import { FIRST_PACE, noneTaken, type Pace, type Taken } from './slots.ts';

const READ_AHEAD = 128;
/** Beyond it no more is read: what is held back waits for the first attempt of an order's earlier event. */
const HELD_AT_MOST = 1024;
/** The time for which an endpoint's address, secrets and switches are trusted without a hint; milliseconds. */
const TARGET_VALID_MS = 100;
/** Gives its connection at each query, so that the time of reading is known. */
type Source = Pick<Reader, 'db' | 'secrets'>;

const NEVER = Number.POSITIVE_INFINITY;
const FIRST_IN_HAND = 2;
/**
 * The largest share of its attempts in hand; usually far fewer are. After kill -9 under load some 3 in 1,000 came
 * twice.
 */
const IN_HAND_SHARE = 0.05;

/** One endpoint's deliveries, as far as they are in memory; all of it can be read again from the file. */
export class EndpointQueue {
  readonly endpointSeq: number;
  readonly workspaceSeq: number;
  readonly taken: Taken = noneTaken();
  pace: Pace = FIRST_PACE;
  lastFailed = false;
  /** The next retry, as far as is known. */
  nextRetryAt = NEVER;

  /** Attempts begun whose outcome is not on the disk yet: what a crash would have sent a second time. */
  #inHand = 0;
  /** Outcomes of successes that are on the disk, since this process began. */
  #delivered = 0;
  #firsts: DueDelivery[] = [];
  #retries: DueDelivery[] = [];
  /** Events that are read, under way, or over and not yet on the disk. */
  readonly #known = new Set<number>();
  /** Orders with a first attempt under way: the next event of theirs waits for it (contract, section 5). */
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

  /** New deliveries may wait. @param firstEventSeq the earliest of them, where it is known */
  expectFirsts(firstEventSeq?: number): void {
    this.#mayHaveFirsts = true;
    // Earlier than what was read and not in hand: sent again by a person.
    if (firstEventSeq === undefined || firstEventSeq > this.#readUpTo || this.#known.has(firstEventSeq)) return;
    this.#readUpTo = firstEventSeq - 1;
  }

  expectRetry(atMs: number): void {
    this.nextRetryAt = Math.min(this.nextRetryAt, atMs);
  }

  /** Address, secrets or switches may have changed. */
  forgetTarget(): void {
    this.#targetReadMs = Number.NEGATIVE_INFINITY;
  }

  /** The target now; undefined if the endpoint is gone. */
  target(source: Source, nowMs: number, steadyMs: number): Target | undefined {
    if (steadyMs - this.#targetReadMs >= TARGET_VALID_MS) {
      this.#target = findTarget(source, this.endpointSeq, nowMs);
      this.#targetReadMs = steadyMs;
    }
    return this.#target;
  }

  /**
   * True if another attempt may be in hand. At most a small share of what this process has delivered there is, and two
   * to begin with. So a crash at any moment sends at most some one in a hundred twice. An endpoint that fails is told
   * nothing twice.
   */
  mayHold(): boolean {
    return this.lastFailed || this.#inHand < Math.max(FIRST_IN_HAND, this.#delivered * IN_HAND_SHARE);
  }

  begun(): void {
    this.#inHand += 1;
  }

  /** False when there is surely nothing to take. */
  mayHave(nowMs: number): boolean {
    return this.#firsts.length > 0 || this.#mayHaveFirsts || this.#retries.length > 0 || this.nextRetryAt <= nowMs;
  }

  /**
   * The next delivery to attempt. First attempts and retries take turns: new events must not keep the retries from their
   * promised times, nor the other way round.
   */
  take(source: Source, nowMs: number): DueDelivery | undefined {
    this.#retryTurn = !this.#retryTurn;
    return this.#retryTurn
      ? (this.#takeRetry(source, nowMs) ?? this.#takeFirst(source))
      : (this.#takeFirst(source) ?? this.#takeRetry(source, nowMs));
  }

  /** Takes an event for a request. @returns false when an attempt of it is in hand */
  reserve(eventSeq: number): boolean {
    if (this.#known.has(eventSeq)) return false;
    this.#known.add(eventSeq);
    return true;
  }

  /** The attempt is over, its outcome perhaps not yet on the disk. */
  attempted(orderSeq: number | null, wasFirst: boolean): void {
    if (wasFirst && orderSeq !== null) this.#busyOrders.delete(orderSeq);
  }

  /** The outcome is on the disk. */
  settled(eventSeq: number, succeeded: boolean): void {
    this.#known.delete(eventSeq);
    this.#inHand -= 1;
    if (succeeded) this.#delivered += 1;
  }

  /** Lets go of all that has not been begun. @returns whether nothing at all is in hand */
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

  /** @returns whether it read anything */
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
      // Retries that are due and in hand are not asked for again and again.
      if (this.#retries.length === 0) this.nextRetryAt = nextRetryAfter(source.db, this.endpointSeq, nowMs) ?? NEVER;
    }
    return this.#retries.shift();
  }
}
