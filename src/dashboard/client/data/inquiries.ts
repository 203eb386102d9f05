import { words } from '../words/words.ts';
import { ask } from './api.ts';
import { here } from './me.ts';

export { stageName } from './stage-name.ts';

export const inquiriesOf = () => here().inquiries;
export const stagesOf = () => here()['inquiry-stages'];

export const loadBoard = () => ask(inquiriesOf().board.get());
export const loadCards = (stage: string, cursor: string) => ask(inquiriesOf().get({ query: { stage, cursor } }));
export const loadInquiry = (id: string) => ask(inquiriesOf()({ id }).get());
export const loadSettings = () => ask(here()['inquiry-settings'].get());
export const saveSettings = (settings: Settings) => ask(here()['inquiry-settings'].post(settings));

export type Board = Awaited<ReturnType<typeof loadBoard>>;
export type Stage = Board['stages'][number];
export type Card = Stage['cards'][number];
type Settings = Board['settings'];
export type SetUp = Awaited<ReturnType<typeof loadSettings>>;
export type InquiryData = Awaited<ReturnType<typeof loadInquiry>>['inquiry'];
export type Tone = Stage['tone'];

/** What an inquiry is called on its card and its page. */
export const titleOf = ({ title, phone, email }: Pick<Card, 'title' | 'phone' | 'email'>): string =>
  title || phone || email || words.value.inquiries.noName;

/** Inquiries made in the dashboard itself have a source that no key can have. */
export const sourceWord = (source: string): string => (source === '@dashboard' ? words.value.inquiries.sample : source);
