import { openSecrets, type Secrets, sealKeyPath } from '../seal/index.ts';
import { type SharedHorizon, watchHorizon } from './horizon.ts';
import { type Db, openConnection } from './open.ts';

/** A read-only connection for a thread other than the writer's. */
export interface Reader {
  /**
   * The database. A query may return rows that are not on the disk yet. Read this property again before each query.
   * Otherwise `safe` does not wait for that query's rows.
   */
  readonly db: Db;
  readonly secrets: Secrets;
  /** Returns a number that changes whenever another connection, in this or another process, has committed. */
  version(): number;
  /**
   * Resolves when everything that this reader has read is on the disk; undefined if it already is. Until then, nothing
   * that depends on it may be sent. After a failed sync the promise never resolves.
   */
  safe(): Promise<void> | undefined;
  close(): void;
}

/**
 * @param horizon shows which commits of the writer in this process are on the disk; if absent, everything read counts
 * as on the disk
 */
export function openReader(path: string, horizon?: SharedHorizon): Reader {
  const { client, db } = openConnection(path, { readonly: true, command: false });
  const dataVersion = client.query<{ data_version: number }, []>('PRAGMA data_version');
  const watch = horizon && watchHorizon(horizon);
  let seen = watch?.seen() ?? 0;
  let hasRead = false;
  return {
    get db() {
      hasRead = true;
      return db;
    },
    secrets: openSecrets(sealKeyPath(path)),
    version: () => dataVersion.get()?.data_version ?? 0,
    safe() {
      if (hasRead && watch !== undefined) seen = watch.seen();
      hasRead = false;
      return watch?.safe(seen);
    },
    close: () => client.close(),
  };
}
