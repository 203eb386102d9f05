/** Imports are never deleted. So the work of an undo on one row must not grow with the number of imports. */

import type { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { countUndos, handOn, type ImportJob } from '../../src/imports/index.ts';
import type { Tx } from '../../src/storage/index.ts';
import { freshDatabase } from '../support/store.ts';

function planOf(client: Database, text: string): string[] {
  const plan = client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all();
  return plan.map(({ detail }) => detail).filter((line) => !line.startsWith('CORRELATED'));
}

test('an undo finds a row’s earlier import by an index, and the number of undos comes from a stored counter', () => {
  using client = freshDatabase();
  const asked: string[] = [];
  const db = drizzle({ client, logger: { logQuery: (text) => void asked.push(text) } });
  handOn({ db } as unknown as Tx, { workspace: { seq: 1 }, kind: 'clients' } as ImportJob, { seq: 1, from: 1, to: 2 });
  countUndos(db, 1);
  expect(asked.flatMap((text) => planOf(client, text))).toEqual([
    'SEARCH import_made USING INDEX import_made_by_row (made_seq=? AND version=?)',
    'SEARCH imports USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH workspaces USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('the check before the deletion of a stock ledger line scans only the unfinished undos', () => {
  using client = freshDatabase();
  const trigger = client
    .query<{ sql: string }, []>("SELECT sql FROM sqlite_schema WHERE name = 'stock_movements_stay'")
    .get();
  const check = /NOT EXISTS \((.+?)\n?\)\nBEGIN/s.exec(trigger?.sql ?? '')?.[1] ?? '';
  expect(planOf(client, check.replace(/\bOLD\.\w+/g, '?')).map((line) => line.split(' (')[0])).toEqual([
    'SCAN u USING INDEX import_undos_open',
    'SEARCH m USING PRIMARY KEY',
    'SEARCH i USING INTEGER PRIMARY KEY',
  ]);
});
