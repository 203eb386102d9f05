import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type RestoreFacts, restoreDatabase, sealedFor, sealKeyPath } from '../../src/storage/index.ts';
import { openSecrets } from '../../src/storage/seal/index.ts';
import { addOrders, backUp, RESTORE_FACTS } from '../support/backups.ts';
import { alter, rowsIn } from '../support/raw-database.ts';
import { openTestStore, tempDir } from '../support/store.ts';

const NOW_MS = RESTORE_FACTS.nowMs;
const FACTS = { ...RESTORE_FACTS, anySeal: true };

/**
 * The effect of a restore on each table. A new table fails the test below until somebody has decided. emptied: it gives
 * access, or continues work under way. present: its rows stay as they were before the restore. data: its rows come from
 * the backup.
 */
const FATES: Readonly<Record<'emptied' | 'present' | 'data', readonly string[]>> = {
  emptied: ['one_time_links', 'sent_forms', 'session_visits', 'sessions', 'trusted_devices'],
  present: [
    'api_keys',
    // The destination of backups belongs to the machine.
    'backup_settings',
    'invitations',
    // If this table were empty, nobody would get a mail about the first sign-in after a restore.
    'known_devices',
    'known_networks',
    'mail_server',
    'memberships',
    'passkeys',
    'people',
    'recovery_codes',
    'second_factors',
    // An endpoint's address and secret stay, but its record of failures comes from the backup.
    'webhook_endpoints',
  ],
  data: [
    'audit_log',
    'backups',
    // Clients forgotten since the backup are forgotten again, with all their stored texts.
    'client_dates',
    'clients',
    'clock_steps',
    'day_closes',
    'deliveries',
    'events',
    // A restore also inserts the forgettings of the replaced database, so that those clients are forgotten again.
    'forgettings',
    'forgotten_orders',
    'import_made',
    'import_rows',
    'import_undos',
    'imports',
    'inquiries',
    'inquiry_days',
    'inquiry_history',
    'inquiry_settings',
    'inquiry_stage_removals',
    'inquiry_stages',
    // The restore itself sets the column `access_held_at`. All other columns come from the backup.
    'installation',
    'invitations_sent',
    'item_days',
    // A restore deletes waiting mails, because they may contain a link.
    'mails',
    'money_days',
    'number_runs',
    'number_series',
    'order_days',
    'order_feed',
    'order_history',
    'order_kinds',
    'order_months',
    'order_retention',
    'order_schedule_dates',
    'order_schedules',
    'orders',
    'orders_made',
    'owed_closings',
    'payments',
    'product_pictures',
    'products',
    'refunds',
    'repeated_calls',
    'retention',
    // A restore deletes the views of people who are no longer members.
    'saved_views',
    'schema_migrations',
    'search_changes',
    'statuses',
    'stock_movements',
    'stock_write_offs',
    'stocktake_counts',
    'stocktakes',
    'table_sizes',
    'waiting_deliveries',
    'webhook_attempts',
    'webhook_requests',
    'workspace_logos',
    'workspaces',
    'write_probe',
  ],
};
/** The table `workspaces` above has columns of both kinds, so each column is listed here. */
const WORKSPACE_COLUMNS = {
  present: 'plan api_enabled inquiries_enabled webhooks_enabled second_factor_required browsers_keep'.split(' '),
  data: (
    'seq id name time_zone created_at updated_at accent logo_at address phone thanks map_service map_city slots ' +
    'imports_undone'
  ).split(' '),
};

type Row = Readonly<Record<string, unknown>>;

const PEOPLE = [
  [1, 'olga', 'old'],
  [2, 'anna', 'old'],
  [3, 'boris', 'old'],
] as const;

async function openSite() {
  const store = await openTestStore();
  const folder = tempDir();
  const dir = join(folder.path, 'data');
  let backup = '';
  const change = (...statements: readonly string[]): Promise<void> =>
    store.storage.write(({ db }) => {
      for (const statement of statements) db.run(statement);
    });
  const roles = ['owner', 'manager', 'viewer'];
  const perPerson = PEOPLE.flatMap(([seq, name, hash], index) => [
    `INSERT INTO people (seq, id, email, email_key, language, password_hash, created_at, theme)
      VALUES (${seq}, x'0${seq}', '${name}@example.com', '${name}@example.com', 'en', '${hash}', 1, 'system')`,
    `INSERT INTO memberships VALUES (1, ${seq}, '${roles[index]}', 1, NULL, 0)`,
    `INSERT INTO sessions VALUES (${seq}, x'0${seq}', 's${seq}', ${seq}, 1, NULL, NULL, 1, 1, 1, NULL)`,
    `INSERT INTO session_visits VALUES (${seq}, 1)`,
    `INSERT INTO second_factors VALUES (${seq}, 'SECRET', 1, 0)`,
    `INSERT INTO recovery_codes VALUES (${seq}, 'code', NULL, 0)`,
    `INSERT INTO known_devices VALUES (${seq}, 'd', 1)`,
    `INSERT INTO trusted_devices VALUES ('t${seq}', ${seq}, 1)`,
    `INSERT INTO passkeys VALUES (${seq}, x'0${seq}', ${seq}, 'c${seq}', x'00', 0, 'x', 'phone', '', 0, 1, NULL)`,
    `INSERT INTO saved_views VALUES (${seq}, x'0${seq}', 1, ${seq}, 'mine', '', 1)`,
    `INSERT INTO one_time_links VALUES ('l${seq}', 'reset', ${seq}, NULL, 1, 1, 99999999999999, NULL)`,
    `INSERT INTO sent_forms VALUES (${seq}, ${seq}, 'f', 'x', NULL, 1)`,
  ]);
  await change(
    ...perPerson,
    `INSERT INTO invitations VALUES (1, x'01', 1, 'new@example.com', 'new@example.com', 'manager', 'en', 1, 1)`,
    `INSERT INTO api_keys (seq, id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
      VALUES (1, x'01', 1, 'Till', 'till', 'all', 'h1', 'p', 1), (2, x'02', 1, 'Site', 'site', 'all', 'h2', 'p', 1)`,
    `INSERT INTO webhook_endpoints (seq, id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
      VALUES (1, x'01', 1, 'https://one.example', '', 1, 'whsec_1', 1, 1),
        (2, x'02', 1, 'https://two.example', '', 1, 'whsec_2', 1, 1)`,
    `INSERT INTO mails (id, kind, recipient, subject, text, html, state, attempts, due_at, created_at)
      VALUES (x'01', 'new_password', 'olga@example.com', '', 'a link', '', 'pending', 0, 0, 1)`,
  );
  await addOrders(store, 2);
  return {
    store,
    change,
    async backUp(): Promise<string> {
      backup = await backUp(store, folder.path);
      return backup;
    },
    /** Restores over the present data. With `lost`, restores on a new machine without data. */
    restore(lost?: 'lost', facts: Partial<RestoreFacts> = {}, from = backup): void {
      rmSync(dir, { recursive: true, force: true });
      const staged = join(dir, '.staged.partial');
      mkdirSync(dir);
      copyFileSync(from, staged);
      if (lost === undefined) {
        for (const side of ['', '-wal', '-shm']) copyFileSync(store.storage.path + side, join(dir, `docket.db${side}`));
      }
      restoreDatabase(dir, staged, { ...FACTS, ...facts });
    },
    /** Changes the restored database, and restores another backup over it. */
    restoreAgain(from: string, ...statements: readonly string[]): void {
      alter(join(dir, 'docket.db'), ...statements);
      const staged = join(dir, '.staged.partial');
      copyFileSync(from, staged);
      restoreDatabase(dir, staged, { ...FACTS, nowMs: NOW_MS + 1 });
    },
    rows: (sql: string): Row[] => rowsIn<Row>(join(dir, 'docket.db'), sql).map((row) => opened(dir, row)),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

type Site = Awaited<ReturnType<typeof openSite>>;

function opened(dir: string, row: Row): Row {
  const secrets = openSecrets(sealKeyPath(join(dir, 'docket.db')));
  const { secret, seq, who } = row;
  if (typeof secret !== 'string') return row;
  const bound = seq === undefined ? sealedFor.factor(Number(who)) : sealedFor.endpoint(`0${String(seq)}`);
  return { ...row, secret: secrets.open(secret, bound) };
}

const heldAt = (site: Site) => site.rows('SELECT access_held_at AS at FROM installation')[0]?.['at'];

test('each table and each column of a workspace has a rule for restores', async () => {
  await using store = await openTestStore();
  using file = new Database(store.storage.path, { readonly: true });
  const named = (sql: string): string[] =>
    file
      .query<{ name: string }, []>(sql)
      .all()
      .map(({ name }) => name);
  const tables = named("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'");
  // Tables that SQLite keeps for the two search indexes.
  const own = tables.filter((name) => !/^(order|product)_search(_(config|content|data|docsize|idx))?$/.test(name));
  expect(Object.values(FATES).flat().toSorted()).toEqual(own.toSorted());
  const columns = named("SELECT name FROM pragma_table_info('workspaces')");
  expect(Object.values(WORKSPACE_COLUMNS).flat().toSorted()).toEqual(columns.toSorted());
});

test.each([undefined, 'lost'] as const)(
  'no session, link, challenge, trusted device or mail with a link survives a restore (machine: %p)',
  async (machine) => {
    await using site = await openSite();
    await site.change("INSERT INTO people (seq, id, email, email_key, created_at) VALUES (4, x'04', 'eva', 'eva', 1)");
    await site.change("INSERT INTO second_factors VALUES (4, 'BEGUN', NULL, 0)");
    await site.backUp();
    site.restore(machine);
    for (const table of FATES.emptied) expect([table, site.rows(`SELECT * FROM ${table}`)]).toEqual([table, []]);
    expect(site.rows("SELECT * FROM mails WHERE state = 'pending'")).toEqual([]);
    expect(site.rows('SELECT * FROM second_factors WHERE confirmed_at IS NULL')).toEqual([]);
    expect(site.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 2 }]);
  },
);

test('a restore keeps revocations of API keys and removals of people made since the backup, and suspends nobody’s access', async () => {
  await using site = await openSite();
  await site.backUp();
  await addOrders(site.store, 1);
  await site.change(
    'DELETE FROM memberships WHERE person_seq = 3',
    "UPDATE memberships SET role = 'viewer' WHERE person_seq = 2",
    "UPDATE people SET password_hash = 'newer', email = 'olga@new.example', email_key = 'olga@new.example' WHERE seq = 1",
    "UPDATE api_keys SET revoked_at = 5, key_hash = 'revoked h1' WHERE seq = 1",
    'UPDATE webhook_endpoints SET removed_at = 5 WHERE seq = 1',
    "UPDATE webhook_endpoints SET enabled = 0, secret = 'whsec_new', url = 'https://new.example' WHERE seq = 2",
    'DELETE FROM passkeys WHERE person_seq = 1',
    'DELETE FROM second_factors WHERE person_seq = 2',
    "UPDATE second_factors SET secret = 'OTHER', last_step = 7 WHERE person_seq = 1",
    'UPDATE recovery_codes SET used_at = 5 WHERE person_seq = 1',
    'DELETE FROM invitations',
    'UPDATE workspaces SET api_enabled = 0, name = name || name',
  );
  site.restore();
  expect(heldAt(site)).toBeNull();
  expect(site.rows('SELECT person_seq AS who, role FROM memberships')).toEqual([
    { who: 1, role: 'owner' },
    { who: 2, role: 'viewer' },
  ]);
  expect(site.rows('SELECT email, password_hash AS hash FROM people')).toEqual([
    { email: 'olga@new.example', hash: 'newer' },
    { email: 'anna@example.com', hash: 'old' },
    { email: 'boris@example.com', hash: 'old' },
  ]);
  expect(site.rows('SELECT key_hash AS hash, revoked_at AS at FROM api_keys')).toEqual([
    { hash: 'revoked h1', at: 5 },
    { hash: 'h2', at: null },
  ]);
  expect(site.rows('SELECT seq, removed_at IS NULL AS there, enabled, secret, url FROM webhook_endpoints')).toEqual([
    { seq: 1, there: 0, enabled: 1, secret: 'whsec_1', url: 'https://one.example' },
    { seq: 2, there: 1, enabled: 0, secret: 'whsec_new', url: 'https://new.example' },
  ]);
  expect(site.rows('SELECT person_seq AS who FROM passkeys')).toEqual([{ who: 2 }, { who: 3 }]);
  expect(site.rows('SELECT person_seq AS who, secret, last_step AS step FROM second_factors')).toEqual([
    { who: 1, secret: 'OTHER', step: 7 },
    { who: 3, secret: 'SECRET', step: 0 },
  ]);
  expect(site.rows('SELECT used_at AS at FROM recovery_codes')).toEqual([{ at: 5 }, { at: null }, { at: null }]);
  expect(site.rows('SELECT * FROM invitations')).toEqual([]);
  expect(site.rows('SELECT person_seq AS who FROM saved_views')).toEqual([{ who: 1 }, { who: 2 }]);
  expect(site.rows('SELECT name, api_enabled AS api FROM workspaces')).toEqual([{ name: 'Test', api: 0 }]);
  expect(site.rows('SELECT count(*) AS n FROM orders')).toEqual([{ n: 2 }]);
  expect(site.rows('PRAGMA foreign_key_check')).toEqual([]);
});

test('an endpoint removed after the backup stays removed after a restore, and its internal number is not reused', async () => {
  await using site = await openSite();
  await site.backUp();
  await site.change(
    `INSERT INTO webhook_endpoints (id, workspace_seq, url, events, enabled, secret, created_at, updated_at)
      VALUES (x'03', 1, 'https://three.example', '', 1, 'whsec_3', 1, 1), (x'04', 1, 'https://4.example', '', 1, '', 1, 1)`,
    'DELETE FROM webhook_endpoints WHERE seq IN (2, 4)',
  );
  site.restore();
  expect(site.rows('SELECT seq, removed_at AS at FROM webhook_endpoints')).toEqual([
    { seq: 1, at: null },
    { seq: 2, at: NOW_MS },
    { seq: 3, at: null },
  ]);
  expect(site.rows("SELECT seq FROM sqlite_sequence WHERE name = 'webhook_endpoints'")).toEqual([{ seq: 4 }]);
});

test('a restore keeps people and API keys added since the backup', async () => {
  await using site = await openSite();
  await site.backUp();
  await site.change(
    `INSERT INTO people (seq, id, email, email_key, language, password_hash, created_at, theme)
      VALUES (4, x'04', 'eva@example.com', 'eva@example.com', 'en', 'hers', 1, 'system')`,
    "INSERT INTO memberships VALUES (1, 4, 'owner', 1, NULL, 0)",
    'DELETE FROM memberships WHERE person_seq = 1',
    `INSERT INTO api_keys (seq, id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
      VALUES (3, x'03', 1, 'New', 'new', 'all', 'h3', 'p', 1)`,
  );
  site.restore();
  expect(heldAt(site)).toBeNull();
  expect(site.rows("SELECT person_seq AS who FROM memberships WHERE role = 'owner'")).toEqual([{ who: 4 }]);
  expect(site.rows('SELECT seq FROM api_keys')).toEqual([{ seq: 1 }, { seq: 2 }, { seq: 3 }]);
});

test('a restore keeps revocations and leaves out an unconfirmed account of a workspace that is not in the backup', async () => {
  await using site = await openSite();
  await site.backUp();
  await site.change(
    `INSERT INTO workspaces
        (seq, id, name, time_zone, plan, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
      SELECT 2, x'0b', 'Young', time_zone, plan, 1, 1, 1, 1, 1 FROM workspaces`,
    `INSERT INTO people (seq, id, email, email_key, language, password_hash, created_at, theme, unproved_in)
      VALUES (4, x'04', 'b@example.com', 'b@example.com', 'en', 'his', 1, 'system', 2)`,
    "INSERT INTO memberships VALUES (2, 4, 'owner', 1, NULL, 0)",
    "INSERT INTO known_devices VALUES (4, 'd', 1)",
    "INSERT INTO known_networks VALUES ('n', 4, 1)",
    'DELETE FROM memberships WHERE person_seq = 2',
    "UPDATE people SET password_hash = 'newer' WHERE seq = 1",
    "UPDATE api_keys SET revoked_at = 5, key_hash = 'revoked h1' WHERE seq = 1",
  );
  site.restore();
  expect(heldAt(site)).toBeNull();
  expect(site.rows('SELECT seq, password_hash AS hash FROM people')).toEqual([
    { seq: 1, hash: 'newer' },
    { seq: 2, hash: 'old' },
    { seq: 3, hash: 'old' },
  ]);
  expect(site.rows('SELECT person_seq AS who FROM memberships')).toEqual([{ who: 1 }, { who: 3 }]);
  expect(site.rows('SELECT revoked_at AS at FROM api_keys ORDER BY seq')).toEqual([{ at: 5 }, { at: null }]);
  expect(site.rows('SELECT person_seq AS who FROM known_networks')).toEqual([]);
  expect(site.rows('PRAGMA foreign_key_check')).toEqual([]);
});

// The restore of the older backup leaves out the account and the API key of the young workspace. So the next account
// and the next key get their numbers.
test.each(['number', 'address'])(
  'a restore keeps revocations if a person added after an earlier restore has the %s of an account in the backup, and gives that person none of the account’s rights',
  async (taken) => {
    await using site = await openSite();
    const older = await site.backUp();
    await site.change(
      `INSERT INTO workspaces
          (seq, id, name, time_zone, plan, api_enabled, inquiries_enabled, webhooks_enabled, created_at, updated_at)
        SELECT 2, x'0b', 'Young', time_zone, plan, 1, 1, 1, 1, 1 FROM workspaces`,
      `INSERT INTO people (id, email, email_key, language, password_hash, created_at, theme, unproved_in)
        VALUES (x'04', 'b@example.com', 'b@example.com', 'en', 'his', 1, 'system', 2)`,
      "INSERT INTO memberships VALUES (2, 4, 'owner', 1, NULL, 0)",
      "INSERT INTO saved_views VALUES (4, x'04', 2, 4, 'his', '', 1)",
      "INSERT INTO invitations VALUES (4, x'0e', 2, 'c@example.com', 'c@example.com', 'owner', 'en', 4, 1)",
      "INSERT INTO recovery_codes VALUES (4, 'his', NULL, 0)",
      "INSERT INTO second_factors VALUES (4, 'HIS', 1, 0)",
      "INSERT INTO known_networks VALUES ('his', 4, 1)",
      "INSERT INTO known_devices VALUES (4, 'his', 1)",
      "INSERT INTO passkeys VALUES (4, x'04', 4, 'c4', x'00', 0, 'x', 'his', '', 0, 1, NULL)",
      `INSERT INTO api_keys (id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
        VALUES (x'03', 2, 'Young', 'young', 'all', 'h3', 'p', 1)`,
    );
    site.store.world.clock.advance(60_000);
    const newer = await site.backUp();
    await site.change(
      'DELETE FROM memberships WHERE person_seq = 3',
      "UPDATE people SET password_hash = 'newer' WHERE seq = 1",
      "UPDATE api_keys SET revoked_at = 5, key_hash = 'revoked h1' WHERE seq = 1",
    );
    site.restore(undefined, {}, older);
    const [seq, email] = taken === 'number' ? ['NULL', 'y@example.com'] : [7, 'B@example.com'];
    site.restoreAgain(
      newer,
      `INSERT INTO people (seq, id, email, email_key, language, password_hash, created_at, theme)
        VALUES (${seq}, x'05', '${email}', '${email.toLowerCase()}', 'en', 'new', 1, 'system')`,
      "INSERT INTO memberships SELECT 1, seq, 'viewer', 1, NULL, 0 FROM people WHERE id = x'05'",
      `INSERT INTO api_keys (id, workspace_seq, name, source, scopes, key_hash, prefix, created_at)
        VALUES (x'06', 1, 'New', 'new', 'all', 'h6', 'p', 1)`,
    );
    const who = taken === 'number' ? 4 : 7;
    expect(heldAt(site)).toBe(NOW_MS + 1);
    expect(site.rows('SELECT seq, email, password_hash AS hash FROM people')).toEqual([
      { seq: 1, email: 'olga@example.com', hash: 'newer' },
      { seq: 2, email: 'anna@example.com', hash: 'old' },
      { seq: 3, email: 'boris@example.com', hash: 'old' },
      { seq: who, email, hash: 'new' },
    ]);
    expect(site.rows('SELECT workspace_seq AS at, person_seq AS who, role FROM memberships')).toEqual([
      { at: 1, who: 1, role: 'owner' },
      { at: 1, who: 2, role: 'manager' },
      { at: 1, who, role: 'viewer' },
    ]);
    expect(site.rows('SELECT workspace_seq AS at FROM invitations')).toEqual([{ at: 1 }]);
    for (const table of 'saved_views recovery_codes second_factors known_networks known_devices passkeys'.split(' ')) {
      expect([table, site.rows(`SELECT person_seq FROM ${table} WHERE person_seq > 3`)]).toEqual([table, []]);
    }
    // The key of the young workspace keeps working under another number, and the review lists it.
    expect(
      site.rows('SELECT workspace_seq AS at, key_hash AS hash, revoked_at IS NULL AS works FROM api_keys'),
    ).toEqual([
      { at: 1, hash: 'revoked h1', works: 0 },
      { at: 1, hash: 'h2', works: 1 },
      { at: 1, hash: 'h6', works: 1 },
      { at: 2, hash: 'h3', works: 1 },
    ]);
    expect(site.rows('PRAGMA foreign_key_check')).toEqual([]);
  },
);

test('a restore holds back all access if the replaced database contradicts the backup, even if the command releases access', async () => {
  await using site = await openSite();
  await site.backUp();
  // Two servers that continued from the same backup may have given the same `seq` to different people.
  await site.change("UPDATE people SET id = x'0909' WHERE seq = 2");
  site.restore(undefined, { hold: false });
  expect(heldAt(site)).toBe(NOW_MS);
});

test('a restore of a backup in which nobody had access keeps the present members and leaves the API switched off', async () => {
  await using site = await openSite();
  const holders =
    'session_visits sessions second_factors recovery_codes known_devices trusted_devices passkeys saved_views';
  const tables = `${holders} one_time_links sent_forms memberships invitations api_keys webhook_endpoints people`.split(
    ' ',
  );
  await site.change(...tables.map((table) => `DELETE FROM ${table}`));
  await site.backUp();
  await site.change(
    `INSERT INTO people (seq, id, email, email_key, language, password_hash, created_at, theme)
      VALUES (4, x'04', 'eva@example.com', 'eva@example.com', 'en', 'hers', 1, 'system')`,
    "INSERT INTO memberships VALUES (1, 4, 'owner', 1, NULL, 0)",
    'UPDATE workspaces SET api_enabled = 0',
  );
  site.restore();
  expect(heldAt(site)).toBeNull();
  expect(site.rows('SELECT person_seq AS who FROM memberships')).toEqual([{ who: 4 }]);
  expect(site.rows('SELECT api_enabled AS api FROM workspaces')).toEqual([{ api: 0 }]);
});

test('people who swapped their e-mail addresses since the backup keep the new addresses', async () => {
  await using site = await openSite();
  await site.backUp();
  const swap = (seq: number, email: string): string =>
    `UPDATE people SET email = '${email}', email_key = '${email}' WHERE seq = ${seq}`;
  await site.change(swap(1, 'x'), swap(2, 'olga@example.com'), swap(1, 'anna@example.com'));
  site.restore();
  expect(site.rows('SELECT email FROM people ORDER BY seq LIMIT 2')).toEqual([
    { email: 'anna@example.com' },
    { email: 'olga@example.com' },
  ]);
  expect(heldAt(site)).toBeNull();
});

test('all restored access on a new machine is held back unless the command releases it', async () => {
  await using site = await openSite();
  await site.backUp();
  site.restore('lost', { receipt: 'a hash' });
  expect(heldAt(site)).toBe(NOW_MS);
  expect(site.rows('SELECT token_hash AS hash, purpose FROM one_time_links')).toEqual([
    { hash: 'a hash', purpose: 'setup' },
  ]);
  expect(site.rows('SELECT count(*) AS n FROM memberships')).toEqual([{ n: 3 }]);
  site.restore('lost', { hold: false });
  expect(heldAt(site)).toBeNull();
});

test('a restore holds back all access if the backup was made while access was held back, or is of another database', async () => {
  await using site = await openSite();
  await site.change('UPDATE installation SET access_held_at = 5');
  await site.backUp();
  site.restore('lost');
  expect(heldAt(site)).toBe(NOW_MS);
  // The backup has an API key that the replaced database does not know.
  await site.change('UPDATE installation SET access_held_at = NULL', "UPDATE api_keys SET id = x'0909' WHERE seq = 2");
  site.restore();
  expect(heldAt(site)).toBe(NOW_MS);
  await site.change("UPDATE workspaces SET id = x'0909'");
  site.restore();
  expect(heldAt(site)).toBe(NOW_MS);
  expect(site.rows('SELECT count(*) AS n FROM memberships')).toEqual([{ n: 3 }]);
});

test('a restore holds back all access if the replaced database held back access', async () => {
  await using site = await openSite();
  await site.backUp();
  await site.change('UPDATE installation SET access_held_at = 5');
  site.restore();
  expect(heldAt(site)).toBe(NOW_MS);
});
