import type { Database } from 'bun:sqlite';
import { lookInto } from '../store/index.ts';
import { installationOf } from './database-file.ts';

const COLUMNS =
  'target, daily_at, keep, keep_days, endpoint, region, access_key, sealed_secret, marked, restored_at, asks, sheet_key';

type Row = Record<string, string | number | Uint8Array | null>;

export interface OwnBackupSettings {
  readonly installation: string;
  readonly row: Row | null;
}

export function readBackupSettings(path: string): OwnBackupSettings | undefined {
  try {
    return lookInto(path, (client) => {
      const row = client.query<Row, []>('SELECT * FROM backup_settings').get();
      return { installation: installationOf(client), row };
    });
  } catch {
    // An unreadable database is expected here, because people restore when it is damaged.
    return undefined;
  }
}

/**
 * Keeps the machine's own target of backups. If the machine had no database of this shop, somebody must choose a target
 * after the restore. The target in the backup is not used, because the machine that made the backup may still use it.
 */
export function carryBackupSettings(client: Database, own: OwnBackupSettings | undefined, nowMs: number): void {
  const isOwn = own?.installation === installationOf(client);
  if (isOwn) {
    const { row } = own;
    const names = COLUMNS.split(', ');
    client.run('DELETE FROM backup_settings');
    client.run(
      `INSERT INTO backup_settings (one, ${COLUMNS}) VALUES (1, ${names.map(() => '?').join(', ')})`,
      names.map((name) => (name === 'asks' ? (row?.[name] ?? 0) : (row?.[name] ?? null))),
    );
  }
  const asks = isOwn ? '' : ', asks = 1, marked = NULL';
  client.run(
    `INSERT INTO backup_settings (one, restored_at, asks) VALUES (1, ?, 1)
      ON CONFLICT (one) DO UPDATE SET restored_at = excluded.restored_at${asks}`,
    [nowMs],
  );
}
