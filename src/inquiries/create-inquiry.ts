import { and, eq, sql } from 'drizzle-orm';
import {
  AppError,
  canonicalJson,
  type Issue,
  isIdempotencyKey,
  type JsonObject,
  validationFailed,
} from '../base/index.ts';
import { given, givenEach, inquiries, insertedSeq, prepared } from '../storage/index.ts';
import type { Ctx } from '../workspaces/index.ts';
import { writeInquiryHistory } from './history.ts';
import { countInquiry } from './inquiry-sums.ts';
import { checkPayload } from './payload-bounds.ts';
import { listOpenStages } from './stages.ts';

interface CreateInquiry {
  readonly payload: JsonObject;
  /** The payload exactly as it was sent. Parsed to doubles, a phone number with many digits would be rounded. */
  readonly payloadText: string;
  readonly idempotencyKey: string | undefined;
}

interface Inquiry {
  readonly id: string;
  /** The version: 1 at first, then one more for each change of stage and each note. */
  readonly version: number;
  readonly createdAt: number;
}

interface CreatedInquiry {
  readonly inquiry: Inquiry;
  readonly replayed: boolean;
}

const statements = prepared((db) => ({
  byKey: db
    .select()
    .from(inquiries)
    .where(
      and(
        eq(inquiries.workspaceSeq, given('workspaceSeq')),
        eq(inquiries.source, given('source')),
        // The literal condition allows SQLite to use the partial index.
        sql`${inquiries.idempotencyKey} IS NOT NULL`,
        eq(inquiries.idempotencyKey, given('idempotencyKey')),
      ),
    )
    .prepare(),
  insert: db
    .insert(inquiries)
    .values(
      givenEach(
        'id',
        'workspaceSeq',
        'source',
        'idempotencyKey',
        'fingerprint',
        'version',
        'stageId',
        'payload',
        'createdAt',
        'updatedAt',
      ),
    )
    .prepare(),
}));

/**
 * Creates an inquiry on the flow's first stage, only one for each source and Idempotency-Key.
 * @throws validation_failed, inquiry_key_conflict
 */
export async function createInquiry(ctx: Ctx, input: CreateInquiry): Promise<CreatedInquiry> {
  const issues: Issue[] = checkPayload(input.payload);
  if (input.idempotencyKey !== undefined && !isIdempotencyKey(input.idempotencyKey)) {
    issues.push({ path: 'Idempotency-Key', rule: 'printable_key', least: 1, most: 255 });
  }
  if (issues.length > 0) throw validationFailed(issues);
  const fingerprint = payloadFingerprint(input);
  const idempotencyKey = input.idempotencyKey ?? null;
  const { seq: workspaceSeq } = ctx.workspace;
  return ctx.storage.write((tx) => {
    const { byKey, insert } = statements(tx.db);
    const known = idempotencyKey === null ? undefined : byKey.get({ workspaceSeq, source: ctx.source, idempotencyKey });
    if (known !== undefined) {
      if (Buffer.compare(known.fingerprint, fingerprint) !== 0) {
        throw new AppError({ rule: 'inquiry_key_conflict' });
      }
      return { inquiry: known, replayed: true };
    }
    const [stage] = listOpenStages(tx.db, workspaceSeq);
    if (stage === undefined) throw new Error(`workspace ${ctx.workspace.id} has no inquiry stage`);
    const inquiry = { id: tx.newId(ctx.workspace.seq), version: 1, createdAt: tx.now };
    const made = insert.run({
      ...inquiry,
      workspaceSeq,
      source: ctx.source,
      idempotencyKey,
      fingerprint,
      stageId: stage.id,
      payload: input.payloadText,
      updatedAt: tx.now,
    });
    countInquiry(tx, { workspaceSeq, stageId: stage.id, createdAt: tx.now }, 1);
    writeInquiryHistory(tx, ctx, { seq: insertedSeq(made), id: inquiry.id }, { kind: 'created' });
    tx.notify('inquiries', workspaceSeq);
    return { inquiry, replayed: false };
  });
}

const payloadFingerprint = ({ payload }: CreateInquiry): Uint8Array =>
  new Bun.CryptoHasher('sha256').update(canonicalJson(payload, false)).digest();
