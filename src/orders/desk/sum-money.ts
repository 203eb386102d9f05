import { sql } from 'drizzle-orm';
import { dayInZone, nextTurn } from '../../base/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import type { Asker } from '../fill-page.ts';
import { QUARTER_MS } from '../order-sums.ts';
import { askMoney, linesIn, type MoneyFilter, type MoneyPlace, PAYMENT, sliceAfter } from './money-places.ts';

/** Kopecks. */
interface MoneySum {
  readonly received: number;
  readonly refunded: number;
  /** The lines that it adds up. */
  readonly lines: number;
}

interface MoneySums {
  readonly all: MoneySum;
  /** The largest first, whatever method the filter names. */
  readonly methods: readonly (MoneySum & { readonly name: string })[];
  /** The same of sources. */
  readonly sources: readonly (MoneySum & { readonly name: string })[];
  /** Days of the workspace's zone that have any, oldest first. */
  readonly days: readonly (MoneySum & { readonly name: string })[];
}

interface Row {
  readonly quarter: number;
  readonly sort: number;
  readonly method: string;
  readonly source: string;
  readonly lines: number;
  readonly amount: number;
}

/** SQLite would round a moment before 1970 up. */
const QUARTER = sql`at - (at % ${QUARTER_MS} + ${QUARTER_MS}) % ${QUARTER_MS}`;

/** The sums of the money list, to the kopeck; others are served between two slices of it. */
export async function sumMoney(
  ctx: Ctx,
  { filter, asker: { signal } }: { readonly filter: MoneyFilter; readonly asker: Asker },
): Promise<MoneySums> {
  const db = ctx.storage.read;
  const { seq: workspaceSeq, timeZone } = ctx.workspace;
  const asked = await askMoney(ctx, filter);
  const gone = sql`SELECT seq FROM orders INDEXED BY orders_by_deleted
    WHERE workspace_seq = ${workspaceSeq} AND deleted_at IS NOT NULL`;
  const sums = { all: new Map(), methods: new Map(), sources: new Map(), days: new Map() } satisfies SumsByName;
  const days = new Map<number, string>();
  let after: MoneyPlace | undefined;
  do {
    await nextTurn(workspaceSeq);
    const slice = sliceAfter(db, asked, after);
    const lines = linesIn(asked, slice, sql`orderSeq NOT IN (${gone})`);
    const rows =
      db.all<Row>(sql`SELECT ${QUARTER} AS quarter, sort, method, source, count(*) AS lines, sum(amount) AS amount
      FROM (${lines}) GROUP BY quarter, sort, method, source`);
    for (const row of rows) {
      const day = days.get(row.quarter) ?? dayInZone(row.quarter, timeZone) ?? '';
      days.set(row.quarter, day);
      addUp(sums, filter, row, day);
    }
    after = slice.end;
  } while (after !== undefined && !signal.aborted);
  return {
    all: sums.all.get('') ?? NOTHING,
    methods: listed(sums.methods).sort(largestFirst),
    sources: listed(sums.sources).sort(largestFirst),
    days: listed(sums.days).sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}

type SumsByName = Readonly<Record<keyof MoneySums, Map<string, MoneySum>>>;
const NOTHING: MoneySum = { received: 0, refunded: 0, lines: 0 };

function addUp(sums: SumsByName, { method, source }: MoneyFilter, row: Row, day: string): void {
  const isOfMethod = method === undefined || method === row.method;
  const isOfSource = source === undefined || source === row.source;
  const add = (to: Map<string, MoneySum>, name: string): void => {
    const { received, refunded, lines } = to.get(name) ?? NOTHING;
    to.set(name, {
      received: received + (row.sort === PAYMENT ? row.amount : 0),
      refunded: refunded + (row.sort === PAYMENT ? 0 : row.amount),
      lines: lines + row.lines,
    });
  };
  if (isOfSource) add(sums.methods, row.method);
  if (isOfMethod) add(sums.sources, row.source);
  if (!isOfMethod || !isOfSource) return;
  add(sums.all, '');
  add(sums.days, day);
}

const listed = (sums: ReadonlyMap<string, MoneySum>) => [...sums].map(([name, sum]) => ({ name, ...sum }));

const largestFirst = (a: MoneySum & { readonly name: string }, b: MoneySum & { readonly name: string }): number =>
  b.received - a.received || b.refunded - a.refunded || (a.name < b.name ? -1 : 1);
