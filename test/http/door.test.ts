/** Strangers cannot keep anybody else from signing in. The cost of checking a password is not measured here. */

import { describe, expect, test } from 'bun:test';
import { type Browser, browserAt } from '../support/browser-session.ts';
import { docketJson, makePasswordCheap, openShop } from '../support/docket.ts';
import { expectFailure, expectOk, rawRequest, rawSocket } from '../support/http-answers.ts';
import { shared } from '../support/shared.ts';

const PASSWORD = 'correct horse';

const shop = shared(() => openShop(['--trust-proxy']));

let networks = 0;
function newAddress(): string {
  networks += 1;
  return `198.18.${networks}.7`;
}

let people = 0;
async function newOwner(): Promise<string> {
  people += 1;
  const email = `owner-${people}@example.com`;
  const where = ['--data', shop.dir, '--workspace', shop.workspaceId];
  await docketJson(['owner', 'create', ...where, '--email', email, '--role', 'owner', '--password', PASSWORD]);
  await makePasswordCheap(shop.dir, email, PASSWORD);
  return email;
}

const signIn = (who: Browser, email: string, password = PASSWORD) =>
  who.post('/app/api/sign-in', { email, password, remember: false });

/** @returns the number of counted guesses before the answer is 429 */
async function guessOn(address: string, email: string): Promise<number> {
  for (let tried = 0; ; tried += 1) {
    const answer = await signIn(browserAt(shop.url, address), email, `wrong ${tried}`);
    if (answer.status === 429) return tried;
    expectFailure(answer, 401, 'wrong_password');
  }
}

describe('password guesses from one IP address', () => {
  test('guesses do not block sign-in from another network, or from a known browser in the guesser’s network', async () => {
    const email = await newOwner();
    const address = newAddress();
    const known = browserAt(shop.url, address);
    expectOk(await signIn(known, email));
    expect(await guessOn(address, email)).toBe(10);
    expectOk(await signIn(browserAt(shop.url, newAddress()), email));
    expectOk(await signIn(known, email));
    const refused = await signIn(browserAt(shop.url, address), email);
    const { retryAfter } = expectFailure(refused, 429, 'rate_limited');
    expect(retryAfter).toBeWithin(1, 61);
    expect(refused.headers.get('retry-after')).toBe(String(retryAfter));
  });

  test('guesses at other people’s accounts still count after the guesser’s own successful sign-in', async () => {
    const email = await newOwner();
    const address = newAddress();
    let looked = 0;
    for (let at = 0; at < 24; at += 1) {
      const { status } = await signIn(browserAt(shop.url, address), `victim-${at}@example.com`, 'guess');
      if (status === 429) break;
      looked += 1;
      await signIn(browserAt(shop.url, address), email);
    }
    expect(looked).toBe(10);
  });

  test('a successful sign-in resets the count of guesses at the same account', async () => {
    const email = await newOwner();
    const address = newAddress();
    for (const _ of ['once', 'and once more']) {
      for (let tried = 0; tried < 6; tried += 1) {
        expectFailure(await signIn(browserAt(shop.url, address), email, 'typo'), 401, 'wrong_password');
      }
      expectOk(await signIn(browserAt(shop.url, address), email));
    }
  });

  test('guesses from a browser that is known only for another account count as a stranger’s guesses', async () => {
    const [mine, yours] = [await newOwner(), await newOwner()];
    const address = newAddress();
    const insider = browserAt(shop.url, address);
    expectOk(await signIn(insider, mine));
    for (let tried = 0; tried < 3; tried += 1) expectFailure(await signIn(insider, yours, 'a'), 401, 'wrong_password');
    for (let tried = 0; tried < 7; tried += 1) await browserAt(shop.url, address).post('/app/api/sign-in', {});
    expectFailure(await signIn(insider, yours, 'a'), 429, 'rate_limited');
    expectOk(await signIn(insider, mine));
  });

  test('sign-in attempts without an e-mail and a password count too, and all addresses of an IPv6 /48 share one count', async () => {
    const answers: number[] = [];
    for (let at = 0; at < 24; at += 1) {
      const who = browserAt(shop.url, `2001:db8:7:${at.toString(16)}::1`);
      answers.push((await who.post('/app/api/sign-in', {})).status);
    }
    expect(answers).toEqual([...Array<number>(20).fill(422), ...Array<number>(4).fill(429)]);
    const other = await browserAt(shop.url, '2001:db8:8::1').post('/app/api/sign-in', {});
    expectFailure(other, 422, 'validation_failed');
  });
});

test('endless sign-in attempts from one IPv6 /48 do not use up the tries of a known network in that /48', async () => {
  const email = await newOwner();
  const home = '2001:db8:9:1::1';
  expectOk(await signIn(browserAt(shop.url, home), email));
  for (let at = 2; at < 50; at += 1) {
    await browserAt(shop.url, `2001:db8:9:${(at * 256).toString(16)}::1`).post('/app/api/sign-in', {});
  }
  expectFailure(await signIn(browserAt(shop.url, '2001:db8:9:ff00::1'), email), 429, 'rate_limited');
  expectOk(await signIn(browserAt(shop.url, home), email));
});

test('nobody in the same network can keep the sign-in page, passkeys or links away from a known browser', async () => {
  const email = await newOwner();
  const address = newAddress();
  const known = browserAt(shop.url, address);
  expectOk(await signIn(known, email));
  expectOk(await known.post('/app/api/sign-out'));
  const stranger = () => browserAt(shop.url, address);
  const begin = '/app/api/passkeys/sign-in/begin';
  const link = ['/app/api/reset/check', { token: 'a'.repeat(43) }] as const;
  for (let at = 0; at < 320; at += 1) expectOk(await stranger().get('/app/api/me'));
  // A network may make 60 visits and gets one more each second. 200 requests exceed this limit even on a slow machine.
  await Promise.all(Array.from({ length: 200 }, () => stranger().post(begin)));
  expectFailure(await stranger().post(begin), 429, 'rate_limited');
  expectFailure(await stranger().post(...link), 429, 'rate_limited');
  expectOk(await known.get('/app/api/me'));
  expect((await known.post(begin)).status).not.toBe(429);
  expect((await known.post(...link)).status).toBe(404);
});

test('the rate limit counts a sign-in attempt before the body of the request has arrived', async () => {
  const address = newAddress();
  const head = ['POST /app/api/sign-in HTTP/1.1', 'Host: docket', 'Sec-Fetch-Site: same-origin']
    .concat(`X-Forwarded-For: ${address}`, 'Content-Type: application/json', 'Content-Length: 100', '', '')
    .join('\r\n');
  const waiting = await Promise.all(Array.from({ length: 10 }, () => rawSocket(shop.url)));
  for (const socket of waiting) socket.send(head);
  // The eleventh request is answered, although no request has sent its body.
  expectFailure(await rawRequest(shop.url, head), 429, 'rate_limited');
  for (const socket of waiting) socket.close();
});

describe('a device’s cookie', () => {
  test('a device’s cookie is hidden from scripts and other sites, and outlives the session', async () => {
    const email = await newOwner();
    const who = browserAt(shop.url, newAddress());
    const [session, device] = (await signIn(who, email)).headers.getSetCookie();
    expect(session).toMatch(/^docket=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(device).toMatch(/^docket-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=[^;]+ GMT$/);
    const token = who.jar().get('docket-device') ?? '';
    expectOk(await who.post('/app/api/sign-out'));
    expect([...who.jar()]).toEqual([['docket-device', token]]);
    expect(expectOk(await who.get('/app/api/me'))).toBeNull();
    expectOk(await signIn(who, email));
    expect(who.jar().get('docket-device')).not.toBe(token);
  });

  test('a cookie that an attacker planted in a browser does not let the attacker block people who sign in there later', async () => {
    const [theirs, email] = [await newOwner(), await newOwner()];
    const address = newAddress();
    const [shared, elsewhere] = [browserAt(shop.url, address), browserAt(shop.url, address)];
    expectOk(await signIn(shared, theirs));
    elsewhere.jar().set('docket-device', shared.jar().get('docket-device') ?? '');
    expectOk(await signIn(shared, email));
    let answer = await signIn(elsewhere, email, 'wrong');
    while (answer.status === 401) answer = await signIn(elsewhere, email, 'wrong');
    expectFailure(answer, 429, 'rate_limited');
    // The browser is still known for both people who have signed in with it.
    for (const who of [email, theirs]) expectOk(await signIn(shared, who));
  });

  test('signing in replaces a device’s cookie that the client made up', async () => {
    const who = browserAt(shop.url, newAddress());
    who.jar().set('docket-device', 'x'.repeat(43));
    expectOk(await signIn(who, await newOwner()));
    expect(who.jar().get('docket-device')).not.toBe('x'.repeat(43));
  });

  test('a device’s cookie no longer lifts the sign-in limit after a password change, except in the browser that made the change', async () => {
    const email = await newOwner();
    const address = newAddress();
    const [here, other] = [browserAt(shop.url, address), browserAt(shop.url, address)];
    for (const who of [here, other]) expectOk(await signIn(who, email));
    const next = 'a new long password';
    expectOk(await here.post('/app/api/account/password', { present: PASSWORD, next }));
    for (let tried = 0; tried < 10; tried += 1) await browserAt(shop.url, address).post('/app/api/sign-in', {});
    expectOk(await signIn(here, email, next));
    expectFailure(await signIn(other, email, next), 429, 'rate_limited');
  });
});
