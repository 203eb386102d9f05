import { asc, eq } from 'drizzle-orm';
import { emailKey, limitOf, networkOf, type Pace, toLanguage, type World } from '../base/index.ts';
import { forgottenPassword, queueMail } from '../mail/index.ts';
import { memberships, type Storage } from '../storage/index.ts';
import type { Throttled } from './context.ts';
import { linkAt } from './invitations/index.ts';
import { insertLink, LINK_LIFETIME_MS } from './one-time-links.ts';
import { findPersonByEmail } from './people.ts';

/** An address that one network asks for: three at once, then one in twenty minutes. */
const FROM_ONE_NETWORK: Pace = { tries: 3, refillMs: 20 * 60_000 };
/** From wherever it is asked for, so that nobody's mailbox is flooded; far above, so that a stranger does not shut its owner out. */
const FROM_EVERYWHERE: Pace = { tries: 30, refillMs: 48 * 60_000 };

/**
 * Mails the link by which somebody who forgot their password chooses a new one: once, within 30 minutes. A second factor is
 * asked for after it as ever. Where the address has no account, or one that belongs nowhere, nothing is mailed.
 *
 * The caller answers before this has ended: what it takes must not tell whether there is an account.
 *
 * @throws rate_limited, whether there is an account or not
 */
export function mailPasswordLink(
  { storage, throttle, random }: { readonly storage: Storage } & Throttled & Pick<World, 'random'>,
  { email, address, mailUrl }: { readonly email: string; readonly address: string | null; readonly mailUrl: string },
): Promise<void> {
  const key = emailKey(email);
  throttle.spend([
    limitOf(`links for ${key} from ${networkOf(address)}`, FROM_ONE_NETWORK),
    limitOf(`links for ${key}`, FROM_EVERYWHERE),
  ]);
  return storage.write((tx) => {
    const person = findPersonByEmail(tx.db, email);
    if (person === undefined) return;
    const home = tx.db
      .select({ seq: memberships.workspaceSeq })
      .from(memberships)
      .where(eq(memberships.personSeq, person.seq))
      .orderBy(asc(memberships.workspaceSeq))
      .get();
    if (home === undefined) return;
    // Not `reset`: a stranger who asks must not end the link that a command has printed.
    const link = { purpose: 'address', personSeq: person.seq, proves: true, lifetimeMs: LINK_LIFETIME_MS } as const;
    const url = linkAt(mailUrl, insertLink(tx, random, link));
    const worded = forgottenPassword(toLanguage(person.language), { email: person.email, url });
    queueMail(tx, { workspaceSeq: home.seq, kind: 'new_password', recipient: person.email, worded });
  });
}
