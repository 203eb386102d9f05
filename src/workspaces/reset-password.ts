import { eq } from 'drizzle-orm';
import { AppError, hashPassword, type Random } from '../base/index.ts';
import { people, type Storage } from '../storage/index.ts';
import { writeOwnAudit } from './audit.ts';
import { checkChosenPassword } from './choose-password.ts';
import { noteDevice } from './devices.ts';
import { findLink, type LinkPurpose, spendLink } from './one-time-links.ts';
import { hasSecondFactor } from './second-factor.ts';
import { type Device, listMemberships, revokeOtherSessions } from './sessions.ts';
import { forgetDevices } from './trusted-devices.ts';
import { beginSession } from './visits.ts';

/** A one-time link as a browser brings it, and what that browser's session is made from. */
export interface Visit {
  readonly token: string;
  readonly nowMs: number;
  readonly random: Random;
  readonly device: Device;
}

/** A link that was used, has expired, or was never issued; one answer for all three. */
export const linkRefused = (): AppError =>
  new AppError('not_found', 'This link has been used, or its time is over. Ask for a new one.');

/** @throws not_found when the link is no good */
export function visitedLink(
  storage: Storage,
  purpose: LinkPurpose,
  token: string,
  nowMs: number,
): { personSeq: number | null } {
  const link = findLink(storage, purpose, token, nowMs);
  if (link === undefined) throw linkRefused();
  return link;
}

export interface ResetPerson {
  readonly seq: number;
  readonly id: string;
  readonly email: string;
  readonly language: string;
}

/** Whose password a reset link sets. @throws not_found when the link is no good */
export function findResetPerson(storage: Storage, token: string, nowMs: number): ResetPerson {
  const { personSeq } = visitedLink(storage, 'reset', token, nowMs);
  const person =
    personSeq === null
      ? undefined
      : storage.read
          .select({ seq: people.seq, id: people.id, email: people.email, language: people.language })
          .from(people)
          .where(eq(people.seq, personSeq))
          .get();
  if (person === undefined) throw linkRefused();
  return person;
}

/** What a person's password must not be. */
export const namesAround = (storage: Storage, person: { readonly seq: number; readonly email: string }): string[] => [
  person.email,
  ...listMemberships(storage, person.seq).map(({ workspace }) => workspace.name),
];

/**
 * Sets the password of the person behind a reset link, which is spent by it, and signs that person in; not where there is a
 * second factor, which the link does not stand for.
 *
 * @returns the token for the cookie; undefined where signing in is still to be done
 * @throws validation_failed; not_found when the link is no good
 */
export async function resetPassword(storage: Storage, password: string, visit: Visit): Promise<string | undefined> {
  const person = findResetPerson(storage, visit.token, visit.nowMs);
  checkChosenPassword('password', password, namesAround(storage, person));
  const passwordHash = await hashPassword(password);
  const home = listMemberships(storage, person.seq)[0]?.workspace;
  const actor = { type: 'person', id: person.id } as const;
  return storage.write((tx) => {
    const link = spendLink(tx, 'reset', visit.token);
    if (link?.personSeq !== person.seq) throw linkRefused();
    tx.db.update(people).set({ passwordHash }).where(eq(people.seq, person.seq)).run();
    // Whoever held the old password is out.
    revokeOtherSessions(tx, person.seq, undefined);
    forgetDevices(tx, person.seq);
    writeOwnAudit(tx, person, { actor, action: 'person.password_changed' });
    if (hasSecondFactor(tx.db, person.seq)) return undefined;
    noteDevice(tx, person, 'link', visit.device, home);
    return beginSession(tx, visit.random, person, { remembered: false, device: visit.device, passkeyName: null });
  });
}
