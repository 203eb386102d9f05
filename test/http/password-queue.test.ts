import { expect, test } from 'bun:test';
import { type Browser, browserAt } from '../support/browser-session.ts';
import { OWNER, openShop } from '../support/docket.ts';
import { expectOk } from '../support/http-answers.ts';
import { until } from '../support/until.ts';

const NEXT = 'another long password';
/** The guesses fill the queue of password checks. The links are as many as a workspace may mail in an hour. */
const [GUESSES, LINKS] = [30, 20];

const signIn = (who: Browser, email: string, password: string) =>
  who.post('/app/api/sign-in', { email, password, remember: false });

test('password attempts from one /48 do not delay known browsers, other networks or signed-in people', async () => {
  await using shop = await openShop(['--trust-proxy']);
  const owner = browserAt(shop.url, '198.18.1.7');
  expectOk(await signIn(owner, OWNER.email, OWNER.password));
  const tokens: string[] = [];
  for (let nth = 0; nth < LINKS; nth += 1) {
    const wish = { email: `n${nth}@example.com`, role: 'viewer', language: 'en' };
    const { link } = expectOk(await owner.post(`${shop.base}/people`, wish));
    tokens.push(link.split('#')[1]);
  }
  // Each call comes from another network within the site, as if from as many customers.
  const inSite = (nth: number): Browser => browserAt(shop.url, `2001:db8:9:${(nth * 256).toString(16)}::1`);
  const statuses: number[] = [];
  const note = async (asked: Promise<{ status: number }>) => void statuses.push((await asked).status);
  const crowd = [
    ...tokens.map((token, nth) => note(inSite(nth).post('/app/api/reset', { token, password: OWNER.password }))),
    ...Array.from({ length: GUESSES }, (_, nth) => note(signIn(inSite(nth), `victim-${nth}@example.com`, 'guess'))),
  ];
  await until('one of them to be answered', () => statuses.length > 0);

  const before = statuses.length;
  const change = { present: OWNER.password, next: NEXT };
  expectOk(await owner.post('/app/api/account/password', change));
  expectOk(await signIn(owner, OWNER.email, NEXT));
  expectOk(await signIn(browserAt(shop.url, '198.18.2.7'), OWNER.email, NEXT));
  // The three calls above take turns with the crowd. Otherwise the first of them would wait for all fifty.
  expect(statuses.length - before).toBeLessThan(GUESSES);

  await Promise.all(crowd);
  expect(statuses.filter((status) => status === 200)).toHaveLength(LINKS);
  expect(statuses.filter((status) => status === 401)).toHaveLength(GUESSES);
});
