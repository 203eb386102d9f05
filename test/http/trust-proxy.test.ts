import { expect, test } from 'bun:test';
import { visitor } from '../support/browser-session.ts';
import { docket, OWNER, openShop, type Shop } from '../support/docket.ts';
import { expectOk, readStore } from '../support/http-answers.ts';

const signIn = (shop: Shop, forwarded: string) =>
  visitor(shop.url).post('/app/api/sign-in', { ...OWNER, remember: false }, { 'x-forwarded-for': forwarded });

function addressesIn(shop: Shop): (string | null)[] {
  return readStore<{ address: string | null }>(shop, 'SELECT address FROM sessions ORDER BY seq').map(
    (row) => row.address,
  );
}

test('without --trust-proxy every X-Forwarded-For is ignored, and the owner is warned', async () => {
  await using shop = await openShop();
  const owner = visitor(shop.url);
  await owner.post('/app/api/sign-in', { ...OWNER, remember: false });
  const system = `${shop.base}/system`;
  expect(expectOk(await owner.get(system)).oddProxies).toEqual([]);
  expect((await signIn(shop, '198.51.100.7')).status).toBe(200);
  expect(addressesIn(shop)).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(expectOk(await owner.get(system)).oddProxies).toMatchObject([{ trouble: 'distrusted', address: '127.0.0.1' }]);
  const diagnostics = await owner.fetch(`${system}/diagnostics`);
  expect(await diagnostics.text()).not.toContain('127.0.0.1');
  const told = shop.server.stderr().match(/a header of a proxy came from an address that is not trusted/g);
  expect(told).toHaveLength(1);
});

test('with --trust-proxy, sessions and the log show the address that the proxy saw', async () => {
  await using shop = await openShop(['--trust-proxy']);
  const sent = [
    '198.51.100.7',
    '6.6.6.6, 198.51.100.8',
    '127.0.0.1, 198.51.100.9, 10.0.0.2',
    'garbage',
    `${'1.1.1.1,'.repeat(1_000)}2001:db8::1`,
  ];
  for (const header of sent) expect((await signIn(shop, header)).status).toBe(200);
  expect(addressesIn(shop)).toEqual(['198.51.100.7', '198.51.100.8', '198.51.100.9', '127.0.0.1', '2001:db8::1']);
  expect(shop.server.stderr()).toContain('client=198.51.100.8');
  expect(shop.server.stderr()).not.toContain('6.6.6.6');
  expect(shop.server.stderr()).not.toContain('is not trusted');
});

test('only the networks in --trust-proxy-networks are trusted', async () => {
  await using shop = await openShop(['--trust-proxy', '--trust-proxy-networks', '192.0.2.0/24,2001:db8::/32']);
  expect((await signIn(shop, '198.51.100.7')).status).toBe(200);
  expect(addressesIn(shop)).toEqual(['127.0.0.1']);
  const refused = await docket(['serve', '--trust-proxy-networks', '10.0.0.0/8,nonsense'], {});
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('"nonsense" is not a network') });
});

test('a guesser behind a proxy is blocked by their own address, whatever addresses they invent', async () => {
  await using shop = await openShop(['--trust-proxy']);
  const guess = (at: number) =>
    visitor(shop.url).post(
      '/app/api/sign-in',
      { email: `nobody-${at}@example.com`, password: 'wrong password', remember: false },
      { 'x-forwarded-for': `10.9.8.${at % 250}, 6.6.6.${at % 250}, 198.51.100.7` },
    );
  let stopped = 0;
  for (let at = 0; at < 120 && stopped === 0; at += 1) if ((await guess(at)).status === 429) stopped = at;
  expect(stopped).toBeGreaterThan(0);
  expect((await signIn(shop, '6.6.6.6, 198.51.100.7')).status).toBe(429);
  expect((await signIn(shop, '203.0.113.50')).status).toBe(200);
});

test('no proxied request and no forged Host opens the metrics', async () => {
  await using shop = await openShop([]);
  const statusWith = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${shop.url}/metrics`, { headers })).status;
  expect(await statusWith({})).toBe(200);
  const proxied: Record<string, string>[] = [
    { 'x-forwarded-for': '198.51.100.7' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy' },
    { host: 'orders.example.com' },
    { host: '127.0.0.1.example.com' },
  ];
  for (const headers of proxied) expect([headers, await statusWith(headers)]).toEqual([headers, 404]);
});

test('the metrics stay open to the server’s own machine if the public address is on that machine', async () => {
  for (const address of ['http://127.0.0.1:8080', 'http://[::1]:8080']) {
    await using shop = await openShop(['--public-url', address]);
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${shop.url}/metrics`, { headers })).status;
    expect([address, await statusWith({})]).toEqual([address, 200]);
    expect(await statusWith({ 'x-forwarded-for': '203.0.113.9' })).toBe(404);
  }
  await using elsewhere = await openShop(['--public-url', 'http://127.0.0.1.example.com']);
  expect((await fetch(`${elsewhere.url}/metrics`)).status).toBe(404);
});

test('the metrics open only with the token, even if the proxy adds no headers', async () => {
  for (const flags of [[], ['--public-url', 'https://orders.example.com'], ['--trust-proxy']]) {
    await using shop = await openShop(flags);
    expect((await fetch(`${shop.url}/metrics`)).status).toBe(flags.length === 0 ? 200 : 404);
    await using withToken = await openShop([...flags, '--metrics-token', 'a metrics token']);
    const scrape = async (headers: Record<string, string>) => {
      const answer = await fetch(`${withToken.url}/metrics`, { headers });
      return [answer.status, (await answer.text()).includes('docket_http_requests_total')];
    };
    expect(await scrape({ authorization: 'Bearer a metrics token' })).toEqual([200, true]);
    expect(await scrape({})).toEqual([401, false]);
    for (const wrong of ['a metrics tokem', 'a metrics token ever', withToken.key]) {
      expect(await scrape({ authorization: `Bearer ${wrong}` })).toEqual([401, false]);
    }
    for (const authorization of ['a metrics token', 'Bearer'])
      expect(await scrape({ authorization })).toEqual([401, false]);
  }
});

const cookiesOf = async (shop: Shop, headers: Record<string, string>): Promise<string[]> => {
  const answer = await visitor(shop.url).post('/app/api/sign-in', { ...OWNER, remember: true }, headers);
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie();
};

const isSecure = (cookie: string): boolean => cookie.startsWith('__Host-') && cookie.includes('; Secure');

test('behind a trusted HTTPS proxy, cookies are Secure and links use https', async () => {
  await using shop = await openShop(['--trust-proxy']);
  const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7', host: 'orders.example.com' };
  const set = await cookiesOf(shop, https);
  expect(set.map(isSecure)).toEqual([true, true]);
  const cookie = set.map((one) => one.split(';')[0]).join('; ');
  const people = `${shop.base}/people`;
  const owner = visitor(shop.url, cookie);
  expect((await owner.get(people)).status).toBe(401);
  expectOk(await owner.post('/app/api/prove', { password: OWNER.password }, https));
  const wish = { email: 'new@example.com', role: 'viewer', language: 'en' };
  const { link } = expectOk(await owner.post(people, wish, https));
  expect(link).toStartWith('https://orders.example.com/app/reset#');
  const checked = await docket(['check', '--data', shop.dir], {});
  expect(checked.stdout).toContain('warning: the proxy at 127.0.0.1');
  expect(checked.stdout).toContain('--public-url https://HOST');
  expect(checked.status).toBe(0);
  expect((await owner.post('/app/api/sign-out', {}, https)).headers.getSetCookie().every(isSecure)).toBe(true);
  expect((await cookiesOf(shop, {})).map(isSecure)).toEqual([false, false]);
});

test('an untrusted proxy’s header makes no cookie Secure, and docket check names that proxy', async () => {
  await using shop = await openShop();
  expect((await docket(['check', '--data', shop.dir], {})).stdout).not.toContain('warning:');
  expect((await cookiesOf(shop, { 'x-forwarded-proto': 'https' })).map(isSecure)).toEqual([false, false]);
  const { stdout } = await docket(['check', '--data', shop.dir], {});
  expect(stdout).toContain('warning: the proxy at 127.0.0.1');
  expect(stdout).toContain('--trust-proxy');
});
