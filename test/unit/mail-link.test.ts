import { expect, test } from 'bun:test';
import { mailLink } from '../../src/dashboard/client/ui/mail-link.ts';

test('a mail link contains the address unchanged', () => {
  expect(mailLink('anna@example.org')).toBe('mailto:anna@example.org');
});

test.each(['a@b.com?bcc=evil%40x.com&body=hi', 'a?cc=b%40c.d@e.f', 'a@b.com#x', 'a@b.com%0d%0aBcc:x'])(
  'a mail link to %s sets nothing but the address',
  (email) => {
    const { search, hash, pathname } = new URL(mailLink(email));
    expect({ search, hash, to: decodeURIComponent(pathname) }).toEqual({ search: '', hash: '', to: email });
  },
);

test('half an emoji in an email becomes one replacement character', () => {
  expect(mailLink('anna\ud83d@example.org')).toBe(`mailto:anna${encodeURIComponent('\ufffd')}@example.org`);
});
