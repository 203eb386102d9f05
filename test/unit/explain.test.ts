import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TSchema } from '@sinclair/typebox';
import { explain, fieldName, type Shown } from '../../src/dashboard/client/explain/explain.ts';
import { RULES, TEXTS } from '../../src/dashboard/client/explain/patterns.ts';
import { EXPLAIN_EN } from '../../src/dashboard/client/explain/words-en.ts';
import { EXPLAIN_RU } from '../../src/dashboard/client/explain/words-ru.ts';
import { Refusal } from '../../src/dashboard/client/refusal.ts';
import * as model from '../../src/dashboard/orders/model.ts';
import { describe } from '../../src/http/schema-issues.ts';

const SHOWN: Shown = {
  count: (number) => `${number}`,
  moment: (iso) => `<${iso}>`,
  plural: (number, forms) => (forms[new Intl.PluralRules('ru').select(number)] ?? '').replace('#', `${number}`),
};

const inRussian = (code: string, message: string, details?: unknown): string =>
  explain(new Refusal(code, message, 'r', details), EXPLAIN_RU, SHOWN).join('\n');
const inEnglish = (code: string, message: string, details?: unknown): string =>
  explain(new Refusal(code, message, 'r', details), EXPLAIN_EN, SHOWN).join('\n');
const ofField = (path: string, message: string): string =>
  inRussian('validation_failed', `${path}: ${message}`, [{ path, message }]);

const FOLDERS = ['base', 'orders', 'workspaces', 'webhooks', 'mail-server', 'dashboard', 'inquiries'];
const SRC = join(import.meta.dir, '../../src');

/** What no route behind the dashboard's pages can give, and why. */
const LEFT_OUT: readonly (readonly [text: string, why: string])[] = [
  ['must not be sent together with num: send one of the two', 'the desk makes the key itself and sends no num'],
  ['is missing: send requestKey, or num for a number of your own', 'the desk makes the key itself'],
  ['is missing: send id, or orderKey (the original num or requestKey), or both', 'the desk always names the order'],
  ['id and orderKey lead to different orders. Nothing was recorded.', 'the desk sends no orderKey'],
  ['must not be after dateTo', 'of the list of the public API'],
  ['must be 1 to 255 printable ASCII characters', 'of a header of inquiries, which no page sends'],
  ['must have at most 7 keys', 'of inquiries, which no page sends'],
  ['must have a key of at most 7 characters', 'of inquiries, which no page sends'],
  ['This Idempotency-Key', 'of inquiries, which no page sends'],
  ['the name 7 does not resolve at the moment', 'a warning, which its page words by its code'],
  ['The body 7.', 'filled with a text that stands, and is looked at, where the bound is given'],
  ['Hello! I need a bouquet', 'the text of a sample inquiry'],
  ['${column === null', 'put together of a heading and a code, which the page of the import words itself'],
  ['The pages are in the executable alone: run ./scripts/build, then dist/docket serve.', 'a page, not data'],
];

interface Said {
  readonly where: string;
  /** Of a whole refusal; undefined for what is said of a field. */
  readonly kind: string | undefined;
  readonly text: string;
}

const LITERAL = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
/** Where texts for a caller stand: a refusal, an issue's message, a table of messages. */
const SAYS =
  /new AppError\(\s*'(\w+)',|\b(unavailable|invalidJson)\(|\b(?:message|problem)\s*[:=]|MESSAGES\b[^=;]*=|\brefuse\(|\baddressTrouble\(|[?:] (?=['"`](?:must|is) )/g;
const SHORTHANDS: Readonly<Record<string, string>> = { unavailable: 'unavailable', invalidJson: 'invalid_json' };

/** Up to the comma, bracket or semicolon that ends an expression; a call's or a table's whole inside. */
function expressionAt(code: string, start: number, isCall: boolean): string {
  let depth = isCall ? 1 : 0;
  for (let at = start; at < code.length; at += 1) {
    const char = code.charAt(at);
    LITERAL.lastIndex = at;
    const literal = /['"`]/.test(char) ? LITERAL.exec(code)?.[0] : undefined;
    if (literal !== undefined) at += literal.length - 1;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) depth -= 1;
    if (depth < (isCall ? 1 : 0) || (depth === 0 && (char === ';' || (char === ',' && !isCall))))
      return code.slice(start, at);
  }
  return code.slice(start);
}

function textsOf(where: string, source: string): Said[] {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...code.matchAll(SAYS)].flatMap((found) => {
    const kind = found[1] ?? SHORTHANDS[found[2] ?? ''];
    const isCall = /[(,]$/.test(found[0]);
    const expression = expressionAt(code, found.index + found[0].length, isCall);
    return (expression.match(LITERAL) ?? [])
      .map((literal) =>
        literal
          .slice(1, -1)
          .replaceAll(/\$\{[^}]*\}/g, '7')
          .replaceAll(/\\(.)/g, '$1'),
      )
      .filter((text) => /[a-z]{2}.* /i.test(text))
      .map((text) => ({ where, kind, text }));
  });
}

function saidBySources(): Said[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.startsWith('client/'))
      .flatMap((path) => textsOf(`${folder}/${path}`, readFileSync(join(SRC, folder, path), 'utf8'))),
  );
}

const isLeftOut = (text: string): boolean => LEFT_OUT.some(([start]) => text.startsWith(start));
const fits = (patterns: Readonly<Record<string, RegExp>>, text: string): boolean =>
  Object.values(patterns).some((pattern) => pattern.test(text));

/** A code with one text is told by its code; one with several by the text itself. */
function missingIn(said: readonly Said[]): string[] {
  const textsOfKind = Map.groupBy(said, ({ kind }) => kind);
  const isTold = ({ kind, text }: Said): boolean => {
    if (kind === undefined) return fits(RULES, text) || fits(TEXTS, text);
    if (fits(TEXTS, text)) return true;
    const distinct = new Set(
      textsOfKind
        .get(kind)
        ?.map((one) => one.text)
        .filter((one) => !isLeftOut(one)),
    );
    // Told with its seconds; and what became of a body on its way is one and the same to who reads it.
    if (kind === 'rate_limited' || kind === 'invalid_json') return true;
    return kind in EXPLAIN_RU.codes && distinct.size === 1;
  };
  const missing = said.filter((one) => !isLeftOut(one.text) && !isTold(one));
  return [...new Set(missing.map(({ where, text }) => `${where}: ${text}`))];
}

test('whatever the sources refuse with has its counterpart in Russian', () => {
  const said = saidBySources();
  expect(said.length).toBeGreaterThan(90);
  expect(missingIn(said)).toEqual([]);
});

test('what is left out is still said somewhere', () => {
  const texts = saidBySources().map(({ text }) => text);
  expect(LEFT_OUT.filter(([start]) => !texts.some((text) => text.startsWith(start)))).toEqual([]);
});

test.each([
  "throw new AppError('not_found', 'There is no such dog.');",
  "throw new AppError(\n  'brand_new_code',\n  `A text of ${many(')')} words.`,\n  { a: 1 },\n);",
  "issues.push({ path, message: 'must be blue' });",
  "const NEW_MESSAGES: Record<string, string> = { a: 'is to be heard' };",
  "return refuse(path, 'is too late');",
  "throw new AppError('key_ended', ended ? 'This key has rusted away.' : 'This key is revoked and cannot be rotated. Make');",
])('a text without a counterpart is found: %s', (source) => {
  expect(missingIn([...saidBySources(), ...textsOf('new.ts', source)])).toEqual([expect.stringMatching(/^new\.ts: /)]);
});

/** All schemas inside one. */
function partsOf(schema: TSchema): TSchema[] {
  const inside: unknown[] = [...Object.values(schema['properties'] ?? {}), ...(schema['anyOf'] ?? []), schema['items']];
  const parts = inside.filter((part): part is TSchema => typeof part === 'object' && part !== null);
  return [schema, ...parts.flatMap(partsOf)];
}

test('whatever the shape of what the order pages send is refused with has its counterpart, too', () => {
  const wanted = Object.values(model).flatMap(partsOf).map(describe);
  const messages = wanted.flatMap((text) => [
    `must be ${text}`,
    `must be ${text}, not a list`,
    `is missing: must be ${text}`,
  ]);
  expect(new Set(messages).size).toBeGreaterThan(20);
  expect(messages.filter((text) => !fits(RULES, text))).toEqual([]);
  for (const text of messages) expect(ofField('statusId', text)).toMatch(/^Статус — [а-я]/);
});

test.each([
  ['products.0.name', 'must not be empty', 'Позиция 1: название — нужно заполнить.'],
  [
    'data.products.11.price',
    'must have at most two decimals (whole kopecks)',
    'Позиция 12: цена — не больше двух знаков после запятой.',
  ],
  ['name', 'must have 1 to 200 characters', 'Название или имя — нужно от 1 до 200 символов.'],
  ['data.client.phone', 'must have at most 500 characters', 'Клиент: телефон — не больше 500 символов.'],
  ['client.shoe', 'must have at most 500 characters', 'Клиент: shoe — не больше 500 символов.'],
  ['products', 'must have 1 to 100 items', 'Состав — нужно от 1 до 100 строк.'],
  ['email', 'must be an e-mail address', 'Эл. почта — это не адрес эл. почты.'],
  ['amount', 'must be at most 12.5, which is left of it', 'Сумма — не больше 12.5 ₽: столько осталось от этой оплаты.'],
  [
    'url',
    'must be a public address, which 127.0.0.1 is not (loopback)',
    'Адрес — 127.0.0.1 не публичный адрес: он ведёт на эту же машину или во внутреннюю сеть.',
  ],
  ['', 'The body must be nested at most 20 levels deep.', 'Слишком много вложенных данных.'],
  ['theme', 'must be "system" or "light" or "dark"', 'Оформление — нужно выбрать одно из предложенного.'],
  ['since', 'must be a whole number of at least 0, not a text', 'since — нужно число не меньше 0.'],
])('a field that is wrong is named as its form names it: %s', (path, message, told) => {
  expect(ofField(path, message)).toEndWith(told.slice(1));
  expect(ofField(path, message).charAt(0).toLowerCase()).toBe(told.charAt(0).toLowerCase());
});

test('in English a field has its name as well, and no path of the API', () => {
  const details = [
    { path: 'products.0.name', message: 'must not be empty' },
    { path: 'data.delivery.price', message: 'is missing: must be a number of at least 0' },
    { path: 'products.2.sku', message: 'must have at most 500 characters' },
  ];
  expect(inEnglish('validation_failed', 'products.0.name: …', details)).toBe(
    'Item 1, name: must not be empty.\nDelivery, price: is missing.\nItem 3, SKU: must have at most 500 characters.',
  );
  expect(fieldName('something.else', EXPLAIN_EN)).toBe('something.else');
  expect(Object.keys(EXPLAIN_EN.fields).sort()).toEqual(
    Object.keys(EXPLAIN_RU.fields)
      .filter((key) => key !== 'client.name' && key !== 'recipient.name')
      .sort(),
  );
});

test.each([
  [
    'order_status_conflict',
    'The order is not in the status that expectedStatusId names.',
    'Тем временем статус заказа сменили. Ваше изменение не сохранено.',
  ],
  [
    'forbidden',
    'This needs the role owner; yours is viewer.',
    'Для этого нужна роль «владелец», а ваша роль — «наблюдатель».',
  ],
  [
    'too_late',
    'An order can be restored for 30 days after it was deleted.',
    'Восстановить заказ можно только в течение 30 дней после удаления.',
  ],
  ['not_found', 'There is no such view of yours.', 'Этой подборки уже нет.'],
  ['not_found', 'There is no such dog.', 'Этого здесь больше нет. Обновите страницу.'],
  [
    'unavailable',
    'The disk is full. Nothing was stored; repeat the request later.',
    'На сервере кончилось место на диске. Ничего не сохранено. Освободите место и повторите.',
  ],
  [
    'key_ended',
    'This key has been replaced already and is valid until 2026-03-08T10:00:00.000Z. Rotate the key that took its place.',
    'Этот ключ уже заменён и действует до <2026-03-08T10:00:00.000Z>. Заменяйте тот, что пришёл ему на смену.',
  ],
  ['brand_new', 'A text that nobody has translated.', 'A text that nobody has translated.'],
])('%s is told in Russian, and what is not known in the server’s words', (code, message, told) => {
  expect(inRussian(code, message)).toBe(told);
});

test('the seconds to wait are told in the right form', () => {
  const told = [1, 2, 60].map(
    (retryAfter) => inRussian('rate_limited', 'Too many tries.', { retryAfter }).split('через ')[1],
  );
  expect(told).toEqual(['1 секунду.', '2 секунды.', '60 секунд.']);
});

test('every text in Russian is in Russian, and takes up what its pattern found', () => {
  for (const text of [
    ...Object.values(EXPLAIN_RU.rules),
    ...Object.values(EXPLAIN_RU.texts),
    ...Object.values(EXPLAIN_RU.codes),
  ]) {
    expect(text).toMatch(/[а-яё]{3}/i);
  }
});
