import { eq } from 'drizzle-orm';
import { AppError, fitsChars, type Issue, isCalendarDay, validationFailed } from '../base/index.ts';
import { clientDates, clientIdIn, clients, digitsOf, foldText, insertedSeq, type Tx } from '../storage/index.ts';
import { type Changes, type Ctx, diff, isSame, writeAudit } from '../workspaces/index.ts';
import { keyOf } from './find-client.ts';
import { type ClientDate, datesOf, dateText, findKeptByKeys, groupOf, type KeptClient } from './kept.ts';

const NAME_CHARS = 200;
const NOTE_CHARS = 2_000;
export const DATES_AT_MOST = 20;
export const ADDRESSES_AT_MOST = 20;
const ADDRESS_CHARS = 300;
const TITLE_CHARS = 100;
/** A leap year, so that the 29th of February is valid. */
const LEAP = '2024';

interface ClientPatch {
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  /** The addresses, one on each line. */
  readonly addresses?: string | undefined;
  readonly dates?: readonly ClientDate[] | undefined;
}

interface ChangeClient extends ClientPatch {
  readonly id: string;
  /** The version that the person saw; 0 if no data of the client was stored. */
  readonly version: number;
}

/**
 * Changes the data kept with a client rather than with an order, and returns the new version.
 * @throws not_found, validation_failed, precondition_failed if another person has changed the client since
 */
export async function changeClient(ctx: Ctx, { id, version, ...sent }: ChangeClient): Promise<number> {
  const issues: Issue[] = [];
  const patch = checkPatch(sent, issues);
  if (issues.length > 0) throw validationFailed(issues);
  await ctx.storage.search.catchUp(ctx.workspace.seq);
  const key = keyOf(ctx, id);
  return ctx.storage.write((tx) => {
    const known = findKept(tx, ctx, key);
    // If the client has been merged into another client, the change applies to that other client.
    const before = known && (groupOf(tx.db, known).root ?? known);
    if ((before?.version ?? 0) !== version) {
      throw new AppError({ rule: 'client_changed' }, { currentVersion: before?.version ?? 0 });
    }
    return patchClient(tx, ctx, before ?? keepClient(tx, ctx, key), patch).version;
  });
}

export function checkPatch({ name, note, addresses, dates }: ClientPatch, issues: Issue[]): ClientPatch {
  if (name !== undefined) checkLine('name', name, NAME_CHARS, issues);
  if (note !== undefined && !(fitsChars(note, NOTE_CHARS) && note.isWellFormed())) {
    issues.push({ path: 'note', rule: 'chars_at_most', most: NOTE_CHARS });
  }
  const lines = addresses?.split('\n').flatMap((line) => line.trim() || []);
  if (lines !== undefined && lines.length > ADDRESSES_AT_MOST) {
    issues.push({ path: 'addresses', rule: 'items_at_most', most: ADDRESSES_AT_MOST });
  }
  for (const line of lines ?? []) checkLine('addresses', line, ADDRESS_CHARS, issues);
  if (dates !== undefined && dates.length > DATES_AT_MOST) {
    issues.push({ path: 'dates', rule: 'items_at_most', most: DATES_AT_MOST });
  }
  for (const [at, { day, title }] of (dates ?? []).entries()) {
    if (!isDay(day)) issues.push({ path: `dates.${at}.day`, rule: 'day_of_year' });
    if (title.trim() === '') issues.push({ path: `dates.${at}.title`, rule: 'empty' });
    else checkLine(`dates.${at}.title`, title, TITLE_CHARS, issues);
  }
  return {
    name: name?.trim(),
    note: note?.trim(),
    addresses: lines?.join('\n'),
    dates: dates?.map(({ day, title }) => ({ day, title: title.trim() })),
  };
}

export const isDay = (day: string): boolean => /^\d\d-\d\d$/.test(day) && isCalendarDay(`${LEAP}-${day}`);

function checkLine(path: string, text: string, most: number, issues: Issue[]): void {
  if (fitsChars(text, most) && !/\p{Cc}/u.test(text) && text.isWellFormed()) return;
  issues.push({ path, rule: 'line_at_most', most });
}

export const findKept = (tx: Tx, { workspace }: Pick<Ctx, 'workspace'>, key: string): KeptClient | undefined =>
  findKeptByKeys(tx.db, workspace.seq, [key])[0];

/** Inserts an empty row for a client that has no row yet. */
export function keepClient(tx: Tx, { workspace }: Pick<Ctx, 'workspace'>, key: string): KeptClient {
  const row = {
    id: clientIdIn(tx.db, workspace.seq, key),
    workspaceSeq: workspace.seq,
    key,
    name: '',
    phone: '',
    email: '',
    note: '',
    addresses: '',
    mergedInto: null,
    version: 0,
    createdAt: tx.now,
    updatedAt: tx.now,
    searchText: textOf({ name: '', key, phone: '', email: '' }),
  };
  return { ...row, seq: insertedSeq(tx.db.insert(clients).values(row).run()) };
}

/**
 * Returns the text by which searches find a stored client. It need not include texts of the client's orders, because
 * searches read those too.
 */
const textOf = ({ name, key, phone, email }: Pick<KeptClient, 'name' | 'key' | 'phone' | 'email'>): string =>
  [foldText(name), key.startsWith('p') ? digitsOf(key) : key.slice(1), digitsOf(phone), foldText(email)]
    .filter((part) => part !== '')
    .join('\n');

function patchClient(tx: Tx, ctx: Ctx, before: KeptClient, { dates, ...patch }: ClientPatch): KeptClient {
  const known = datesOf(tx.db, before);
  const wanted = dates?.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const changes = { ...diff(before, patch), ...datesDiff(known, wanted) };
  if (isSame(changes)) return before;
  const { name = before.name, note = before.note, addresses = before.addresses } = patch;
  const after = saveKept(tx, { ...before, name, note, addresses });
  if (wanted !== undefined && changes['dates'] !== undefined) writeDates(tx, after, wanted);
  auditClient(tx, ctx, { action: 'client.changed', subject: before.id, changes });
  return after;
}

const told = (dates: readonly ClientDate[]): string => dates.map(dateText).join(', ');

function datesDiff(known: readonly ClientDate[], wanted: readonly ClientDate[] | undefined): Changes {
  if (wanted === undefined) return {};
  return diff({ dates: told(known) }, { dates: told(wanted) });
}

export function writeDates(tx: Tx, { seq: clientSeq, workspaceSeq }: KeptClient, dates: readonly ClientDate[]): void {
  tx.db.delete(clientDates).where(eq(clientDates.clientSeq, clientSeq)).run();
  for (const { day, title } of dates) tx.db.insert(clientDates).values({ workspaceSeq, clientSeq, day, title }).run();
}

export function saveKept(tx: Tx, changed: KeptClient): KeptClient {
  const { seq, name, phone, email, note, addresses, mergedInto } = changed;
  const row = {
    name,
    phone,
    email,
    note,
    addresses,
    mergedInto,
    version: changed.version + 1,
    updatedAt: tx.now,
    searchText: textOf(changed),
  };
  tx.db.update(clients).set(row).where(eq(clients.seq, seq)).run();
  return { ...changed, ...row };
}

interface ClientAudit {
  readonly action: 'client.changed' | 'client.merged' | 'client.separated';
  readonly subject: string;
  readonly changes: Changes;
}

export function auditClient(tx: Tx, { workspace, actor, requestId }: Ctx, entry: ClientAudit): void {
  tx.notify('orders', workspace.seq);
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, ...entry });
}
