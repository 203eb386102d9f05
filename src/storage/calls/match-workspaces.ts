import type { Database } from 'bun:sqlite';

export interface KnownWorkspace {
  readonly seq: number;
  readonly id: string;
}

/**
 * Removes the calls of workspaces that the database lacks. Otherwise, after a restore, a new workspace with the same
 * number would show these calls.
 */
export function matchWorkspaces(client: Database, workspaces: readonly KnownWorkspace[]): void {
  const ids = new Map(workspaces.map(({ seq, id }) => [seq, id]));
  client.transaction(() => {
    client.run('CREATE TABLE IF NOT EXISTS call_workspaces (seq INTEGER PRIMARY KEY, id TEXT NOT NULL) STRICT');
    const noted = client.query<KnownWorkspace, []>('SELECT seq, id FROM call_workspaces').all();
    const gone = new Set(noted.filter(({ seq, id }) => ids.get(seq) !== id).map(({ seq }) => seq));
    for (const seq of workspacesIn(client)) if (!ids.has(seq)) gone.add(seq);
    for (const seq of gone) {
      client.query('DELETE FROM calls WHERE workspace_seq = ?').run(seq);
      client.query('DELETE FROM call_days WHERE workspace_seq = ?').run(seq);
      client.query('DELETE FROM call_workspaces WHERE seq = ?').run(seq);
    }
    const note = client.query('INSERT OR IGNORE INTO call_workspaces VALUES (?, ?)');
    for (const { seq, id } of workspaces) note.run(seq, id);
  })();
}

/** Finds the workspaces with calls. Each costs one search, while DISTINCT would read all calls. */
const workspacesIn = (client: Database): number[] =>
  client
    .query<{ seq: number }, []>(`WITH RECURSIVE known (seq) AS (
      SELECT min(workspace_seq) FROM calls WHERE workspace_seq > 0
      UNION ALL SELECT (SELECT min(workspace_seq) FROM calls WHERE workspace_seq > known.seq) FROM known WHERE seq IS NOT NULL
    ) SELECT seq FROM known WHERE seq IS NOT NULL`)
    .all()
    .map(({ seq }) => seq);
