import { expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import type { Steps } from '../../src/base/index.ts';
import { changeClient, listClients } from '../../src/clients/index.ts';
import { type Forgetting, listOpen } from '../../src/forgetting/index.ts';
import { takeStep } from '../../src/forgetting/work-off.ts';
import { undoImport } from '../../src/imports/index.ts';
import { listSavedViews, saveView } from '../../src/orders/index.ts';
import { clientDates, clients, importMade, imports } from '../../src/storage/index.ts';
import { allParts, forget, IDLE_FILES, workOff } from '../support/forgetting.ts';
import { type ImportShop, openImportShop, readClients, readProducts } from '../support/imports.ts';
import { indexAllOrders } from '../support/kept-up.ts';
import { addOrder, rowsOf } from '../support/store.ts';

const ANNA = '+79123456789';
const BORIS = '+79217654321';
const NOTHING = (): Promise<void> => Promise.resolve();

async function openShop(kept: { readonly note?: string; readonly name?: string }) {
  const shop = await openImportShop();
  await addOrder(shop.ctx(), { client: { name: 'Boris', phone: BORIS } });
  await indexAllOrders(shop.storage.path);
  const id = (await listClients(shop.ctx(), { limit: 1 })).clients[0]?.id ?? '';
  await changeClient(shop.ctx(), { id, version: 0, dates: [{ day: '03-08', title: 'Birthday' }], ...kept });
  return { shop, id };
}

/** Imports a file whose values replace the stored ones. */
const bring = async (shop: ImportShop, text: string): Promise<string> =>
  shop.bring(await readClients(shop.importing, text), { take: true });

function mentionsWhile(act: () => Promise<unknown>, nth: number) {
  let [texts, isOver] = [0, false];
  return function* (text: string): Steps<boolean> {
    texts += 1;
    if (texts === nth) {
      void act().finally(() => {
        isOver = true;
      });
    }
    while (texts === nth && !isOver) yield undefined;
    return text.includes(ANNA);
  };
}

async function forgetIn(
  shop: ImportShop,
  step: Extract<Forgetting['step'], 'clients' | 'matches' | 'views'>,
  act: () => Promise<unknown> = NOTHING,
  nth = 1,
): Promise<void> {
  await forget(shop, { phone: ANNA });
  const [begun] = listOpen(shop.storage.read);
  if (begun === undefined) throw new Error('nothing was begun');
  const work = { storage: shop.storage, mentions: mentionsWhile(act, nth), ...IDLE_FILES };
  for (let one: Forgetting | undefined = { ...begun, step }; one?.step === step; )
    one = await allParts(takeStep(work, one));
}

const clientOf = (shop: ImportShop, id: string) =>
  shop.storage.read.select().from(clients).where(eq(clients.id, id)).get();
const matchesIn = (shop: ImportShop) => rowsOf(shop.storage, imports).map(({ match }) => match);
const madeIn = (shop: ImportShop) => rowsOf(shop.storage, importMade);

test.each([1, 2, 3])(
  'if an import is undone while text %d is searched for a forgotten client, the client’s phone number does not come back',
  async (nth) => {
    const { shop, id } = await openShop({ note: `lives with ${ANNA}` });
    await using _ = shop;
    const file = await bring(shop, `phone;note\n${BORIS};other`);
    let undone = 0;
    const undo = async (): Promise<void> => {
      undone += 1;
      await shop.undo(file);
    };
    await forgetIn(shop, 'clients', undo, nth);
    expect(undone).toBe(1);
    expect(JSON.stringify([clientOf(shop, id), madeIn(shop)])).not.toContain(ANNA);
  },
);

test('a forgetting removes a name that somebody adds to a text after the forgetting has searched the text', async () => {
  const { shop, id } = await openShop({ note: 'likes lilies' });
  await using _ = shop;
  const date = { day: '03-09', title: `Birthday of ${ANNA}` };
  await forgetIn(shop, 'clients', () => changeClient(shop.ctx(), { id, version: 1, dates: [date] }), 2);
  expect(JSON.stringify([clientOf(shop, id), shop.storage.read.select().from(clientDates).all()])).not.toContain(ANNA);
});

test('a forgetting waits for an import that is being undone', async () => {
  const { shop } = await openShop({ note: `lives with ${ANNA}` });
  await using _ = shop;
  const file = await bring(shop, `phone;note\n${BORIS};other`);
  await undoImport(shop.importing, file);
  await forget(shop, { phone: ANNA });
  expect(await workOff(shop.storage)).toMatchObject([{ step: 'imports' }]);
  await shop.imports.finish();
  expect(await workOff(shop.storage)).toEqual([]);
  expect(JSON.stringify(shop.storage.read.select().from(clients).all())).not.toContain(ANNA);
});

test('a client’s new note is kept if it replaces the old note while a forgetting searches the clients', async () => {
  const { shop, id } = await openShop({ note: `lives with ${ANNA}` });
  await using _ = shop;
  await forgetIn(shop, 'clients', () => changeClient(shop.ctx(), { id, version: 1, note: 'likes lilies' }));
  expect(clientOf(shop, id)).toMatchObject({ note: 'likes lilies', version: 2 });
  expect(shop.storage.read.select().from(clientDates).all()).toHaveLength(1);
});

test('forgetting a person removes the person from texts kept for an import’s undo, and leaves another client’s current texts unchanged', async () => {
  const { shop, id } = await openShop({ name: 'Boris B.', note: `lives with ${ANNA}` });
  await using _ = shop;
  const file = await bring(shop, `phone;note;address\n${BORIS};likes lilies;Mill Lane 3`);
  const other = await bring(shop, `phone;email\n${BORIS};boris@example.com`);
  await forgetIn(shop, 'clients');
  const kept = { name: 'Boris B.', note: 'likes lilies', addresses: 'Mill Lane 3', email: 'boris@example.com' };
  expect(clientOf(shop, id)).toMatchObject(kept);
  expect(shop.storage.read.select().from(clientDates).all()).toHaveLength(1);
  expect(madeIn(shop).map(({ before }) => before?.includes('likes lilies'))).toEqual([true]);
  for (const one of [other, file]) {
    await undoImport(shop.importing, one).catch(() => undefined);
    await shop.imports.finish();
  }
  expect(clientOf(shop, id)).toMatchObject({ note: 'likes lilies', email: '' });
});

test('product texts that an import keeps for its undo are not mistaken for a client’s', async () => {
  const { shop, id } = await openShop({ note: 'likes lilies' });
  await using _ = shop;
  const products = async (text: string): Promise<string> => shop.bring(await readProducts(shop.importing, text));
  await products(`id;name;quantity\na-1;${ANNA};5`);
  await products(`id;name;quantity\na-1;Lily;6`);
  const seq = clientOf(shop, id)?.seq;
  const before = madeIn(shop);
  expect(before.map(({ madeSeq, before: text }) => [madeSeq, text?.includes(ANNA)])).toEqual([
    [seq, undefined],
    [seq, true],
  ]);
  await forgetIn(shop, 'clients');
  expect(clientOf(shop, id)).toMatchObject({ note: 'likes lilies', version: 1 });
  await changeClient(shop.ctx(), { id, version: 1, note: `lives with ${ANNA}` });
  await forgetIn(shop, 'clients');
  expect(clientOf(shop, id)).toMatchObject({ note: '' });
  expect(madeIn(shop)).toEqual(before);
});

test('forgetting a client deletes an import’s remembered headings and value matches if they name the client', async () => {
  const { shop } = await openShop({});
  await using _ = shop;
  await bring(shop, `phone;note\n${BORIS};other`);
  const [match = null] = matchesIn(shop);
  await bring(shop, `phone;email\n${BORIS};boris@example.com`);
  await shop.storage.write((tx) => {
    const values = [{ field: 'status', text: `new ${ANNA}`, to: 'status-new' }];
    const named = JSON.stringify({ columns: [], values });
    tx.db.update(imports).set({ match: named }).where(eq(imports.seq, 2)).run();
  });
  await forgetIn(shop, 'matches');
  expect(matchesIn(shop)).toEqual([match, null]);
});

test('a forgetting deletes no saved view that gets a new query during the search', async () => {
  await using shop = await openImportShop();
  const { storage, workspace } = shop;
  const ctx = { storage, workspace, personSeq: 1 };
  const views = () => listSavedViews(ctx).map(({ name, query }) => [name, query]);
  await saveView(ctx, { name: 'Mine', query: `q=%2B${ANNA.slice(1)}` });
  await saveView(ctx, { name: 'Hers', query: `q=%2B${ANNA.slice(1)}` });
  await forgetIn(shop, 'views', () => saveView(ctx, { name: 'Mine', query: 'q=lily' }));
  expect(views()).toEqual([['Mine', 'q=lily']]);
});
