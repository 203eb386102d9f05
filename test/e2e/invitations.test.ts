import { expect, test } from 'bun:test';
import { PAGES_EN, type PageWords } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { JOIN_EN, JOIN_RU, type JoinWords } from '../../src/dashboard/client/words/join.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { SETUP_EN, SETUP_RU, type SetupWords } from '../../src/dashboard/client/words/setup.ts';
import { type Form, sharedBrowser, type TestPage } from '../support/browser.ts';
import { signedIn } from '../support/browser-session.ts';
import { openShop, type Shop } from '../support/docket.ts';
import { changeStore } from '../support/http-answers.ts';
import { addMember, addWorkspace } from '../support/members.ts';
import { shared } from '../support/shared.ts';
import { startSmtp } from '../support/smtp.ts';
import { until } from '../support/until.ts';
import { DESKTOP, enter, formNamed, look, OWNER, picture, signInAs, wordsOf } from '../support/visits.ts';

const COLLEAGUE = { email: 'colleague@example.com', password: 'long enough for this' };
const PUBLIC_URL = 'http://orders.example.com';

const smtp = shared(startSmtp);
const browser = sharedBrowser();
const byHand = shared(openShop);
const byMail = shared(() => {
  const mail = ['--smtp-url', `smtp://127.0.0.1:${smtp.port}`, '--mail-from', 'docket@example.com'];
  return openShop([...mail, '--public-url', PUBLIC_URL]);
});

interface PageTexts {
  readonly pages: PageWords;
  readonly join: JoinWords;
  readonly setup: SetupWords;
}
const saidIn = (form: Form): PageTexts =>
  form.locale === 'ru'
    ? { pages: PAGES_RU, join: JOIN_RU, setup: SETUP_RU }
    : { pages: PAGES_EN, join: JOIN_EN, setup: SETUP_EN };

async function invite(page: TestPage, form: Form, verb: string): Promise<void> {
  const { people } = saidIn(form).pages;
  await page.getByRole('button', { name: people.invite, exact: true }).click();
  await page.getByLabel(wordsOf(form).email).fill(COLLEAGUE.email);
  await page.getByRole('button', { name: verb }).waitFor();
  const note = page.locator('dialog .note');
  // A note warns that the link cannot be opened from elsewhere.
  if (verb === people.makeLink) await note.waitFor();
  else expect(await note.count()).toBe(0);
  await look(page, form);
  await picture(page, form, 'invite');
  await page.getByRole('button', { name: verb }).click();
}

const listed = (page: TestPage) => page.getByRole('listitem').filter({ hasText: COLLEAGUE.email });

async function choose(page: TestPage, label: string, verb: string, password: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(password);
  await page.getByRole('button', { name: verb, exact: true }).click();
  await page.locator('.rail').waitFor();
}

async function signInOn(form: Form, shop: Shop, password: string): Promise<void> {
  await using device = await browser.visit(`${shop.url}/app`, form);
  await signInAs(device, form, { ...COLLEAGUE, password });
  await device.locator('.rail').waitFor();
}

test('links that the owner hands over let a colleague join and reset the password without mail', async () => {
  const form = formNamed('phone, dark, ru');
  const { pages, join, setup } = saidIn(form);
  await using owner = await enter(browser, byHand, form, '/app/settings/people');
  await invite(owner, form, pages.people.makeLink);
  const link = (await owner.locator('.secret code').textContent()) ?? '';
  await owner.getByRole('button', { name: pages.people.gaveIt }).click();
  await listed(owner).getByText(pages.people.invited, { exact: true }).waitFor();
  await look(owner, form);
  await picture(owner, form, 'people');

  await using page = await browser.visit(link, form);
  const title = page.getByRole('heading', { name: join.title('Test shop') });
  await title.waitFor();
  // The heading must be readable on a phone too: this page has no bar at the top that would show it.
  expect((await title.boundingBox())?.width ?? 0).toBeGreaterThan(100);
  await page.getByText(join.invites(OWNER.email, 'Test shop')).waitFor();
  await page.locator(':focus[name=name]').waitFor();
  await look(page, form);
  await picture(page, form, 'join');
  await page.getByLabel(join.name).fill('Мария Ким');
  await choose(page, join.password, join.join, COLLEAGUE.password);
  await owner.reload();
  await listed(owner).getByText(pages.people.active, { exact: true }).waitFor();
  await listed(owner).getByText('Мария Ким').waitFor();
  await owner.goto(`${byHand.url}/app/history`);
  const { history, settings } = wordsOf(form);
  await owner.getByText(`${history.fields.role}: ${settings.roles.manager}`).first().waitFor();

  await owner.goto(`${byHand.url}/app/settings/people`);
  await listed(owner).locator('[aria-haspopup=menu]').click();
  await owner.getByRole('menuitem', { name: pages.people.passwordLink }).click();
  await owner.getByRole('button', { name: pages.people.makeLink }).click();
  await owner.getByText(pages.people.passwordLinkWhat(COLLEAGUE.email)).waitFor();
  await look(owner, form);
  const reset = (await owner.locator('.secret code').textContent()) ?? '';
  await page.goto(reset);
  await page.getByRole('heading', { name: setup.resetTitle }).waitFor();
  await look(page, form);
  await choose(page, setup.newPassword, setup.resetSubmit, 'another one, just as long');
  await signInOn(form, byHand, 'another one, just as long');
  await using late = await browser.visit(reset, form);
  await late.getByRole('heading', { name: setup.badLinkTitle }).waitFor();
  late.excuse(/status of 404/);
});

test('the command that vouches for an account is shown only to a person signed in to that account', async () => {
  const form = formNamed('phone, dark, ru');
  const { join } = saidIn(form);
  const link = async (workspaceId: string, role: string): Promise<string> => {
    const owner = await signedIn(byHand.url, role === 'owner' ? OWNER.email : 'stranger@example.com', OWNER.password);
    const wish = { email: 'cfo@example.com', role: 'viewer', language: 'ru' };
    const { body } = await owner.post(`/app/api/workspaces/${workspaceId}/people`, wish);
    return `${byHand.url}/app/reset#${new URL(body.data.link).hash.slice(1)}`;
  };
  const workspaceId = await addWorkspace(byHand.dir, 'Elsewhere');
  await addMember(byHand.dir, workspaceId, { email: 'stranger@example.com', password: OWNER.password });
  await using maker = await browser.visit(await link(workspaceId, 'stranger'), form);
  await choose(maker, join.password, join.join, COLLEAGUE.password);
  const real = await link(byHand.workspaceId, 'owner');
  await using holder = await browser.visit(real, form);
  await holder.getByText(join.blockedElse).waitFor();
  await holder.getByText('docket owner reset-password --email cfo@example.com').waitFor();
  await look(holder, form);
  await maker.goto('about:blank');
  await maker.goto(real);
  await maker.getByText('docket owner vouch --email cfo@example.com').waitFor();
  await maker.getByText(join.blockedNext).waitFor();
});

test('with mail: a person with an account joins a second workspace by the mailed link', async () => {
  const { pages, join } = saidIn(DESKTOP);
  const workspaceId = await addWorkspace(byMail.dir, 'Their own');
  await addMember(byMail.dir, workspaceId, { email: COLLEAGUE.email, password: COLLEAGUE.password });
  await using owner = await enter(browser, byMail, DESKTOP, '/app/settings/people');
  await invite(owner, DESKTOP, pages.people.send);
  await listed(owner).getByText(pages.people.invited, { exact: true }).waitFor();
  // The button of a busy form is pale, and the list may arrive before the form is ready again.
  await owner.locator('form[aria-busy=true]').first().waitFor({ state: 'detached' });
  await look(owner, DESKTOP);
  await picture(owner, DESKTOP, 'people');
  const mail = await until('the invitation', () => smtp.taken.find(({ to }) => to.includes(COLLEAGUE.email)));
  const token = /\/app\/reset#([\w-]{43})/.exec(mail.raw.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? '';
  await using page = await browser.visit(`${byMail.url}/app/reset#${token}`, DESKTOP);
  await page.getByText(join.haveAccount).waitFor();
  await look(page, DESKTOP);
  await picture(page, DESKTOP, 'sign in to join');
  await page.getByLabel(wordsOf(DESKTOP).password).fill(COLLEAGUE.password);
  await page.getByRole('button', { name: wordsOf(DESKTOP).signIn }).click();
  await page.locator('.menu-brand', { hasText: 'Test shop' }).waitFor();
  await page.locator('.menu-brand > button').click();
  await page.getByRole('menuitemradio', { name: 'Their own' }).click();
  await page.locator('.menu-brand', { hasText: 'Their own' }).waitFor();
  // The reader sees no tabs for the installation, which belongs to others.
  await page.goto(`${byMail.url}/app/settings/workspace`);
  const { settingsNav } = wordsOf(DESKTOP);
  await page.getByRole('link', { name: settingsNav.people }).waitFor();
  for (const tab of [settingsNav.mail, settingsNav.backups, settingsNav.system]) {
    expect(await page.getByRole('link', { name: tab, exact: true }).count()).toBe(0);
  }
  await look(page, DESKTOP);
  await picture(page, DESKTOP, 'settings of a neighbour');
  await page.goto(`${byMail.url}/app/settings/mail`);
  await page.getByText(wordsOf(DESKTOP).menu.firstOwners).waitFor();
  const long = `${'long.'.repeat(10)}name@${'sub.'.repeat(8)}example.com`;
  changeStore(byMail, `UPDATE people SET email = '${long}' WHERE email = '${COLLEAGUE.email}'`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${byMail.url}/app/account`);
  await page.locator('main').getByText(long).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
