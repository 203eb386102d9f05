import { eq } from 'drizzle-orm';
import { AppError, type PasskeySite } from '../base/index.ts';
import { type Db, workspaces } from '../storage/index.ts';
import { diff, isSame, type WorkspaceCtx, writeAudit } from '../workspaces/index.ts';
import { hasPasskeys } from './passkeys/index.ts';
import { hasSecondFactor } from './second-factor.ts';
import { listMemberships, type Membership, type PersonCtx, type Session } from './sessions.ts';

/**
 * The reason why a session may not use a workspace. Either an owner ended the session there, or the session lacks a
 * second factor that the workspace demands.
 */
type Bar = 'ended' | 'second_factor';

export function barOf(
  { storage, session }: PersonCtx,
  { endedSessions, workspace }: Pick<Membership, 'endedSessions' | 'workspace'>,
): Bar | undefined {
  if (session.seq <= endedSessions) return 'ended';
  return workspace.secondFactorRequired && !hasTwoFactors(storage.read, session) ? 'second_factor' : undefined;
}

/**
 * Returns true if the session counts as having two factors. A sign-in by passkey counts as both factors. A sign-in by
 * password counts if the person has a second factor, because the sign-in then needs a code.
 */
const hasTwoFactors = (db: Db, { byPasskey, person }: Session): boolean => byPasskey || hasSecondFactor(db, person.seq);

/**
 * Refuses a change of factors by a password alone, if a passkey exists and a workspace demands two factors. Otherwise a
 * thief with only the password could add a second factor.
 * @throws forbidden
 */
export function refusePasswordAlone({ storage, session }: PersonCtx, site: PasskeySite | undefined): void {
  const { seq } = session.person;
  if (site === undefined || hasTwoFactors(storage.read, session) || !hasPasskeys(storage.read, site, seq)) return;
  const isDemanded = listMemberships(storage, seq).some(({ workspace }) => workspace.secondFactorRequired);
  if (isDemanded) throw new AppError({ rule: 'passkey_first' });
}

/**
 * Sets whether everybody must set up a second factor before they can use the workspace.
 * @throws forbidden for an owner without a second factor, who would be locked out
 */
export function requireSecondFactor(
  { storage, workspace, actor, session }: WorkspaceCtx & PersonCtx,
  required: boolean,
): Promise<void> {
  return storage.write((tx) => {
    if (required && !hasTwoFactors(tx.db, session)) throw new AppError({ rule: 'own_factor_first' });
    const changes = diff(workspace, { secondFactorRequired: required });
    if (isSame(changes)) return;
    const own = eq(workspaces.seq, workspace.seq);
    tx.db.update(workspaces).set({ secondFactorRequired: required, updatedAt: tx.now }).where(own).run();
    tx.notify('workspaces', workspace.seq);
    writeAudit(tx, { workspaceSeq: workspace.seq, actor, action: 'workspace.updated', subject: workspace.id, changes });
  });
}
