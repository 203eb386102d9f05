import { openSecrets, sealKeyPath } from '../seal/index.ts';
import { withParts } from './before-write.ts';
import { type SharedHorizon, watchHorizon } from './horizon.ts';
import { openConnection } from './open.ts';
import type { Reader } from './reader.ts';
import { rollBack } from './roll-back.ts';
import { SearchFile } from './search-file.ts';
import type { Storage } from './storage.ts';

export interface Reading extends Pick<Reader, 'safe' | 'close'> {
  readonly storage: Storage;
  /**
   * Makes later reads show everything that is committed now. Call it for each request that this thread receives. The
   * thread that sent the request may already know of a commit that the current snapshot lacks.
   */
  freshen(): void;
}

const none = (): never => {
  throw new Error('this thread reads, and does nothing else');
};

/** The stand-ins for parts of a storage that only the writer's thread has. */
const NOTHING = {
  freshen: () => undefined,
  copyBeforeMigration: undefined,
  damage: { found: () => undefined, note: none, listen: none },
  listen: none,
  checkpointElsewhere: none,
  failureOf: none,
  trouble: none,
  probe: none,
  close: none,
  write: none,
  writeInPieces: none,
  pause: none,
  count: none,
  waiting: none,
  idle: none,
};

/** Returns the same storage for one caller. After the caller has left, the next read throws, which ends the work. */
export const untilLeft = (storage: Storage, left: AbortSignal): Storage =>
  withParts(storage, {
    get read() {
      left.throwIfAborted();
      return storage.read;
    },
  });

/** Opens a storage whose reads in one turn of the event loop share a snapshot, as on the writer's thread. */
export function openReading(path: string, horizon: SharedHorizon): Reading {
  const { client, db } = openConnection(path, { readonly: true, command: false });
  const [begin, watch, search] = [client.prepare('BEGIN'), watchHorizon(horizon), new SearchFile(path)];
  const storage: Storage = {
    ...NOTHING,
    get read() {
      if (!client.inTransaction) {
        begin.run();
        setImmediate(() => rollBack(client));
      }
      return db;
    },
    remember: (_key, read) => read(),
    keep: (_key, _tables, read) => read(),
    again: (_last, read) => ({ value: read(), state: undefined }),
    secrets: openSecrets(sealKeyPath(path)),
    search,
    path,
    horizon,
  };
  return {
    storage,
    freshen: () => rollBack(client),
    safe: () => watch.safe(watch.seen()),
    close() {
      search.close();
      client.close();
    },
  };
}
