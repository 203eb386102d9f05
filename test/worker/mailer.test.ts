import { expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { createMailer } from '../../src/base/index.ts';
import { defaultSender, type Mail, transportOptions } from '../../src/base/mail/mailer.ts';
import { partOf, type Rudeness, startRudeSmtp, startSmtp } from '../support/smtp.ts';

const MAIL: Mail = {
  to: 'owner@example.com',
  subject: 'Уведомления не доходят 🌷',
  text: 'Здравствуйте!\nСервер hooks.example.com не отвечает.',
  html: '<p>Здравствуйте! ☕</p>',
  messageId: '01910000-0000-7000-8000-000000000001',
};
interface Rest {
  readonly user?: string;
  readonly query?: string;
  readonly scheme?: string;
  readonly from?: string;
  readonly timeoutMs?: number;
}

const mailerTo = (port: number, rest: Rest = {}) =>
  createMailer({
    smtpUrl: `${rest.scheme ?? 'smtp'}://${rest.user === undefined ? '' : `${rest.user}@`}127.0.0.1:${port}${rest.query ?? ''}`,
    from: rest.from ?? 'docket@example.com',
    timeoutMs: rest.timeoutMs ?? 15_000,
  });

test('a mail arrives with subject, text and HTML unchanged and the same Message-ID on each try', async () => {
  await using server = await startSmtp();
  const mailer = mailerTo(server.port);
  expect(await mailer.send(MAIL)).toEqual({ ok: true });
  expect(await mailer.send(MAIL)).toEqual({ ok: true });
  const [first, second] = server.taken;
  if (first === undefined || second === undefined) throw new Error('nothing was taken');
  expect(first).toMatchObject({ from: 'docket@example.com', to: ['owner@example.com'] });
  expect(partOf(first, 'text/plain')).toContain('Сервер hooks.example.com не отвечает.');
  expect(partOf(first, 'text/html')).toContain('Здравствуйте! ☕');
  const subject = /Subject: ((?:.|\r\n\s)+?)\r\n(?!\s)/.exec(first.raw)?.[1] ?? '';
  const words = [...subject.matchAll(/=\?UTF-8\?([BQ])\?(.*?)\?=/g)].map(([, kind, text = '']) =>
    kind === 'B'
      ? Buffer.from(text, 'base64')
      : Buffer.from(
          text
            .replaceAll('_', ' ')
            .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
          'latin1',
        ),
  );
  expect(Buffer.concat(words).toString('utf8')).toBe(MAIL.subject);
  for (const { raw } of [first, second]) expect(raw).toContain(`Message-ID: <${MAIL.messageId}@example.com>`);
  expect(first.raw).toContain('Auto-Submitted: auto-generated');
});

test('the password is used with no TLS, with STARTTLS and with smtps', async () => {
  for (const [tls, scheme] of [
    ['none', 'smtp'],
    ['starttls', 'smtp'],
    ['implicit', 'smtps'],
  ] as const) {
    await using server = await startSmtp({ user: 'shop', password: 'p%w', tls });
    const mailer = mailerTo(server.port, { user: 'shop:p%25w', scheme, query: '?tls.rejectUnauthorized=false' });
    expect([tls, await mailer.verify()]).toEqual([tls, { ok: true }]);
    expect([tls, await mailer.send(MAIL)]).toEqual([tls, { ok: true }]);
    expect(server.taken).toMatchObject([{ user: 'shop', secure: tls !== 'none' }]);
  }
});

test('an untrusted certificate is refused, with STARTTLS and with smtps', async () => {
  for (const [tls, scheme] of [
    ['starttls', 'smtp'],
    ['implicit', 'smtps'],
  ] as const) {
    await using server = await startSmtp({ tls });
    const result = await mailerTo(server.port, { scheme }).send(MAIL);
    expect(result).toMatchObject({ ok: false, step: 'tls' });
    expect(server.taken).toEqual([]);
  }
});

test.each([
  ['refuse-sender', 'sender', 'we do not relay'],
  ['refuse-recipient', 'recipient', 'no such mailbox'],
  ['busy', 'recipient', 'try again later'],
  ['refuse-message', 'message', 'looks like spam'],
] as const)(
  'a mail to a server in the mode %s fails at the step %s, with the server’s own words',
  async (mode, step, words) => {
    await using server = await startSmtp();
    server.mode = mode;
    expect(await mailerTo(server.port).send(MAIL)).toEqual({ ok: false, step, reason: expect.stringContaining(words) });
  },
);

test('a wrong password fails at the step auth, and the reason does not contain the password', async () => {
  await using server = await startSmtp({ user: 'shop', password: 'right' });
  const result = await mailerTo(server.port, { user: 'shop:wrong-one' }).send(MAIL);
  expect(result).toMatchObject({ ok: false, step: 'auth' });
  expect(JSON.stringify(result)).not.toContain('wrong-one');
});

/** A server that offers CRAM-MD5 alone. @param challenge the text after `334 ` */
const startCram = (challenge: string, signedIn: (line: string) => string | undefined) =>
  startRudeSmtp((line) => {
    if (line.startsWith('EHLO')) return '250-rude\r\n250 AUTH CRAM-MD5\r\n';
    return line === 'AUTH CRAM-MD5' ? `334 ${challenge}\r\n` : signedIn(line);
  });

test('CRAM-MD5 is answered as in RFC 2195, and a server’s refusal of it counts as a wrong password', async () => {
  const challenge = 'PDE4OTYuNjk3MTcwOTUyQHBvc3RvZmZpY2UucmVzdG9uLm1jaS5uZXQ+';
  const answer = 'dGltIGI5MTNhNjAyYzdlZGE3YTQ5NWI0ZTZlNzMzNGQzODkw';
  const told = (line: string) => (line === answer ? '235 welcome\r\n' : '535 5.7.8 wrong password\r\n');
  await using server = await startCram(challenge, told);
  expect(await mailerTo(server.port, { user: 'tim:tanstaaftanstaaf' }).verify()).toEqual({ ok: true });
  expect(await mailerTo(server.port, { user: 'tim:tanstaaf' }).verify()).toEqual({
    ok: false,
    step: 'auth',
    reason: '535 5.7.8 wrong password',
  });
});

test('an overlong CRAM-MD5 challenge is answered without delay', async () => {
  const seen: string[] = [];
  await using server = await startCram(`${' '.repeat(200_000)}x\rx`, (line) => {
    seen.push(line);
    return '535 no\r\n';
  });
  const result = await mailerTo(server.port, { user: 'shop:secret' }).verify();
  expect(result).toEqual({ ok: false, step: 'auth', reason: '535 no' });
  expect(seen).toHaveLength(1);
});

const when =
  (word: string, act: Rudeness): Rudeness =>
  (line, socket) =>
    line.toUpperCase().startsWith(word) ? act(line, socket) : undefined;
const drop: Rudeness = (_line, socket) => {
  socket.destroy();
  return 'silent';
};
const hang: Rudeness = () => 'silent';
/** The time-out, long enough for a busy machine to reach the step that hangs. */
const HANGS_MS = 1_000;

test.each([
  ['drops at the greeting word', when('EHLO', drop), 'greeting', {}],
  ['drops at the sender', when('MAIL', drop), 'sender', {}],
  ['drops at the recipient', when('RCPT', drop), 'recipient', {}],
  ['drops mid-message', when('CONTENT-TYPE', drop), 'message', {}],
  ['hangs at the recipient', when('RCPT', hang), 'recipient', { timeoutMs: HANGS_MS }],
  ['hangs after the message', when('.', hang), 'message', { timeoutMs: HANGS_MS }],
  ['answers garbage', when('MAIL', () => '\u0001\u0002 what?\r\n'), 'sender', {}],
  ['never ends its answer', when('MAIL', () => '250-and\r\n'), 'sender', { timeoutMs: HANGS_MS }],
] as const)(
  'a server that %s causes no exception or hang, only a mail that fails at that step',
  async (_what, rude, step, rest) => {
    await using server = await startRudeSmtp(rude);
    expect(await mailerTo(server.port, rest).send(MAIL)).toEqual({
      ok: false,
      step,
      reason: expect.stringMatching(/\S/),
    });
  },
);

test('a mail fails if the server stays silent or does not exist', async () => {
  await using mute = await startRudeSmtp(hang, false);
  expect(await mailerTo(mute.port, { timeoutMs: HANGS_MS }).send(MAIL)).toMatchObject({ ok: false, step: 'greeting' });
  expect(await mailerTo(1).send(MAIL)).toMatchObject({ ok: false, step: 'connect' });
});

test('a password that the mail server repeats is hidden, and an answer that is not SMTP is not shown', async () => {
  const capable = when('EHLO', () => '250-rude\r\n250 AUTH PLAIN LOGIN\r\n');
  await using parrot = await startRudeSmtp((line, socket) =>
    line.startsWith('AUTH') ? `535 5.7.8 you said ${line}\u0007\r\n` : capable(line, socket),
  );
  const repeated = await mailerTo(parrot.port, { user: 'shop:right' }).send(MAIL);
  expect(repeated).toMatchObject({ ok: false, step: 'auth', reason: '535 5.7.8 you said AUTH PLAIN ***' });
  await using long = await startRudeSmtp(when('MAIL', () => `550 ${'no '.repeat(1_000)}\r\n`));
  const told = await mailerTo(long.port).send(MAIL);
  expect(told.ok ? 0 : told.reason.length).toBe(500);
  await using other = await startRudeSmtp(when('MAIL', () => 'secret of the inside\r\n'));
  const answered = await mailerTo(other.port).send(MAIL);
  expect(answered).toMatchObject({ ok: false, step: 'sender' });
  expect(JSON.stringify(answered)).not.toContain('secret');
});

test('the encoded user name and the encoded password are hidden if the mail server repeats them', async () => {
  const asked = when('EHLO', () => '250-rude\r\n250 AUTH LOGIN\r\n');
  const lines: string[] = [];
  await using login = await startRudeSmtp((line, socket) => {
    if (line.startsWith('EHLO')) return asked(line, socket);
    lines.push(line);
    return lines.length < 3 ? '334 VXNlcm5hbWU6\r\n' : `535 5.7.8 ${lines.join(', ')}, so: shop:right\r\n`;
  });
  const told = await mailerTo(login.port, { user: 'shop:right' }).send(MAIL);
  expect(told).toMatchObject({ reason: '535 5.7.8 AUTH LOGIN, ***, ***, so: shop:***' });
});

test('if the mail server repeats a mailed link, its token is masked in the reason for the failure', async () => {
  const link = `https://shop.example/app/reset#${'k_-7'.repeat(11)}`;
  await using filter = await startRudeSmtp(when('MAIL', () => `550 5.7.1 contains the listed URL ${link}\r\n`));
  const told = await mailerTo(filter.port).send({ ...MAIL, text: `Здравствуйте!\n${link}\nДо встречи` });
  expect(told).toMatchObject({ reason: '550 5.7.1 contains the listed URL https://shop.example/app/reset#***' });
});

test.each([
  ['wraps', (token: string) => `${token.slice(0, 20)}\r\n550-${token.slice(20)}`, '*** 550-***'],
  ['wraps as quoted-printable', (token: string) => `${token.slice(0, 31)}=\r\n550-${token.slice(31)}`, '***= 550-***'],
  ['cuts', (token: string) => `${token.slice(0, 30)}...`, '***...'],
] as const)('the reason of a failed mail hides the token of a link that the server %s', async (_what, repeat, told) => {
  const token = 'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_AbCdE';
  const said = `550-5.7.1 listed: https://shop.example/#${repeat(token)}\r\n550 refused\r\n`;
  await using filter = await startRudeSmtp(when('MAIL', () => said));
  const failed = await mailerTo(filter.port).send({ ...MAIL, text: `https://shop.example/#${token}` });
  expect(failed).toMatchObject({ reason: expect.stringContaining(`listed: https://shop.example/#${told}`) });
});

/** Repeats `line` while the other side reads, but writes about 64 MB at most. */
function flood(socket: Socket, line: string): 'silent' {
  const some = line.repeat(4_096);
  const go = (): void => {
    while (!socket.destroyed && socket.bytesWritten < 64 * 1024 * 1024) if (!socket.write(some)) return;
    socket.end();
  };
  socket.on('drain', go);
  go();
  return 'silent';
}

test.each([
  ['AUTH', '334 VXNlcm5hbWU6\r\n', 'auth'],
  ['MAIL', '\r\n', 'sender'],
] as const)(
  'a server that answers the command %s endlessly is dropped after a quarter of a megabyte',
  async (word, line, step) => {
    const capable = when('EHLO', () => '250-rude\r\n250 AUTH PLAIN LOGIN\r\n');
    const signs = when('AUTH', () => '235 ok\r\n');
    let written = 0;
    const left = Promise.withResolvers<void>();
    await using endless = await startRudeSmtp((said, socket) => {
      if (!said.startsWith(word)) return said.startsWith('AUTH') ? signs(said, socket) : capable(said, socket);
      socket.on('close', () => {
        written = socket.bytesWritten;
        left.resolve();
      });
      return flood(socket, line);
    });
    expect(await mailerTo(endless.port, { user: 'shop:right' }).send(MAIL)).toMatchObject({ ok: false, step });
    await left.promise;
    // The mailer reads a quarter of a megabyte at most, but `written` also counts bytes that are still in buffers.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  },
);

test('the check of a mail server with an unknown host name fails at the step that looks up the name', async () => {
  const mailer = createMailer({ smtpUrl: 'smtp://nowhere.invalid', from: undefined, timeoutMs: 15_000 });
  expect(await mailer.verify()).toMatchObject({ ok: false, step: 'lookup' });
});

test('a line feed in a subject or an address adds no header and no recipient', async () => {
  await using server = await startSmtp();
  const subject = 'Order\r\nBcc: victim@example.com';
  await mailerTo(server.port).send({ ...MAIL, subject });
  await mailerTo(server.port).send({ ...MAIL, to: 'owner@example.com\r\nRCPT TO:<victim@example.com>' });
  for (const { raw, to } of server.taken) {
    expect(raw).not.toMatch(/^Bcc:/m);
    expect(to).not.toContain('victim@example.com');
  }
});

test.each([
  ['smtp://u:p@mail.example.com:587', true],
  ['smtp://mail.example.com', true],
  ['smtp://10.0.0.7:25', true],
  ['smtp://127.0.0.1:25', undefined],
  ['smtp://u:p@127.0.0.1', undefined],
  ['smtp://u:p@localhost:2525', undefined],
  ['smtp://u:p@mail.example.com?ignoreTLS=true', undefined],
  ['smtp://u:p@mail.example.com?requireTLS=false', undefined],
  ['smtps://u:p@mail.example.com', undefined],
])('whether %s requires TLS before a mail is sent: %p', (url, demanded) => {
  expect(transportOptions(url).requireTLS).toBe(demanded as never);
});

test('the default sender is the user if that is an e-mail address, else docket at the server’s host name', () => {
  expect(defaultSender('smtps://shop%40example.com:p@mail.example.com')).toBe('shop@example.com');
  expect(defaultSender('smtp://shop:p@mail.example.com')).toBe('docket@mail.example.com');
});
