import type { Db } from '../storage/index.ts';
import { askedEndpoints, type DueRequest, dueRequests } from '../webhooks/index.ts';

/**
 * The held requests of one endpoint. The rest waits in the file, so that one that never answers is in nobody else's
 * way.
 */
const HELD_OF_ONE = 32;

/** Sendings that people asked for, from the moment they are read until they begin. */
export class Requests {
  #held: DueRequest[] = [];
  /** The last request that was read, by endpoint. */
  readonly #readTo = new Map<number, number>();

  /** @returns whether there is more than before */
  read(db: Db): boolean {
    const held = Map.groupBy(this.#held, ({ endpointSeq }) => endpointSeq);
    const found = askedEndpoints(db).flatMap((endpointSeq) => {
      const room = HELD_OF_ONE - (held.get(endpointSeq)?.length ?? 0);
      const rows = room > 0 ? dueRequests(db, endpointSeq, this.#readTo.get(endpointSeq) ?? 0, room) : [];
      const last = rows.at(-1);
      if (last !== undefined) this.#readTo.set(endpointSeq, last.requestSeq);
      return rows;
    });
    if (found.length > 0) this.#held = [...this.#held, ...found].sort((a, b) => a.requestSeq - b.requestSeq);
    return found.length > 0;
  }

  /** Hands each one over, the longest asked for first. @param isOver whether it is begun, or gone */
  begin(isOver: (request: DueRequest) => boolean): boolean {
    const before = this.#held.length;
    this.#held = this.#held.filter((request) => !isOver(request));
    return before > 0;
  }
}
