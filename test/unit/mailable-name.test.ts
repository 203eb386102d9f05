import { expect, test } from 'bun:test';
import { mailableName } from '../../src/mail/mailable-name.ts';

test.each([
  ['Цветочная лавка', 'Цветочная лавка'],
  ['И. П. Иванов', 'И. П. Иванов'],
  ['Roses & Co.', 'Roses & Co.'],
  ['  Two\n lines ', 'Two lines'],
  ['Flowers.ru', 'Flowers ru'],
  ['Цветы。рф', 'Цветы рф'],
  ['A/B', 'A B'],
  ['shop\u200b.example', 'shop example'],
  ['shop\ufe0f.example', 'shop example'],
  ['shop\u034f.ex\u{e0100}ample', 'shop example'],
  ['shox\u0301.example', 'shox\u0301 example'],
  ['shop.भारत', 'shop भारत'],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
])('%j appears in a mail to a stranger as %j', (name, shown) => {
  expect(mailableName(name)).toBe(shown);
});

test.each([
  'Account blocked, confirm at https://evil.example/login',
  'HTTP evil',
  'www.evil.example',
  'help@evil.example',
  'Sign in at 1.2.3.4',
  'help＠evil.example',
  'Call +7 (912) 345-67-89 at once',
  'Call 8.9123.45678',
  'Call 8/912/345/67/89',
  'Call 8–912–345–67–89',
  'Call 8\u034f9\u034f1\u034f2\u034f3\u034f4\u034f5',
  'Call 8\u0301912\u0301345',
  'Call 8·800·555·35·35',
  'Call ➇➇⓪⓪➄➄➄',
  'Sign in at ١.٢.٣.٤',
  'Call ٨٨٠٠٥٥٥٣٥٣٥',
  // Docket cannot tell such a date from a phone number.
  'Sale 12.05.2026',
  '\u200b \n',
  '',
  null,
])('%j is left out of a mail to a stranger', (name) => {
  expect(mailableName(name)).toBeUndefined();
});
