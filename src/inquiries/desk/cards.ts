import { and, desc, inArray, sql } from 'drizzle-orm';
import { AppError, isStepOver, isUuid, type JsonObject, nextTurn, parseStored, stepParts } from '../../base/index.ts';
import { findPlace, hidePlace, inquiries, type Storage, withinWorkspace } from '../../storage/index.ts';
import type { Ctx } from '../../workspaces/index.ts';
import { type Card, cardOf } from '../card.ts';
import { type CardSettings, readCardSettings } from '../settings.ts';

interface InquiryCard extends Card {
  readonly id: string;
  readonly version: number;
  readonly source: string;
  readonly createdAt: number;
  /** The time of the last move, note or order, or else the time of arrival. */
  readonly updatedAt: number;
  readonly hasOrder: boolean;
}

export interface CardPage {
  readonly cards: readonly InquiryCard[];
  readonly nextCursor: string | null;
}

export interface Place {
  readonly seq: number;
  readonly at: number;
}

/** The limit on cards in the cache. A full cache takes some 2 MB if the texts of the cards are short. */
const MOST_KEPT = 4_000;
const kept = new WeakMap<Storage, Map<string, KeptCard>>();

interface KeptCard {
  readonly card: Card;
  /**
   * The length of the payload that the card was built from. If the stored payload now has a different length, it was
   * emptied, because its client was forgotten.
   */
  readonly bytes: number;
}

/** Lists one page of a stage. Other requests are served meanwhile. @throws invalid_cursor */
export async function listCards(
  ctx: Ctx,
  {
    stageId,
    settings,
    limit,
    cursor,
  }: {
    readonly stageId: string;
    readonly settings: CardSettings;
    readonly limit: number;
    readonly cursor?: string | undefined;
  },
): Promise<CardPage> {
  const list = JSON.stringify([ctx.workspace.id, 'cards', stageId]);
  const after = cursor === undefined ? undefined : parseCursor(ctx, cursor, list);
  const places = ctx.storage.read.all<Place>(placesQuery(ctx.workspace.seq, stageId, after, limit + 1));
  const page = places.slice(0, limit);
  const last = places.length > limit ? page.at(-1) : undefined;
  return {
    cards: await readCards(ctx, page, settings),
    nextCursor: last === undefined ? null : hidePlace(ctx.storage, [last.at, last.seq], list),
  };
}

/** Builds a query that reads nothing but the index. It is exported for the test of its query plan. */
export function placesQuery(workspaceSeq: number, stageId: string, after: Place | undefined, limit: number) {
  const rest = after === undefined ? sql`` : sql`AND (created_at, seq) < (${after.at}, ${after.seq})`;
  return sql`SELECT seq, created_at AS at FROM inquiries WHERE workspace_seq = ${workspaceSeq} AND stage_id = ${stageId} ${rest}
    ORDER BY created_at DESC, seq DESC LIMIT ${limit}`;
}

function parseCursor(ctx: Ctx, cursor: string, list: string): Place {
  const [at, seq] = findPlace(ctx.storage, cursor, list, 2) ?? [];
  if (at === undefined || seq === undefined) throw new AppError({ rule: 'list_cursor' });
  return { at, seq };
}

const BYTES = sql<number>`octet_length(${inquiries.payload})`;
const columns = {
  seq: inquiries.seq,
  id: inquiries.id,
  version: inquiries.version,
  source: inquiries.source,
  createdAt: inquiries.createdAt,
  updatedAt: inquiries.updatedAt,
  orderSeq: inquiries.orderSeq,
  bytes: BYTES,
};

async function readCards(ctx: Ctx, places: readonly Place[], settings: CardSettings): Promise<InquiryCard[]> {
  const seqs = places.map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const rows = ctx.storage.read.select(columns).from(inquiries).where(inArray(inquiries.seq, seqs)).all();
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const shown = await showAll(ctx, rows, settings);
  return seqs.flatMap((seq) => {
    const [row, card] = [bySeq.get(seq), shown.get(seq)];
    if (row === undefined || card === undefined) return [];
    const { orderSeq, seq: _, bytes: __, ...rest } = row;
    return [{ ...card, ...rest, hasOrder: orderSeq !== null }];
  });
}

/** A title is the name or, if there is none, the phone or e-mail. An inquiry without any of these is left out. */
export async function titlesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isUuid);
  if (known.length === 0) return new Map();
  const rows = ctx.storage.read
    .select({ seq: inquiries.seq, id: inquiries.id, bytes: BYTES })
    .from(inquiries)
    .where(and(withinWorkspace(inquiries.workspaceSeq, ctx.workspace.seq), inArray(inquiries.id, known)))
    .all();
  const settings = readCardSettings(ctx.storage.read, ctx.workspace.seq);
  const cards = await showAll(ctx, rows, settings);
  return new Map(
    rows.flatMap(({ seq, id }) => {
      const { title, phone, email } = cards.get(seq) ?? { title: '', phone: '', email: '' };
      const called = title || phone || email;
      return called === '' ? [] : [[id, called] as const];
    }),
  );
}

/**
 * Builds the cards of inquiries. A card is cached for each set of settings, so that its payload is not read again. A
 * payload may have 256 KB, so one step reads a limited amount.
 */
async function showAll(
  { storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  rows: readonly { readonly seq: number; readonly bytes: number }[],
  settings: CardSettings,
): Promise<ReadonlyMap<number, Card>> {
  const cards = kept.get(storage) ?? new Map<string, KeptCard>();
  kept.set(storage, cards);
  const { titlePath, phonePath, textPath } = settings;
  const keyOf = (seq: number): string => JSON.stringify([seq, titlePath, phonePath, textPath]);
  const shown = new Map<number, Card>();
  const unknown = rows.filter(({ seq, bytes }) => {
    const known = cards.get(keyOf(seq));
    if (known?.bytes !== bytes) return true;
    shown.set(seq, known.card);
    return false;
  });
  const seqs = unknown.map(({ seq }) => seq);
  for await (const { seq, payload } of readPayloads({ storage, workspace }, seqs)) {
    const card = cardOf(parseStored<JsonObject>(payload), settings);
    if (cards.size >= MOST_KEPT) cards.clear();
    cards.set(keyOf(seq), { card, bytes: Buffer.byteLength(payload) });
    shown.set(seq, card);
  }
  return shown;
}

interface StoredPayload {
  readonly seq: number;
  readonly payload: string;
}

/** Yields the stored payloads of inquiries. Reads them in short steps, so that other requests are served in between. */
export async function* readPayloads(
  { storage, workspace }: Pick<Ctx, 'storage' | 'workspace'>,
  seqs: readonly number[],
): AsyncGenerator<StoredPayload, void> {
  if (seqs.length === 0) return;
  const { seq, payload } = inquiries;
  const weights = storage.read
    .select({ seq, bytes: BYTES })
    .from(inquiries)
    .where(inArray(seq, [...seqs]))
    .orderBy(desc(seq))
    .all();
  let isFirst = true;
  for (const part of stepParts(weights, ({ bytes }) => bytes)) {
    if (!isFirst) await nextTurn(workspace.seq);
    isFirst = false;
    const these = part.map((one) => one.seq);
    const rows = storage.read
      .select({ seq, payload })
      .from(inquiries)
      .where(inArray(seq, these))
      .orderBy(desc(seq))
      .all();
    for (const row of rows) {
      // Texts with long numbers take ten times as long to parse, so a step may end after a single row.
      if (isStepOver()) await nextTurn(workspace.seq);
      yield row;
    }
  }
}
