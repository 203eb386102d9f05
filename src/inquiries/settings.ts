import { eq } from 'drizzle-orm';
import { type Issue, validationFailed } from '../base/index.ts';
import { type Db, inquirySettings } from '../storage/index.ts';
import { type Ctx, diff, isSame, writeAudit } from '../workspaces/index.ts';
import { parsePath } from './paths.ts';

/** `staleHours` is the age at which an untouched inquiry counts as stale. */
export interface CardSettings {
  /** The path of the title in an inquiry's payload, such as `client.name`; null to let Docket guess. */
  readonly titlePath: string | null;
  readonly phonePath: string | null;
  readonly textPath: string | null;
  readonly staleHours: number;
}

export const DEFAULT_SETTINGS: CardSettings = { titlePath: null, phonePath: null, textPath: null, staleHours: 24 };
/** A year in hours. */
const MOST_HOURS = 8_760;
const PATHS = ['titlePath', 'phonePath', 'textPath'] as const;

export function readCardSettings(db: Db, workspaceSeq: number): CardSettings {
  const found = db.select().from(inquirySettings).where(eq(inquirySettings.workspaceSeq, workspaceSeq)).get();
  if (found === undefined) return DEFAULT_SETTINGS;
  const { workspaceSeq: _, ...settings } = found;
  return settings;
}

export async function saveCardSettings(ctx: Ctx, input: CardSettings): Promise<void> {
  const issues: Issue[] = [];
  const paths = Object.fromEntries(PATHS.map((field) => [field, input[field]?.trim() || null]));
  for (const [path, text] of Object.entries(paths)) {
    if (text === null || parsePath(text) !== undefined) continue;
    issues.push({ path, rule: 'dotted_names' });
  }
  const { staleHours } = input;
  if (!Number.isInteger(staleHours) || staleHours < 1 || staleHours > MOST_HOURS) {
    issues.push({ path: 'staleHours', rule: 'whole_between', least: 1, most: MOST_HOURS });
  }
  if (issues.length > 0) throw validationFailed(issues);
  const clean = { ...DEFAULT_SETTINGS, ...paths, staleHours };
  return ctx.storage.write((tx) => {
    const changes = diff(readCardSettings(tx.db, ctx.workspace.seq), clean);
    if (isSame(changes)) return;
    tx.db
      .insert(inquirySettings)
      .values({ workspaceSeq: ctx.workspace.seq, ...clean })
      .onConflictDoUpdate({ target: inquirySettings.workspaceSeq, set: clean })
      .run();
    writeAudit(tx, {
      workspaceSeq: ctx.workspace.seq,
      actor: ctx.actor,
      requestId: ctx.requestId,
      action: 'inquiry_cards.updated',
      subject: ctx.workspace.id,
      changes,
    });
    tx.notify('inquiries', ctx.workspace.seq);
  });
}
