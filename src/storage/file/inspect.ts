import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { type SQL, sql } from 'drizzle-orm';
import { KINDS_OFF, MIGRATIONS, SCHEMA_VERSION } from '../schema/index.ts';
import { type Connection, type Db, databasePath, logPauses, openConnection, SearchFile } from '../store/index.ts';
import { strangePart } from './check-schema.ts';
import { schemaVersionOf } from './database-file.ts';
import { countOrphans, damageInParts } from './find-damage.ts';
import { findOddValues } from './odd-values.ts';

export interface Inspection {
  readonly schemaVersion: number;
  readonly problems: readonly string[];
  /** A line for each row with a value that Docket never writes. Somebody must have changed the file by hand. */
  readonly oddValues: readonly string[];
  /** The time of the newest event, in milliseconds since the epoch. 0 if there is none, or the file is damaged. */
  readonly newestWriteMs: number;
  /** The jumps of the clock while a server ran, oldest first. `byMs` is negative if the clock was set back. */
  readonly clockSteps: readonly { readonly at: number; readonly byMs: number }[];
  /**
   * True if the search index, a separate file, lacks orders that it should contain. A search may then miss these
   * orders. New orders that wait to be indexed do not count.
   */
  readonly isSearchOff: boolean;
  readonly webhookHosts: readonly string[];
}

const SUMS_OFF = sql`
  SELECT count(*) AS n FROM orders AS o
  WHERE o.paid_amount <> (
    SELECT coalesce(sum(p.amount - p.refunded_amount), 0) FROM payments AS p
    WHERE p.order_seq = o.seq AND p.status IN ('confirmed', 'refunded'))`;

const SEARCH_OFF = sql`
  SELECT (SELECT count(*) FROM products) <> (SELECT count(*) FROM product_search) AS n`;

const HISTORY_MISSING = sql`
  SELECT count(*) AS n FROM orders AS o
  WHERE o.version <> (SELECT count(*) FROM order_history AS h WHERE h.order_seq = o.seq)`;

/**
 * Reads a field of an item. A path such as `$.quantity` would also match the name "quantity\u0000". For paths, SQLite
 * compares names only up to the first escaped zero.
 */
const ofItem = (name: string): SQL => sql`(SELECT value FROM json_each(i.value) WHERE key = ${name})`;

/** Pairs of queries: for stored sums (kept-sums.ts), and for the same sums computed from the rows. */
const KEPT_SUMS: Readonly<Record<string, readonly [SQL, SQL]>> = {
  'orders by their date': [
    sql`SELECT workspace_seq, date, status_id, orders, revenue, paid, owed, partial FROM order_days`,
    sql`SELECT workspace_seq, date, status_id, count(*), sum(price), sum(min(paid_amount, price)),
      sum(iif(payment_status IN ('unpaid', 'partial'), max(price - paid_amount, 0), 0)), sum(payment_status = 'partial')
      FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3`,
  ],
  'orders by their month': [
    sql`SELECT workspace_seq, month, status_id, orders FROM order_months`,
    sql`SELECT workspace_seq, substr(date, 1, 7), status_id, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3`,
  ],
  'items by their date': [
    sql`SELECT workspace_seq, date, status_id, name ->> '$', lines, pieces, thousandths, amount FROM item_days`,
    sql`SELECT workspace_seq, date, status_id, name, count(*), sum(quantity / 1000), sum(quantity % 1000),
      sum((quantity * price + 500) / 1000)
      FROM (SELECT o.workspace_seq, o.date, o.status_id, ${ofItem('name')} AS name,
        CAST(round(${ofItem('quantity')} * 1000) AS INTEGER) AS quantity,
        CAST(round(${ofItem('price')} * 100) AS INTEGER) AS price
        FROM orders AS o, json_each(o.products) AS i WHERE o.deleted_at IS NULL)
      GROUP BY 1, 2, 3, 4`,
  ],
  'the newest orders of a date': [
    sql`SELECT 0, '', '' WHERE FALSE`,
    sql`SELECT o.workspace_seq, o.date, o.status_id FROM (
        SELECT workspace_seq, date, status_id, max(created_at) AS newest FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2, 3
      ) AS o LEFT JOIN order_days AS d USING (workspace_seq, date, status_id)
      LEFT JOIN order_months AS m ON m.workspace_seq = o.workspace_seq AND m.month = substr(o.date, 1, 7) AND m.status_id = o.status_id
      WHERE min(coalesce(d.newest, 0), coalesce(m.newest, 0)) < o.newest`,
  ],
  'orders by when they were made': [
    sql`SELECT workspace_seq, quarter, orders FROM orders_made`,
    sql`SELECT workspace_seq, created_at / 900000, count(*) FROM orders WHERE deleted_at IS NULL GROUP BY 1, 2`,
  ],
  'what was given back of a payment': [
    sql`SELECT seq, refunded_amount FROM payments WHERE refunded_amount > 0`,
    sql`SELECT payment_seq, sum(amount) FROM refunds GROUP BY 1`,
  ],
  'payments of deleted orders': [
    sql`SELECT seq FROM payments WHERE order_deleted <> 0`,
    sql`SELECT p.seq FROM payments AS p JOIN orders AS o ON o.seq = p.order_seq WHERE o.deleted_at IS NOT NULL`,
  ],
  'payments of past days': [
    sql`SELECT d.workspace_seq, d.from_ms, s.value ->> 0, s.value ->> 1, s.value ->> 2, s.value ->> 3, s.value ->> 4
      FROM money_days AS d, json_each(d.sums) AS s WHERE d.sums <> 'null'`,
    sql`SELECT workspace_seq, from_ms, sort, method, source, count(*), sum(amount) FROM (
        SELECT d.workspace_seq, d.from_ms, 0 AS sort, coalesce(p.payment_method, '') AS method, p.source, p.amount
        FROM money_days AS d CROSS JOIN payments AS p INDEXED BY payments_by_paid ON p.workspace_seq = d.workspace_seq
          AND p.paid_at >= d.from_ms AND p.paid_at < d.before_ms
        WHERE d.sums <> 'null' AND p.status IN ('confirmed', 'refunded') AND p.order_deleted = 0
        UNION ALL
        SELECT d.workspace_seq, d.from_ms, 1, coalesce(r.method, p.payment_method, ''), p.source, r.amount
        FROM money_days AS d CROSS JOIN refunds AS r INDEXED BY refunds_by_at ON r.workspace_seq = d.workspace_seq
          AND r.at >= d.from_ms AND r.at < d.before_ms
        CROSS JOIN payments AS p ON p.seq = r.payment_seq
        WHERE d.sums <> 'null' AND p.status IN ('confirmed', 'refunded') AND p.order_deleted = 0
      ) GROUP BY 1, 2, 3, 4, 5`,
  ],
  'deliveries that wait': [
    sql`SELECT endpoint_seq, deliveries FROM waiting_deliveries JOIN webhook_endpoints AS e ON e.seq = endpoint_seq
      WHERE removed_at IS NULL AND deliveries <> 0`,
    sql`SELECT endpoint_seq, count(*) FROM deliveries JOIN webhook_endpoints AS e ON e.seq = endpoint_seq
      WHERE state = 'pending' AND removed_at IS NULL GROUP BY 1`,
  ],
  'inquiries by their stage': [
    sql`SELECT workspace_seq, stage_id, day, inquiries FROM inquiry_days`,
    sql`SELECT workspace_seq, stage_id, created_at / 86400000, count(*) FROM inquiries GROUP BY 1, 2, 3`,
  ],
};
const differing = ([kept, reckoned]: readonly [SQL, SQL]): SQL => sql`
  SELECT count(*) AS n FROM (
    SELECT * FROM (${kept} EXCEPT ${reckoned}) UNION ALL SELECT * FROM (${reckoned} EXCEPT ${kept})
  )`;

const NEWEST_EVENT = sql`SELECT max(occurred_at) AS n FROM events`;

const CLOCK_STEPS = sql`SELECT at, by_ms AS byMs FROM clock_steps ORDER BY seq`;

/** The findings of checks that are skipped if the file is damaged or this executable does not know its schema. */
type ContentFindings = Pick<Inspection, 'clockSteps' | 'webhookHosts' | 'isSearchOff' | 'oddValues'>;
const NOTHING_KNOWN: ContentFindings = { clockSteps: [], webhookHosts: [], isSearchOff: false, oddValues: [] };
const whatElse = ({ client, db }: Connection, path: string, rest: () => void): ContentFindings => ({
  oddValues: findOddValues(client, rest),
  clockSteps: db.all(CLOCK_STEPS),
  webhookHosts: webhookHosts(db),
  isSearchOff: isSearchOff(db, new SearchFile(path)),
});

function isSearchOff(db: Db, search: SearchFile): boolean {
  const count = (of: Db, query: SQL): number | undefined => of.all<{ n: number }>(query)[0]?.n;
  try {
    const mark = search.look(db)?.mark;
    if (mark === undefined) return false;
    const held = search.ask((index) =>
      count(index, sql`SELECT count(*) AS n FROM order_search WHERE rowid <= ${mark}`),
    );
    return held !== undefined && held !== count(db, sql`SELECT count(*) AS n FROM orders WHERE seq <= ${mark}`);
  } finally {
    search.close();
  }
}

function webhookHosts(db: Db): readonly string[] {
  const urls = db.all<{ url: string }>(sql`SELECT url FROM webhook_endpoints WHERE enabled = 1 AND removed_at IS NULL`);
  const hosts = urls.flatMap(({ url }) => URL.parse(url)?.hostname ?? []);
  return [...new Set(hosts.filter((host) => isIP(host.replace(/^\[|\]$/g, '')) === 0))];
}

/**
 * Checks the whole file and changes nothing. Returns undefined if there is no database. `pause` is called between short
 * reads. By default, `pause` waits while the write-ahead log is full. A running server can then restart the log,
 * because nobody reads it during the pause.
 */
export function inspect(dataDir: string, pause?: () => void): Inspection | undefined {
  const path = databasePath(dataDir);
  if (!existsSync(path)) return undefined;
  const { client, db } = openConnection(path, { readonly: true, command: true });
  try {
    const rest = pause ?? logPauses(client);
    const schemaVersion = schemaVersionOf(client);
    const problems = [...damageInParts(client, rest)];
    // The remaining checks are skipped for two reasons. In a damaged file, further findings would tell nothing new. An
    // unknown schema may store its data differently.
    const isKnown = MIGRATIONS.some(({ version }) => version === schemaVersion);
    if (problems.length > 0 || !isKnown) return { schemaVersion, problems, newestWriteMs: 0, ...NOTHING_KNOWN };
    const strange = strangePart(client, schemaVersion);
    if (strange !== undefined) problems.push(`no backup of this database can be restored: ${strange}; drop it`);
    const orphans = countOrphans(client, rest);
    if (orphans > 0) problems.push(`${orphans} rows have lost the row that they belong to`);
    // Uses `all`, because `get` would return the columns of a raw SQL query without their names.
    const count = (query: SQL): number => {
      const found = db.all<{ n: number | null }>(query)[0]?.n ?? 0;
      rest();
      return found;
    };
    const sumsOff = count(SUMS_OFF);
    if (sumsOff > 0) problems.push(`the paid amount of ${sumsOff} orders is not the sum of their payments`);
    const kindsOff = schemaVersion === SCHEMA_VERSION ? count(sql.raw(KINDS_OFF)) : 0;
    if (kindsOff > 0) problems.push(`${kindsOff} kinds of orders are counted wrongly, so lists may miss some of them`);
    if (schemaVersion === SCHEMA_VERSION && count(SEARCH_OFF) > 0)
      problems.push('the index of products does not hold all of them, so a search may miss some');
    const historyMissing = count(HISTORY_MISSING);
    if (historyMissing > 0) problems.push(`${historyMissing} orders have gaps in their history`);
    for (const [what, sums] of schemaVersion === SCHEMA_VERSION ? Object.entries(KEPT_SUMS) : []) {
      const off = count(differing(sums));
      if (off > 0) problems.push(`${off} of the sums that are kept of ${what} are not what they should be`);
    }
    return {
      schemaVersion,
      problems,
      newestWriteMs: count(NEWEST_EVENT),
      ...(schemaVersion === SCHEMA_VERSION ? whatElse({ client, db }, path, rest) : NOTHING_KNOWN),
    };
  } finally {
    client.close();
  }
}
