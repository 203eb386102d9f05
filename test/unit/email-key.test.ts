import { expect, test } from 'bun:test';
import { emailKey, isEmailAddress } from '../../src/base/index.ts';

test.each([
  'victim@x.example>',
  '<victim@x.example',
  'victim@x.example.',
  'v@first.example/evil.com',
  'v@first.example#evil.com',
  'v@first.example?evil.com',
  'v@first.example\\evil.com',
  'v@first%2eexample',
  'v@first.example:25',
  'v@first..example',
  'v@.example',
  'v@1.2.3',
  'v@0x7f.1',
  'v@[127.0.0.1]',
  'v@first\u{AD}.example',
  'v@first\u3002example',
  '"victim"@x.example',
  'victim(a)@x.example',
  'vic\\tim@x.example',
  'a,victim@x.example',
  'a;victim@x.example',
  'vic\u200Btim@x.example',
  'a@victim@x.example',
  'v@xn--a.example',
  'victim@',
  '@x.example',
])('%j is not the address of a mailbox', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test.each([
  'anna@example.com',
  'Anna.O’Neil+shop@example.com',
  "o'neil@example.com",
  'анна@пример.рф',
  'owner@localhost',
  'a_b@c_d.example',
  'x@xn--e1afmkfd.xn--p1ai',
  '!#$%&*/=?^_`{|}~-@example.com',
])('%j is the address of a mailbox', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test('an invalid e-mail address never has the same comparison key as a valid one', () => {
  for (const text of ['v@first.example/evil.com', 'v@first.example#a', 'v@first.example\\a', 'v@first%2eexample']) {
    expect(emailKey(text)).not.toBe(emailKey('v@first.example'));
  }
});

test('two spellings of one mailbox have the same comparison key', () => {
  expect(emailKey(' Anna@ПРИМЕР.рф')).toBe(emailKey('anna@xn--e1afmkfd.xn--p1ai'));
});
