import { beforeAll, expect } from 'bun:test';
import { PAGES_EN } from '../../src/dashboard/client/words/en/settings-pages.ts';
import { PAGES_RU } from '../../src/dashboard/client/words/ru/settings-pages.ts';
import { freshCode, turnOnFactor } from '../support/authenticator.ts';
import { sharedDesk } from '../support/browser.ts';
import { ownerOf } from '../support/browser-session.ts';
import { changeStore } from '../support/http-answers.ts';
import { addMember } from '../support/members.ts';
import { enter, look, picture, walk, wordsOf } from '../support/visits.ts';

const MANAGER = 'manager@example.com';

const { browser, shop } = sharedDesk();
beforeAll(async () => {
  await addMember(shop.dir, shop.workspaceId, { email: MANAGER, role: 'manager', password: 'long enough' });
});

/** Runs in the page. @returns a list to which each later text of the element is added */
function textsToCome(element: { readonly textContent: string | null }): (string | null)[] {
  const texts: (string | null)[] = [];
  const Observer = Reflect.get(globalThis, 'MutationObserver');
  new Observer(() => texts.push(element.textContent)).observe(element, { characterData: true, subtree: true });
  return texts;
}

/** Gives the manager a passkey that the session was not begun with. */
const addPasskey = (): void =>
  changeStore(
    shop,
    `INSERT INTO passkeys (id, person_seq, credential_id, rp_id, public_key, counter, synced, name, transports, created_at)
      SELECT randomblob(16), seq, 'AAAA', 'localhost', x'', 0, 1, 'Phone', '[]', 1 FROM people WHERE email = '${MANAGER}'`,
  );

walk('an owner demands a second factor, and a manager sees nothing before setting it up', async (form) => {
  changeStore(
    shop,
    'DELETE FROM second_factors',
    'DELETE FROM recovery_codes',
    'UPDATE workspaces SET second_factor_required = 0',
  );
  await turnOnFactor(await ownerOf(shop));
  const pages = form.locale === 'ru' ? PAGES_RU : PAGES_EN;
  const words = wordsOf(form);
  await using owner = await enter(browser, shop, form, '/app/settings/people');
  await using manager = await enter(browser, shop, form, '/app/orders', MANAGER);
  manager.excuse(/Failed to load resource/);
  await owner.getByRole('button', { name: pages.people.demand }).click();
  const dialog = owner.getByRole('dialog');
  await picture(owner, form, 'demand');
  await look(owner, form);
  const said = await dialog.getByRole('button', { name: pages.people.demand }).evaluateHandle(textsToCome);
  await dialog.getByRole('button', { name: pages.people.demand }).click();
  await owner.getByText(pages.people.demandOn).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  // The button of the dialog keeps its words until the dialog is gone, although the page behind it has changed.
  expect(await said.jsonValue()).toEqual([]);
  await picture(owner, form, 'people');
  await look(owner, form);

  await manager.reload();
  await manager.getByRole('heading', { name: words.factorNeeded.title }).waitFor();
  expect(await manager.locator('.rail nav').count()).toBe(0);
  await picture(manager, form, 'gate');
  await look(manager, form);
  addPasskey();
  await manager.reload();
  await manager.getByText(words.factorNeeded.passkey).waitFor();
  expect(await manager.getByRole('link', { name: words.factorNeeded.setUp }).count()).toBe(0);
  await picture(manager, form, 'gate beside a passkey');
  await look(manager, form);
  changeStore(shop, 'DELETE FROM passkeys');
  await manager.reload();
  await manager.getByRole('link', { name: words.factorNeeded.setUp }).click();
  await manager.getByRole('button', { name: pages.factor.confirm }).first().click();
  const secret = ((await manager.getByRole('dialog').locator('code').first().textContent()) ?? '').replaceAll(' ', '');
  await manager.getByLabel(pages.factor.code).fill(await freshCode(secret));
  await manager.getByRole('dialog').getByRole('button', { name: pages.factor.confirm }).click();
  await manager.getByRole('button', { name: pages.factor.saved }).click();
  await manager.getByRole('navigation').first().waitFor();

  await owner.reload();
  await owner.getByRole('button', { name: `${words.menu.more}: ${MANAGER}` }).click();
  await owner.getByRole('menuitem', { name: pages.people.endSessions }).click();
  await picture(owner, form, 'end');
  await owner.getByRole('dialog').getByRole('button', { name: pages.people.endSessions }).click();
  await owner.getByText(pages.people.sessionsEnded(MANAGER)).waitFor();
  await manager.reload();
  await manager.getByLabel(words.password).waitFor();
});
