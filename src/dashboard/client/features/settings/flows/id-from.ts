const LATIN: Readonly<Record<string, string>> = Object.fromEntries(
  'а-a б-b в-v г-g д-d е-e ё-e ж-zh з-z и-i й-y к-k л-l м-m н-n о-o п-p р-r с-s т-t у-u ф-f х-h ц-ts ч-ch ш-sh щ-sch ъ- ы-y ь- э-e ю-yu я-ya'
    .split(' ')
    .map((pair) => pair.split('-')),
);
const ID_CHARS = 64;

/** Suggests an id: `Собран, ждёт` becomes `status-sobran-zhdet`. */
export function idFrom(name: string): string {
  const plain = [...name.toLowerCase()].map((char) => LATIN[char] ?? char).join('');
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? '' : `status-${slug}`.slice(0, ID_CHARS);
}
