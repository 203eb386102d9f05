const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  'а-a б-b в-v г-g д-d е-e ё-e ж-zh з-z и-i й-y к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-h ц-ts ч-ch ш-sh щ-sch ъ- ы-y ь- э-e ю-yu я-ya'
    .split(' ')
    .map((pair) => pair.split('-')),
);
/** The maximum length, in characters, of a status id and of an API key's `source` field. */
const SLUG_CHARS = 64;

/** Suggests an id of Latin letters and digits: `Собран, ждёт` becomes `sobran-zhdet`. */
export function slugFrom(name: string, before = ''): string {
  const plain = [...name.toLowerCase()].map((char) => LATIN[char] ?? char).join('');
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? '' : `${before}${slug}`.slice(0, SLUG_CHARS);
}
