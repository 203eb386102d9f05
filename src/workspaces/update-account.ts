import { eq } from 'drizzle-orm';
import { people, type Storage } from '../storage/index.ts';
import { revokeOtherSessions, type Session } from './sessions.ts';

export interface AccountPatch {
  readonly language?: 'en' | 'ru' | undefined;
  readonly theme?: 'system' | 'light' | 'dark' | undefined;
}

/** How a person likes to be shown things; the language is that of their mails as well. */
export function updateAccount(storage: Storage, session: Session, patch: AccountPatch): Promise<void> {
  const { language = session.person.language, theme = session.person.theme } = patch;
  return storage.write((tx) => {
    tx.db.update(people).set({ language, theme }).where(eq(people.seq, session.person.seq)).run();
  });
}

/** Ends all of a person's sessions but this one. */
export function revokeOwnSessions(storage: Storage, session: Session): Promise<void> {
  return storage.write((tx) => revokeOtherSessions(tx, session.person.seq, session.seq));
}
