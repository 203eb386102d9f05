import { expect, test } from 'bun:test';
import { describeMailServer } from '../../src/base/index.ts';

const described = (smtpUrl: string) => describeMailServer({ smtpUrl, from: undefined });

test.each([
  ['smtps://a%40b.example:secret@mail.example.com', 465, 'tls', 'a@b.example'],
  ['smtp://user:secret@mail.example.com:25', 25, 'starttls', 'user'],
  ['smtp://user:secret@127.0.0.1', 587, 'offered', 'user'],
  ['smtp://mail.example.com?requireTLS=true', 587, 'starttls', null],
  ['smtp://mail.example.com?ignoreTLS=true', 587, 'none', null],
] as const)('%s is described by port, encryption and user, never by its password', (url, port, encryption, user) => {
  const server = described(url);
  expect(server).toMatchObject({ port, encryption, user });
  expect(JSON.stringify(server)).not.toContain('secret');
});
