import { Database } from 'bun:sqlite';
import { eq, type InferSelectModel, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { AppError, type JsonObject } from '../../src/base/index.ts';
import { createInquiry } from '../../src/inquiries/index.ts';
import { type CreateOrderInput, createOrder } from '../../src/orders/index.ts';
import {
  MIGRATIONS,
  openForServe,
  orders as orderTable,
  type Storage,
  type SyncFile,
} from '../../src/storage/index.ts';
import { migrate } from '../../src/storage/schema/migrate.ts';
import { type Actor, type Ctx, createWorkspace, findWorkspace, type Workspace } from '../../src/workspaces/index.ts';
import { type TempDir, tempDir } from './temp-file.ts';
import { fakeWorld } from './world.ts';

export { type TempDir, tempDir };

export const HOLDER = { pid: 4321, startedAt: '2026-05-20T09:30:00.000Z' };
export const TEST_ACTOR: Actor = { type: 'key', id: 'key-of-the-test' };
/** A caller who never hangs up. */
export const asker = { signal: new AbortController().signal };

export async function secondWorkspace({ storage }: Pick<TestStore, 'storage'>, timeZone = 'UTC'): Promise<Workspace> {
  const { id } = await createWorkspace({ storage, actor: TEST_ACTOR }, { name: 'Second', plan: 'pro', timeZone });
  return getWorkspace(storage, id);
}

function getWorkspace(storage: Storage, id: string): Workspace {
  const found = findWorkspace(storage, id);
  if (found === undefined) throw new Error('the workspace that was just created is not there');
  return found;
}

export async function openTestStore(timeZone = 'Europe/Moscow', sync?: SyncFile, monotonic?: () => number) {
  const dir = tempDir();
  const world = fakeWorld();
  const options = { dataDir: dir.path, now: () => world.clock.now(), newId: world.newId, sync };
  const storage = openForServe(monotonic === undefined ? options : { ...options, monotonic }, HOLDER);
  const { id } = await createWorkspace({ storage, actor: TEST_ACTOR }, { name: 'Test', plan: 'pro', timeZone });
  const workspace = getWorkspace(storage, id);
  return {
    dataDir: dir.path,
    storage,
    world,
    workspace,
    ctx: (source = 'shop', requestId: string | null = 'request-1'): Ctx => ({
      storage,
      workspace,
      source,
      actor: TEST_ACTOR,
      requestId,
    }),
    async [Symbol.asyncDispose]() {
      await storage.close();
      dir[Symbol.dispose]();
    },
  };
}

export type TestStore = Awaited<ReturnType<typeof openTestStore>>;

export const rowsOf = <T extends SQLiteTable>(storage: Storage, table: T): InferSelectModel<T>[] =>
  storage.read
    .select()
    .from(table as SQLiteTable)
    .all() as InferSelectModel<T>[];

/** Opens an empty database with the newest schema, in memory. */
export function freshDatabase(): Database {
  const client = new Database(':memory:');
  migrate(client, MIGRATIONS, 0);
  return client;
}

/** Returns the refusal of some work, or undefined if the work succeeds. Any other error is thrown. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error !== undefined && !(error instanceof AppError)) throw error;
  return error;
}

/** Returns the refusal of synchronous work, as `refusalOf` does for a promise. */
export function refusalFrom(work: () => unknown): AppError | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Keeps the writer busy, so that later changes wait. @returns a function that lets them continue */
export async function holdWriter(storage: Storage): Promise<() => Promise<void>> {
  await storage.idle();
  const held = Promise.withResolvers<void>();
  const paused = storage.pause(() => held.promise);
  return () => {
    held.resolve();
    return paused;
  };
}

let orders = 0;
/** Creates an order of one rose for 100 roubles, unless `more` says otherwise. @returns its id */
export async function addOrder(ctx: Ctx, more: Partial<CreateOrderInput> = {}): Promise<string> {
  orders += 1;
  const { order } = await createOrder(ctx, {
    requestKey: more.num === undefined ? `added-${orders}` : undefined,
    date: '2026-05-20T10:00:00+03:00',
    products: [{ name: 'Rose', quantity: 1, price: 100 }],
    ...more,
  });
  return order.id;
}

/** Creates an inquiry. @returns its id */
export async function addInquiry(ctx: Ctx, payload: JsonObject = {}): Promise<string> {
  const input = { payload, payloadText: JSON.stringify(payload), idempotencyKey: undefined };
  return (await createInquiry(ctx, input)).inquiry.id;
}

/** Raises an order's version as later changes would, but writes no rows for those changes. */
export const changeLater = ({ storage }: TestStore, id: string, changes: number): Promise<unknown> =>
  storage.write((tx) => {
    const version = sql`version + ${changes}`;
    tx.db.update(orderTable).set({ version }).where(eq(orderTable.id, id)).run();
  });
