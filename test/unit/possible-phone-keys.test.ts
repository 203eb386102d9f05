import { expect, test } from 'bun:test';
import fc from 'fast-check';
import plans from 'libphonenumber-js/metadata.min.json';
import { mayHavePhoneKey } from '../../src/base/index.ts';
import { contactsIn, tailKey, telKey } from '../../src/forgetting/contacts.ts';

type Fields = readonly unknown[];
const { countries, nonGeographic } = plans as unknown as Readonly<Record<string, Readonly<Record<string, Fields>>>>;

/** Returns the patterns of a country's numbers: one for all numbers, and one for each kind, such as mobile numbers. */
const patternsOf = ([, , pattern, , , , , , , , , kinds]: Fields): string[] =>
  [pattern, ...((kinds || []) as Fields[]).map((kind) => kind?.[0])].map((one) => String(one || '')).filter(Boolean);

const numbersOfPlans = [
  ...Object.values(countries ?? {}),
  ...Object.entries(nonGeographic ?? {}).map(withCode),
].flatMap((fields) =>
  patternsOf(fields).map((pattern) => ({
    code: String(fields[0]),
    prefix: String(fields[7] || fields[5] || ''),
    number: fc.stringMatching(new RegExp(`^(?:${pattern})$`)),
  })),
);

function withCode([code, fields]: [string, Fields]): Fields {
  return [code, ...fields.slice(1)];
}

function expectPossible(digits: string): void {
  for (const text of [digits, `+${digits}`]) {
    const key = telKey(text);
    const isPossible = mayHavePhoneKey(digits, (one) => `tel:${one}` === key);
    expect({ text, key, isPossible }).toEqual({ text, key, isPossible: true });
  }
}

test('the possible keys of any 7 to 15 digits include their real phone key', () => {
  const heads = fc.constantFrom('', '0', '00', '000', '7', '8', '78', '87', '810', '8107', '81044', '007', '0049');
  const digits = fc
    .tuple(heads, fc.stringMatching(/^\d{4,15}$/))
    .map((parts) => parts.join('').slice(0, 15))
    .filter((row) => row.length >= 7);
  fc.assert(fc.property(digits, expectPossible), { numRuns: 5_000 });
});

test('mayHavePhoneKey returns true for the real key of a phone number of any country, with any prefix', () => {
  for (const { code, prefix, number } of numbersOfPlans) {
    const prefixes = fc.constantFrom('', '0', '8', '1', '9');
    const own = prefix === '' ? prefixes : fc.oneof(prefixes, fc.stringMatching(new RegExp(`^(?:${prefix})$`)));
    const written = fc
      .tuple(fc.constantFrom('', '00', '810', '8', '7'), fc.constantFrom('', code), own, number)
      .map((parts) => parts.join('').replaceAll(/\D/g, ''))
      .filter((row) => row.length >= 7 && row.length <= 15);
    fc.assert(fc.property(written, expectPossible), { numRuns: 60 });
  }
});

const NUMBER = /\+?\d[\d\s().\-‐-―/]{3,}\d/gu;

/** Finds the phones of a text by parsing every number that it could contain. */
function phonesParsed(text: string): Set<string | undefined> {
  const numbers = (text.match(NUMBER) ?? []).flatMap((run) => {
    const groups = run.match(/\d+/gu) ?? [];
    const plus = (from: number): string => (from === 0 && run.startsWith('+') ? '+' : '');
    return groups.flatMap((_group, from) =>
      groups.slice(from).map((_last, nth) => `${plus(from)}${groups.slice(from, from + nth + 1).join('')}`),
    );
  });
  return new Set(numbers.filter((number) => /^\+?\d{7,15}$/.test(number)).map(telKey));
}

test('contactsIn finds the same phones as a parse of every number in the text', () => {
  const phones = [
    '+7 916 123-45-67',
    '8 (495) 123-45-67',
    '89161234567',
    '+44 20 7946 0958',
    '0049 30 901820',
    '8 10 375 29 123 45 67',
    '123-45-67',
    '43 0 1 234',
  ];
  const group = fc.stringMatching(/^\d{1,6}$/);
  const word = fc.oneof(group, group, group, fc.constantFrom(...phones), fc.constantFrom('+', ',', 'x', '00', '810'));
  const texts = fc.array(fc.tuple(word, fc.constantFrom(' ', '-', '', ' ('))).map((words) => words.flat().join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const parsed = phonesParsed(text);
      for (const key of [...parsed, telKey('+4951234567'), telKey('89161234567')]) {
        if (key === undefined) continue;
        const found = [...contactsIn(text, (one) => one === key || one === tailKey(key))];
        expect({ text, key, isFound: found.includes(key) }).toEqual({ text, key, isFound: parsed.has(key) });
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a number is parsed only if its digits may be those of a wanted phone', () => {
  const wanted = telKey('+79160000777') ?? '';
  const groups = Array.from({ length: 2_000 }, (_, n) => `${(n * 37) % 100} 777`).join(' ');
  const found = [...contactsIn(groups, (key) => key === wanted || key === tailKey(wanted))];
  expect(found.filter((key) => key !== undefined)).toEqual([]);
});
