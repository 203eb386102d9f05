import { type AppError, hashToken, validationFailed } from '../../base/index.ts';
import { checkSetupLink, LINK_LIFETIME_MS } from '../../people/index.ts';
import { readCounts } from '../../storage/index.ts';
import { shapeReport } from '../backups/shape.ts';
import { type Asker, sessionOf, type VisitCtx } from '../desk/index.ts';

/**
 * The header with the token of a set-up link, for uploads. The body of an upload is the file, so the token cannot be in
 * it. A token in the address would stay in browsers and logs.
 */
export const TOKEN_HEADER = 'x-setup-token';

export const checkLinkNow = (ctx: VisitCtx, token: string): void =>
  checkSetupLink(ctx, { token, nowMs: ctx.clock.now() });

/**
 * Counts the current data. `word` is true if a person must type the confirming word: there are orders or inquiries, or
 * the data cannot be read.
 */
export function present({ storage }: VisitCtx) {
  const now = readCounts(storage.path);
  return { now, word: now === null || (now['orders'] ?? 0) + (now['inquiries'] ?? 0) > 0 };
}

export const wordNeeded = (): AppError => validationFailed([{ path: 'word', rule: 'restore_word' }]);

/**
 * Returns the result of the restore that this link began; null for any other valid link. The link shows the result for
 * `LINK_LIFETIME_MS`, although the restored database no longer contains the link.
 */
export function reportFor({ backups, storage, clock }: VisitCtx, token: string) {
  const { restored } = backups;
  const nowMs = clock.now();
  if (restored?.receipt === hashToken(token) && nowMs - restored.at < LINK_LIFETIME_MS) return shapeReport(restored);
  checkSetupLink({ storage }, { token, nowMs });
  return null;
}

/**
 * Returns true if a request may have a larger body than a stranger's: the person is signed in or holds the set-up link.
 */
export function mayBeLarge(asker: Asker): boolean {
  if (sessionOf(asker) !== undefined) return true;
  const token = asker.request.headers.get(TOKEN_HEADER);
  return token !== null && isSetupLink(asker, token);
}

function isSetupLink({ storage, clock }: Asker, token: string): boolean {
  try {
    checkSetupLink({ storage }, { token, nowMs: clock.now() });
    return true;
  } catch {
    return false;
  }
}
