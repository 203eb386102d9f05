import { eq, sql } from 'drizzle-orm';
import { AppError, checkPicture, type Issue, type PictureHead } from '../base/index.ts';
import { productPictures, products, type Tx } from '../storage/index.ts';
import { type Picture, type ReadCtx, writeAudit } from '../workspaces/index.ts';
import { getProduct } from './list-products.ts';
import type { MovementAuthor } from './movements.ts';

/** A picture in a request. Null removes the product's picture; undefined leaves it as it is. */
export type SentPicture = Uint8Array | null | undefined;

interface ReadPicture extends Picture {
  readonly type: PictureHead['type'];
}

export function readPicture(sent: SentPicture, issues: Issue[]): ReadPicture | null | undefined {
  if (sent === null || sent === undefined) return sent;
  const head = checkPicture(sent, 'picture');
  if (!('fault' in head)) return { type: head.type, image: sent };
  issues.push(head.fault);
  return undefined;
}

type PicturedProduct = Pick<typeof products.$inferSelect, 'seq' | 'picture' | 'externalId'>;

export function putPicture(
  tx: Tx,
  { workspace, actor, requestId }: MovementAuthor,
  { seq, picture: before, externalId }: PicturedProduct,
  picture: ReadPicture | null,
): void {
  if (picture === null && before === null) return;
  if (picture === null) tx.db.delete(productPictures).where(eq(productPictures.productSeq, seq)).run();
  else {
    tx.db
      .insert(productPictures)
      .values({ ...picture, productSeq: seq })
      .onConflictDoUpdate({ target: productPictures.productSeq, set: picture })
      .run();
  }
  const version = sql`${products.version} + 1`;
  tx.db
    .update(products)
    .set({ version, picture: picture === null ? null : version, updatedAt: tx.now })
    .where(eq(products.seq, seq))
    .run();
  tx.notify('stock', workspace.seq);
  const what = picture === null ? 'removed' : before === null ? 'added' : 'changed';
  const action = `product.picture_${what}` as const;
  writeAudit(tx, { workspaceSeq: workspace.seq, actor, requestId, action, subject: externalId });
}

/** @throws not_found */
export function getPicture(ctx: ReadCtx, id: string): Picture {
  getProduct(ctx, id);
  const found = ctx.storage.read
    .select({ type: productPictures.type, image: productPictures.image })
    .from(productPictures)
    .innerJoin(products, eq(products.seq, productPictures.productSeq))
    .where(sql`${products.id} = ${sql.param(id, products.id)}`)
    .get();
  if (found === undefined) throw new AppError({ rule: 'no_picture' });
  return found;
}
