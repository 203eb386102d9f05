import type { BackupPlan } from '../../src/backups/index.ts';
import { type Parts, silentLog } from '../../src/base/index.ts';
import { beginForgetting, type FileSteps, workOffForgettings } from '../../src/forgetting/index.ts';
import type { Storage } from '../../src/storage/index.ts';
import { type BackupKeeper, ForgetKeeper } from '../../src/worker/index.ts';
import { secondWorkspace, type TestStore } from './store.ts';
import { seededRandom } from './world.ts';

const done = () => Promise.resolve(true);

/** The files of a forgetting when none of them names the client. */
export const IDLE_FILES: FileSteps = { search: done, file: done, copies: () => Promise.resolve(0) };

/** @returns the id of the forgetting */
export const forget = ({ world, ctx }: TestStore, client: { phone?: string; email?: string }): Promise<string> =>
  beginForgetting(ctx(), client, { random: seededRandom(7), newId: () => world.newId(world.clock.now()) });

export async function asSecond(store: TestStore): Promise<TestStore> {
  const workspace = await secondWorkspace(store);
  return { ...store, workspace, ctx: () => ({ ...store.ctx(), workspace }) };
}

/** A `ForgetKeeper` without backups, which looks for work again and again without a pause. */
export const keeperOf = ({ storage, dataDir }: TestStore, rewrite = done): ForgetKeeper =>
  new ForgetKeeper({
    storage,
    dataDir,
    random: seededRandom(7),
    clock: { monotonic: () => 0 },
    log: silentLog,
    plan: () => ({ target: { place: 'disk', folder: dataDir, file: undefined } }) as unknown as BackupPlan,
    backups: {} as unknown as BackupKeeper,
    search: { forget: () => true },
    rewrite,
    lookMs: 1,
  });

export const workOff = (storage: Storage, { files = IDLE_FILES, goOn = done } = {}) =>
  workOffForgettings({ storage, random: seededRandom(7), files, goOn }, 'all');

/** A storage whose writes go through `around`. */
export const writing = (storage: Storage, around: (write: () => Promise<unknown>) => Promise<unknown>): Storage =>
  new Proxy(storage, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name, of);
      if (typeof value !== 'function') return value;
      if (name !== 'write') return value.bind(of);
      return (...change: unknown[]) => around(() => value.apply(of, change));
    },
  });

export async function allParts<T>(work: Parts<T>): Promise<T> {
  for (;;) {
    const part = await work.next();
    if (part.done === true) return part.value;
    await part.value?.();
  }
}

/** Returns a storage that fails after this many writes, as if its process was killed. */
export function dyingAfter(storage: Storage, writes: number): Storage {
  let left = writes;
  return writing(storage, (write) => {
    left -= 1;
    return left < 0 ? Promise.reject(new Error('killed')) : write();
  });
}
