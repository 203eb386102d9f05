import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { uuidToBytes } from '../../base/index.ts';
import { hasTable } from '../schema/index.ts';
import { lookInto } from '../store/index.ts';
import type { HeldDatabase } from './replace-database.ts';

export interface HeldForgetting {
  readonly id: Uint8Array;
  readonly workspaceId: Uint8Array;
  readonly hashes: string;
  readonly begunAt: number;
}

/**
 * Returns the forgettings in a database; an empty list if the database cannot be read. No client is missed then,
 * because a file next to the database lists the same clients.
 */
export function forgettingsOf({ client }: HeldDatabase): readonly HeldForgetting[] {
  try {
    if (client === undefined || !hasTable(client, 'forgettings')) return [];
    return client
      .query<HeldForgetting, []>(
        `SELECT f.id, w.id AS workspaceId, f.hashes, f.begun_at AS begunAt
          FROM forgettings AS f JOIN workspaces AS w ON w.seq = f.workspace_seq`,
      )
      .all();
  } catch {
    // An unreadable database is expected here, because people restore when it is damaged.
    return [];
  }
}

/** A forgetting at its last step: all data of the person has been removed from the database. */
const IS_PAST = `SELECT 1 FROM forgettings WHERE id = ? AND step = 'copies'`;

/** Returns true if a copy was taken after a client was fully forgotten; undefined if the copy cannot be read. */
export function isPastForgetting(path: string, forgettingId: string): boolean | undefined {
  const id = uuidToBytes(forgettingId);
  try {
    return lookInto(path, (client) => hasTable(client, 'forgettings') && client.query(IS_PAST).get(id) !== null);
  } catch {
    return undefined;
  }
}

/** The SQL that repeats the forgetting of a client, because the restored backup may still contain the client's data. */
const AGAIN = `INSERT INTO forgettings (id, workspace_seq, hashes, step, place, counts, again, begun_at)
  SELECT ?, seq, ?, 'imports', '[]', '{}', 1, ? FROM workspaces WHERE id = ?
  ON CONFLICT (id) DO NOTHING`;
/**
 * The SQL that marks unfinished forgettings, so that they run again after the restore. The backup was made in the
 * middle of them, so it still contains some data of the clients to forget.
 */
const HALF_WAY = 'UPDATE forgettings SET again = 1 WHERE finished_at IS NULL';

export function carryForgettings(client: Database, held: readonly HeldForgetting[]): void {
  for (const { id, workspaceId, hashes, begunAt } of held) {
    const values: SQLQueryBindings[] = [id, hashes, begunAt, workspaceId];
    client.run(AGAIN, values);
  }
  client.run(HALF_WAY);
}
