import { batch, computed, signal } from '@preact/signals';
import { api, ask } from './api.ts';
import { type Language, language, toLanguage } from './language.ts';
import { reader } from './sign-in/session-ended.ts';
import type { Words } from './words-en.ts';
import type { FirstWords } from './words-first-en.ts';
import type { RestWords } from './words-rest-en.ts';
import { chosenOf } from './workspaces/chosen.ts';

export { language } from './language.ts';

const loadMe = () => ask(api.me.get());

/** Who is signed in, and what they may see; null for nobody. */
export type Me = Awaited<ReturnType<typeof loadMe>>;

/** Undefined while it is not known whether anybody is signed in; null when nobody is. */
export const me = signal<Me | undefined>(undefined);

const first = signal<FirstWords | undefined>(undefined);
const rest = signal<RestWords | undefined>(undefined);

/**
 * The words of the pages in the reader's language. Each language is in two files: what the first pages say, and what the
 * others say, which is there for pages that lazyPage has fetched with it.
 */
export const words = computed<Words>(() => {
  if (first.value === undefined) throw new Error('words were asked for before they were there');
  return { ...first.value, ...rest.value } as Words;
});

const FIRST: Readonly<Record<Language, () => Promise<FirstWords>>> = {
  en: async () => (await import('./words-first-en.ts')).FIRST_EN,
  ru: async () => (await import('./words-first-ru.ts')).FIRST_RU,
};
const REST: Readonly<Record<Language, () => Promise<RestWords>>> = {
  en: async () => (await import('./words-rest-en.ts')).REST_EN,
  ru: async () => (await import('./words-rest-ru.ts')).REST_RU,
};

/** Fetches the words in which a person's pages speak: as many as are there in another language already. */
export async function loadWords(tag: string): Promise<void> {
  const wanted = toLanguage(tag);
  const [begun, others] = await Promise.all([FIRST[wanted](), rest.peek() === undefined ? undefined : REST[wanted]()]);
  batch(() => {
    first.value = begun;
    rest.value = others;
  });
}

/** For pages that say more than the first ones. */
export async function loadOtherWords(): Promise<void> {
  rest.value ??= await REST[language.peek()]();
}

/** Whether the reader is an owner of the workspace that was made first: mail, backups and the system are theirs alone. */
export const ownsInstallation = (): boolean => me.value?.installation.own === true;

/** The workspace whose data the pages show. */
export const workspace = computed(() => chosenOf(me.value?.workspaces ?? []));

/** Whether the plan of the workspace has webhooks at all; without it the server refuses to send anything. */
export const hasWebhooks = (): boolean => workspace.value?.plan !== 'free';

/** Shows the pages in a person's language and appearance. */
export function showMe(found: Me): void {
  me.value = found;
  reader.value = found?.person.id;
  if (found !== null) language.value = toLanguage(found.person.language);
  document.documentElement.dataset['theme'] = found?.person.theme ?? 'system';
}

/** Asks anew who is signed in. */
export async function refreshMe(): Promise<void> {
  const found = await loadMe();
  if (found !== null) await loadWords(found.person.language);
  showMe(found);
}

export const signOut = (): Promise<void> => ask(api['sign-out'].post({})).then(refreshMe);

export const formatTime = (iso: string): string =>
  new Intl.DateTimeFormat(language.value === 'ru' ? 'ru-RU' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(workspace.value === undefined ? {} : { timeZone: workspace.value.timeZone }),
  }).format(new Date(iso));
