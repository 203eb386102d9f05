import { asc, eq } from 'drizzle-orm';
import { DAY_MS, emailKey, limitOf, networkOf, type Pace, toLanguage, type World } from '../base/index.ts';
import { forgottenPassword, queueMail } from '../mail/index.ts';
import { LINK_PLACE, memberships, type Storage } from '../storage/index.ts';
import type { ThrottleCtx } from './context.ts';
import { linkAt } from './invitations/index.ts';
import { countMailed, insertLink, LINK_LIFETIME_MS } from './one-time-links.ts';
import { findPersonByEmail } from './people.ts';
import { isKnownTo, limitsOfStrange, type Strange } from './tries.ts';

/** An address that one network asks for: three at once, then one in twenty minutes. */
const FROM_ONE_NETWORK: Pace = { tries: 3, refillMs: 20 * 60_000 };
/** Links asked for from all strange networks, to keep the mailbox from floods. Then each network has one a day. */
const FROM_EVERYWHERE: Strange = {
  whole: { tries: 30, refillMs: 48 * 60_000 },
  trickle: { tries: 1, refillMs: DAY_MS },
};
/** Links of one account that are good at the same time. A person who asks for more has these in the mailbox already. */
const UNDER_WAY = 5;

interface AskedLink {
  readonly email: string;
  readonly address: string | null;
  /** Hears whose account it is, also of a request that is refused. */
  readonly noteTried: (personId: string) => void;
}

/**
 * Counts that a link for a new password was asked for, before anything is done about it.
 *
 * @throws rate_limited, whether there is an account or not
 */
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
 * Mails a link for a new password: once, within 30 minutes. A second factor is still needed after it. An address
 * without an account, or whose account has no workspace, gets no mail.
 *
 * The caller answers before this has ended: its duration must not show if there is an account.
 */
export async function mailPasswordLink(
  { storage, random }: { readonly storage: Storage } & Pick<World, 'random'>,
  { email, mailUrl }: { readonly email: string; readonly mailUrl: string },
): Promise<void> {
  return storage.write((tx) => {
    const person = findPersonByEmail(tx.db, email);
    if (person === undefined) return;
    const home = tx.db
      .select({ seq: memberships.workspaceSeq })
      .from(memberships)
      .where(eq(memberships.personSeq, person.seq))
      .orderBy(asc(memberships.workspaceSeq))
      .get();
    if (home === undefined || countMailed(tx, person.seq) >= UNDER_WAY) return;
    // Not `reset`: a stranger's request must not end the link that a command has printed.
    const link = { purpose: 'address', personSeq: person.seq, proves: true, lifetimeMs: LINK_LIFETIME_MS } as const;
    const mailed = linkAt(mailUrl, insertLink(tx, random, link));
    const worded = forgottenPassword(toLanguage(person.language), { email: person.email, url: LINK_PLACE });
    queueMail(tx, { workspaceSeq: home.seq, kind: 'new_password', recipient: person.email, worded, link: mailed });
  });
}
