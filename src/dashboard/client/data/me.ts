import { computed, signal } from '@preact/signals';
import { language, toLanguage } from '../words/language.ts';
import { loadWords } from '../words/words.ts';
import { api, ask } from './api.ts';
import { chosenOf } from './chosen-workspace.ts';
import { dropDrafts, sweepDrafts } from './drafts.ts';
import { dropDay, dropDayOfOthers } from './dropped-day.ts';
import { reader } from './reader.ts';
import { askAgain, withoutReads } from './session-ended.ts';

const loadMe = () => ask(api.me.get());

export type Me = Awaited<ReturnType<typeof loadMe>>;

/** The signed-in person. Undefined until the server has answered; null if nobody is signed in. */
export const me = signal<Me | undefined>(undefined);

/** Returns true if the reader owns the first workspace: only its owners manage mail, backups and the system. */
export const ownsInstallation = (): boolean => me.value?.installation.own === true;

export const workspace = computed(() => chosenOf(me.value?.workspaces ?? []));

/**
 * Returns true if the open workspace demands a second factor that the reader does not have. Then the pages show none of
 * its data.
 */
export const factorNeeded = (): boolean => workspace.value?.factorNeeded === true;

export const workspaceId = (): string => workspace.value?.id ?? '';

export const here = () => api.workspaces({ workspace: workspaceId() });

export function logoAddress(): string | undefined {
  const { id, logoAt = null } = workspace.value ?? {};
  return logoAt === null || factorNeeded() ? undefined : `/app/api/workspaces/${id}/logo?at=${logoAt}`;
}

/** Returns true if the workspace's plan includes webhooks. If not, the server refuses to send any. */
export const hasWebhooks = (): boolean => workspace.value?.plan !== 'free';

/** Returns true if pages show the plan. The free plan is always shown, because it explains why features are missing. */
export const showsPlan = (): boolean => me.value?.installation.plans === true || workspace.value?.plan === 'free';

export const browsersKeep = (): boolean => workspace.value?.browsersKeep !== false;

/**
 * Shows the pages in a person's language and appearance. If another person was signed in before, the page reloads.
 * Nobody may see or send what the previous person left open.
 */
export function showMe(found: Me): void {
  const before = reader.peek();
  if (found !== null && before !== undefined && before !== found.person.id) {
    location.reload();
    return;
  }
  if (found !== null) askAgain();
  me.value = found;
  dropDayOfOthers(found?.person.id);
  reader.value = found?.person.id;
  const keep = browsersKeep();
  if (!keep) dropDay();
  sweepDrafts(keep);
  if (found !== null) language.value = toLanguage(found.person.language);
  document.documentElement.dataset['theme'] = found?.person.theme ?? 'system';
}

/**
 * Asks the server who is signed in, and shows the pages for that person. If the session has ended, the page stays,
 * because it may contain a half-filled form. The page's next call asks for the password.
 */
export async function refreshMe(): Promise<void> {
  const found = await loadMe();
  if (found === null) return dropDay();
  await loadWords(found.person.language);
  showMe(found);
}

export type OwnChoice = Pick<NonNullable<Parameters<typeof api.account.post>[0]>, 'language' | 'theme'>;

/** Saves the reader's choice of a language or an appearance, and shows it. */
export const saveOwn = (choice: OwnChoice): Promise<void> => ask(api.account.post(choice)).then(refreshMe);

/**
 * Shows the sign-in page if the reader has signed out in another tab. If another person has signed in there since,
 * reloads the page.
 */
export async function heedSignOut(): Promise<void> {
  const found = await loadMe();
  if (found !== null) await loadWords(found.person.language);
  showMe(found);
}

export const signOut = (): Promise<void> =>
  withoutReads(async () => {
    await ask(api['sign-out'].post({}));
    dropDrafts();
    dropDay();
    showMe(null);
  });

export const isOwner = (): boolean => workspace.value?.role === 'owner';

/** Returns true if the reader sees orders, not only the deliveries of today and tomorrow. */
export const seesOrders = (): boolean => workspace.value?.role !== 'courier';

export const seesShop = (): boolean => seesOrders() && workspace.value?.role !== 'orders';

export const mayTakeOrders = (): boolean => mayChange() || workspace.value?.role === 'orders';

export const mayChange = (): boolean => isOwner() || workspace.value?.role === 'manager';
