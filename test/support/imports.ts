import { nextTurn, readCsvFile, systemClock } from '../../src/base/index.ts';
import { CLIENT_IMPORT, openClientFile } from '../../src/clients/index.ts';
import {
  type Choice,
  createStaging,
  findImport,
  type ImportDesk,
  type ImportedFile,
  type ImportState,
  listOpenImports,
  type TableSource,
  takeBackSome,
  undoImport,
  type ValueMatch,
  workOff,
} from '../../src/imports/index.ts';
import type { ImportOutcome } from '../../src/orders/import-orders.ts';
import {
  type ImportedOrder,
  importOrders,
  openOrderFile,
  openPaymentFile,
  orderImport,
  paymentImport,
} from '../../src/orders/index.ts';
import { addPerson } from '../../src/people/index.ts';
import { openProductFile, PRODUCT_IMPORT } from '../../src/stock/index.ts';
import type { Storage } from '../../src/storage/index.ts';
import type { Ctx } from '../../src/workspaces/index.ts';
import { indexAllOrders } from './kept-up.ts';
import { openTestStore, TEST_ACTOR } from './store.ts';

const tableOf = async (text: string): Promise<TableSource> => ({
  encoding: 'utf-8',
  sheets: [],
  sheet: 0,
  ...(await readCsvFile([text], () => nextTurn(1))),
});

export async function readOrders(ctx: Ctx, text: string, mapping?: string, values: readonly ValueMatch[] = []) {
  const file = await openOrderFile(ctx, { source: await tableOf(text), mapping, values });
  return { ...file.table, ...file, orders: file.orders };
}

const readerWith =
  <T>(open: (ctx: Ctx, file: Choice & { readonly source: TableSource }) => T) =>
  async (ctx: Ctx, text: string, choice: Choice = {}) =>
    open(ctx, { source: await tableOf(text), ...choice });
export const readProducts = readerWith(openProductFile);
export const readClients = readerWith(openClientFile);
export const readPayments = readerWith(openPaymentFile);

export const IDLE_IMPORTS: ImportDesk = {
  stage: ({ id }) => Promise.resolve(id),
  undo: () => Promise.resolve(),
  trouble: () => null,
};

/** Accepts files as the server does, but continues only at the test's request. */
export function openImports(storage: Storage) {
  const kinds = {
    orders: orderImport(storage),
    products: PRODUCT_IMPORT,
    clients: CLIENT_IMPORT,
    payments: paymentImport(storage),
  };
  /** Runs one transaction of the oldest import. @returns false if there is none */
  const step = async (): Promise<boolean> => {
    const [first] = listOpenImports(storage.read);
    if (first === undefined) return false;
    await (first.isUndone ? takeBackSome : workOff)({ storage, kinds, clock: systemClock }, first.seq);
    return true;
  };
  return {
    ...createStaging(storage),
    kinds,
    step,
    async finish(): Promise<void> {
      while (await step());
    },
  };
}

interface Accepting {
  readonly id?: string;
  readonly tell?: boolean;
  readonly again?: boolean;
  readonly stillMay?: () => void;
}

type FileWish = Partial<Pick<Parameters<ImportedFile['begin']>[0], 'tell' | 'take' | 'over'>>;

export async function openImportShop() {
  const store = await openTestStore();
  const { storage, workspace, world } = store;
  const imports = openImports(storage);
  const who = { email: 'manager@example.com', role: 'manager', password: undefined } as const;
  const { id } = await addPerson({ storage, workspace, actor: TEST_ACTOR }, who);
  const importing = { ...store.ctx('@import'), actor: { type: 'person', id, requestId: 'request-1' } } as const;
  const stateOf = (id: string): ImportState => {
    const found = findImport({ storage, workspace }, id);
    if (found === undefined) throw new Error('there is no such import');
    return found;
  };
  const newId = (): string => world.newId(world.clock.now());
  /** Begins the import of a file. @returns the import's id */
  const begin = (file: ImportedFile, wish?: FileWish): Promise<string> =>
    file.begin({ staging: imports, id: newId(), tell: false, ...wish });
  return {
    ...store,
    begin,
    /** Imports a file to the end. @returns the import's id */
    async bring(file: ImportedFile, wish?: FileWish): Promise<string> {
      const imported = await begin(file, wish);
      await imports.finish();
      return imported;
    },
    async undo(imported: string): Promise<void> {
      await undoImport(importing, imported);
      await imports.finish();
    },
    imports,
    importing,
    stateOf,
    /** Accepts an import of these orders. @returns the import's id */
    accept: (
      found: readonly ImportedOrder[],
      { id, tell = false, again = false, stillMay = () => undefined }: Accepting = {},
    ): Promise<string> =>
      importOrders(
        { ...importing, staging: { stage: (wish) => imports.stage({ ...wish, stillMay }) } },
        { id: id ?? newId(), tell, again, orders: found },
      ),
    outcomeOf: (id: string): ImportOutcome => ({ ...NO_ORDERS, ...stateOf(id).counts }),
  };
}

const NO_ORDERS: ImportOutcome = { created: 0, known: 0, differing: 0, deleted: 0, unpaid: 0 };

export type ImportShop = Awaited<ReturnType<typeof openImportShop>>;

/** A shop with an index, as the server makes it on the first request for clients. */
export async function openIndexedShop(): Promise<ImportShop> {
  const shop = await openImportShop();
  await indexAllOrders(shop.storage.path);
  return shop;
}
