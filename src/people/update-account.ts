import { eq } from 'drizzle-orm';
import type { Language } from '../base/index.ts';
import { people } from '../storage/index.ts';
import { cleanOwnName } from './fields.ts';
import type { PersonCtx } from './sessions.ts';
import { revokeOtherSessions } from './sessions.ts';

interface AccountPatch {
  /** Empty: none. */
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  readonly theme?: 'system' | 'light' | 'dark' | undefined;
}

/** What a person is called and how they like to be shown things; the language is that of their mails as well. */
export function updateAccount({ storage, session }: PersonCtx, patch: AccountPatch): Promise<void> {
  const { language = session.person.language, theme = session.person.theme } = patch;
  const name = patch.name === undefined ? session.person.name : cleanOwnName(patch.name);
  return storage.write((tx) => {
    tx.db.update(people).set({ name, language, theme }).where(eq(people.seq, session.person.seq)).run();
  });
}

/** Ends all of a person's sessions but this one. */
export function revokeOwnSessions({ storage, session }: PersonCtx): Promise<void> {
  return storage.write((tx) => revokeOtherSessions(tx, session.person.seq, session.seq));
}
