/**
 * This file deletes a stage. It first moves the cards, a few per write, because one large write would delay every shop.
 * Each move raises the card's version. A stored row lets the next process finish the removal after a crash.
 */

import { and, eq, inArray, sql } from 'drizzle-orm';
import { firstPart, nextTurn, validationFailed } from '../base/index.ts';
import { dropStep, getRemovable, INQUIRY_FLOW } from '../flows/index.ts';
import { bytesOf } from '../orders/index.ts';
import {
  inquiries,
  inquiryHistory,
  inquiryStageRemovals as removals,
  type Storage,
  type Tx,
  uncheckedOf,
  workspaces,
} from '../storage/index.ts';
import { type Ctx, type Workspace, workspaceColumns } from '../workspaces/index.ts';
import { countInquiry } from './inquiry-sums.ts';
import { listOpenStages, listStages, namedStage } from './stages.ts';

const OF = { flow: INQUIRY_FLOW, language: 'en' } as const;
/**
 * The limit on cards that one write moves. SQLite rewrites the whole row of each card, so a write of 100 cards takes a
 * millisecond or two. A larger write would delay other writes.
 */
const AT_ONCE = 100;

type Removal = typeof removals.$inferSelect;

interface Place {
  readonly workspace: Workspace;
  readonly stageId: string;
}

const cardsOn = (workspaceSeq: number, stageId: string) =>
  and(eq(inquiries.workspaceSeq, workspaceSeq), eq(inquiries.stageId, stageId));
const leadsTo = (workspaceSeq: number, stageId: string) =>
  and(eq(removals.workspaceSeq, workspaceSeq), eq(removals.toId, stageId));

/**
 * Deletes a stage. Moves its cards to the stage `to`, and returns their number.
 * @throws not_found; validation_failed for the last stage, or if it has cards and `to` is missing
 */
export async function removeStage(
  ctx: Ctx,
  { id, to }: { readonly id: string; readonly to: string | undefined },
): Promise<number> {
  const place = { workspace: ctx.workspace, stageId: id };
  await ctx.storage.write((tx) => {
    const stage = getRemovable(tx, ctx, OF, id);
    const open = listOpenStages(tx.db, ctx.workspace.seq);
    // A stage that is not open is already being removed. `finishRemoval` below helps to finish that removal.
    if (!open.some((one) => one.id === id)) return;
    if (open.length === 1) throw validationFailed([{ path: 'id', rule: 'stage_last' }]);
    const target = open.find((one) => one.id === to && one.id !== id);
    if (!isNeeded(tx, ctx.workspace.seq, id)) dropStep(tx, ctx, OF, stage);
    else if (target === undefined) throw validationFailed([{ path: 'to', rule: 'stage_other' }]);
    else mark(tx, ctx, id, target.id);
  });
  return finishRemoval(uncheckedOf(ctx.storage), place);
}

function isNeeded({ db }: Tx, workspaceSeq: number, stageId: string): boolean {
  const card = db.select({ seq: inquiries.seq }).from(inquiries).where(cardsOn(workspaceSeq, stageId)).limit(1).get();
  const coming = db.select({ to: removals.toId }).from(removals).where(leadsTo(workspaceSeq, stageId)).get();
  return card !== undefined || coming !== undefined;
}

function mark(tx: Tx, { workspace, actor, requestId }: Ctx, stageId: string, toId: string): void {
  const workspaceSeq = workspace.seq;
  const by = { actorType: actor.type, actorId: actor.id, requestId };
  tx.db.update(removals).set({ toId }).where(leadsTo(workspaceSeq, stageId)).run();
  const row = { workspaceSeq, stageId, toId, ...by };
  tx.db.insert(removals).values(row).run();
  tx.notify('inquiries', workspaceSeq);
}

export async function finishRemovals(storage: Storage): Promise<void> {
  const left = storage.read
    .select({ stageId: removals.stageId, workspace: workspaceColumns })
    .from(removals)
    .innerJoin(workspaces, eq(workspaces.seq, removals.workspaceSeq))
    .all();
  for (const place of left) await finishRemoval(storage, place);
}

/** Concurrent calls for the same stage share the work. @returns the number of cards that this call moved */
async function finishRemoval(storage: Storage, place: Place): Promise<number> {
  let moved = 0;
  for (;;) {
    await nextTurn(place.workspace.seq);
    const some = await storage.write((tx) => goOn(tx, storage, place));
    if (some === undefined) return moved;
    moved += some;
  }
}

/**
 * Moves the next cards, or drops the empty stage.
 * @returns the number of moved cards; undefined if nothing is left to do
 */
function goOn(tx: Tx, storage: Storage, { workspace, stageId }: Place): number | undefined {
  const of = and(eq(removals.workspaceSeq, workspace.seq), eq(removals.stageId, stageId));
  const removal = tx.db.select().from(removals).where(of).get();
  const stages = listStages(tx.db, workspace.seq);
  const from = stages.find(({ id }) => id === stageId);
  if (removal === undefined || from === undefined) return undefined;
  const { toId, actorType: type, actorId } = removal;
  const stage = { from: namedStage(stages, stageId), to: namedStage(stages, toId) };
  const moved = moveSome(tx, removal, JSON.stringify({ stage }));
  if (moved > 0) return moved;
  const ctx = { storage, workspace, actor: { type, id: actorId } };
  dropStep(tx, ctx, OF, from, { inquiries: { from: stage.from.name, to: stage.to.name } });
  return undefined;
}

/** Moves a batch of cards off the removed stage. @param changes the move as JSON, for the history of each card */
function moveSome(tx: Tx, removal: Removal, changes: string): number {
  const { workspaceSeq, stageId, toId, actorType, actorId, requestId } = removal;
  const { seq, createdAt, payload } = inquiries;
  const some = tx.db
    .select({
      workspaceSeq: inquiries.workspaceSeq,
      stageId: inquiries.stageId,
      seq,
      createdAt,
      bytes: bytesOf(payload),
    })
    .from(inquiries)
    .where(cardsOn(workspaceSeq, stageId))
    .orderBy(createdAt)
    .limit(AT_ONCE)
    .all();
  const cards = firstPart(some, ({ bytes }) => bytes);
  const own = inArray(
    seq,
    cards.map((card) => card.seq),
  );
  const last = sql`SELECT max(h.number) FROM ${inquiryHistory} h WHERE h.inquiry_seq = ${seq}`;
  tx.db.run(sql`
    INSERT INTO ${inquiryHistory} (inquiry_seq, number, kind, actor_type, actor_id, request_id, changes, at)
    SELECT ${seq}, coalesce((${last}), 0) + 1, 'moved', ${actorType}, ${actorId}, ${requestId}, ${changes}, ${tx.now}
    FROM ${inquiries} WHERE ${own}`);
  const version = sql`${inquiries.version} + 1`;
  const updatedAt = sql`max(${inquiries.updatedAt}, ${tx.now})`;
  tx.db.update(inquiries).set({ stageId: toId, version, updatedAt }).where(own).run();
  for (const card of cards) {
    countInquiry(tx, card, -1);
    countInquiry(tx, { ...card, stageId: toId }, 1);
  }
  tx.notify('inquiries', workspaceSeq);
  return cards.length;
}
