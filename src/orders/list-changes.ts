import { and, asc, eq, sql } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import {
  type Db,
  findPlace,
  given,
  givenNumber,
  hidePlace,
  limitTo,
  orderFeed,
  orders,
  prepared,
} from '../storage/index.ts';
import type { EventType } from '../webhooks/index.ts';
import type { Ctx } from '../workspaces/index.ts';

interface ListChanges {
  /** A cursor of the feed, or `now`. If it is absent or empty, the feed begins with the oldest stored change. */
  readonly after?: string | undefined;
  /** The size of the page, 1 to 1,000. */
  readonly limit: number;
}

interface OrderChange {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly type: EventType;
  readonly version: number;
  readonly occurredAt: number;
}

interface ChangePage {
  readonly changes: readonly OrderChange[];
  /** The position after the last change in `changes`. If `changes` is empty, it is the requested position. */
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/**
 * A position in the feed. The change's number alone is not enough, because another change may get that number after a
 * backup is restored.
 */
interface Place {
  readonly number: number;
  readonly orderSeq: number;
  readonly occurredAt: number;
}

const BEGINNING: Place = { number: 0, orderSeq: 0, occurredAt: 0 };

function feedQuery(db: Db) {
  const { number, orderSeq, type, version, num, occurredAt } = orderFeed;
  return db
    .select({ number, orderSeq, type, version, occurredAt, orderId: orders.id, orderNumber: num })
    .from(orderFeed)
    .innerJoin(orders, eq(orders.seq, orderSeq))
    .where(
      and(sql`${orderFeed.workspaceSeq} = ${givenNumber('workspaceSeq')}`, sql`${number} > ${givenNumber('number')}`),
    )
    .orderBy(asc(number))
    .limit(limitTo(given('limit')));
}

const queries = prepared((db) => {
  const { number, orderSeq, occurredAt, workspaceSeq } = orderFeed;
  const own = eq(workspaceSeq, given('workspaceSeq'));
  const place = { number, orderSeq, occurredAt };
  return {
    after: feedQuery(db).prepare(),
    at: db
      .select(place)
      .from(orderFeed)
      .where(and(own, eq(number, given('number'))))
      .prepare(),
    oldest: db.select(place).from(orderFeed).where(own).orderBy(asc(number)).limit(1).prepare(),
    newest: db.select(place).from(orderFeed).where(own).orderBy(sql`${number} DESC`).limit(1).prepare(),
  };
});

/**
 * Lists the changes after a position, from every source of the workspace. Changes are stored one after another. Readers
 * see them in that sequence, after they have reached the disk. So a reader who continues from `nextCursor` gets each
 * change once, whatever the clock does.
 * @throws invalid_cursor, cursor_expired
 */
export function listChanges(ctx: Ctx, { after, limit }: ListChanges): ChangePage {
  const workspaceSeq = ctx.workspace.seq;
  const from = placeOf(ctx, after);
  const found = queries(ctx.storage.read).after.all({ workspaceSeq, number: from.number, limit: limit + 1 });
  const page = after === NOW ? [] : found.slice(0, limit);
  const { number, orderSeq, occurredAt } = page.at(-1) ?? from;
  return {
    changes: page,
    nextCursor: hidePlace(ctx.storage, [number, orderSeq, occurredAt], listOf(ctx)),
    hasMore: found.length > page.length,
  };
}

const NOW = 'now';
const listOf = (ctx: Ctx): string => JSON.stringify([ctx.workspace.id, 'changes']);

function placeOf(ctx: Ctx, after: string | undefined): Place {
  const { newest } = queries(ctx.storage.read);
  if (after === undefined || after === '') return BEGINNING;
  if (after === NOW) return newest.get({ workspaceSeq: ctx.workspace.seq }) ?? BEGINNING;
  const [number, orderSeq, occurredAt] = findPlace(ctx.storage, after, listOf(ctx), 3) ?? [];
  if (number === undefined || orderSeq === undefined || occurredAt === undefined) {
    throw new AppError({ rule: 'feed_cursor' });
  }
  const place = { number, orderSeq, occurredAt };
  if (!isInFeed(ctx, place)) throw new AppError({ rule: 'changes_cursor' });
  return place;
}

/**
 * Checks whether the feed still has the change at this position. If that change was deleted, later changes may be
 * deleted too, and the caller would miss them. Order and time are compared, because another change may get the same
 * number after a backup is restored.
 */
function isInFeed({ storage, workspace }: Ctx, { number, orderSeq, occurredAt }: Place): boolean {
  const { at, oldest } = queries(storage.read);
  const workspaceSeq = workspace.seq;
  if (number === BEGINNING.number) return (oldest.get({ workspaceSeq })?.number ?? 1) === 1;
  const found = at.get({ workspaceSeq, number });
  return found?.orderSeq === orderSeq && found.occurredAt === occurredAt;
}
