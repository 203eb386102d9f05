import { eq } from 'drizzle-orm';
import { validationFailed } from '../base/index.ts';
import { type Storage, type Tx, workspaceLogos, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { WorkspaceCtx } from './context.ts';

export interface Logo {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp';
  readonly image: Uint8Array;
}

/** In bytes. */
export const LOGO_MOST = 200 * 1024;

const latin = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** What a picture is by its first bytes, whatever it is called; an SVG, which may run scripts, is none. */
function kindOf(image: Uint8Array): Logo['type'] | undefined {
  if (latin(image, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (latin(image, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  return latin(image, 0, 4) === 'RIFF' && latin(image, 8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

/**
 * Gives a workspace a logo in place of the one it had.
 *
 * @throws validation_failed on what is no PNG, JPEG or WebP picture, or one above LOGO_MOST
 */
export function setLogo(ctx: WorkspaceCtx, image: Uint8Array): Promise<void> {
  if (image.length > LOGO_MOST) throw validationFailed([{ path: 'image', rule: 'logo_size', most: LOGO_MOST }]);
  const type = kindOf(image);
  if (type === undefined) throw validationFailed([{ path: 'image', rule: 'logo_kind' }]);
  return ctx.storage.write((tx) => {
    const logo = { type, image };
    tx.db
      .insert(workspaceLogos)
      .values({ ...logo, workspaceSeq: ctx.workspace.seq })
      .onConflictDoUpdate({ target: workspaceLogos.workspaceSeq, set: logo })
      .run();
    note(tx, ctx, tx.now);
  });
}

/** Takes the logo away; a repeat changes nothing. */
export function removeLogo(ctx: WorkspaceCtx): Promise<void> {
  const { workspace } = ctx;
  return ctx.storage.write((tx) => {
    if (workspace.logoAt === null) return;
    tx.db.delete(workspaceLogos).where(eq(workspaceLogos.workspaceSeq, workspace.seq)).run();
    note(tx, ctx, null);
  });
}

function note(tx: Tx, { workspace, actor }: WorkspaceCtx, logoAt: number | null): void {
  tx.db.update(workspaces).set({ logoAt, updatedAt: tx.now }).where(eq(workspaces.seq, workspace.seq)).run();
  tx.notify('workspaces', workspace.seq);
  const action = logoAt === null ? 'workspace.logo.removed' : 'workspace.logo.set';
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, action, subject: workspace.id });
}

export function findLogo(storage: Storage, workspaceSeq: number): Logo | undefined {
  return storage.read
    .select({ type: workspaceLogos.type, image: workspaceLogos.image })
    .from(workspaceLogos)
    .where(eq(workspaceLogos.workspaceSeq, workspaceSeq))
    .get();
}
