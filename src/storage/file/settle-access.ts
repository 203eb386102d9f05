/**
 * A restore brings back data, not access (contract, section 7). Access stays as in the replaced database, and sessions
 * and unfinished flows end. test/domain/restore-access.test.ts lists the decision for each table.
 */

import type { Database, SQLQueryBindings } from 'bun:sqlite';
import { hasTable } from '../schema/index.ts';
import type { HeldDatabase } from './replace-database.ts';

type Row = Readonly<Record<string, SQLQueryBindings>>;

/** The tables that a restore empties: short-lived access, and flows that a browser had begun. */
const EMPTIED = ['sent_forms', 'session_visits', 'sessions', 'one_time_links', 'trusted_devices'] as const;

/** Tables with proofs of identity. A restore keeps their rows and those of `people` from the replaced database. */
const OF_PEOPLE = ['second_factors', 'recovery_codes', 'passkeys', 'known_devices', 'known_networks'] as const;
/**
 * The tables of access to a workspace. If a workspace is in both databases, a restore takes its rows from the replaced
 * database, not from the backup.
 */
const OF_WORKSPACES = ['memberships', 'invitations'] as const;
const SWITCHES = 'plan api_enabled inquiries_enabled webhooks_enabled second_factor_required browsers_keep'.split(' ');
/**
 * The columns that a restore takes from the replaced database, because they decide where events are sent. The delivery
 * state is taken from the backup.
 */
const OF_ENDPOINTS = ['url', 'events', 'enabled', 'secret', 'previous_secret', 'previous_secret_until', 'removed_at'];
const READ = [
  'workspaces',
  'people',
  'api_keys',
  'webhook_endpoints',
  'mail_server',
  ...OF_PEOPLE,
  ...OF_WORKSPACES,
] as const;

export interface Access {
  readonly rows: Readonly<Record<(typeof READ)[number], readonly Row[]>>;
  /** The highest row number (`seq`) that each table has used. */
  readonly numbers: readonly { readonly name: string; readonly seq: number }[];
  /** True if nobody has yet reviewed the access that an earlier restore brought back. */
  readonly held: boolean;
}

export function accessOf({ client }: HeldDatabase): Access | undefined {
  try {
    return client && readAccess(client);
  } catch {
    // An unreadable database is expected here, because people restore when it is damaged.
    return undefined;
  }
}

function readAccess(client: Database): Access {
  const rowsOf = (table: string): Row[] =>
    hasTable(client, table) ? client.query<Row, []>(`SELECT * FROM ${table}`).all() : [];
  return {
    rows: {
      workspaces: rowsOf('workspaces'),
      people: rowsOf('people'),
      webhook_endpoints: rowsOf('webhook_endpoints'),
      mail_server: rowsOf('mail_server'),
      second_factors: rowsOf('second_factors'),
      recovery_codes: rowsOf('recovery_codes'),
      passkeys: rowsOf('passkeys'),
      known_devices: rowsOf('known_devices'),
      known_networks: rowsOf('known_networks'),
      memberships: rowsOf('memberships'),
      invitations: rowsOf('invitations'),
      api_keys: rowsOf('api_keys'),
    },
    numbers: hasTable(client, 'sqlite_sequence')
      ? client.query<{ name: string; seq: number }, []>('SELECT name, seq FROM sqlite_sequence').all()
      : [],
    held: rowsOf('installation').some((row) => (row['access_held_at'] ?? null) !== null),
  };
}

/**
 * known: everyone with access in the staged database was also in the replaced one. unknown: somebody was not, or there
 * is no replaced database. misfit: some rows of the replaced database contradict the backup; the others may have been
 * carried over.
 */
type SettledAccess = 'known' | 'unknown' | 'misfit';

/**
 * Limits the access in a staged database to the access in the replaced database. An older schema may lack tables and
 * columns.
 * @param was the access in the replaced database; undefined if there was no such database or it cannot be read
 */
export function settleAccess(client: Database, was: Access | undefined, nowMs: number): SettledAccess {
  client.run('PRAGMA foreign_keys = OFF');
  for (const table of EMPTIED) if (hasTable(client, table)) client.run(`DELETE FROM ${table}`);
  if (hasTable(client, 'second_factors')) client.run('DELETE FROM second_factors WHERE confirmed_at IS NULL');
  // The restored backup may contain mails that wait to be sent. They are out of date, and a link in one of them could
  // open an account.
  if (hasTable(client, 'mails')) client.run("DELETE FROM mails WHERE state = 'pending'");
  const letsIn = LETS_IN.some((table) => hasTable(client, table) && client.query(`SELECT 1 FROM ${table}`).get());
  if (was === undefined) return letsIn ? 'unknown' : 'known';
  try {
    const settled = client.transaction(() => carryOver(client, readAccess(client), was, nowMs))();
    return letsIn ? settled : 'known';
  } catch {
    // The rows of the replaced database do not fit the backup, so the transaction failed and changed nothing. One of
    // the databases may be faulty, or two servers may have continued from the same backup. The staged database may
    // still give access that was revoked in the replaced database.
    return 'misfit';
  }
}

const LETS_IN = ['people', 'invitations', 'api_keys', 'webhook_endpoints'];

const idOf = (row: Row): string => {
  const { id } = row;
  return id instanceof Uint8Array ? id.toHex() : String(id);
};
const idsOf = (rows: readonly Row[]): ReadonlySet<string> => new Set(rows.map(idOf));

/** Returns a row's `seq` and id, because the same `seq` may belong to a different row in another shop's database. */
const placeOf = (row: Row): string => `${row['seq']} ${idOf(row)}`;

function carryOver(
  client: Database,
  { rows: then }: Access,
  { rows: now, numbers, held }: Access,
  nowMs: number,
): SettledAccess {
  const isHere = (table: string): boolean => hasTable(client, table);
  const places = new Set(now.workspaces.map(placeOf));
  const shared = new Set(then.workspaces.filter((row) => places.has(placeOf(row))).map(({ seq }) => seq));
  if (shared.size === 0) return 'unknown';
  const known = [then.people, then.api_keys].map((rows, at) => {
    const ids = idsOf(at === 0 ? now.people : now.api_keys);
    return rows.every((row) => ids.has(idOf(row)));
  });
  const isShared = (row: Row): boolean => shared.has(row['workspace_seq'] ?? null);
  const fits = carryPeople(client, then.people, peopleOf(now, shared));
  for (const table of OF_WORKSPACES) {
    replaceRows(client, table, then[table].filter(isShared), now[table].filter(isShared));
  }
  carryKeys(client, then.api_keys, now.api_keys, isShared);
  carryEndpoints(client, then.webhook_endpoints.filter(isShared), now.webhook_endpoints.filter(isShared), nowMs);
  for (const row of now.workspaces) if (shared.has(row['seq'] ?? null)) update(client, 'workspaces', row, SWITCHES);
  replaceRows(client, 'mail_server', then.mail_server, now.mail_server);
  if (isHere('saved_views'))
    client.run(`DELETE FROM saved_views WHERE NOT EXISTS (SELECT 1 FROM memberships AS m
    WHERE m.workspace_seq = saved_views.workspace_seq AND m.person_seq = saved_views.person_seq)`);
  for (const { name, seq } of numbers.filter((it) => isHere(it.name))) {
    const { changes } = client.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [seq, name]);
    if (changes === 0) client.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [name, seq]);
  }
  for (const table of ['people', 'api_keys', 'webhook_endpoints', ...OF_PEOPLE, ...OF_WORKSPACES].filter(isHere)) {
    if (client.query(`PRAGMA foreign_key_check(${table})`).all().length > 0) throw new Error(`${table} do not fit`);
  }
  if (!fits) return 'misfit';
  return !held && known.every(Boolean) && shared.size === then.workspaces.length ? 'known' : 'unknown';
}

/** Leaves out unproved accounts if the backup lacks their workspace. Otherwise a foreign key would fail. */
function peopleOf(now: Access['rows'], shared: ReadonlySet<unknown>): Access['rows'] {
  const people = now.people.filter(({ unproved_in: home }) => home == null || shared.has(home));
  const seqs = new Set(people.map(({ seq }) => seq));
  const theirs = Object.fromEntries(
    OF_PEOPLE.map((table) => [table, now[table].filter((row) => seqs.has(row['person_seq'] ?? null))]),
  );
  return { ...now, ...theirs, people };
}

/** Finds accounts of the backup that share a number, id or address with a person of the replaced database. */
const CLASHING = `SELECT seq FROM people
  WHERE (seq = ?1 OR id = ?2 OR email = ?3 OR email_key = ?4) AND (seq, id) <> (?1, ?2)`;

/** Finds the columns that refer to people by their numbers. */
const OF_PERSON = `SELECT t.name AS "table", k."from" AS "column"
  FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS k WHERE t.type = 'table' AND k."table" = 'people'`;

/**
 * Copies people from the replaced database into the restored one, by their numbers (`seq`). After an earlier restore,
 * somebody else may have got the number or address of an account in the backup. Such an account is removed with
 * everything that refers to it. Otherwise the other person would get the account's rights.
 * @returns false if an account was removed
 */
function carryPeople(client: Database, then: readonly Row[], now: Access['rows']): boolean {
  const places = new Set(now.people.map(placeOf));
  const seqs = new Set(now.people.map(({ seq }) => seq));
  replaceRows(
    client,
    'people',
    then.filter((row) => places.has(placeOf(row))),
    [],
  );
  const clashing = now.people.flatMap(({ seq = null, id = null, email = null, email_key: key = null }) =>
    client.query<[number], SQLQueryBindings[]>(CLASHING).values(seq, id, email, key),
  );
  const columns = client.query<{ table: string; column: string }, []>(OF_PERSON).all();
  for (const seq of clashing.flat()) {
    for (const { table, column } of [...columns, { table: 'people', column: 'seq' }]) {
      client.run(`DELETE FROM ${table} WHERE ${column} = ?`, [seq]);
    }
  }
  replaceRows(client, 'people', [], now.people);
  for (const table of OF_PEOPLE) {
    if (!hasTable(client, table)) continue;
    const kept = client.query<Row, []>(`SELECT * FROM ${table}`).all();
    const gone = kept.filter((row) => seqs.has(row['person_seq'] ?? null));
    const begun = (row: Row): boolean => table === 'second_factors' && row['confirmed_at'] === null;
    replaceRows(
      client,
      table,
      gone,
      now[table].filter((row) => !begun(row)),
    );
  }
  return clashing.length === 0;
}

/**
 * A key that only the backup has gets a new number if another key now has its number. Nothing refers to these numbers.
 */
function carryKeys(client: Database, then: readonly Row[], now: readonly Row[], isShared: (row: Row) => boolean): void {
  const [ids, own] = [idsOf(now), now.filter(isShared)];
  const taken = new Set(own.map(({ seq }) => seq));
  const isTaken = ({ seq }: Row): boolean => taken.has(seq);
  // Keeps API keys that only the backup has. They cannot have been revoked, because Docket never deletes a revoked key.
  const stays = (row: Row): boolean => !(isShared(row) && ids.has(idOf(row)));
  const moved = then.filter((row) => stays(row) && isTaken(row)).map((row) => ({ ...row, seq: null }));
  replaceRows(
    client,
    'api_keys',
    then.filter((row) => !stays(row) || isTaken(row)),
    [...own, ...moved],
  );
}

function carryEndpoints(client: Database, then: readonly Row[], now: readonly Row[], nowMs: number): void {
  const [before, since] = [idsOf(then), idsOf(now)];
  // If somebody removed an endpoint after the backup was made, it is removed again. The scheduler deletes its remaining
  // data (webhooks/remove-endpoint.ts).
  for (const row of then) {
    if (!since.has(idOf(row))) update(client, 'webhook_endpoints', { ...row, removed_at: nowMs }, ['removed_at']);
  }
  for (const row of now) {
    if (before.has(idOf(row))) update(client, 'webhook_endpoints', row, OF_ENDPOINTS);
    // The backup lacks this endpoint and its attempts, so its failures are counted from the beginning.
    else insert(client, 'webhook_endpoints', { ...row, failing_since: null, warned_at: null, resumed_after: 0 });
  }
}

/** Replaces old rows with new ones. All old rows are deleted first, because two may have swapped primary keys. */
function replaceRows(client: Database, table: string, goes: readonly Row[], comes: readonly Row[]): void {
  if (!hasTable(client, table)) return;
  const keys = client
    .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?) WHERE pk > 0')
    .all(table);
  const where = keys.map(({ name }) => `${name} = ?`).join(' AND ');
  for (const row of goes) {
    client.query(`DELETE FROM ${table} WHERE ${where}`).run(...keys.map(({ name }) => row[name] ?? null));
  }
  for (const row of comes) insert(client, table, row);
}

/**
 * Returns the column names that the row and the table share. Some names may differ, because either database may be
 * older than the other.
 */
function namesIn(client: Database, table: string, row: Row): string[] {
  const columns = client.query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)').all(table);
  return columns.flatMap(({ name }) => (name in row ? [name] : []));
}

/** Inserts a row. A column that the replaced database lacks gets its default. */
function insert(client: Database, table: string, row: Row): void {
  const names = namesIn(client, table, row);
  const values = names.map((name) => row[name] ?? null);
  client.query(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(...values);
}

function update(client: Database, table: string, row: Row, columns: readonly string[]): void {
  const names = namesIn(client, table, row).filter((name) => columns.includes(name));
  if (names.length === 0) return;
  const values = names.map((name) => row[name] ?? null);
  const set = names.map((name) => `${name} = ?`).join();
  const { changes } = client.query(`UPDATE ${table} SET ${set} WHERE seq = ?`).run(...values, row['seq'] ?? null);
  if (changes !== 1) throw new Error(`${table} do not fit`);
}
