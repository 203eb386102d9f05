import { ask } from '../../../data/api.ts';
import { here } from '../../../data/me.ts';

export const statusesOf = () => here().statuses;

export const loadStatuses = () => ask(statusesOf().get());

export type StatusData = Awaited<ReturnType<typeof loadStatuses>>['statuses'][number];
export const TONES = ['new', 'teal', 'good', 'busy', 'bad', 'pink', 'move', 'idle'] as const;
export const GROUPS = ['new', 'work', 'done', 'cancelled'] as const;
export const INITIAL = 'status-new';

const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
const ID_CHARS = 64;

/** An id to begin with: `Собран, ждёт` becomes `status-sobran-zhdet`. */
export function idFrom(name: string): string {
  const plain = [...name.toLowerCase()].map((char) => LATIN[char] ?? char).join('');
  const slug = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return slug === '' ? '' : `status-${slug}`.slice(0, ID_CHARS);
}
