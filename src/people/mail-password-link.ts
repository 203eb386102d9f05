import { asc, eq } from 'drizzle-orm';
import { DAY_MS, emailKey, HOUR_MS, limitOf, networkOf, type Pace, toLanguage } from '../base/index.ts';
import { forgottenPassword, queueMail } from '../mail/index.ts';
import { LINK_PLACE, memberships, type Storage, workspaces } from '../storage/index.ts';
import type { MailingCtx, SignInCtx, ThrottleCtx } from './context.ts';
import { linkAt } from './invitations/index.ts';
import { countMailed, insertLink, LINK_LIFETIME_MS } from './one-time-links.ts';
import { findPersonByEmail } from './people.ts';
import { isKnownTo, limitsOfStrange, type StrangerPace, spendOnMail } from './tries.ts';

const FROM_ONE_NETWORK: Pace = { tries: 3, refillMs: 20 * 60_000 };
/**
 * The limit for requests from all unknown networks together, which protects the mailbox from floods. Above this limit,
 * each network has one request a day.
 */
const FROM_EVERYWHERE: StrangerPace = {
  whole: { tries: 30, refillMs: 48 * 60_000 },
  trickle: { tries: 1, refillMs: DAY_MS },
};
/**
 * The limit on password-link mails for all members of one workspace. Otherwise one workspace could use up the mail
 * server's quota. Known networks share one such limit, and unknown networks share another.
 */
const IN_WORKSPACE: Pace = { tries: 50, refillMs: HOUR_MS / 2 };
const STRANGE_IN_WORKSPACE: StrangerPace = { whole: IN_WORKSPACE, trickle: FROM_EVERYWHERE.trickle };
/** The limit on an account's valid mailed links. At the limit, no mail is sent: the mailbox has the links. */
const UNDER_WAY = 5;

interface AskedLink {
  readonly email: string;
  readonly address: string | null;
  /** Receives the id of the account, even if the request is refused. */
  readonly noteTried: (personId: string) => void;
}

/** Counts a request for a password link. @throws rate_limited, whether or not there is an account */
export function countPasswordLink(
  { storage, throttle }: { readonly storage: Storage } & ThrottleCtx,
  { email, address, noteTried }: AskedLink,
): void {
  const what = `links for ${emailKey(email)}`;
  const here = limitOf(`${what} from ${networkOf(address)}`, FROM_ONE_NETWORK);
  const person = findPersonByEmail(storage.read, email);
  if (person !== undefined) noteTried(person.id);
  const isKnown = isKnownTo(storage, person, address);
  throttle.spend(isKnown ? [here] : [here, ...limitsOfStrange(throttle, what, address, FROM_EVERYWHERE)]);
}

/**
 * Mails a link for setting a new password. The link works once, within 30 minutes. A person with a second factor still
 * needs it to sign in. No mail goes to an address without an account, or to an account without a workspace. The caller
 * must answer before this function ends, so that its duration does not reveal an account.
 */
export async function mailPasswordLink(
  { storage, random, throttle, log }: SignInCtx & MailingCtx,
  { email, address, mailUrl }: Pick<AskedLink, 'email' | 'address'> & { readonly mailUrl: string },
): Promise<void> {
  // After a rollback this change runs again. `isLeft` keeps the first result, so that one mail counts once.
  let isLeft: boolean | undefined;
  return storage.write((tx) => {
    const person = findPersonByEmail(tx.db, email);
    if (person === undefined) return;
    const home = tx.db
      .select({ seq: workspaces.seq, id: workspaces.id })
      .from(memberships)
      .innerJoin(workspaces, eq(workspaces.seq, memberships.workspaceSeq))
      .where(eq(memberships.personSeq, person.seq))
      .orderBy(asc(memberships.workspaceSeq))
      .get();
    if (home === undefined || countMailed(tx, person.seq) >= UNDER_WAY) return;
    isLeft ??= countMail({ storage, throttle, log }, { person, address, home });
    if (!isLeft) return;
    // The purpose is not `reset`, because creating a `reset` link voids earlier ones. Otherwise any stranger could void
    // a link that a command printed.
    const link = { purpose: 'address', personSeq: person.seq, proves: true, lifetimeMs: LINK_LIFETIME_MS } as const;
    const mailed = linkAt(mailUrl, insertLink(tx, random, link));
    const worded = forgottenPassword(toLanguage(person.language), { email: person.email, url: LINK_PLACE });
    queueMail(tx, { workspaceSeq: home.seq, kind: 'new_password', recipient: person.email, worded, link: mailed });
  });
}

interface MailedLink extends Pick<AskedLink, 'address'> {
  readonly person: { readonly seq: number };
  readonly home: { readonly seq: number; readonly id: string };
}

/** Counts a mail against its workspace's limits. @returns false if too many mails were sent already */
function countMail(
  { storage, ...ctx }: { readonly storage: Storage } & MailingCtx,
  { person, address, home }: MailedLink,
): boolean {
  const what = `mailed links in ${home.seq}`;
  const ofKnown = limitOf(`${what} to known networks`, IN_WORKSPACE);
  const strange = limitsOfStrange(ctx.throttle, what, address, STRANGE_IN_WORKSPACE);
  // Members on known networks share one limit on mails, which colleagues may use up. So each account can get one more
  // mail a day from a limit of its own (contract, section 7).
  const last = limitOf(`mailed links of ${person.seq} to known networks`, FROM_EVERYWHERE.trickle);
  const isKnown = isKnownTo(storage, person, address);
  return spendOnMail(ctx, home.id, isKnown ? [[ofKnown], strange, [last]] : [strange]);
}
