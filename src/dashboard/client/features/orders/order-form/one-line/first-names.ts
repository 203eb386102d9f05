const plain = (word: string): string => word.toLocaleLowerCase().replaceAll('ё', 'е');

/**
 * The grammatical case endings of Russian first names, for each ending of the nominative. The instrumental is left out,
 * because it may be an ordinary word: "любой", from "Люба", also means "any".
 */
const CASES: readonly (readonly [RegExp, string])[] = [
  [/[гкхжчшщ]а$/u, 'и е у'],
  [/а$/u, 'ы е у'],
  [/я$/u, 'и е ю'],
  [/й$/u, 'я ю е и'],
  [/ь$/u, 'я ю е и'],
  [/[бвгджзклмнпрстфхцчшщ]$/u, 'а у е'],
];

function formsOf(name: string, stem: string): string[] {
  const [, endings = ''] = CASES.find(([ending]) => ending.test(name)) ?? [];
  const base = /[аяйь]$/u.test(stem) ? stem.slice(0, -1) : stem;
  return endings === '' ? [] : endings.split(' ').map((ending) => plain(base + ending));
}

const NAMES = new Map<string, string>();

/**
 * Adds the known first names. Their list is a separate chunk, because it alone reaches the size limit of a page's
 * script.
 */
export function learnNames({ RUSSIAN, ENGLISH }: { readonly RUSSIAN: string; readonly ENGLISH: string }): void {
  const russian = RUSSIAN.trim()
    .split(/\s+/u)
    .map((entry) => entry.split(':'));
  for (const [name = '', stem = name] of russian) for (const form of formsOf(name, stem)) NAMES.set(form, name);
  // Nominatives come last and win: "Александра" is the woman's name, not a form of "Александр".
  for (const [name = ''] of russian) NAMES.set(plain(name), name);
  for (const name of ENGLISH.trim().split(/\s+/u)) NAMES.set(plain(name), name);
}

/** Words that are names only with a capital letter. */
const OTHER_WORDS = new Set(
  'макс марк марка марки max christian jordan glen любовь надежда лили жене жены жену жени'.split(' '),
);

/** Returns a first name in the nominative: "Ольга" for "Ольге". Undefined if the word is not a known first name. */
export function firstNameOf(word: string): string | undefined {
  const name = OTHER_WORDS.has(word) ? undefined : NAMES.get(plain(word));
  // A typed "Алена" does not become "Алёна".
  return name !== undefined && plain(name) === plain(word) && /^\p{Lu}/u.test(word) ? word : name;
}

export const inCapitals = (name: string): string =>
  /\p{Lu}/u.test(name) ? name : name.replaceAll(/(?<![\p{L}'’-])\p{Ll}/gu, (letter) => letter.toLocaleUpperCase());

/** Case endings of Russian surnames, each with its nominative ending. Used only if the first name is not nominative. */
const OF_WOMEN: readonly (readonly [RegExp, string])[] = [
  [/([оеё]в|[иы]н)(?:ой|у)$/u, '$1а'],
  [/ск(?:ой|ую)$/u, 'ская'],
];
const OF_MEN: readonly (readonly [RegExp, string])[] = [
  [/([оеё]в|[иы]н)[ау]$/u, '$1'],
  [/ск(?:ого|ому)$/u, 'ский'],
];

/**
 * Case endings of patronymics, tried after every first name. The ending of a first name does not prove the sex: "Илья"
 * is a man's name, but ends like a woman's.
 */
const OF_ALL: readonly (readonly [RegExp, string])[] = [
  [/([вч]н)[ыеу]$/u, '$1а'],
  [/ич[ау]$/u, 'ич'],
];

/** Returns the name in the nominative: "Анна Смирнова" for "Анне Смирновой". */
export function nominativeOf(words: readonly string[]): string {
  // Removes the period at the end of a sentence, as in "Екатерина. 15 роз". A short word such as "А." keeps its period.
  const [first = '', ...others] = words.map((word) => (word.length > 3 ? word.replace(/\.$/u, '') : word));
  const name = firstNameOf(first);
  if (name === undefined || name.toLocaleLowerCase() === first.toLocaleLowerCase())
    return inCapitals(others.length === 0 ? (name ?? first) : [first, ...others].join(' '));
  const endings = [...OF_ALL, ...(/[ая]$/u.test(name) ? OF_WOMEN : OF_MEN)];
  const surnames = others.map((word) => {
    const [ending, nominative = ''] = endings.find(([one]) => one.test(word)) ?? [];
    return ending === undefined ? word : word.replace(ending, nominative);
  });
  return [name, ...surnames.map(inCapitals)].join(' ');
}
