import { expect, test } from 'bun:test';
import { saidText } from '../../src/base/index.ts';

const PASSWORD = 'Gr0ße Äpfel/+?';
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const bare = (text: string): string => base64(text).replaceAll('=', '');
const url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');

test.each([
  ['as it is', PASSWORD],
  ['as an address has it', encodeURIComponent(PASSWORD)],
  ['as LOGIN sends it', base64(PASSWORD)],
  ['as PLAIN sends it', base64(`\0anna@example.com\0${PASSWORD}`)],
  ['as PLAIN sends it for another one', base64(`boris\0anna\0${PASSWORD}`)],
  ['without its padding', bare(`\0anna\0${PASSWORD}`)],
  ['in the alphabet of addresses', url(`\0anna\0${PASSWORD}`)],
  ['inside a longer text', base64(`{"pass":"${PASSWORD}"}`)],
  ['behind letters that shift it', `xy${base64(`\0anna\0${PASSWORD}`)}`],
])('a secret in a server’s answer is hidden if the server repeats it %s', (_, repeated) => {
  const told = saidText(`535 5.7.8 refused: AUTH=${repeated} (try again), again ${repeated}.`, [PASSWORD]);
  expect(told).toMatch(/^535 5.7.8 refused: AUTH=\*\*\* \(try again\), again \*\*\*\.$/);
});

test('text without secrets is unchanged, and even a cut secret is hidden', () => {
  const plain = `550 anna@example.com: relaying denied, see https://example.com/relay?id=${base64('nothing of it')}`;
  expect(saidText(plain, [PASSWORD, ''])).toBe(plain);
  expect(saidText(`${'x'.repeat(495)}${PASSWORD}`, [PASSWORD])).toBe(`${'x'.repeat(495)}***`);
  expect(saidText(`${' '.repeat(9_998)}${PASSWORD}`, [PASSWORD])).not.toContain('Gr');
});

test('a very short password is hidden anywhere in plain text, but in Base64 only if it is a whole NUL-separated field', () => {
  expect(saidText(`refused: ${base64('\0anna\0ab')}, ${base64('ab')}, cd YWJj`, ['ab'])).toBe(
    'refused: ***, ***, cd YWJj',
  );
  expect(saidText('you said YQ==', ['a'])).toBe('you s***id ***');
});

test('a text of megabytes is searched for secrets in linear time', () => {
  expect(saidText('Zm9v'.repeat(1_000_000), [PASSWORD])).toHaveLength(500);
});
