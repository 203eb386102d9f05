/** Files without headings: their first line is a client, who must not be remembered as a heading. */

import { expect, test } from 'bun:test';
import { listClients } from '../../src/clients/index.ts';
import type { Choice } from '../../src/imports/index.ts';
import { imports } from '../../src/storage/index.ts';
import { type ImportShop, openIndexedShop, readClients } from '../support/imports.ts';
import { indexAllOrders } from '../support/kept-up.ts';

const FILE = 'Anna Smirnova;+7 912 345-67-89;anna@example.com\nBoris;+7 921 765-43-21;';
const CHOICE = { mapping: 'name,phone,email' };

async function bring(shop: ImportShop, text: string, choice: Choice) {
  const file = await readClients(shop.importing, text, choice);
  await shop.bring(file);
  return file.table;
}

const namesOf = async (shop: ImportShop): Promise<string[]> => {
  await indexAllOrders(shop.storage.path);
  return (await listClients(shop.ctx(), { limit: 9 })).clients.map(({ name }) => name).toSorted();
};
const matches = (shop: ImportShop) =>
  JSON.stringify(shop.storage.read.select({ match: imports.match }).from(imports).all());

test('a first line with values in place of headings is imported, and the columns are remembered by position', async () => {
  await using shop = await openIndexedShop();
  expect(await bring(shop, FILE, CHOICE)).toMatchObject({ head: 0, rows: 2 });
  expect(await namesOf(shop)).toEqual(['Anna Smirnova', 'Boris']);
  expect(matches(shop)).not.toMatch(/anna|smirnova|912/);
  const next = await readClients(shop.importing, 'Carl;+7 921 000-00-02;carl@example.com');
  expect(next.table).toMatchObject({ head: 0, mapping: ['name', 'phone', 'email'] });
  expect(await next.plan()).toMatchObject({ new: 1 });
});

test('a first line of values is not remembered, even if a person chooses it as the headings', async () => {
  await using shop = await openIndexedShop();
  expect(await bring(shop, FILE, { ...CHOICE, head: 1 })).toMatchObject({ head: 1, rows: 1 });
  expect(await namesOf(shop)).toEqual(['Boris']);
  expect(matches(shop)).not.toMatch(/anna|smirnova|912/);
});

test('headings that Docket does not know still count as headings and are remembered', async () => {
  await using shop = await openIndexedShop();
  await bring(shop, `Kunde;Tel. 1;Post 2026\n${FILE}`, CHOICE);
  const next = await readClients(shop.importing, 'Tel. 1;Kunde;Post 2026\n+7 921 000-00-02;Carl;');
  expect(next.table).toMatchObject({ head: 1, mapping: ['phone', 'name', 'email'] });
});
