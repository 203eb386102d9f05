import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError, nextTurn } from '../base/index.ts';
import { searchTerms } from '../orders/index.ts';
import { clients, type Db, emailKey, findPlace, hidePlace, keysOf } from '../storage/index.ts';
import type { ReadCtx } from '../workspaces/index.ts';
import { caughtUp } from './caught-up.ts';
import {
  holdsEach,
  type IndexedClient,
  indexedByEmail,
  indexedByKeys,
  indexedByLast,
  indexedByText,
} from './index-queries.ts';
import { type Group, groupsInStep, groupsOf, type KeptClient, listKept } from './kept.ts';
import { type ClientPlace, type ClientSummary, lastOf, placed, summarize } from './summaries.ts';

interface ClientPage {
  readonly clients: readonly ClientSummary[];
  readonly nextCursor: string | null;
  /** True if more clients were found than are shown. */
  readonly more: boolean;
  /** The number of orders not yet assigned to clients. */
  readonly behind: number;
}

interface ClientListQuery {
  readonly text?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  /** True if the first few matching clients are enough. */
  readonly few?: boolean;
}

const FOUND = 100;
const FEW = 5;
/** The number of clients looked up at once. A merged client takes about a tenth of a millisecond. */
const GROUPS_AT_ONCE = 25;
const TOP = Number.MAX_SAFE_INTEGER;

/**
 * Lists clients by their last order, newest first, then those without orders. A text limits the list to clients whose
 * name, phone or e-mail contains it.
 * @throws invalid_cursor
 */
export async function listClients(ctx: ReadCtx, asked: ClientListQuery): Promise<ClientPage> {
  const { text = '', limit, cursor, few = false } = asked;
  const behind = await caughtUp(ctx);
  const most = few ? FEW : FOUND;
  const found = text.trim() === '' ? await pageOf(ctx, limit, cursor) : await foundBy(ctx, { text, most });
  return { ...found, behind };
}

type ClientHits = Omit<ClientPage, 'behind'>;
const NOTHING: ClientHits = { clients: [], nextCursor: null, more: false };

interface TextQuery {
  readonly text: string;
  readonly most: number;
}

async function foundBy(ctx: ReadCtx, { text, most }: TextQuery): Promise<ClientHits> {
  const { storage, workspace } = ctx;
  const own = await keptByText(ctx, text);
  const byText = await lookThrough(ctx, { text, most });
  const indexed = storage.search.ask((index) => {
    const exact = keysOf(text, text);
    const email = emailKey(text);
    return [
      ...(exact === undefined ? [] : indexedByKeys(ctx, index, [exact.key])),
      ...(email === undefined ? [] : indexedByEmail(index, workspace.seq, email)),
      ...byText.found,
    ];
  });
  if (indexed === undefined) return NOTHING;
  const keys = [...new Set([...indexed, ...own].map(({ key }) => key))];
  // A client with several phones or e-mails may be found by each of them, but is listed once.
  const once = new Map<unknown, Group>();
  for (let at = 0; at < keys.length; at += GROUPS_AT_ONCE) {
    await nextTurn(workspace.seq);
    const groups = groupsOf(storage.read, workspace.seq, keys.slice(at, at + GROUPS_AT_ONCE));
    for (const group of groups) once.set(group.root?.seq ?? group.keys[0], group);
  }
  const found = storage.search.ask((index) => placed(ctx, index, [...once.values()]).toSorted(byLast));
  if (found === undefined) return NOTHING;
  const clients = await summarize(ctx, found.slice(0, most));
  return { clients, nextCursor: null, more: byText.more || found.length > most };
}

/** Finds the clients whose text in the index contains the words; `more` is true if there may be others. */
async function lookThrough({ storage, workspace }: ReadCtx, { text, most }: TextQuery) {
  const terms = searchTerms(text);
  const found: IndexedClient[] = [];
  let before: number | undefined;
  do {
    await nextTurn(workspace.seq);
    const some = storage.search.ask((index) => indexedByText(index, { workspaceSeq: workspace.seq, terms, before }));
    found.push(...(some?.found ?? []));
    before = some?.next;
  } while (before !== undefined && found.length <= most);
  return { found, more: before !== undefined };
}

const byLast = (a: ClientPlace, b: ClientPlace): number =>
  (lastOf(b.indexed)?.lastSeq ?? 0) - (lastOf(a.indexed)?.lastSeq ?? 0);

const BY_TEXT = sql`${clients.searchText}, ${clients.seq}`;
const TEXT_DOWN = sql`${clients.searchText} DESC, ${clients.seq} DESC`;
/**
 * The amount of work in one step. A step of a search for `n` words checks `KEPT_LOOKED_AT / (n + 1)` stored clients. So
 * a step takes a millisecond, however many words are searched.
 */
const KEPT_LOOKED_AT = 4_000;

/**
 * Searches the stored clients, not those known only from orders. Uses short steps, because there may be half a million
 * clients.
 */
async function keptByText({ storage, workspace }: ReadCtx, text: string): Promise<KeptClient[]> {
  const terms = searchTerms(text);
  const atOnce = Math.ceil(KEPT_LOOKED_AT / (terms.length + 1));
  const holds = holdsEach(sql`${clients.searchText}`, terms);
  const found: KeptClient[] = [];
  let behind: SQL = eq(clients.workspaceSeq, workspace.seq);
  for (;;) {
    await nextTurn(workspace.seq);
    const end = storage.read
      .select({ text: clients.searchText, seq: clients.seq })
      .from(clients)
      .where(behind)
      .orderBy(TEXT_DOWN)
      .limit(1)
      .offset(atOnce - 1)
      .get();
    const upTo = end && sql`(${BY_TEXT}) >= (${end.text}, ${end.seq})`;
    const left = FOUND * 2 - found.length;
    const some = and(behind, upTo, ...holds);
    found.push(...storage.read.select().from(clients).where(some).orderBy(TEXT_DOWN).limit(left).all());
    if (end === undefined || found.length === FOUND * 2) return found;
    behind = sql`${clients.workspaceSeq} = ${workspace.seq} AND (${BY_TEXT}) < (${end.text}, ${end.seq})`;
  }
}

/**
 * The place where a page ends. In the part `orders`, `before` is the seq of a client's last order. In the part `kept`,
 * it is the seq of a stored client.
 */
interface Place {
  readonly of: 'orders' | 'kept';
  readonly before: number;
}

const PARTS = ['orders', 'kept'] as const;
const listOf = ({ workspace }: ReadCtx): string => JSON.stringify([workspace.id, 'clients']);

function placeOf(ctx: ReadCtx, cursor: string | undefined): Place {
  if (cursor === undefined) return { of: 'orders', before: TOP };
  const [part = PARTS.length, before = TOP] = findPlace(ctx.storage, cursor, listOf(ctx), 2) ?? [];
  const of = PARTS[part];
  if (of === undefined) throw new AppError({ rule: 'list_cursor' });
  return { of, before };
}

const cursorOf = (ctx: ReadCtx, { of, before }: Place): string =>
  hidePlace(ctx.storage, [PARTS.indexOf(of), before], listOf(ctx));

const AT_ONCE = 200;

async function pageOf(ctx: ReadCtx, limit: number, cursor: string | undefined): Promise<ClientHits> {
  const shown: ClientPlace[] = [];
  let place: Place | undefined = placeOf(ctx, cursor);
  while (place !== undefined && shown.length < limit) {
    const from: Place = place;
    const step: Step | undefined = ctx.storage.search.ask((index) => stepOf(ctx, index, from, limit - shown.length));
    if (step === undefined) return NOTHING;
    shown.push(...step.placed);
    place = step.next;
    await nextTurn(ctx.workspace.seq);
  }
  const clients = await summarize(ctx, shown);
  return { clients, nextCursor: place === undefined ? null : cursorOf(ctx, place), more: false };
}

interface Step {
  readonly placed: readonly ClientPlace[];
  readonly next: Place | undefined;
}

function stepOf(ctx: ReadCtx, index: Db, { of, before }: Place, limit: number): Step {
  return of === 'orders' ? orderedStep(ctx, index, before, limit) : keptStep(ctx, index, before, limit);
}

function orderedStep(ctx: ReadCtx, index: Db, before: number, limit: number): Step {
  const { storage, workspace } = ctx;
  const rows = indexedByLast(index, workspace.seq, before, limit);
  const keys = rows.map(({ key }) => key);
  // A client with several keys has a row for each. The client is listed only at the row with the newest order.
  const own = placed(ctx, index, groupsOf(storage.read, workspace.seq, keys)).filter(
    ({ indexed }, at) => lastOf(indexed)?.seq === rows[at]?.seq,
  );
  const last = rows.length < limit ? undefined : rows.at(-1)?.lastSeq;
  return { placed: own, next: last ? { of: 'orders', before: last } : { of: 'kept', before: TOP } };
}

function keptStep(ctx: ReadCtx, index: Db, before: number, limit: number): Step {
  const { storage, workspace } = ctx;
  const rows = listKept(storage.read, workspace.seq, before, AT_ONCE);
  const groups = groupsInStep(storage.read, rows);
  const all = placed(ctx, index, groups).filter(({ indexed }) => lastOf(indexed) === undefined);
  const page = all.slice(0, limit);
  const isLast = groups.length === rows.length && rows.length < AT_ONCE;
  const end = page.length === limit ? page.at(-1)?.group.root : isLast ? undefined : rows[groups.length - 1];
  return { placed: page, next: end && { of: 'kept', before: end.seq } };
}
