import { Database } from 'bun:sqlite';
import { join } from 'node:path';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** Endpoints of the first workspace. A hundred commands would take a minute; the rows are those that they would write. */
export function addEndpoints(dir: string, urls: readonly string[], events = 'order.created'): void {
  using db = new Database(join(dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  const insert = db.query(
    `INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
    VALUES (?, 1, ?, ?, 1, ?, 0, 0)`,
  );
  for (const url of urls) insert.run(crypto.getRandomValues(new Uint8Array(16)), url, events, SECRET);
}

/** A hundred, in turn one that answers and one that hangs, at a sink. */
export const crowdOf = (sinkUrl: string): string[] =>
  Array.from({ length: 100 }, (_, at) => `${sinkUrl}/${at % 2 === 0 ? 'good' : 'hang'}/${at}`);
