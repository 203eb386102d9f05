import type { Database } from 'bun:sqlite';
import { addDays } from '../../../src/base/index.ts';
import * as schema from '../../../src/storage/index.ts';
import { insertInto } from './insert-rows.ts';
import { type Cast, clientOf, DAY_MS, dayOf, madeAt, OLD_ORDERS } from './tell-order.ts';

const LEAST = 60;
const CLOSED_DAYS = 365;
/** The money received on a closed day, in kopecks. */
const RECEIVED = 1_000_000;
const STOCKTAKES = 60;
const COUNTED = 200;
const IMPORT_KINDS = ['orders', 'products', 'clients', 'payments'] as const;

const someOf = (cast: Cast): number[] => {
  const count = Math.max(LEAST, cast.orders / 1_000);
  return Array.from({ length: count }, (_, at) => OLD_ORDERS + Math.floor((at * (cast.orders - OLD_ORDERS)) / count));
};

export function fillSecondDay(client: Database, cast: Cast): void {
  client.transaction(() => {
    fillClients(client, cast);
    fillSchedules(client, cast);
    fillCloses(client, cast);
    fillStocktakes(client, cast);
    fillImports(client, cast);
  })();
}

function fillClients(client: Database, cast: Cast): void {
  const { workspaceSeq, newId } = cast;
  const kept = insertInto(client, schema.clients);
  const date = insertInto(client, schema.clientDates);
  for (const [index, at] of someOf(cast).entries()) {
    const [seq, ms] = [index + 1, madeAt(cast, at)];
    const { name, phone } = clientOf(cast, at);
    kept({
      seq,
      id: newId(ms),
      workspaceSeq,
      key: `p${phone}`,
      name,
      phone,
      email: '',
      note: 'Без лилий',
      version: 1,
      createdAt: ms,
      updatedAt: ms,
      searchText: name.toLowerCase(),
    });
    date({ seq, workspaceSeq, clientSeq: seq, day: dayOf(ms).slice('YYYY-'.length), title: 'День рождения' });
  }
}

function fillImports(client: Database, cast: Cast): void {
  const { workspaceSeq, personId, newId } = cast;
  const made = insertInto(client, schema.imports);
  for (const [index, at] of someOf(cast).entries()) {
    for (const [nth, kind] of IMPORT_KINDS.entries()) {
      const ms = madeAt(cast, at) + nth;
      made({
        seq: index * IMPORT_KINDS.length + nth + 1,
        id: newId(ms),
        workspaceSeq,
        kind,
        state: 'done',
        options: '{}',
        actorType: 'person',
        actorId: personId,
        total: 1,
        done: 1,
        counts: '{}',
        createdAt: ms,
        finishedAt: ms,
      });
    }
  }
}

function fillSchedules(client: Database, cast: Cast): void {
  const today = dayOf(cast.endMs);
  const schedule = insertInto(client, schema.orderSchedules);
  for (const [index, at] of someOf(cast).entries()) {
    const open = addDays(today, index % 10);
    schedule({
      seq: index + 1,
      workspaceSeq: cast.workspaceSeq,
      orderSeq: at + 1,
      every: 'year',
      anchor: addDays(open, -365),
      starts: open,
      daysBefore: 0,
      openFrom: open,
      comesUp: open,
    });
  }
}

function fillCloses(client: Database, cast: Cast): void {
  const { workspaceSeq, personId, endMs, newId } = cast;
  const close = insertInto(client, schema.dayCloses);
  for (let ago = CLOSED_DAYS; ago > 0; ago -= 1) {
    const at = endMs - ago * DAY_MS;
    close({
      id: newId(at),
      workspaceSeq,
      day: dayOf(at),
      timeZone: 'UTC',
      methods: JSON.stringify([['card', RECEIVED, 0, false]]),
      notByName: '[]',
      received: RECEIVED,
      refunded: 0,
      cashReceived: 0,
      cashRefunded: 0,
      opening: 0,
      counted: 0,
      actorType: 'person',
      actorId: personId,
      at,
    });
  }
}

function fillStocktakes(client: Database, { workspaceSeq, personId, endMs, newId }: Cast): void {
  const take = insertInto(client, schema.stocktakes);
  const count = insertInto(client, schema.stocktakeCounts);
  for (let seq = 1; seq <= STOCKTAKES; seq += 1) {
    const at = endMs - (STOCKTAKES - seq + 1) * DAY_MS;
    take({
      seq,
      id: newId(at),
      workspaceSeq,
      actorType: 'person',
      actorId: personId,
      startedAt: at,
      appliedAt: at,
    });
    for (let productSeq = 1; productSeq <= COUNTED; productSeq += 1) {
      count({ stocktakeSeq: seq, productSeq, counted: 1_000, expected: 1_000 });
    }
  }
}
