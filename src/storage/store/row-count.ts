import type { Database, Statement } from 'bun:sqlite';

/**
 * The number of rows that a transaction has written; SQLite's own count knows of no rollback
 * (sqlite.org/c3ref/total_changes.html).
 */
interface RowCount {
  /** The rows that this connection has written so far, kept or not. */
  total(): number;
  begin(): void;
  /** Rows written since it was `total`, which are undone. */
  undo(before: number): void;
  /** Written by the transaction, and not undone; none where the file was closed under it. */
  rows(): number;
}

export function countRowsOf(client: Database): RowCount {
  const count: Statement<{ n: number }, []> = client.prepare('SELECT total_changes() AS n');
  const total = (): number => count.get()?.n ?? 0;
  let begun = 0;
  return {
    total,
    begin() {
      begun = total();
    },
    undo(before) {
      begun += total() - before;
    },
    rows() {
      try {
        return total() - begun;
      } catch {
        return 0;
      }
    },
  };
}
