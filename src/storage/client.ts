import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';

const FIRST_SWEEP = 500;

// biome-ignore lint/suspicious/noExplicitAny: an override has the very type of what it overrides
type Bound<P> = P extends any[] ? P : [P];

/**
 * A connection that really closes. SQLite keeps one open, and its -wal file with it, for as long as any of its statements has not
 * been finalized; those of Drizzle are finalized by the garbage collector, when it likes.
 */
export class Client extends Database {
  readonly #statements = new Set<WeakRef<{ finalize(): void }>>();
  #sweepAt = FIRST_SWEEP;

  override prepare<Row, P extends SQLQueryBindings | SQLQueryBindings[]>(
    sql: string,
    params?: P,
  ): Statement<Row, Bound<P>> {
    const statement = super.prepare<Row, P>(sql, params);
    this.#statements.add(new WeakRef(statement));
    if (this.#statements.size >= this.#sweepAt) this.#sweep();
    return statement;
  }

  override close(): void {
    for (const statement of this.#statements) statement.deref()?.finalize();
    this.#statements.clear();
    if (this.#closes()) return;
    // One that the collector has taken and not swept away yet is still there for SQLite.
    Bun.gc(true);
    if (!this.#closes()) super.close();
  }

  /** Whether it could be closed at once; without `true` it would live on behind its last statement. */
  #closes(): boolean {
    try {
      super.close(true);
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets those that the collector has taken; twice as many later as are left, so that it costs next to nothing. */
  #sweep(): void {
    for (const statement of this.#statements) if (statement.deref() === undefined) this.#statements.delete(statement);
    this.#sweepAt = FIRST_SWEEP + 2 * this.#statements.size;
  }
}
