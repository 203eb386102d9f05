import { eq } from 'drizzle-orm';
import { validationFailed } from '../base/index.ts';
import { type Storage, type Tx, workspaceLogos, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { WorkspaceCtx } from './context.ts';
import { type PictureHead, readPictureHead } from './picture-head.ts';

export interface Logo {
  readonly type: PictureHead['type'];
  readonly image: Uint8Array;
}

/** In bytes. */
export const LOGO_MOST = 200 * 1024;

/** In pixels, to either side. It bounds what a browser unpacks: a few KB may hold a thousand million pixels. */
const LOGO_PIXELS = 2_000;

/**
 * Gives a workspace a logo in place of the one it had.
 *
 * @throws validation_failed on what is no PNG, JPEG or WebP picture, or one above LOGO_MOST or LOGO_PIXELS
 */
export async function setLogo(ctx: WorkspaceCtx, image: Uint8Array): Promise<void> {
  if (image.length > LOGO_MOST) throw validationFailed([{ path: 'image', rule: 'logo_size', most: LOGO_MOST }]);
  const head = readPictureHead(image);
  if (head === undefined) throw validationFailed([{ path: 'image', rule: 'logo_kind' }]);
  if (Math.max(head.width, head.height) > LOGO_PIXELS) {
    throw validationFailed([{ path: 'image', rule: 'logo_pixels', most: LOGO_PIXELS }]);
  }
  return ctx.storage.write((tx) => {
    const logo = { type: head.type, image };
    tx.db
      .insert(workspaceLogos)
      .values({ ...logo, workspaceSeq: ctx.workspace.seq })
      .onConflictDoUpdate({ target: workspaceLogos.workspaceSeq, set: logo })
      .run();
    note(tx, ctx, tx.now);
  });
}

/** Takes the logo away; a repeat changes nothing. */
export async function removeLogo(ctx: WorkspaceCtx): Promise<void> {
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
