import { expect, test } from 'bun:test';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import fc from 'fast-check';
import { createOutbound, systemClock } from '../../src/base/index.ts';
import type { OutboundResult, OutboundSettings } from '../../src/base/net/outbound.ts';
import { type Certificate, makeAuthority } from '../support/certificates.ts';
import { type Act, rude } from '../support/rude-server.ts';
import { serveTickets } from '../support/ticket-server.ts';
import { until } from '../support/until.ts';
import { fakeClock } from '../support/world.ts';

/** The short time-out, for tests in which a call times out. Other tests have enough time on any machine. */
const SHORT = { timeoutMs: 250 };
const outbound = (more: Partial<OutboundSettings> = {}) =>
  createOutbound({ clock: systemClock, allowPrivate: true, timeoutMs: 15_000, ...more });
const post = (url: string, more: Partial<OutboundSettings> = {}): Promise<OutboundResult> =>
  outbound(more).post({ workspaceSeq: 1, url, headers: { 'content-type': 'application/json' }, body: '{"a":1}' });

function says(text: string | Uint8Array) {
  return rude((socket) => {
    socket.end(text);
  });
}

const ends =
  (text: string): Act =>
  (socket) => {
    socket.end(text);
  };

const begins =
  (text: string): Act =>
  (socket) => {
    socket.write(text);
  };

const closes: Act = (socket) => {
  socket.destroy();
};
const resets: Act = (socket) => {
  socket.resetAndDestroy();
};
const head = (status: string, more = ''): string => `HTTP/1.1 ${status}\r\n${more}\r\n`;

test.each(['200 OK', '201 Created', '202 Accepted', '204 No Content', '299 Odd'])(
  'the status %s is a success',
  async (status) => {
    await using server = await says(head(status, 'Content-Length: 0\r\n'));
    expect(await post(server.url)).toMatchObject({
      reason: null,
      httpCode: Number(status.slice(0, 3)),
      response: null,
    });
  },
);

test.each(['301', '302', '303', '307', '308'])(
  'the redirect status %s is a failure and is not followed',
  async (status) => {
    await using target = await says(head('200 OK', 'Content-Length: 0\r\n'));
    await using server = await says(head(`${status} Moved`, `Location: ${target.url}\r\nContent-Length: 0\r\n`));
    expect(await post(server.url)).toMatchObject({ reason: 'redirect', httpCode: Number(status) });
    expect(target.connections()).toBe(0);
  },
);

test.each(['400', '401', '404', '410', '429', '500', '503'])(
  'the status %s is a failure, and its answer is stored',
  async (status) => {
    await using server = await says(head(`${status} No`, 'Content-Length: 5\r\nRetry-After: 9\r\n').concat('sorry'));
    expect(await post(server.url)).toMatchObject({ reason: 'status', httpCode: Number(status), response: 'sorry' });
  },
);

test('only the first 1,024 bytes of a failed answer are stored, whatever they are', async () => {
  const body = Buffer.concat([Buffer.from('\0'), Buffer.alloc(1_022, 'x'), Buffer.from('ё'.repeat(600))]);
  await using server = await says(
    Buffer.concat([Buffer.from(head('500 No', `Content-Length: ${body.length}\r\n`)), body]),
  );
  const { response } = await post(server.url);
  expect(response).toBe(`\ufffd${'x'.repeat(1_022)}\ufffd`);
});

const drip =
  (first: string, text: string): Act =>
  (socket) => {
    socket.write(first);
    const timer = setInterval(() => socket.write(text), 20);
    socket.on('close', () => clearInterval(timer));
  };

test.each([
  ['accepts and says nothing', () => undefined],
  ['answers 100 and nothing more', begins(head('100 Continue'))],
  ['trickles its headers', drip('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n')],
] as const)('a server that %s causes a time-out without a status', async (_what, act) => {
  await using server = await rude(act);
  expect(await post(server.url, SHORT)).toMatchObject({ reason: 'timeout', httpCode: null, response: null });
});

/** Repeats the call with more time, until the status arrives within the time-out. A busy machine may take long. */
async function postAndHang(url: string): Promise<OutboundResult> {
  let result = await post(url, SHORT);
  for (let timeoutMs = 1_000; result.httpCode === null && timeoutMs < 20_000; timeoutMs *= 4) {
    result = await post(url, { timeoutMs });
  }
  return result;
}

test.each([
  ['200 and trickles its body', drip(head('200 OK', 'Content-Length: 100000\r\n'), 'x'), 200, /^x*$/],
  ['200 and hangs after the headers', begins(head('200 OK', 'Content-Length: 9\r\n')), 200, /^$/],
  ['200 and a body of no length that hangs', begins(head('200 OK').concat('begun')), 200, /^begun$/],
  ['500 and hangs in its body', begins(head('500 No', 'Content-Length: 99\r\n').concat('half')), 500, /^half$/],
  ['302 and hangs', begins(head('302 Found', 'Location: /\r\nContent-Length: 9\r\n')), 302, /^$/],
] as const)(
  'if the server answers %s, the call times out, and its result has the HTTP status',
  async (_what, act, httpCode, kept) => {
    await using server = await rude(act);
    const result = await postAndHang(server.url);
    expect(result).toMatchObject({ reason: 'timeout', httpCode });
    expect(result.response).toMatch(kept);
  },
);

test('a hanging look-up and a hanging TLS handshake share one time-out', async () => {
  const never = () => new Promise<never>(() => undefined);
  expect(await post('https://hooks.example.com/', { ...SHORT, resolve: never })).toMatchObject({ reason: 'timeout' });
  await using server = await rude(() => undefined, true);
  expect(await post(`https://127.0.0.1:${server.port}/`, SHORT)).toMatchObject({ reason: 'timeout' });
});

function endlessHeaders(socket: Socket): void {
  socket.write('HTTP/1.1 200 OK\r\n');
  const more = (): void => {
    if (!socket.destroyed) socket.write(`X-A: ${'b'.repeat(60_000)}\r\n`, () => setImmediate(more));
  };
  more();
}

test.each([
  ['closes at once', closes, true, 'connection_closed', null],
  ['closes after the request', closes, false, 'connection_closed', null],
  ['resets', resets, false, 'connection_closed', null],
  ['closes in mid-body', ends(head('200 OK', 'Content-Length: 9\r\n').concat('abc')), false, 'connection_closed', 200],
  [
    'gives two lengths',
    ends(head('200 OK', 'Content-Length: 2\r\nContent-Length: 5\r\n').concat('ok')),
    false,
    'bad_response',
    null,
  ],
  [
    'upgrades unasked',
    ends(head('101 Switching', 'Upgrade: x\r\nConnection: upgrade\r\n')),
    false,
    'bad_response',
    null,
  ],
  ['answers garbage', ends('what do you want\r\n\r\n'), false, 'bad_response', null],
  [
    'chunks garbage',
    ends(head('200 OK', 'Transfer-Encoding: chunked\r\n').concat('ZZ\r\nabc')),
    false,
    'bad_response',
    200,
  ],
  ['never ends its headers', endlessHeaders, false, 'response_too_long', null],
  [
    'sends a header name that is no ASCII',
    ends(head('200 OK', 'X-Ж: Привет\r\nContent-Length: 0\r\n')),
    false,
    'bad_response',
    null,
  ],
] as const)(
  'a server that %s causes a failure with the matching reason and no exception',
  async (_what, act, atOnce, reason, httpCode) => {
    await using server = await rude(act, atOnce);
    expect(await post(server.url)).toMatchObject({ reason, httpCode });
  },
);

test('a closed port is reported as a refused connection, and a server without TLS as a TLS failure', async () => {
  expect(await post('http://127.0.0.1:1/')).toMatchObject({ reason: 'connection_refused' });
  await using server = await rude(ends(head('400 Bad')));
  expect(await post(`https://127.0.0.1:${server.port}/`)).toMatchObject({ reason: 'tls' });
});

test('a 103 before the answer and a 204 with a body cause no errors', async () => {
  await using early = await says(
    `${head('103 Early Hints', 'Link: x\r\n')}${head('200 OK', 'Content-Length: 2\r\n')}ok`,
  );
  expect(await post(early.url)).toMatchObject({ reason: null, httpCode: 200 });
  await using bodied = await says(`${head('204 No Content', 'Content-Length: 2\r\n')}ok`);
  expect(await post(bodied.url)).toMatchObject({ reason: null, httpCode: 204 });
});

test('an endless answer is dropped early, and its 2xx is still a success', async () => {
  await using server = await rude((socket) => {
    socket.write(head('200 OK'));
    const more = (): void => {
      if (!socket.destroyed) socket.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  });
  expect(await post(server.url)).toMatchObject({ reason: null, httpCode: 200 });
  await until('the connection to be broken off', () => server.open() === 0);
  expect(server.sent()).toBeLessThan(8 * 1024 * 1024);
});

/** Sends the first text, then the second again and again for as long as anybody reads. */
const floods =
  (first: string, again: string): Act =>
  (socket) => {
    const many = Buffer.from(again.repeat(Math.ceil(65_536 / again.length)));
    socket.write(first);
    const more = (): void => {
      if (!socket.destroyed) socket.write(many, () => setImmediate(more));
    };
    more();
  };

const CHUNKED = head('200 OK', 'Transfer-Encoding: chunked\r\n');

test.each([
  ['early answers', floods('', head('103 Early Hints', 'Link: x\r\n')), null],
  ['early answers of a kibibyte', floods('', head('103 Early Hints', `Link: ${'x'.repeat(1_024)}\r\n`)), null],
  ['headers', floods('HTTP/1.1 200 OK\r\n', 'X-A: b\r\n'), null],
  ['an extension of a chunk', floods(`${CHUNKED}1;`, 'x'), 200],
  ['extensions of small chunks', floods(CHUNKED, `1;${'x'.repeat(1_024)}\r\nx\r\n`), 200],
  ['trailers', floods(`${CHUNKED}0\r\n`, 'X-A: b\r\n'), 200],
] as const)(
  'a receiver that sends %s endlessly is dropped, with the answer reported as too long',
  async (_what, act, code) => {
    await using server = await rude(act);
    const { reason, httpCode } = await post(server.url, { timeoutMs: 5_000 });
    await until('the connection to be broken off', () => server.open() === 0);
    expect({ reason, httpCode, much: server.sent() > 8 * 1024 * 1024 }).toEqual({
      reason: 'response_too_long',
      httpCode: code,
      much: false,
    });
  },
);

test('a receiver that sends TLS session tickets endlessly is dropped, with the answer reported as too long', async () => {
  const authority = await makeAuthority();
  await using server = await serveTickets(await authority.issue(NAME));
  const settings = { resolve: here, ca: authority.ca };
  const url = `https://${NAME}:${server.port}/`;
  expect(await post(url, settings)).toMatchObject({ reason: 'response_too_long', httpCode: null });
  await outbound(settings).look(url);
  await until('both connections to be closed', () => server.connections() === 2 && server.open() === 0);
  expect(server.sent()).toBeLessThan(2 * 1024 * 1024);
});

test('a receiver whose TLS handshake has more than 24 KiB is not verified', async () => {
  const authority = await makeAuthority();
  const certificate = await authority.issue(NAME);
  const settings = { resolve: here, ca: authority.ca };
  const reasonAt = async (copies: number) => {
    await using server = await serveTickets(certificate, copies);
    return (await outbound(settings).look(`https://${NAME}:${server.port}/`)).unreached;
  };
  expect(await reasonAt(40)).toBeNull();
  expect(await reasonAt(100)).toBe('tls');
});

test('receivers that accept a TLS connection and stay silent do not delay another receiver of the same workspace', async () => {
  const authority = await makeAuthority();
  using good = tlsServer(await authority.issue(NAME));
  const silent = await rude((socket) => void socket.resume(), true);
  const client = outbound({ resolve: here, ca: authority.ca });
  const send = (port: number | undefined) =>
    client.post({ workspaceSeq: 1, url: `https://${NAME}:${port}/`, headers: {}, body: '{}' });
  const hung = Array.from({ length: 20 }, () => send(silent.port));
  await until('all silent connections', () => silent.open() === 20);
  expect(await send(good.port)).toMatchObject({ reason: null, httpCode: 200 });
  expect(silent.open()).toBe(20);
  await silent[Symbol.asyncDispose]();
  for (const one of hung) expect((await one).reason).toBe('connection_closed');
});

test('over TLS, one connection serves many requests, even with large answers', async () => {
  const authority = await makeAuthority();
  using server = tlsServer(await authority.issue(NAME), 'x'.repeat(60_000));
  const client = outbound({ resolve: here, ca: authority.ca });
  const to = { workspaceSeq: 1, url: `https://${NAME}:${server.port}/`, headers: {}, body: 'y'.repeat(200_000) };
  for (let nth = 0; nth < 20; nth += 1) expect(await client.post(to)).toMatchObject({ reason: null, httpCode: 200 });
  expect(server.hosts).toHaveLength(20);
  expect(server.ports.size).toBe(1);
});

test('over TLS, a large answer arrives whole even if the server closes the connection immediately after sending', async () => {
  const authority = await makeAuthority();
  const answer = head('200 OK', 'Content-Length: 60000\r\n').concat('x'.repeat(60_000));
  const server = createTlsServer(await authority.issue(NAME), (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `https://${NAME}:${port}/`;
  for (let nth = 0; nth < 5; nth += 1) {
    expect(await post(url, { resolve: here, ca: authority.ca })).toMatchObject({ reason: null, httpCode: 200 });
  }
  await new Promise((resolve) => server.close(resolve));
});

test('over TLS, an answer larger than the limit is read up to the limit', async () => {
  const authority = await makeAuthority();
  using server = tlsServer(await authority.issue(NAME), 'x'.repeat(5_000_000));
  const url = `https://${NAME}:${server.port}/`;
  expect(await post(url, { resolve: here, ca: authority.ca })).toMatchObject({ reason: null, httpCode: 200 });
});

test('an answer of more than 128 KiB fails as too long, and its received part is stored', async () => {
  const early = head('103 Early Hints', `Link: ${'x'.repeat(1_000)}\r\n`);
  await using within = await says(`${early.repeat(90)}${head('200 OK', 'Content-Length: 2\r\n')}ok`);
  expect(await post(within.url)).toMatchObject({ reason: null, httpCode: 200 });
  const chunks = `1;${'x'.repeat(1_024)}\r\nz\r\n`;
  await using beyond = await rude(floods(head('500 No', 'Transfer-Encoding: chunked\r\n'), chunks));
  const { reason, httpCode, response } = await post(beyond.url, { timeoutMs: 5_000 });
  expect({ reason, httpCode }).toEqual({ reason: 'response_too_long', httpCode: 500 });
  expect(response).toMatch(/^z+$/);
});

test('unexpected bytes on an idle connection close it', async () => {
  await using server = await rude((socket) => {
    socket.write(head('200 OK', 'Content-Length: 0\r\n'));
    setImmediate(() => floods('', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')(socket));
  });
  expect(await post(server.url)).toMatchObject({ reason: null, httpCode: 200 });
  await until('the connection to be broken off', () => server.open() === 0);
  expect(server.sent()).toBeLessThan(8 * 1024 * 1024);
});

test('a connection is reused, and a request on a closed one is sent again', async () => {
  const sockets: Socket[] = [];
  await using server = await rude((socket) => {
    sockets.push(socket);
    socket.write(head('200 OK', 'Content-Length: 0\r\n'));
    // The second request on the first connection gets no answer, because the server closes the connection.
    if (sockets.length === 1) socket.on('data', () => socket.destroy());
    else socket.on('data', () => socket.write(head('200 OK', 'Content-Length: 0\r\n')));
  });
  const client = outbound();
  const send = () => client.post({ workspaceSeq: 1, url: server.url, headers: {}, body: '{}' });
  expect(await send()).toMatchObject({ reason: null });
  expect(await send()).toMatchObject({ reason: null });
  expect(await send()).toMatchObject({ reason: null });
  expect(server.connections()).toBe(2);
});

test('an answer marked as compressed is not unpacked', async () => {
  await using server = await says(head('500 No', 'Content-Encoding: gzip\r\nContent-Length: 3\r\n').concat('abc'));
  expect(await post(server.url)).toMatchObject({ reason: 'status', response: 'abc' });
});

const NAME = 'hooks.example.com';
const here = async (): Promise<string[]> => ['127.0.0.1'];

function tlsServer(certificate: Certificate, answer = '') {
  const hosts: string[] = [];
  const ports = new Set<number | undefined>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    tls: certificate,
    fetch(request, server) {
      hosts.push(request.headers.get('host') ?? '');
      ports.add(server.requestIP(request)?.port);
      return new Response(answer);
    },
  });
  return { hosts, ports, port: server.port, [Symbol.dispose]: () => void server.stop(true) };
}

test('checking a webhook URL reports certificate problems before anything is sent', async () => {
  const authority = await makeAuthority();
  using good = tlsServer(await authority.issue(NAME));
  using old = tlsServer(await authority.issue(NAME, true));
  await using plain = await rude(closes);
  await using silent = await rude((socket) => void socket.resume(), true);
  const settings = { resolve: here, ca: authority.ca };
  const look = async (name: string, port: number | undefined, more: Partial<OutboundSettings> = settings) =>
    outbound(more).look(`https://${name}:${port}/a`);
  expect(await look(NAME, good.port)).toEqual({ url: `https://${NAME}:${good.port}/a`, unreached: null });
  expect(await look('other.example.com', good.port)).toMatchObject({ unreached: 'certificate_name' });
  expect(await look(NAME, good.port, { resolve: here })).toMatchObject({ unreached: 'certificate_untrusted' });
  expect(await look(NAME, old.port)).toMatchObject({ unreached: 'certificate_expired' });
  expect((await look(NAME, plain.port)).unreached).toBeOneOf(['tls', 'connection_closed']);
  expect(await look(NAME, 1)).toMatchObject({ unreached: 'connection_refused' });
  expect(await look(NAME, silent.port, { ...settings, ...SHORT })).toMatchObject({ unreached: 'timeout' });
  expect(good.hosts).toEqual([]);
  // No connection is made to a forbidden address.
  const guarded = await look(NAME, good.port, { ...settings, allowPrivate: false });
  expect(guarded).toMatchObject({ url: null, trouble: { rule: 'url_leads_inside' }, unreached: null });
  await until('the silent one to be hung up on', () => silent.open() === 0);
});

test('the connection goes to the checked IP address and the certificate is verified for the host name', async () => {
  const authority = await makeAuthority();
  using server = tlsServer(await authority.issue(NAME));
  const settings = { resolve: here, ca: authority.ca };
  const client = outbound(settings);
  const to = (name: string) =>
    client.post({ workspaceSeq: 1, url: `https://${name}:${server.port}/a?b=c`, headers: {}, body: '{}' });
  expect(await to(NAME)).toMatchObject({ reason: null, httpCode: 200 });
  expect(server.hosts).toEqual([`${NAME}:${server.port}`]);
  // A kept connection to the same address, verified for another name, is not reused.
  expect(await to('other.example.com')).toMatchObject({ reason: 'certificate_name' });
  expect(await to(NAME)).toMatchObject({ reason: null });
  expect(server.hosts).toHaveLength(2);
  const stranger = await post(`https://${NAME}:${server.port}/`, { resolve: here });
  expect(stranger).toMatchObject({ reason: 'certificate_untrusted' });
  using old = tlsServer(await authority.issue(NAME, true));
  expect(await post(`https://${NAME}:${old.port}/`, settings)).toMatchObject({ reason: 'certificate_expired' });
});

test('the certificate of a receiver without a host name is verified for its IP address', async () => {
  const authority = await makeAuthority();
  using server = tlsServer(await authority.issue('127.0.0.1'));
  using local = tlsServer(await authority.issue('localhost'));
  const settings = { ca: authority.ca };
  const urlOf = ({ port }: { port: number | undefined }) => `https://127.0.0.1:${port}/`;
  expect(await post(urlOf(server), settings)).toMatchObject({ reason: null, httpCode: 200 });
  expect(await post(urlOf(local), settings)).toMatchObject({ reason: 'certificate_name' });
  expect(await outbound(settings).look(urlOf(server))).toMatchObject({ unreached: null });
});

test.each([
  ['loopback', ['127.0.0.1']],
  ['IPv6 loopback', ['::1']],
  ['a private address', ['10.0.0.1']],
  ['a public and a private one', ['93.184.216.34', '192.168.0.1']],
  ['a public one and a private IPv6 one', ['93.184.216.34', 'fd00::1']],
  ['the metadata service in IPv6 clothes', ['::ffff:169.254.169.254']],
])('no request is sent to a host name that resolves to %s', async (_what, addresses) => {
  const result = await post('https://hooks.example.com/', { allowPrivate: false, resolve: async () => addresses });
  expect(result).toMatchObject({ reason: 'address_not_public', httpCode: null });
});

test('a host name that passed the check gets no connection after its address changes to a private one', async () => {
  await using server = await says(head('200 OK', 'Content-Length: 0\r\n'));
  const answers = [['93.184.216.34'], ['127.0.0.1']];
  const client = outbound({ allowPrivate: false, resolve: async () => answers.shift() ?? [] });
  const url = `https://hooks.example.com:${server.port}/`;
  expect(await client.check(url)).toEqual({ url });
  expect(await client.post({ workspaceSeq: 1, url, headers: {}, body: '' })).toMatchObject({
    reason: 'address_not_public',
  });
  expect(server.connections()).toBe(0);
});

test('for an hour after a host name with too many addresses, its workspace’s names are resolved by resolveSafely', async () => {
  const clock = fakeClock();
  const asked: string[] = [];
  const crowd = Array.from({ length: 100 }, (_, at) => `10.0.0.${at}`);
  const client = outbound({
    clock,
    resolve: async (name) => {
      asked.push(name);
      return name.startsWith('crowd') ? crowd : [];
    },
    resolveSafely: async (name) => {
      asked.push(`safely ${name}`);
      return [];
    },
  });
  const send = (name: string, workspaceSeq = 1) =>
    client.post({ workspaceSeq, url: `https://${name}.example.com/`, headers: {}, body: '' });
  await send('crowd');
  await send('other');
  await send('others', 2);
  clock.advance(3_600_001);
  await send('later');
  const names = ['crowd', 'safely other', 'others', 'later'];
  expect(asked).toEqual(names.map((name) => `${name}.example.com`));
});

test('simultaneous attempts share one look-up of a host name, and later attempts look it up again', async () => {
  await using server = await rude(ends(head('200 OK', 'Content-Length: 0\r\nConnection: close\r\n')));
  let asked = 0;
  const client = outbound({
    resolve: async () => {
      asked += 1;
      await new Promise(setImmediate);
      return ['127.0.0.1'];
    },
  });
  const send = () =>
    client.post({ workspaceSeq: 1, url: `http://hooks.example.com:${server.port}/`, headers: {}, body: '' });
  expect((await Promise.all([send(), send(), send()])).map(({ reason }) => reason)).toEqual([null, null, null]);
  expect(asked).toBe(1);
  await send();
  expect(asked).toBe(2);
});

test('after a host name with too many addresses, each other name of its workspace is looked up at most once in four seconds', async () => {
  const clock = fakeClock();
  let asked = 0;
  const client = outbound({
    clock,
    resolve: async () => Array.from({ length: 65 }, (_, at) => `10.0.0.${at}`),
    resolveSafely: async () => {
      asked += 1;
      throw new Error('no such name');
    },
  });
  const send = (name: string) =>
    client.post({ workspaceSeq: 1, url: `https://${name}.example.com/`, headers: {}, body: '' });
  await send('crowd');
  for (let attempt = 0; attempt < 20; attempt += 1) expect((await send('other')).reason).toBe('name_lookup_failed');
  expect(asked).toBe(1);
  clock.advance(4_000);
  await Promise.all([send('other'), send('other')]);
  expect(asked).toBe(2);
});

test('a host name with too many addresses is refused, and not looked up again for an hour', async () => {
  const clock = fakeClock();
  const url = 'https://crowded.example.com/';
  let addresses = Array.from({ length: 65 }, (_, at) => `93.184.216.${at}`);
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return addresses;
  };
  const client = outbound({ allowPrivate: false, clock, resolve });
  const crowded = { url: null, trouble: { rule: 'url_crowded', host: 'crowded.example.com', most: 64 } };
  expect(await client.check(url)).toMatchObject(crowded);
  addresses = addresses.slice(1);
  clock.advance(3_599_999);
  expect(await client.check(url)).toMatchObject(crowded);
  expect(await client.post({ workspaceSeq: 1, url, headers: {}, body: '' })).toMatchObject({
    reason: 'name_lookup_failed',
  });
  expect(asked).toBe(1);
  clock.advance(1);
  expect(await client.check(url)).toEqual({ url });
  expect(asked).toBe(2);
});

test.each([
  ['ENOTFOUND', 'name_not_found'],
  ['ENODATA', 'name_not_found'],
  ['EAI_AGAIN', 'name_lookup_failed'],
  ['ESERVFAIL', 'name_lookup_failed'],
])('a look-up error %s is reported as %s', async (code, reason) => {
  const resolve = () => Promise.reject(Object.assign(new Error('no'), { code }));
  expect(await post('https://hooks.example.com/', { resolve })).toMatchObject({ reason });
  expect(await post('https://hooks.example.com/', { resolve: async () => [] })).toMatchObject({
    reason: 'name_not_found',
  });
});

test('the next IP address is tried only if the first one refused the connection', async () => {
  const served: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      served.push(request.url);
      return new Response();
    },
  });
  const url = `http://hooks.example.com:${server.port}/`;
  expect(await post(url, { resolve: async () => ['127.0.0.2', '127.0.0.1'] })).toMatchObject({ reason: null });
  expect(served).toHaveLength(1);
  const many = Array.from({ length: 9 }, (_, at) => `127.0.0.${at < 8 ? at + 2 : 1}`);
  expect(await post(url, { resolve: async () => many.slice(1) })).toMatchObject({ reason: null });
  expect(await post(url, { resolve: async () => many })).toMatchObject({ reason: 'connection_refused' });
  expect(served).toHaveLength(2);
  await server.stop(true);
  await using closing = await rude(closes);
  const result = await post(`http://hooks.example.com:${closing.port}/`, {
    resolve: async () => ['127.0.0.1', '127.0.0.1'],
  });
  expect(result).toMatchObject({ reason: 'connection_closed' });
  expect(closing.connections()).toBe(1);
});

test.each([
  'http://hooks.example.com/',
  'https://user@hooks.example.com/',
  'https://hooks.example.com:0/',
  'https://LOCALHOST./',
  'https://own-machine.example.com/',
  'https://2130706433/',
  'https://[::ffff:127.0.0.1]/',
  `https://hooks.example.com/${'x'.repeat(3_000)}`,
  'ftp://hooks.example.com/',
  'hooks.example.com',
  '',
])('the URL %s is refused before any look-up', async (url) => {
  const resolve = () => Promise.reject(new Error('must not be asked'));
  const client = outbound({ allowPrivate: false, ownNames: ['own-machine.example.com'], resolve });
  expect(await client.check(url)).toMatchObject({ url: null, trouble: { rule: expect.stringMatching(/^url_/) } });
  expect(await client.post({ workspaceSeq: 1, url, headers: {}, body: '' })).toMatchObject({
    reason: 'address_not_public',
  });
});

test('checking a URL never throws, whatever its text', async () => {
  const client = outbound({ allowPrivate: false, resolve: async () => ['93.184.216.34'] });
  const anything = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.string().map((text) => `https://${text}`),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const { url, trouble } = await client.check(text);
      expect(url === null).toBe(trouble !== undefined);
    }),
  );
});

test('the scheduler’s thread ignores a proxy in the environment', async () => {
  await using proxy = await says(head('200 OK', 'Content-Length: 0\r\n'));
  await using server = await says(head('201 Created', 'Content-Length: 0\r\n'));
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy'];
  const before = names.map((name) => [name, process.env[name]] as const);
  for (const name of names) process.env[name] = proxy.url;
  try {
    const worker = new Worker(new URL('../support/proxy-probe.worker.ts', import.meta.url).href);
    const answer = new Promise((resolve) =>
      worker.addEventListener('message', ({ data }) => resolve(data), { once: true }),
    );
    worker.postMessage(server.url);
    expect(await answer).toMatchObject({ reason: null, httpCode: 201 });
    worker.terminate();
    expect(proxy.connections()).toBe(0);
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
