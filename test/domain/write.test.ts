import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import fc from 'fast-check';
import { createIdSource } from '../../src/base/index.ts';
import type { News, Tx } from '../../src/storage/index.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';
import { createHorizon } from '../../src/storage/store/horizon.ts';
import { openConnection } from '../../src/storage/store/open.ts';
import { createWriter, Unprepared } from '../../src/storage/store/write.ts';
import { tempDir } from '../support/store.ts';
import { seededRandom } from '../support/world.ts';

function openWriter({ syncMs }: { readonly syncMs?: number } = {}) {
  const dir = tempDir();
  const path = join(dir.path, 'test.db');
  const connection = openConnection(path, { readonly: false, command: false });
  connection.client.run('CREATE TABLE kept (n INTEGER PRIMARY KEY)');
  connection.client.run('CREATE TABLE filler (n INTEGER PRIMARY KEY, body TEXT)');
  const other = new Database(path, { readonly: true });
  let commits = 0;
  let moment = 0;
  const heard: News[] = [];
  const heldRows: number[] = [];
  const passes = async (ms: number): Promise<void> => {
    moment += ms;
  };
  const writer = createWriter(connection, {
    now: () => (moment += 1),
    monotonic: () => (moment += 0.01),
    newId: createIdSource(seededRandom(1)),
    secrets: openSecrets(`${path}.key`),
    sync: syncMs === undefined ? undefined : () => passes(syncMs),
    view: { hold: () => undefined, end: () => undefined, noteOthers: () => undefined },
    horizon: createHorizon(),
    refusal: () => undefined,
    failed: () => undefined,
    held: (rows) => heldRows.push(rows),
    watch: {
      begin: () => 0,
      end: (_changes, _begun, kept) => {
        if (kept) commits += 1;
      },
    },
    news: (news) => heard.push(news),
  });
  return {
    ...writer,
    heard,
    heldRows,
    client: connection.client,
    commits: () => commits,
    passes: (ms: number) => void passes(ms),
    rows: () =>
      other
        .query<{ n: number }, []>('SELECT n FROM kept ORDER BY n')
        .all()
        .map((row) => row.n),
    [Symbol.dispose]() {
      other.close();
      connection.client.close();
      dir[Symbol.dispose]();
    },
  };
}

const keep = (tx: Tx, n: number): void => {
  tx.db.run(sql`INSERT INTO kept (n) VALUES (${n})`);
};
const filler = sqliteTable('filler', { n: integer('n').primaryKey(), body: text('body') });
const fill = (tx: Tx, n: number): void => {
  tx.db
    .insert(filler)
    .values({ n, body: 'x'.repeat(4000) })
    .run();
};
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const statusesOf = (results: readonly PromiseSettledResult<unknown>[]) => results.map((result) => result.status);

test('all waiting changes share one commit and one timestamp, but each gets its own result', async () => {
  using store = openWriter();
  const answers = await Promise.all(
    numbers(50).map((n) =>
      store.write((tx) => {
        keep(tx, n);
        return { n, at: tx.now };
      }),
    ),
  );
  expect(answers.map((answer) => answer.n)).toEqual(numbers(50));
  expect(new Set(answers.map((answer) => answer.at)).size).toBe(1);
  expect(store.commits()).toBe(1);
  expect(store.rows()).toEqual(numbers(50));
});

test.each([
  ['before it wrote', false],
  ['after it wrote', true],
])('a change that throws %s is undone, and the other changes in the same commit are kept', async (_when, writes) => {
  using store = openWriter();
  const results = await Promise.allSettled(
    numbers(5).map((n) =>
      store.write((tx) => {
        if (n === 2 && !writes) throw new Error('refused');
        keep(tx, n);
        if (n === 2) throw new Error('refused');
      }),
    ),
  );
  expect(statusesOf(results)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(results[2]).toHaveProperty('reason.message', 'refused');
  expect(store.rows()).toEqual([0, 1, 3, 4]);
});

test('other requests run between the pieces of a change, but see its rows only when it is complete', async () => {
  using store = openWriter();
  const seen: number[][] = [];
  const look = (): void => void seen.push(store.rows());
  const change = store.writeInPieces(function* (tx) {
    for (const n of numbers(3)) {
      keep(tx, n);
      setImmediate(look);
      yield;
    }
    return 'done';
  });
  const beside = store.write((tx) => keep(tx, 9));
  expect(await Promise.all([change, beside])).toEqual(['done', undefined]);
  expect([seen, store.rows(), store.commits()]).toEqual([[[], [], []], [0, 1, 2, 9], 1]);
});

/** Changes that record when they ran. After a slow change, other work records how many rows it sees. */
function slowChanges(store: ReturnType<typeof openWriter>) {
  const seen: string[] = [];
  const lasts = (n: number, ms: number) => (tx: Tx) => {
    keep(tx, n);
    seen.push(`change ${n}`);
    store.passes(ms);
    if (ms > 5) setImmediate(() => seen.push(`others ${store.rows().length}`));
  };
  return { seen, lasts };
}

test('a batch ends after 20 ms of changes, and the other changes follow in the next batch', async () => {
  using store = openWriter();
  const { seen, lasts } = slowChanges(store);
  await Promise.all([3, 15, 30, 1, 1].map((ms, at) => store.write(lasts(at, ms))));
  const first = ['change 0', 'change 1', 'others 0', 'change 2', 'others 0'];
  expect(seen).toEqual([...first, 'change 3', 'change 4']);
  expect([store.commits(), store.rows().length, store.heldRows]).toEqual([2, 5, [3, 2]]);
});

test('the pieces of a change count towards the time of its batch', async () => {
  using store = openWriter();
  const { seen, lasts } = slowChanges(store);
  const pieces = store.writeInPieces(function* (tx) {
    for (const n of [0, 1, 2]) {
      lasts(n, 8)(tx);
      yield;
    }
  });
  await Promise.all([pieces, store.write(lasts(3, 1)), store.write(lasts(4, 1))]);
  const first = ['change 0', 'others 0', 'change 1', 'others 0', 'change 2', 'others 0'];
  expect([seen, store.heldRows]).toEqual([
    [...first, 'change 3', 'change 4'],
    [3, 2],
  ]);
});

test('on a slow disk a batch may take as long as a sync, and other requests run between the batch’s changes', async () => {
  using store = openWriter({ syncMs: 50 });
  await store.write((tx) => keep(tx, 9));
  const { seen, lasts } = slowChanges(store);
  await Promise.all([30, 1, 1].map((ms, at) => store.write(lasts(at, ms))));
  expect(seen).toEqual(['change 0', 'others 1', 'change 1', 'change 2']);
  expect([store.commits(), store.rows().length]).toEqual([2, 4]);
});

test('a small change waits for one large change of another workspace, not for all large changes of that workspace', async () => {
  using store = openWriter();
  const order: string[] = [];
  const change = (name: string, n: number, ms: number) => (tx: Tx) => {
    keep(tx, n);
    order.push(name);
    store.passes(ms);
  };
  const large = numbers(10).map((n) => store.write(change(`large ${n}`, n, 15), 1));
  const small = numbers(3).map((n) => store.write(change(`small ${n}`, 10 + n, 1), 2));
  const own = store.write(change('own', 20, 1));
  await Promise.all([...large, ...small, own]);
  expect(order.slice(0, 6)).toEqual(['large 0', 'small 0', 'own', 'large 1', 'small 1', 'large 2']);
  expect(order.filter((name) => name.startsWith('large'))).toEqual(numbers(10).map((n) => `large ${n}`));
  expect(store.rows()).toHaveLength(14);
});

test.each([
  ['another workspace', 2, 2],
  ['Docket itself', undefined, 6],
])('a batch is cut short only if another workspace waits: %s', async (_who, lane, rows) => {
  using store = openWriter();
  const lasts = (n: number, ms: number) => (tx: Tx) => {
    keep(tx, n);
    store.passes(ms);
  };
  const busy = numbers(20).map((n) => store.write(lasts(n, 4), 1));
  await Promise.all([...busy, store.write(lasts(30, 1), lane)]);
  expect(store.heldRows[0]).toBe(rows);
  expect(store.rows()).toHaveLength(21);
});

test('the first changes of 300 workspaces all run before any second change', async () => {
  using store = openWriter();
  const order: number[] = [];
  const lasts = (lane: number) => (tx: Tx) => {
    keep(tx, order.length);
    order.push(lane);
    store.passes(30);
  };
  await Promise.all(numbers(300).flatMap((lane) => [1, 2].map(() => store.write(lasts(lane), lane))));
  expect(new Set(order.slice(0, 300)).size).toBe(300);
  expect(store.rows()).toHaveLength(600);
});

test('idle() resolves after the changes of all workspaces', async () => {
  using store = openWriter();
  const done: number[] = [];
  const lasts = (n: number) => (tx: Tx) => {
    keep(tx, n);
    store.passes(30);
  };
  for (const n of numbers(5)) void store.write(lasts(n), n).then(() => done.push(n));
  await store.idle();
  expect(done).toEqual(numbers(5));
});

test('other work between two changes does not count towards the time of a batch', async () => {
  using store = openWriter();
  const seen: string[] = [];
  const others = (): void => {
    seen.push('others');
    store.passes(30);
  };
  const lasts = (n: number, ms: number) => (tx: Tx) => {
    keep(tx, n);
    seen.push(`change ${n}`);
    store.passes(ms);
    setImmediate(others);
  };
  const pieces = store.writeInPieces(function* () {
    setImmediate(others);
    yield;
    seen.push('pieces');
    setImmediate(others);
  });
  await Promise.all([pieces, ...[1, 30, 1, 1].map((ms, at) => store.write(lasts(at, ms)))]);
  const served = ['others', 'pieces', 'change 0', 'change 1', 'others', 'others', 'others', 'change 2', 'change 3'];
  expect(seen.slice(0, served.length)).toEqual(served);
});

test('a change made in several pieces is undone completely if one piece fails, and other changes are kept', async () => {
  using store = openWriter();
  const change = store.writeInPieces(function* (tx) {
    keep(tx, 1);
    yield;
    throw new Error('refused');
  });
  const results = await Promise.allSettled([
    store.write((tx) => keep(tx, 0)),
    change,
    store.write((tx) => keep(tx, 2)),
  ]);
  expect(statusesOf(results)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(store.rows()).toEqual([0, 2]);
});

test('a change that needs long preparation is undone, and runs again after the preparation', async () => {
  using writer = openWriter();
  const work = Promise.withResolvers<void>();
  const prepare = async () => {
    await work.promise;
    return (tx: Tx) => keep(tx, 2);
  };
  const waiting = writer.write((tx) => {
    keep(tx, 1);
    if (tx.db.all(sql`SELECT n FROM kept WHERE n = 2`).length === 0) throw new Unprepared(prepare);
    return 'made';
  });
  await writer.write((tx) => keep(tx, 3));
  expect(writer.rows()).toEqual([3]);
  work.resolve();
  expect(await waiting).toBe('made');
  expect(writer.rows()).toEqual([1, 2, 3]);
  const failing = writer.writeInPieces(function* () {
    yield;
    throw new Unprepared(() => Promise.reject(new Error('that work failed')));
  });
  await expect(failing).rejects.toThrow('that work failed');
});

test('a batch’s notifications are sent once, and only after the commit', async () => {
  using store = openWriter();
  await Promise.all(
    numbers(4).map((n) =>
      store.write((tx) => {
        keep(tx, n);
        tx.notify('deliveries', n % 2);
      }),
    ),
  );
  expect(store.heard).toEqual([new Map([['deliveries', new Set([0, 1])]])]);
  store.client.run('PRAGMA query_only = ON');
  const refused = store.write((tx) => {
    tx.notify('mail', 0);
    keep(tx, 9);
  });
  await expect(refused).rejects.toThrow();
  store.client.run('PRAGMA query_only = OFF');
  await store.write((tx) => keep(tx, 10));
  // Listeners also hear of a commit that has no notifications.
  expect(store.heard.slice(1)).toEqual([new Map()]);
});

test('a change that a constraint refuses does not undo the other changes of its batch', async () => {
  using store = openWriter();
  const results = await Promise.allSettled([1, 1, 2].map((n) => store.write((tx) => keep(tx, n))));
  expect(statusesOf(results)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(store.rows()).toEqual([1, 2]);
});

test('the row count of a commit leaves out the rows of changes that were undone', async () => {
  using writer = openWriter();
  await writer.write((tx) => {
    for (const n of [1, 2, 3]) keep(tx, n);
  });
  const refused = writer.write((tx) => {
    for (const n of [4, 5, 6, 7]) keep(tx, n);
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  await writer.write(() => undefined);
  expect(writer.heldRows).toEqual([3, 0, 0]);
});

test('an asynchronous change is refused and stores nothing', async () => {
  using store = openWriter();
  const change = (tx: Tx): unknown => {
    keep(tx, 1);
    return Promise.resolve();
  };
  expect(await store.write(change).catch((error: unknown) => error)).toBeInstanceOf(TypeError);
  expect(store.rows()).toEqual([]);
});

test('exactly the successful changes are kept if every third of 300 changes fails', async () => {
  using store = openWriter();
  const results = await Promise.allSettled(
    numbers(300).map((n) =>
      store.write((tx) => {
        keep(tx, n);
        if (n % 3 === 0) throw new Error('refused');
      }),
    ),
  );
  expect(statusesOf(results)).toEqual(numbers(300).map((n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')));
  expect(store.rows()).toEqual(numbers(300).filter((n) => n % 3 !== 0));
});

test('a whole batch is refused as unavailable while the database file is full, and writing works again when there is room', async () => {
  using store = openWriter();
  await store.write((tx) => keep(tx, 1));
  store.client.run('PRAGMA max_page_count = 5');
  const results = await Promise.allSettled(numbers(100).map((n) => store.write((tx) => fill(tx, n))));
  expect(new Set(statusesOf(results))).toEqual(new Set(['rejected']));
  expect(results[0]).toHaveProperty('reason.kind', 'unavailable');
  expect(store.rows()).toEqual([1]);
  store.client.run('PRAGMA max_page_count = 100000');
  await store.write((tx) => keep(tx, 2));
  expect(store.rows()).toEqual([1, 2]);
});

test('any mix of successful and failing changes keeps exactly the rows of the successful ones', async () => {
  const kind = fc.constantFrom('good', 'throws before', 'throws after', 'asynchronous');
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { maxLength: 30 }), async (kinds) => {
      using store = openWriter();
      await Promise.allSettled(
        kinds.map((what, n) => {
          const change = (tx: Tx): unknown => {
            if (what === 'throws before') throw new Error(what);
            keep(tx, n);
            if (what === 'throws after') throw new Error(what);
            return what === 'asynchronous' ? Promise.resolve() : undefined;
          };
          return store.write(change);
        }),
      );
      expect(store.rows()).toEqual(numbers(kinds.length).filter((n) => kinds[n] === 'good'));
    }),
    { numRuns: 40 },
  );
});

test('raw SQL on a full file is refused as unavailable', async () => {
  using store = openWriter();
  store.client.run('PRAGMA max_page_count = 5');
  const change = (tx: Tx): void => {
    tx.db.run(sql`INSERT INTO filler (n, body) VALUES (1, ${'x'.repeat(100_000)})`);
  };
  const failure = await store.write(change).catch((error: unknown) => error);
  expect(failure).toHaveProperty('kind', 'unavailable');
});
