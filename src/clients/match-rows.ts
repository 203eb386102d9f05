import { and, eq, ne } from 'drizzle-orm';
import { isStepOver } from '../base/index.ts';
import { clients, type Db, emailKey, ofPhone } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { askIndex } from './caught-up.ts';
import type { ClientRow } from './import-file.ts';
import { indexedByEmail } from './index-queries.ts';
import { type ClientDate, datesOf, type Group, groupsOf } from './kept.ts';
import { type ClientPlace, lastOf, placed, summarize } from './summaries.ts';

export interface RowClient {
  readonly key: string;
  readonly by: 'phone' | 'email';
  readonly texts: Readonly<Record<'name' | 'phone' | 'email' | 'note', string>>;
  readonly addresses: readonly string[];
  readonly dates: readonly ClientDate[];
}

const isKnown = ({ group, indexed }: ClientPlace): boolean => group.root !== undefined || lastOf(indexed) !== undefined;

const hasPhone = ({ root, keys }: Group): boolean =>
  keys.some((key) => key.startsWith('p')) || (root?.phone ?? '') !== '';

/**
 * Finds each row's client; undefined for a new client. The result is shorter than `rows` if the step's time is up.
 * @throws clients_uncounted
 */
export async function findRowClients(ctx: ReadCtx, rows: readonly ClientRow[]): Promise<(RowClient | undefined)[]> {
  const found = askIndex(ctx, (index) => findCandidates(ctx, index, rows));
  const places = found.flatMap((one) => (one === undefined ? [] : [one.place]));
  const summaries = await summarize(ctx, places);
  return found.map((one) => {
    const summary = one && summaries[places.indexOf(one.place)];
    if (one === undefined || summary === undefined) return undefined;
    const { root, keys } = one.place.group;
    const { name, phone, email } = summary;
    return {
      key: root?.key ?? keys[0] ?? '',
      by: one.by,
      texts: { name, phone, email: emailKey(email) ?? email, note: root?.note ?? '' },
      addresses: root === undefined || root.addresses === '' ? [] : root.addresses.split('\n'),
      dates: root === undefined ? [] : datesOf(ctx.storage.read, root),
    };
  });
}

function findCandidates(ctx: ReadCtx, index: Db, rows: readonly ClientRow[]) {
  const found: ReturnType<typeof findCandidate>[] = [];
  for (const row of rows) {
    found.push(findCandidate(ctx, index, row));
    // A row may take some milliseconds if many clients share its e-mail. So the step may end before the last row.
    if (isStepOver()) break;
  }
  return found;
}

/**
 * Finds a row's client by the phone, otherwise by the e-mail. A client whose phone differs from the row's does not
 * match.
 */
function findCandidate(ctx: ReadCtx, index: Db, { phone, email }: ClientRow) {
  const known = (by: RowClient['by'], groups: readonly Group[]) =>
    placed(ctx, index, once(groups))
      .filter(isKnown)
      .map((place) => ({ by, place }));
  const byPhone =
    phone === '' ? [] : known('phone', [...byKey(ctx, ofPhone(phone)), ...byContact(ctx, 'phone', phone)]);
  if (byPhone[0] !== undefined || email === '') return byPhone[0];
  const own = `e${email}`;
  const sharing = sharingEmail(ctx, index, { phone, email });
  const byEmail = known('email', [...byKey(ctx, own), ...(sharing ?? [])]).filter(
    ({ place }) => phone === '' || !hasPhone(place.group),
  );
  const itself = byEmail.find(({ place }) => place.group.keys.includes(own));
  // Several clients may have the row's e-mail. The row matches the client that has the e-mail as its key. Without such
  // a client, it matches only if exactly one client has the e-mail.
  return itself ?? (sharing !== undefined && byEmail.length === 1 ? byEmail[0] : undefined);
}

/**
 * The maximum number of clients who may share an e-mail. If more clients share it, it is a placeholder, such as
 * none@example.com, and identifies nobody.
 */
const SHARING_AT_MOST = 20;

/**
 * Finds the clients with this e-mail, whether it came from a file or from an order. Returns undefined if more than 20
 * share it, because it is then no personal address. If the row has a phone, clients with a phone are left out.
 */
function sharingEmail(
  ctx: ReadCtx,
  index: Db,
  { phone, email }: Pick<ClientRow, 'phone' | 'email'>,
): Group[] | undefined {
  const { storage, workspace } = ctx;
  const ordered = indexedByEmail(index, workspace.seq, email).map(({ key }) => key);
  if (ordered.length > SHARING_AT_MOST) return undefined;
  const kept = keptByContact(ctx, 'email', email);
  if (kept.length > SHARING_AT_MOST) return undefined;
  const mayBe = (key: string): boolean => phone === '' || !key.startsWith('p');
  return [
    ...groupsOf(storage.read, workspace.seq, kept.map(({ key }) => key).filter(mayBe)),
    ...groupsOf(storage.read, workspace.seq, ordered.filter(mayBe)),
  ];
}

const once = (groups: readonly Group[]): Group[] => [
  ...new Map(groups.map((group) => [group.root?.key ?? group.keys[0], group])).values(),
];

const byKey = ({ storage, workspace }: ReadCtx, key: string): Group[] => groupsOf(storage.read, workspace.seq, [key]);

const keptByContact = ({ storage: { read }, workspace }: ReadCtx, field: 'phone' | 'email', value: string) =>
  read
    .select()
    .from(clients)
    // With the last condition SQLite can use the partial index, which has only the few clients with a non-empty field.
    .where(and(eq(clients.workspaceSeq, workspace.seq), eq(clients[field], value), ne(clients[field], '')))
    .orderBy(clients.seq)
    .limit(SHARING_AT_MOST + 1)
    .all();

const byContact = (ctx: ReadCtx, field: 'phone' | 'email', value: string): Group[] =>
  groupsOf(
    ctx.storage.read,
    ctx.workspace.seq,
    keptByContact(ctx, field, value).map(({ key }) => key),
  );
