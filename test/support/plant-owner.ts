import { Database } from 'bun:sqlite';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const EMAIL = 'thief@example.com';

/**
 * Plants an owner in a backup, as anyone could who has this repository and may write to the folder. All checks that
 * need no seal key still pass.
 */
export function plantOwner(path: string): void {
  using db = new Database(path, { readwrite: true });
  db.run('PRAGMA journal_mode = DELETE');
  db.run(
    `INSERT INTO people (id, email, email_key, password_hash, created_at) VALUES (randomblob(16), '${EMAIL}', '${EMAIL}', 'h', 0)`,
  );
  db.run(
    "INSERT INTO memberships (workspace_seq, person_seq, role, created_at) SELECT min(w.seq), max(p.seq), 'owner', 0 FROM workspaces w, people p",
  );
  const manifest = JSON.parse(
    db.query<{ manifest: string }, []>('SELECT manifest FROM backup_manifest').get()?.manifest ?? '',
  );
  for (const table of ['people', 'memberships']) {
    manifest.counts[table] = db.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n;
  }
  db.run('UPDATE backup_manifest SET manifest = ?', [JSON.stringify(manifest)]);
  const blank = '0'.repeat(64);
  db.run('DROP TABLE backup_seal');
  db.run('CREATE TABLE backup_seal (one INTEGER PRIMARY KEY CHECK (one = 1), sha256 TEXT NOT NULL) STRICT');
  db.run('INSERT INTO backup_seal (one, sha256) VALUES (1, ?)', [blank]);
  db.close();
  const file = readFileSync(path);
  const open = openSync(path, 'r+');
  writeSync(open, new Bun.CryptoHasher('sha256').update(file).digest('hex'), file.lastIndexOf(blank), 'latin1');
  closeSync(open);
}
