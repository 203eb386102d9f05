import type { Db } from '../storage/index.ts';
import { type DueRequest, dueRequests } from '../webhooks/index.ts';

const READ_AT_ONCE = 32;
/** Requests that may wait for their endpoints before no more are read. */
const HELD_AT_MOST = 1_000;

/** Sendings that people asked for, from the moment they are read until they begin. */
export class Requests {
  #held: DueRequest[] = [];
  #readTo = 0;

  /** @returns whether there is more than before */
  read(db: Db): boolean {
    if (this.#held.length >= HELD_AT_MOST) return false;
    const rows = dueRequests(db, this.#readTo, READ_AT_ONCE);
    this.#readTo = rows.at(-1)?.requestSeq ?? this.#readTo;
    this.#held.push(...rows);
    return rows.length > 0;
  }

  /** Hands each one over, the longest asked for first. @param isOver whether it is begun, or gone */
  begin(isOver: (request: DueRequest) => boolean): boolean {
    const before = this.#held.length;
    this.#held = this.#held.filter((request) => !isOver(request));
    return before > 0;
  }
}
