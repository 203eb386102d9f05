import { eq } from 'drizzle-orm';
import type { Language } from '../base/index.ts';
import { people } from '../storage/index.ts';
import { type ActorCtx, diff, isSame, writeOwnAudit } from '../workspaces/index.ts';
import { cleanOwnName } from './fields.ts';
import type { PersonCtx } from './sessions.ts';
import { revokeOtherSessions } from './sessions.ts';

interface AccountPatch {
  /** The new name; an empty text removes it. */
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly theme?: 'system' | 'light' | 'dark' | undefined;
}

export async function updateAccount(
  { storage, session, actor }: PersonCtx & ActorCtx,
  { name, language, theme }: AccountPatch,
): Promise<void> {
  const clean = { language, theme, name: name === undefined ? undefined : cleanOwnName(name) };
  if (Object.values(clean).every((value) => value === undefined)) return;
  await storage.write((tx) => {
    const own = eq(people.seq, session.person.seq);
    // Reads the name again, because another tab may have changed it after the session was read.
    const before = tx.db.select({ name: people.name }).from(people).where(own).get();
    if (before === undefined) return;
    tx.db.update(people).set(clean).where(own).run();
    // Older rows of the history now show the person's new name, so this row records the former one.
    const changes = diff(before, { name: clean.name ?? before.name });
    if (!isSame(changes)) writeOwnAudit(tx, session.person, { actor, action: 'person.renamed', changes });
  });
}

export function revokeOwnSessions({ storage, session, actor }: PersonCtx & ActorCtx): Promise<void> {
  return storage.write((tx) => {
    revokeOtherSessions(tx, session.person.seq, session.seq);
    writeOwnAudit(tx, session.person, { actor, action: 'person.other_sessions_ended' });
  });
}
