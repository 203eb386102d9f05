import { ask } from '../data/api.ts';
import { here } from '../data/me.ts';
import { words } from '../words/words.ts';
import { sourceName } from './orders.ts';

export { stageName } from './stage-name.ts';

export const inquiriesOf = () => here().inquiries;

export const loadBoard = () => ask(inquiriesOf().board.get());
export const loadCards = (stage: string, cursor: string) => ask(inquiriesOf().get({ query: { stage, cursor } }));
export const loadInquiry = (id: string) => ask(inquiriesOf()({ id }).get());
export const loadSettings = () => ask(here()['inquiry-settings'].get());
export const saveSettings = (settings: Settings) => ask(here()['inquiry-settings'].post(settings));

export type Board = Awaited<ReturnType<typeof loadBoard>>;
export type Card = Board['columns'][number]['cards'][number];
type Settings = Board['settings'];
export type CardSettings = Awaited<ReturnType<typeof loadSettings>>;
export type InquiryData = Awaited<ReturnType<typeof loadInquiry>>['inquiry'];

/** The words contain the card's new position for users of screen readers, who cannot see where the card is. */
export function movedWords(stage: string, { position, count }: { readonly position: number; readonly count: number }) {
  const w = words.value.inquiries;
  return `${w.movedTo} ${stage}, ${position} ${w.placeOf} ${count}`;
}

export const titleOf = ({ title, phone, email }: Pick<Card, 'title' | 'phone' | 'email'>): string =>
  title || phone || email || words.value.orders.noName;

/** Inquiries from `@dashboard` are samples: the dashboard creates no others, and no API key has this source. */
export const sourceWord = (source: string): string =>
  source === '@dashboard' ? words.value.inquiries.sample : sourceName(source);
