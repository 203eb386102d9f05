import type { Db } from '../storage/index.ts';
import { askedEndpoints, type DueRequest, dueRequests } from '../webhooks/index.ts';

/**
 * The limit on requests of one endpoint in memory. Further requests wait in the database, so that a hanging endpoint
 * delays nobody else.
 */
const HELD_OF_ONE = 32;

export class Requests {
  #held: DueRequest[] = [];
  readonly #readTo = new Map<number, number>();

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

  /** Drops requests, oldest first, that `isOver` reports as begun or removed. Returns false if there were none. */
  begin(isOver: (request: DueRequest) => boolean): boolean {
    const before = this.#held.length;
    this.#held = this.#held.filter((request) => !isOver(request));
    return before > 0;
  }
}
