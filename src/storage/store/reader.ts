import { openSecrets, type Secrets, sealKeyPath } from '../seal/index.ts';
import { type SharedHorizon, watchHorizon } from './horizon.ts';
import { type Db, openConnection } from './open.ts';

/** A connection for reading alone, for another thread than the writer's. */
export interface Reader {
  /** Each query sees the committed state at its beginning, perhaps not synced yet; ask for it again for each. */
  readonly db: Db;
  /** Opens what lies sealed. */
  readonly secrets: Secrets;
  /** Changes whenever another connection, of this process or another, has committed. */
  version(): number;
  /**
   * Resolves when all that was read until now is on the disk; undefined when it is. Before that nothing may be sent or told on the ground of
   * it; once a sync has failed it never resolves.
   */
  safe(): Promise<void> | undefined;
  close(): void;
}

/** @param horizon of the writer in this process; without one, whatever is read is taken for safe */
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
