import { AppError, type Language, nextTurn } from '../base/index.ts';
import {
  auditImport,
  countUndos,
  type ImportedFile,
  type ImportKind,
  jsonRows,
  matchOf,
  optionsUnderWay,
  type Problems,
  type Reading,
  type RowChange,
  readTable,
  type SentTable,
  type ShownRow,
  type TakenIn,
} from '../imports/index.ts';
import type { Tx } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { ADDRESSES_AT_MOST, DATES_AT_MOST, findKept, keepClient, saveKept, writeDates } from './change-client.ts';
import {
  CLIENT_COLUMNS,
  type ClientField,
  type ClientRow,
  cellsOf,
  createRowReader,
  joinLists,
  joinRows,
  keyOfRow,
  nameLeftOut,
  newIn,
} from './import-file.ts';
import { datesOf, dateText, groupOf, type KeptClient } from './kept.ts';
import { findRowClients, type RowClient } from './match-rows.ts';
import { UNDO_OF_CLIENTS, writeBefore } from './undo-import.ts';

/** A client's texts that an imported file may fill in or, if they differ, replace. */
type Texts = Partial<Pick<ClientRow, 'name' | 'phone' | 'email' | 'note'>>;

/**
 * A client read from an imported file, in the form in which it waits in the database. A newer version of Docket may
 * read the rows that an older version stored. So fields may be added but never changed.
 */
interface StagedClient extends Pick<ClientRow, 'addresses' | 'dates'> {
  readonly key: string;
  readonly isKnown: boolean;
  /** Values for fields that are empty in Docket. */
  readonly fill: Texts;
  /** Values from the file for fields that have a different value in Docket. */
  readonly differ: Texts;
}

type Outcome = 'new' | 'changed' | 'same' | 'differing' | 'held';

const TEXTS = ['name', 'phone', 'email', 'note'] as const;

function stagedOf(row: ClientRow, known: RowClient | undefined): StagedClient {
  const said = TEXTS.filter((field) => row[field] !== '');
  const pick = (fields: readonly (typeof TEXTS)[number][]): Texts =>
    Object.fromEntries(fields.map((field) => [field, row[field]]));
  // A row with a phone matches a client only if the client has the same phone or none. So phones never differ.
  const own = (field: (typeof TEXTS)[number]): string => known?.texts[field] ?? '';
  const differing = said.filter((field) => field !== 'phone' && own(field) !== '' && own(field) !== row[field]);
  return {
    key: known?.key ?? keyOfRow(row),
    isKnown: known !== undefined,
    fill: pick(said.filter((field) => own(field) === '')),
    differ: pick(differing),
    addresses: newIn(known?.addresses ?? [], row.addresses, ADDRESSES_AT_MOST),
    dates: newIn(known?.dates ?? [], row.dates, DATES_AT_MOST),
  };
}

const isAny = (texts: Texts): boolean => Object.keys(texts).length > 0;

function namesOf({ isKnown, fill, differ, addresses, dates }: StagedClient): readonly Outcome[] {
  if (!isKnown) return ['new'];
  const fills = isAny(fill) || addresses.length + dates.length > 0;
  if (!isAny(differ)) return [fills ? 'changed' : 'same'];
  return fills ? ['changed', 'differing'] : ['same', 'differing', 'held'];
}

function changesOf({ fill, differ, addresses, dates }: StagedClient, { texts }: RowClient): RowChange[] {
  const lists = [
    { field: 'address', to: addresses.join('; ') },
    { field: 'dates', to: dates.map(dateText).join('; ') },
  ];
  return [
    ...Object.entries(fill).map(([field, to]) => ({ field, from: null, to })),
    ...lists.filter(({ to }) => to !== '').map((one) => ({ ...one, from: null })),
    ...TEXTS.flatMap((field) => {
      const to = differ[field];
      return to === undefined ? [] : [{ field, from: texts[field], to, isHeld: true }];
    }),
  ];
}

/**
 * Returns a function that finds an earlier row of the same new client by its e-mail. Two rows with the same e-mail are
 * the same client, unless both have a phone.
 */
function createNewOnes(dropped: Problems) {
  const byEmail = new Map<string, ClientRow>();
  return (row: ClientRow): RowClient | undefined => {
    const { line, phone, email } = row;
    const first = email === '' ? undefined : byEmail.get(email);
    if (first === undefined || (first.phone !== '' && phone !== '')) {
      if (email !== '') byEmail.set(email, row);
      return undefined;
    }
    dropped.add(line, null, 'client_again', email, String(first.line));
    const { addresses, dates, ...texts } = first;
    return { key: keyOfRow(first), by: 'email', texts, addresses, dates };
  };
}

const joinedLists = ({ addresses, dates }: StagedClient, known: RowClient | undefined) => ({
  addresses: [...(known?.addresses ?? []), ...addresses],
  dates: [...(known?.dates ?? []), ...dates],
});

/** The limit on the rows that a preview shows. The counts include all rows. */
const SHOWN_CHANGES = 200;
/** The maximum number of rows that one step looks up. A step that takes too long stops earlier. */
const AT_ONCE = 100;

interface FoundClients {
  readonly staged: readonly StagedClient[];
  readonly shown: readonly ShownRow[];
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** Plans the import of each row in steps, between which other requests are served. */
async function planRows(
  ctx: Ctx,
  rows: readonly ClientRow[],
  { dropped, mapping }: Pick<Reading<ClientField>, 'dropped' | 'mapping'>,
): Promise<FoundClients> {
  const findNew = createNewOnes(dropped);
  const staged: StagedClient[] = [];
  const shown: ShownRow[] = [];
  const counts = { new: 0, changed: 0, same: 0, differing: 0, held: 0 };
  while (staged.length < rows.length) {
    await nextTurn(ctx.workspace.seq);
    const some = rows.slice(staged.length, staged.length + AT_ONCE);
    const found = await findRowClients(ctx, some);
    for (const [nth, row] of some.slice(0, found.length).entries()) {
      const known = found[nth] ?? findNew(row);
      const one = stagedOf(row, known);
      nameLeftOut(dropped, row, joinedLists(one, known));
      const names = namesOf(one);
      for (const name of names) counts[name] += 1;
      staged.push(one);
      if (shown.length >= SHOWN_CHANGES || (names.includes('same') && !names.includes('held'))) continue;
      const changes = known === undefined ? [] : changesOf(one, known);
      shown.push({ line: row.line, cells: cellsOf(row, mapping), known: known?.by ?? null, changes });
    }
  }
  return { staged, shown, counts };
}

function createRows(dropped: Problems) {
  const rows = new Map<string, ClientRow>();
  return {
    rows,
    add(row: ClientRow): void {
      const key = keyOfRow(row);
      const first = rows.get(key);
      if (first !== undefined) dropped.add(row.line, null, 'client_again', row.phone || row.email, String(first.line));
      const joined = first === undefined ? row : joinRows(first, row);
      nameLeftOut(dropped, row, joined);
      rows.set(key, joined);
    },
  };
}

type ClientReader = Ctx & { readonly language?: Language };

/**
 * Reads a table of clients. If a client is known, values from the table fill the client's empty fields. With `take`,
 * values from the table also replace differing values. All other clients are created.
 */
export async function openClientFile(ctx: ClientReader, sent: SentTable): Promise<ImportedFile> {
  const { workspace, actor, requestId, language = 'en' } = ctx;
  let rows: ReadonlyMap<string, ClientRow> = new Map();
  const undone = countUndos(ctx.storage.read, workspace.seq);
  const table = await readTable(ctx, {
    ...sent,
    kind: 'clients',
    columns: CLIENT_COLUMNS,
    read(reading) {
      const found = createRows(reading.dropped);
      const readRow = createRowReader(reading, language);
      rows = found.rows;
      return {
        take(line) {
          const row = readRow(line);
          if (row !== undefined) found.add(row);
        },
      };
    },
  });
  const { staged, shown, counts } = await planRows(ctx, [...rows.values()], table);
  return {
    table,
    preview: shown.length > 0 ? shown : table.preview,
    values: [],
    choices: {},
    records: staged.length,
    plan: async () => counts,
    begin: ({ staging, id, take = false }) =>
      staging.stage({
        id,
        kind: 'clients',
        workspace,
        actor,
        requestId,
        options: JSON.stringify({ take }),
        match: matchOf(table),
        rows: jsonRows(staged),
        total: staged.length,
        accept: (tx) => refuseOutdated(tx, workspace.seq, undone),
      }),
  };
}

/**
 * Refuses the file if another import of clients is running. Also refuses it if an import was undone after the file was
 * read. After an undo, the rows of the file may match different clients.
 * @param undone the workspace's number of undone imports when the file was read
 * @throws import_busy
 */
function refuseOutdated({ db }: Tx, workspaceSeq: number, undone: number): void {
  // This import is under way too, so the number is at least 1.
  const isAlone = optionsUnderWay(db, workspaceSeq, 'clients').length === 1;
  if (!isAlone || countUndos(db, workspaceSeq) !== undone) throw new AppError({ rule: 'clients_importing' });
}

export const CLIENT_IMPORT: ImportKind = {
  takeIn(tx, job, body) {
    const row: StagedClient = JSON.parse(body);
    const { take }: { readonly take: boolean } = JSON.parse(job.options);
    const known = findKept(tx, job, row.key);
    const root = known && (groupOf(tx.db, known).root ?? known);
    return take
      ? importRow(tx, job, { row: { ...row, differ: {} }, root, taken: row.differ })
      : importRow(tx, job, { row, root, taken: {} });
  },
  finish(tx, job, { new: added = 0, changed = 0 }) {
    tx.notify('orders', job.workspace.seq);
    if (added + changed > 0) auditImport(tx, job, 'clients.imported', { added, changed });
  },
  undo: UNDO_OF_CLIENTS,
};

interface RowAndClient {
  readonly row: StagedClient;
  /** The stored row of the client; undefined if there is none. */
  readonly root: KeptClient | undefined;
  readonly taken: Texts;
}

/** Saves a row's values in its client. A filled field keeps its value unless `taken` has a new one. */
function importRow(tx: Tx, job: Parameters<ImportKind['takeIn']>[1], { row, root, taken }: RowAndClient): TakenIn {
  const names = isAny(taken) ? (['changed'] as const) : namesOf(row);
  if (names.includes('same')) return { names };
  const before = root ?? keepClient(tx, job, row.key);
  const dates = datesOf(tx.db, before);
  const { name = '', phone = '', email = '', note = '' } = row.fill;
  const lines = before.addresses === '' ? [] : before.addresses.split('\n');
  const after = saveKept(tx, {
    ...before,
    name: taken.name ?? (before.name || name),
    // If the client's key is a phone, this phone already identifies the client and is not stored again.
    phone: before.phone || (row.key.startsWith('p') ? '' : phone),
    email: taken.email ?? (before.email || (row.key.startsWith('e') && email === row.key.slice(1) ? '' : email)),
    note: taken.note ?? (before.note || note),
    addresses: joinLists(lines, row.addresses, ADDRESSES_AT_MOST).join('\n'),
  });
  const all = joinLists(dates, row.dates, DATES_AT_MOST);
  if (all.length > dates.length)
    writeDates(
      tx,
      after,
      all.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    );
  const made = { seq: after.seq, version: after.version, before: root === undefined ? null : writeBefore(root, dates) };
  return { names, made: [made] };
}
