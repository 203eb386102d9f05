import { expect, test } from 'bun:test';
import { AppError, tokenText } from '../../src/base/index.ts';
import { checkChosenPassword } from '../../src/people/choose-password.ts';
import { isCommonPassword } from '../../src/people/common-passwords.ts';
import { checkPassword } from '../../src/people/fields.ts';
import { seededRandom } from '../support/world.ts';

const NAMES = ['Цветочная лавка', 'owner@example.com'];

function ruleAgainst(password: string): string | undefined {
  try {
    checkChosenPassword('password', password, NAMES);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || !Array.isArray(error.details)) throw error;
    const [issue] = error.details;
    expect(issue.path).toBe('password');
    return issue.rule === 'chars_between' ? 'length' : issue.rule;
  }
}

test.each([
  '12345678',
  '1234567890',
  'password',
  'Password1',
  'qwertyuiop',
  'QWERTYUIOP',
  '1q2w3e4r',
  'iloveyou',
  'trustno1',
  'йцукенгшщ',
  'ЙЦУКЕНГШЩ',
  'фывапролдж',
  'пароль123',
  'привет123',
  'любимая1',
  'privet123',
  'gfhjkm123',
  'ghbdtn123',
])('%s is refused as a common password', (password) => {
  expect(ruleAgainst(password)).toBe('password_common');
});

test.each(['цветочная лавка', 'ЦВЕТОЧНАЯ ЛАВКА', ' Owner@Example.com '])(
  'the password %j is refused because it is the name of the business or the person’s e-mail address',
  (password) => {
    expect(ruleAgainst(password)).toBe('password_is_name');
  },
);

test.each(['short', '1234567', 'x'.repeat(129)])('the password %s is refused for its length', (password) => {
  expect(ruleAgainst(password)).toBe('length');
});

test.each(['correct horse', 'x8#kfPq2', 'лавка на углу у моста', '🌷🌷🌷🌷', 'y'.repeat(128), 'qwertyuiop and more'])(
  'the password %s is accepted',
  (password) => {
    expect(ruleAgainst(password)).toBeUndefined();
  },
);

test('the command line checks only the length of a password', () => {
  expect(checkPassword('password', 'qwertyuiop')).toBe('qwertyuiop');
});

test.each(['qwer1234', 'Hardcore', '4815162342', 'rhjrjlbk', 'qazwsxedc123', '31121986', 'sr20dett', '07021954'])(
  '%s is refused as a stolen password',
  (password) => {
    expect(ruleAgainst(password)).toBe('password_common');
  },
);

test('no random password is mistaken for a common one', () => {
  const random = seededRandom(7);
  const mistaken = Array.from({ length: 20_000 }, () => tokenText(random.bytes(9))).filter(isCommonPassword);
  expect(mistaken).toEqual([]);
});

test('the filter of stolen passwords is sorted and has 38,452 entries', async () => {
  const bytes = await Bun.file(new URL('../../src/people/breached-passwords.bin', import.meta.url)).bytes();
  const view = new DataView(bytes.buffer);
  const marks = Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4));
  expect(marks.length).toBe(38_452);
  expect(marks).toEqual(marks.toSorted((a, b) => a - b));
});

test('each listed common password is unique, in lower case and long enough', async () => {
  const source = await Bun.file(new URL('../../src/people/common-passwords.ts', import.meta.url)).text();
  const words = (/`([^`]+)`/.exec(source)?.[1] ?? '').trim().split(/\s+/);
  expect(words.length).toBeGreaterThan(700);
  expect(new Set(words).size).toBe(words.length);
  expect(words.filter((word) => word.length < 8 || word !== word.toLowerCase())).toEqual([]);
  expect(words.every(isCommonPassword)).toBe(true);
});
