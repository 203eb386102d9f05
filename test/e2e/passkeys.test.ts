import { beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { EN } from '../../src/dashboard/client/words/en/all.ts';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PASSKEY_SIGN_IN_EN, PASSKEY_SIGN_IN_RU } from '../../src/dashboard/client/words/passkey-sign-in.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { FORMS, type Form, sharedDesk } from '../support/browser.ts';
import { openShop } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { resetLink } from '../support/members.ts';
import { until } from '../support/until.ts';
import { look, lookHere, OWNER, signInAs, speak, walk, wordsOf } from '../support/visits.ts';

const { browser, shop } = sharedDesk();
let url: string;
beforeAll(async () => {
  // Browsers create passkeys for a host name, never for an IP address.
  url = shop.url.replace('127.0.0.1', 'localhost');
});

const passkeyWords = ({ locale }: Form) =>
  locale === 'ru'
    ? { p: PAGES_RU.passkeys, door: PASSKEY_SIGN_IN_RU }
    : { p: PAGES_EN.passkeys, door: PASSKEY_SIGN_IN_EN };

/**
 * Adds a virtual device with its own passkeys, like a phone or a laptop. Its holder confirms each request until
 * `touches(false)`.
 */
async function addDevice(page: Page): Promise<{ readonly touches: (touches: boolean) => Promise<void> }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const touches = async (enabled: boolean): Promise<void> => {
    await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  };
  return { touches };
}

/** The virtual device would accept the offer in the field at once. This test needs the click on the button. */
const offerNothingInField = (page: Page): Promise<unknown> =>
  page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = async () => false');

async function addPasskey(page: Page, p: typeof PAGES_EN.passkeys, w: typeof EN): Promise<void> {
  await page.getByRole('button', { name: p.add }).click();
  await page.getByLabel(p.name, { exact: true }).fill('Pixel');
  await page.getByRole('dialog').getByRole('button', { name: w.save }).click();
}

const RECOVERY_CODE = 'abcdef-ghijkl-mnopqr-stuvwx';

/** Turns on the second factor of an owner who has lost the app and has one recovery code left. */
function turnOnFactor(): void {
  const hash = new Bun.CryptoHasher('sha256').update(RECOVERY_CODE.replaceAll('-', '').toUpperCase()).digest('hex');
  changeStore(
    shop,
    'DELETE FROM recovery_codes',
    "INSERT INTO second_factors (person_seq, secret, confirmed_at, last_step) VALUES (1, '', 1, 0)",
    `INSERT INTO recovery_codes (person_seq, code_hash) VALUES (1, '${hash}')`,
  );
}

walk('a passkey is added, signs in without the password and is removed', async (form) => {
  speak(shop, form);
  changeStore(shop, 'DELETE FROM passkeys');
  const w = wordsOf(form);
  const { p, door } = passkeyWords(form);
  await using page = await browser.visit(`${url}/app/account`, form);
  await addDevice(page);
  await signInAs(page, form);
  await page.getByRole('heading', { name: p.title }).waitFor();
  // Nobody has a passkey yet, so the sign-in page offers none.
  expect(await page.getByRole('button', { name: door.signIn }).count()).toBe(0);
  await page.getByRole('button', { name: p.add }).click();
  await page.getByRole('heading', { name: p.addedTitle }).waitFor();
  await look(page, form);
  await page.getByLabel(p.name, { exact: true }).fill('Pixel');
  await page.getByRole('dialog').getByRole('button', { name: w.save }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Pixel' });
  await card.getByText(p.neverUsed).waitFor();
  await page.getByRole('button', { name: p.add }).click();
  await page.getByText(p.trouble.already).waitFor();
  await look(page, form);

  await offerNothingInField(page);
  await page.getByRole('button', { name: w.signOut, exact: true }).click();
  await page.getByRole('button', { name: door.signIn }).waitFor();
  await look(page, form);
  await page.getByLabel(w.remember).check();
  await page.getByRole('button', { name: door.signIn }).click();
  await card.getByText(p.lastUsed).waitFor();
  const [cookie] = await page.context().cookies();
  // "Stay signed in" applies to passkeys too.
  expect(cookie?.expires).toBeGreaterThan(0);

  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  await page.getByRole('button', { name: `${w.remove}: Pixel` }).click();
  await page.getByRole('dialog').getByRole('button', { name: w.remove }).click();
  await page.getByRole('button', { name: door.prove }).waitFor();
  await look(page, form);
  await page.getByRole('button', { name: door.prove }).click();
  await card.waitFor({ state: 'detached' });

  turnOnFactor();
  await page.getByRole('button', { name: p.add }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(p.addWhat).waitFor();
  await look(page, form);
  await dialog.getByRole('textbox').fill(RECOVERY_CODE);
  await dialog.getByRole('button', { name: w.person.goOn }).click();
  await page.getByRole('heading', { name: p.addedTitle }).waitFor();
  changeStore(shop, 'DELETE FROM second_factors');
  // The server asked for the password and a code again.
  page.excuse(/status of 40[13]/);
});

test('the e-mail field also offers a passkey, with a fresh challenge while the page is open', async () => {
  const form = FORMS[0] as Form;
  speak(shop, form);
  changeStore(shop, 'DELETE FROM passkeys');
  const w = wordsOf(form);
  const { p, door } = passkeyWords(form);
  await using page = await browser.visit(`${url}/app/account`, form);
  const { touches } = await addDevice(page);
  await signInAs(page, form);
  await addPasskey(page, p, w);
  await page.getByText(p.neverUsed).waitFor();
  await touches(false);
  await page.clock.install();
  const asked = () => page.waitForResponse((response) => response.url().endsWith('/app/api/passkeys/sign-in/begin'));
  await page.evaluate(`{
    const { credentials } = navigator;
    const get = credentials.get.bind(credentials);
    credentials.get = (wish) => {
      window.isDeviceAsked = true;
      return get(wish);
    };
  }`);
  await page.getByRole('button', { name: w.signOut, exact: true }).click();
  await page.getByRole('button', { name: door.signIn }).waitFor();
  // After `touches(true)` the device answers every new challenge at once. The first challenge must arrive before that,
  // so that only the fresh one is answered.
  await until('the device to be asked', () => page.evaluate<boolean>('window.isDeviceAsked === true'));
  await touches(true);
  const next = asked();
  await page.clock.fastForward('04:01');
  await next;
  await page.getByText(p.lastUsed).waitFor();
  const link = await resetLink(shop.dir, OWNER.email, '--public-url', url);
  await page.goto(link);
  await page.getByText(w.setup.resetPasskeys).waitFor();
  await lookHere(page, form);
});

test('the account page explains where passkeys can be created if they cannot be created here', async () => {
  const form = FORMS[0] as Form;
  speak(shop, form);
  const { p } = passkeyWords(form);
  await using page = await browser.visit(`${shop.url}/app/account`, form);
  page.excuse(/http:.*127/);
  await signInAs(page, form);
  await page.getByText(p.elsewhere).waitFor();
  expect(await page.getByRole('link', { name: url }).getAttribute('href')).toBe(`${url}/app/account`);
  expect(await page.getByRole('button', { name: p.add }).count()).toBe(0);
  await lookHere(page, form);
  await using bare = await openShop(['--public-url', 'http://192.168.0.5:8080']);
  await page.goto(`${bare.url}/app/account`);
  await signInAs(page, form);
  await page.getByText(p.noDomain).waitFor();
  await lookHere(page, form);
});
