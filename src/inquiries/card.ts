import type { JsonValue } from '../base/index.ts';
import { type Leaf, leavesOf, textOf } from './leaves.ts';
import { parsePath, valueAt } from './paths.ts';
import type { CardSettings } from './settings.ts';

/** The parts of a free-form payload that a card shows; empty if not found. All of them are the sender's text. */
export interface Card {
  readonly title: string;
  readonly phone: string;
  readonly email: string;
  readonly text: string;
}

const TITLE_CHARS = 120;
const PHONE_CHARS = 40;
const EMAIL_CHARS = 254;
const TEXT_CHARS = 280;
const MESSAGE_CHARS = 4_000;
/**
 * The least length of a word that may match inside a longer name. A shorter word, such as "тел", would also match in
 * "отель".
 */
const WORD_INSIDE = 5;

const NAMES = [
  'name',
  'имя',
  'fio',
  'фио',
  'fullname',
  'firstname',
  'clientname',
  'customername',
  'yourname',
  'client',
  'customer',
  'клиент',
  'заказчик',
  'контактноелицо',
];
const PHONES = [
  'phone',
  'tel',
  'телефон',
  'тел',
  'phonenumber',
  'telephone',
  'mobile',
  'номертелефона',
  'whatsapp',
  'моб',
];
const EMAILS = ['email', 'mail', 'почта', 'emailaddress', 'емейл', 'имейл'];
const TEXTS = [
  'message',
  'text',
  'comment',
  'сообщение',
  'текст',
  'комментарий',
  'question',
  'вопрос',
  'wishes',
  'wish',
  'пожелания',
  'пожелание',
  'description',
  'описание',
  'request',
  'body',
  'note',
  'заявка',
  'subject',
  'тема',
];

const PHONE = /^\+?[\d\s().-]{7,24}$/;
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+\.[^\s@]+$/;

const fold = (key: string): string =>
  key
    .slice(0, 100)
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

function named(leaves: readonly Leaf[], wanted: readonly string[]): Leaf | undefined {
  const keys = leaves.map(({ path }) => fold(path.findLast((part) => !/^\d+$/.test(part)) ?? ''));
  for (const word of wanted) {
    const at = keys.indexOf(word);
    if (at >= 0) return leaves[at];
  }
  for (const word of wanted.filter(({ length }) => length >= WORD_INSIDE)) {
    const at = keys.findIndex((key) => key.includes(word));
    if (at >= 0) return leaves[at];
  }
  return undefined;
}

function chosen(payload: JsonValue, path: string | null): Leaf | undefined {
  const parts = path === null ? undefined : parsePath(path);
  const text = parts === undefined ? '' : textOf(valueAt(payload, parts));
  return parts === undefined || text === '' ? undefined : { path: parts, text };
}

/** Returns the message as it was written, with its line breaks. If there is no message, it returns the card's text. */
export function messageOf(payload: JsonValue, settings: CardSettings): string {
  const leaf = chosen(payload, settings.textPath) ?? named(leavesOf(payload), TEXTS);
  const value = leaf === undefined ? undefined : valueAt(payload, leaf.path);
  return typeof value === 'string' ? cut(value.toWellFormed().trim(), MESSAGE_CHARS) : cardOf(payload, settings).text;
}

export function cardOf(payload: JsonValue, settings: CardSettings): Card {
  const leaves = leavesOf(payload);
  const title = chosen(payload, settings.titlePath) ?? named(leaves, NAMES);
  const phone =
    chosen(payload, settings.phonePath) ?? named(leaves, PHONES) ?? leaves.find(({ text }) => isPhone(text));
  const email = named(leaves, EMAILS) ?? leaves.find(({ text }) => EMAIL.test(text));
  const text = chosen(payload, settings.textPath) ?? named(leaves, TEXTS);
  const shown = new Set([title, phone, email].map((leaf) => leaf?.text));
  const rest = leaves.filter((leaf) => !shown.has(leaf.text)).slice(0, 6);
  return {
    title: cut(title?.text ?? '', TITLE_CHARS),
    phone: cut(phone?.text ?? '', PHONE_CHARS),
    email: cut(email?.text ?? '', EMAIL_CHARS),
    text: cut(text?.text ?? rest.map(({ path, text: one }) => `${path.at(-1)}: ${one}`).join(' · '), TEXT_CHARS),
  };
}

const isPhone = (text: string): boolean => PHONE.test(text) && text.replaceAll(/\D/g, '').length >= 7;

/** Cuts a text without splitting a character. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}
