import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { hasTable } from '../schema/index.ts';
import type { HeldDatabase } from './replace-database.ts';

/** A client whom the replaced database has forgotten, or begun to. */
export interface HeldForgetting {
  readonly id: Uint8Array;
  readonly workspaceId: Uint8Array;
  readonly hashes: string;
  readonly begunAt: number;
}

/** None where nothing can be read: the list beside the database has them as well. */
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
    // A damaged database is the very one that people restore over.
    return [];
  }
}

/** Those that a backup knows nothing of are to be forgotten again. */
const AGAIN = `INSERT INTO forgettings (id, workspace_seq, hashes, step, place, counts, again, begun_at)
  SELECT ?, seq, ?, 'imports', '[]', '{}', 1, ? FROM workspaces WHERE id = ?
  ON CONFLICT (id) DO NOTHING`;

export function carryForgettings(client: Database, held: readonly HeldForgetting[]): void {
  for (const { id, workspaceId, hashes, begunAt } of held) {
    const values: SQLQueryBindings[] = [id, hashes, begunAt, workspaceId];
    client.run(AGAIN, values);
  }
}
