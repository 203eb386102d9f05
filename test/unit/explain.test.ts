import { expect, test } from 'bun:test';
import type { TSchema } from '@sinclair/typebox';
import { REFUSALS, type Refusal as Refused } from '../../src/base/errors/refusals.ts';
import { AppError, type FieldRule, fieldText } from '../../src/base/index.ts';
import { Refusal } from '../../src/dashboard/client/data/refusal.ts';
import { createExplainer, type Formats, fieldName } from '../../src/dashboard/client/ui/problem/explain.ts';
import { EXPLAIN_EN } from '../../src/dashboard/client/words/en/explain.ts';
import { EXPLAIN_RU } from '../../src/dashboard/client/words/ru/explain.ts';
import * as model from '../../src/dashboard/orders/model.ts';
import { shapeRule } from '../../src/web/schema-issues.ts';

const SHOWN: Formats = {
  count: (number) => `${number}`,
  moment: (iso) => `<${iso}>`,
  plural: (number, forms) =>
    (forms[new Intl.PluralRules('ru').select(number)] ?? forms.other ?? '').replace('#', `${number}`),
};

const explainers = { ru: createExplainer(EXPLAIN_RU, SHOWN), en: createExplainer(EXPLAIN_EN, SHOWN) };
const said = (language: 'ru' | 'en', { kind, message, details, refusal }: AppError): string =>
  explainers[language].refusal(new Refusal(kind, message, 'r', details, refusal)).join('\n');
const wrongFields = (language: 'ru' | 'en', details: readonly object[]): string =>
  explainers[language].refusal(new Refusal('validation_failed', 'refused', 'r', details)).join('\n');
const issue = (path: string, broken: FieldRule) => ({ ...broken, path, message: fieldText(broken) });
const ofField = (path: string, broken: FieldRule): string => wrongFields('ru', [issue(path, broken)]);

function partsOf(schema: TSchema): TSchema[] {
  const inside: unknown[] = [...Object.values(schema['properties'] ?? {}), ...(schema['anyOf'] ?? []), schema['items']];
  const parts = inside.filter((part): part is TSchema => typeof part === 'object' && part !== null);
  return [schema, ...parts.flatMap(partsOf)];
}

test('each refused field of an order form is named in Russian', () => {
  const schemas = Object.values(model).flatMap(partsOf);
  expect(schemas.length).toBeGreaterThan(20);
  for (const schema of schemas) {
    for (const found of ['', 'a list']) {
      expect(ofField('statusId', shapeRule(schema, { wanted: 'x', found }))).toMatch(/^Статус — [а-я]/);
    }
  }
});

test.each([
  ['products.0.name', { rule: 'empty' }, 'Позиция 1: название — нужно заполнить.'],
  ['data.products.11.price', { rule: 'two_decimals' }, 'Позиция 12: цена — не больше двух знаков после запятой.'],
  ['name', { rule: 'chars_between', least: 1, most: 200 }, 'Название или имя — нужно от 1 до 200 символов.'],
  ['data.client.phone', { rule: 'chars_at_most', most: 500 }, 'Клиент: телефон — не больше 500 символов.'],
  ['client.shoe', { rule: 'chars_at_most', most: 500 }, 'Клиент: shoe — не больше 500 символов.'],
  ['products', { rule: 'items_between', least: 1, most: 100 }, 'Состав — нужно от 1 до 100 строк.'],
  ['email', { rule: 'email' }, 'Эл. почта — это не адрес эл. почты.'],
  ['amount', { rule: 'refund_left', most: 12.5 }, 'Сумма — не больше 12.5 ₽: столько осталось от этой оплаты.'],
  [
    'url',
    { rule: 'url_inside', host: '127.0.0.1', why: 'loopback' },
    'Адрес 127.0.0.1 не публичный: он ведёт на эту же машину или во внутреннюю сеть. Docket отправляет только на публичные адреса.',
  ],
  ['', { rule: 'body_too_deep', most: 20 }, 'Слишком много вложенных данных.'],
  ['theme', { rule: 'shape_choice', wanted: 'x', found: '' }, 'Оформление — нужно выбрать одно из предложенного.'],
  ['else', { rule: 'shape_number_least', wanted: 'x', found: 'a text', least: 0 }, 'else — нужно число не меньше 0.'],
] as const)('in Russian, the message about a wrong field uses the field’s label: %s', (path, broken, told) => {
  expect(ofField(path, broken).charAt(0).toLowerCase() + ofField(path, broken).slice(1)).toBe(
    told.charAt(0).toLowerCase() + told.slice(1),
  );
});

test('in English, a field is named by its label and not by its API path', () => {
  const details = [
    issue('products.0.name', { rule: 'empty' }),
    issue('data.delivery.price', { rule: 'shape_missing', wanted: 'a number of at least 0' }),
    issue('products.2.sku', { rule: 'chars_at_most', most: 500 }),
  ];
  expect(wrongFields('en', details)).toBe(
    'Item 1, name: must not be empty.\nDelivery, price: is missing.\nItem 3, SKU: must have at most 500 characters.',
  );
  expect(fieldName('something.else', EXPLAIN_EN)).toBe('something.else');
  expect(Object.keys(EXPLAIN_EN.fields).sort()).toEqual(
    Object.keys(EXPLAIN_RU.fields)
      .filter((key) => key !== 'client.name' && key !== 'recipient.name')
      .sort(),
  );
});

test.each<[Refused, string]>([
  [{ rule: 'order_status_conflict' }, 'Тем временем статус заказа сменили. Ваше изменение не сохранено.'],
  [
    { rule: 'role_needed', needed: 'owner', own: 'viewer' },
    'Для этого нужна роль «владелец», а ваша роль — «наблюдатель».',
  ],
  [{ rule: 'restore_days', days: 30 }, 'Восстановить заказ можно только в течение 30 дней после удаления.'],
  [{ rule: 'no_view' }, 'Этой подборки уже нет.'],
  [{ rule: 'store_full' }, 'На сервере кончилось место на диске. Ничего не сохранено. Освободите место и повторите.'],
  [
    { rule: 'key_replaced', until: '2026-03-08T10:00:00.000Z' },
    'Этот ключ уже заменён и действует до <2026-03-08T10:00:00.000Z>. Заменяйте тот, что пришёл ему на смену.',
  ],
  [
    { rule: 'backup_counts', file: null, table: 'orders', found: 2, said: 3 },
    'Копия повреждена: файл, который вы прислали. В таблице orders строк: 2, а по описанию копии их должно быть: 3.',
  ],
  [{ rule: 'backup_place', place: '/backups', trouble: 'full' }, '/backups: на диске нет места.'],
])('%o is explained in Russian', (refusal, told) => {
  expect(said('ru', new AppError(refusal))).toBe(told);
});

test('a refusal by a rule that the page does not know is shown with the server’s text', () => {
  const refusal = new Refusal('brand_new', 'A text that nobody has translated.', 'r', undefined, { rule: 'toString' });
  expect(explainers.ru.refusal(refusal)).toEqual(['A text that nobody has translated.']);
});

test('the server’s text is shown when the page has no English text of its own', () => {
  expect(said('en', new AppError({ rule: 'no_view' }))).toBe('You have no such view.');
  expect(said('en', new AppError({ rule: 'role_needed', needed: 'owner', own: 'viewer' }))).toBe(
    'This needs the role owner; yours is viewer.',
  );
});

test('a name in a refusal is shown unchanged, even if it looks like a word of Docket', () => {
  const unknown = ofField('url', { rule: 'url_unknown', host: 'owner' });
  expect(unknown).toStartWith('Сервера с именем owner сейчас нет.');
  const gone = said('ru', new AppError({ rule: 'backup_gone', file: '2026-03-08T10:00:00.db' }));
  expect(gone).toBe('Такой копии нет: 2026-03-08T10:00:00.db.');
});

test('too many invitations are not reported as too many sign-in attempts', () => {
  const refusal = new AppError({ rule: 'invitations', minutes: 58 }, { retryAfter: 3480 });
  expect(said('ru', refusal)).toBe('Слишком много приглашений. Попробуйте снова через 58 мин.');
  expect(said('en', refusal)).toBe('Too many invitations. Try again in 58 minutes.');
});

test('in Russian, the word for seconds agrees with the number of seconds to wait', () => {
  const told = [1, 2, 60].map(
    (retryAfter) => said('ru', new AppError({ rule: 'tries', seconds: retryAfter }, { retryAfter })).split('через ')[1],
  );
  expect(told).toEqual(['1 секунду.', '2 секунды.', '60 секунд.']);
});

/** Stands for the parameters of a rule: the value of each is its own name in angle brackets. */
const named = new Proxy({}, { get: (_, name) => `<${String(name)}>` });
const textsOf = (words: object): string[] =>
  Object.values(words).map((text: unknown) => (typeof text === 'function' ? text(named) : text));

test('every Russian text contains Russian words', () => {
  const texts = [...textsOf(EXPLAIN_RU.rules), ...textsOf(EXPLAIN_RU.refusals)];
  expect(texts.length).toBeGreaterThan(180);
  for (const text of texts) {
    if (text !== '<place>: <trouble>.') expect(text).toMatch(/[а-яё]{2}/i);
  }
});

test('each rule name belongs to exactly one error code', () => {
  const names = Object.values(REFUSALS).flatMap((rules) => Object.keys(rules));
  expect(new Set(names).size).toBe(names.length);
});
