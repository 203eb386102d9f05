import { eq } from 'drizzle-orm';
import { checkPicture, type PictureHead, validationFailed } from '../base/index.ts';
import { type Storage, type Tx, workspaceLogos, workspaces } from '../storage/index.ts';
import { writeAudit } from './audit.ts';
import type { WorkspaceCtx } from './context.ts';

export interface Picture {
  readonly type: PictureHead['type'];
  readonly image: Uint8Array;
}

/** @throws validation_failed if the image is not a PNG, JPEG or WebP picture, or is too large */
export async function setLogo(ctx: WorkspaceCtx, image: Uint8Array): Promise<void> {
  const head = checkPicture(image, 'image');
  if ('fault' in head) throw validationFailed([head.fault]);
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

export function findLogo(storage: Storage, workspaceSeq: number): Picture | undefined {
  return storage.read
    .select({ type: workspaceLogos.type, image: workspaceLogos.image })
    .from(workspaceLogos)
    .where(eq(workspaceLogos.workspaceSeq, workspaceSeq))
    .get();
}
