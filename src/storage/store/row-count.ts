import type { Database, Statement } from 'bun:sqlite';

/**
 * Counts the rows that a transaction has written. SQLite's own count ignores rollbacks
 * (sqlite.org/c3ref/total_changes.html).
 */
interface RowCount {
  /** Returns the number of rows that this connection has written so far, undone or not. */
  total(): number;
  begin(): void;
  /** Subtracts the rows written since `total()` returned `before`, because they were rolled back. */
  undo(before: number): void;
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
