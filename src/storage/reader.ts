import { type Db, openConnection } from './open.ts';

/** A connection for reading alone, for another thread than the writer's. */
export interface Reader {
  /** Each query sees what is committed when it begins. */
  readonly db: Db;
  /** Changes whenever another connection, of this process or another, has committed. */
  version(): number;
  close(): void;
}

export function openReader(path: string): Reader {
  const { client, db } = openConnection(path, { readonly: true, command: false });
  const dataVersion = client.query<{ data_version: number }, []>('PRAGMA data_version');
  return {
    db,
    version: () => dataVersion.get()?.data_version ?? 0,
    close: () => client.close(),
  };
}
