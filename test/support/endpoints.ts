import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { sealedFor, sealKeyPath } from '../../src/storage/index.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/**
 * Adds endpoints to the first workspace. A hundred commands would take a minute, so this writes the same rows as they
 * would.
 */
export function addEndpoints(dir: string, urls: readonly string[], events = 'order.created'): void {
  using db = new Database(join(dir, 'docket.db'), { readwrite: true });
  db.run('PRAGMA busy_timeout = 15000');
  const insert = db.query(
    `INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
    VALUES (?, 1, ?, ?, 1, ?, 0, 0)`,
  );
  const secrets = openSecrets(sealKeyPath(join(dir, 'docket.db')));
  for (const url of urls) {
    const id = crypto.getRandomValues(new Uint8Array(16));
    insert.run(id, url, events, secrets.seal(SECRET, sealedFor.endpoint(id.toHex())));
  }
}

export const crowdOf = (sinkUrl: string): string[] =>
  Array.from({ length: 100 }, (_, at) => `${sinkUrl}/${at % 2 === 0 ? 'good' : 'hang'}/${at}`);
