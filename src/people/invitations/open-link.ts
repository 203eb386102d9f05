import { eq } from 'drizzle-orm';
import { AppError, networksOf, once, type World } from '../../base/index.ts';
import { type Db, passkeys, people, type Storage, type Tx } from '../../storage/index.ts';
import { writeOwnAudit } from '../../workspaces/index.ts';
import { checkChosenPassword } from '../choose-password.ts';
import type { MailingCtx } from '../context.ts';
import { mayMailNewDevice, noteDevice } from '../devices.ts';
import { turnOfStranger } from '../fair-queue.ts';
import { cleanOwnName } from '../fields.ts';
import { findLink, type Link, spendLink } from '../one-time-links.ts';
import { hashInTurn } from '../password-check.ts';
import { isMadeElsewhere } from '../people.ts';
import type { LinkCtx } from '../reset-password.ts';
import { dropResetLinks, isOursAlone, linkRefused, namesAround } from '../reset-password.ts';
import { hasSecondFactor } from '../second-factor.ts';
import { listMemberships, type PersonCtx, renewToken, revokeOtherSessions } from '../sessions.ts';
import { forgetDevices } from '../trusted-devices.ts';
import { beginSession } from '../visits.ts';
import { type OpenInvitation, openInvitation } from './invitation.ts';
import { addMember, insertInvited, takeOver } from './join.ts';

type Account = typeof people.$inferSelect;

/**
 * The effect of a link.
 * - take: a stranger may have created the account, so the reader of the link sets a new password.
 * - unproved: the account was created in another workspace, and neither this link nor an earlier one proves its
 *   address. So the person cannot accept the invitation.
 */
type Way =
  | { readonly is: 'new'; readonly invitation: OpenInvitation }
  | { readonly is: 'reset'; readonly person: Account }
  | { readonly is: 'take'; readonly person: Account; readonly invitation: OpenInvitation | undefined }
  | { readonly is: 'sign_in' | 'unproved'; readonly person: Account; readonly invitation: OpenInvitation };

const LETS_IN = ['reset', 'address', 'invitation'] as const;

interface Choice {
  readonly password: string;
  /** True if a person who takes over an account keeps its memberships. Otherwise the account leaves all workspaces. */
  readonly stay: boolean;
  /** The newcomer's name that other members see; blank if the newcomer gave none. */
  readonly name: string;
}

/** @throws not_found for an invalid link */
export function describeLink(
  { storage }: { readonly storage: Storage },
  { token, nowMs }: { readonly token: string; readonly nowMs: number },
) {
  const way = wayNow(storage, token, nowMs);
  const invitation = 'invitation' in way ? way.invitation : undefined;
  const person = 'person' in way ? way.person : undefined;
  return {
    way: way.is,
    seq: person?.seq,
    email: person?.email ?? invitation?.email ?? '',
    invitation:
      invitation === undefined
        ? null
        : { workspace: invitation.workspace.name, role: invitation.role, invitedBy: invitation.inviter },
    /**
     * The names of the account's workspaces, if somebody else may have created the account. The person who opens this
     * link may not know these workspaces, so the page shows their names.
     */
    belongs: way.is === 'take' ? listMemberships(storage, way.person.seq).map(({ workspace }) => workspace.name) : [],
  };
}

/**
 * Sets a password by a link, uses up the link, and signs the person in. A link never replaces a second factor.
 * @returns the token for the cookie; undefined if the person must still sign in
 * @throws validation_failed; account_exists if the link may not change the existing account; not_found for a bad link
 */
export async function chooseByLink(
  { storage, throttle, log, visit }: LinkCtx & MailingCtx,
  choice: Choice,
): Promise<string | undefined> {
  const way = wayNow(storage, visit.token, visit.nowMs);
  if (way.is === 'sign_in' || way.is === 'unproved') throw accountExists();
  const name = way.is === 'new' ? cleanOwnName(choice.name) : null;
  checkChosenPassword('password', choice.password, [...namesOf(storage, way), ...(name === null ? [] : [name])]);
  const turn = turnOfStranger(networksOf(visit.device.address));
  const passwordHash = await hashInTurn(choice.password, turn, () => void wayNow(storage, visit.token, visit.nowMs));
  const home = way.is === 'reset' ? listMemberships(storage, way.person.seq)[0]?.workspace : undefined;
  const mayMail = once(() => 'person' in way && mayMailNewDevice({ throttle, log }, way.person, home));
  return storage.write((tx) => {
    const link = spendLink(tx, LETS_IN, visit.token);
    const now = link && wayOf(tx.db, link);
    if (link === undefined || now === undefined) throw linkRefused();
    const person = go(tx, now, link, { passwordHash, stay: choice.stay, name });
    if (hasSecondFactor(tx.db, person.seq)) return undefined;
    noteDevice(tx, { person, by: 'link', device: visit.device, home, mayMail });
    return beginSession(tx, visit.random, person, { remembered: false, device: visit.device, passkeyName: null });
  });
}

function go(
  tx: Tx,
  way: Way,
  { proves }: Link,
  chosen: { passwordHash: string; stay: boolean; name: string | null },
): Account {
  switch (way.is) {
    case 'new': {
      const { invitation } = way;
      const unprovedIn = proves ? null : invitation.workspaceSeq;
      const person = insertInvited(tx, invitation, {
        passwordHash: chosen.passwordHash,
        name: chosen.name,
        unprovedIn,
      });
      addMember(tx, invitation, person);
      return person;
    }
    case 'reset':
      setPassword(tx, way.person, chosen.passwordHash, proves);
      return way.person;
    case 'take':
      takeOver(tx, way.person, chosen.stay);
      setPassword(tx, way.person, chosen.passwordHash, true);
      if (way.invitation !== undefined) addMember(tx, way.invitation, way.person);
      return way.person;
    case 'sign_in':
    case 'unproved':
      throw accountExists();
    default:
      return way satisfies never;
  }
}

/**
 * Sets a password, ends all sessions, and voids other links for a new password. If the link is the first proof of the
 * address, a stranger may have added passkeys. So these are deleted too.
 */
function setPassword(tx: Tx, person: Account, passwordHash: string, proves: boolean): void {
  const ofPerson = eq(people.seq, person.seq);
  tx.db.update(people).set({ passwordHash }).where(ofPerson).run();
  if (proves && person.unprovedIn !== null) {
    tx.db.delete(passkeys).where(eq(passkeys.personSeq, person.seq)).run();
    tx.db.update(people).set({ unprovedIn: null }).where(ofPerson).run();
  }
  revokeOtherSessions(tx, person.seq, undefined);
  dropResetLinks(tx, person.seq);
  forgetDevices(tx, person.seq);
  writeOwnAudit(tx, person, { actor: { type: 'person', id: person.id }, action: 'person.password_changed' });
}

const accountExists = (): AppError => new AppError({ rule: 'account_exists' });

function namesOf(storage: Storage, way: Way): string[] {
  const invited = 'invitation' in way && way.invitation !== undefined ? way.invitation : undefined;
  return [
    ...('person' in way ? namesAround(storage, way.person) : []),
    ...(invited === undefined ? [] : [invited.email, invited.workspace.name]),
  ];
}

function wayNow(storage: Storage, token: string, nowMs: number): Way {
  const link = findLink(storage.read, LETS_IN, token, nowMs);
  const way = link && wayOf(storage.read, link);
  if (way === undefined) throw linkRefused();
  return way;
}

function wayOf(db: Db, link: Link): Way | undefined {
  const { purpose, personSeq, invitationSeq, proves } = link;
  if (personSeq !== null) {
    const person = db.select().from(people).where(eq(people.seq, personSeq)).get();
    if (person === undefined) return undefined;
    // If `proves` is false, an owner of the first workspace has seen the link and could use it. It must not let that
    // owner into another workspace or into the account of another owner.
    if (!proves && !isOursAlone(db, personSeq)) return undefined;
    return mustBeTaken(db, person, purpose) ? { is: 'take', person, invitation: undefined } : { is: 'reset', person };
  }
  const invitation = invitationSeq === null ? undefined : openInvitation(db, invitationSeq);
  if (invitation === undefined) return undefined;
  const person = db.select().from(people).where(eq(people.emailKey, invitation.emailKey)).get();
  if (person === undefined) return { is: 'new', invitation };
  if (person.unprovedIn === null) return { is: 'sign_in', person, invitation };
  if (proves) return { is: 'take', person, invitation };
  return { is: person.unprovedIn === invitation.workspaceSeq ? 'sign_in' : 'unproved', person, invitation };
}

/**
 * Returns true if a stranger may have created the account. Only a server command or an owner of the first workspace
 * creates a reset link. So for a reset link, an account created in that workspace is trusted.
 */
const mustBeTaken = (db: Db, account: Account, purpose: Link['purpose']): boolean =>
  purpose === 'reset' ? isMadeElsewhere(db, account) : account.unprovedIn !== null;

/**
 * Accepts an invitation for a signed-in person. The session gains rights, so its token for the cookie changes.
 * @throws not_found, other_person, address_unproved
 */
export function acceptInvitation(
  { storage, random, session }: PersonCtx & Pick<World, 'random'>,
  token: string,
): Promise<{ workspaceId: string; session: string }> {
  return storage.write((tx) => {
    const link = spendLink(tx, ['invitation'], token);
    const way = link && wayOf(tx.db, link);
    if (way === undefined || !('invitation' in way) || way.invitation === undefined) throw linkRefused();
    if (!('person' in way) || way.person.seq !== session.person.seq) {
      throw new AppError({ rule: 'other_person' });
    }
    if (way.is !== 'sign_in') {
      throw new AppError({ rule: 'address_unproved' });
    }
    addMember(tx, way.invitation, way.person);
    // A colleague may have seen a link for setting this person's password, and may have signed in through it. So all
    // other sessions of this person end.
    revokeOtherSessions(tx, way.person.seq, session.seq);
    return { workspaceId: way.invitation.workspace.id, session: renewToken(tx, random, session.seq) };
  });
}
