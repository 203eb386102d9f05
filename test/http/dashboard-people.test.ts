import { expect, test } from 'bun:test';
import { signedIn, type Visitor, visitor } from '../support/browser-session.ts';
import { changeStore, expectFailure, expectOk, readStore } from '../support/http-answers.ts';
import { addMember, addWorkspace, resetLink } from '../support/members.ts';
import { sharedShop } from '../support/shared.ts';

const PASSWORD = 'long enough here';

const { shop, owner } = sharedShop();

interface ListedPerson {
  readonly id: string;
  readonly email: string;
  readonly role: string;
  readonly hasPassword: boolean;
  readonly lastSeenAt: string | null;
}
const listed = async (email: string): Promise<ListedPerson | undefined> =>
  expectOk(await owner.get(`${shop.base}/people`)).people.find((one: ListedPerson) => one.email === email);
const invite = (email: string, role = 'manager') => owner.post(`${shop.base}/people`, { email, role, language: 'ru' });

async function follow(link: string): Promise<Visitor> {
  const { origin, hash } = new URL(link);
  const who = visitor(origin);
  expectOk(await who.post('/app/api/reset', { token: hash.slice(1), password: PASSWORD }));
  return who;
}

test('an invitation without a mail server gives a link for three days and one use', async () => {
  const answer = expectOk(await invite('m@example.com'));
  // The list of people gives this address as well, so that the page can warn before anything is sent.
  expect(answer).toMatchObject({ told: 'link', onlyHere: shop.url });
  expect(expectOk(await owner.get(`${shop.base}/people`)).onlyHere).toBe(shop.url);
  expect(await listed('m@example.com')).toMatchObject({ role: 'manager', hasPassword: false, lastSeenAt: null });
  const [row] = readStore<{ life: number }>(shop, 'SELECT expires_at - created_at AS life FROM one_time_links');
  expect(row?.life).toBe(3 * 86_400_000);
  const manager = await follow(answer.link);
  const me = expectOk(await manager.get('/app/api/me'));
  expect(me.person).toMatchObject({ email: 'm@example.com', language: 'ru' });
  expect(me.workspaces).toMatchObject([{ role: 'manager' }]);
  expect(await listed('m@example.com')).toMatchObject({ hasPassword: true, lastSeenAt: expect.any(String) });
  const again = await visitor(shop.url).post('/app/api/reset', {
    token: new URL(answer.link).hash.slice(1),
    password: PASSWORD,
  });
  expectFailure(again, 404, 'not_found');
});

test('a second invitation invalidates the link of the first invitation', async () => {
  const first = expectOk(await invite('late@example.com', 'viewer'));
  const second = expectOk(await owner.post(`${shop.base}/people/${first.id}/invite`));
  const token = new URL(first.link).hash.slice(1);
  const old = await visitor(shop.url).post('/app/api/reset', { token, password: PASSWORD });
  expectFailure(old, 404, 'not_found');
  await follow(second.link);
});

test('a changed role applies from the next request on, and a removed person is signed out at once', async () => {
  const { id, link } = expectOk(await invite('out@example.com', 'viewer'));
  const who = await follow(link);
  const form = { date: '2026-05-20', products: [{ name: 'A', quantity: 1, price: 1 }] };
  expectFailure(await who.post(`${shop.base}/orders`, form), 403, 'forbidden');
  expectOk(await owner.post(`${shop.base}/people/${id}/role`, { role: 'manager' }));
  expectOk(await who.post(`${shop.base}/orders`, form));
  const stream = await who.fetch(`${shop.base}/live`);
  expectOk(await owner.post(`${shop.base}/people/${id}/remove`));
  const told = await stream.text();
  expect(told).toContain('event: hint');
  expectFailure(await who.get(`${shop.base}/orders`), 401, 'signed_out');
  expectFailure(await owner.post(`${shop.base}/people/${id}/remove`), 404, 'not_found');
  const { rows } = expectOk(await owner.get(`${shop.base}/history`));
  expect(rows.slice(0, 3)).toMatchObject([
    { action: 'person.removed', subject: id, changes: { role: { from: 'manager', to: null } } },
    { action: 'order.created', actorName: 'out@example.com' },
    { action: 'person.role_changed', changes: { role: { from: 'viewer', to: 'manager' } } },
  ]);
});

test('nobody can remove or demote the last owner', async () => {
  const self = await listed('owner@example.com');
  expectFailure(await owner.post(`${shop.base}/people/${self?.id}/remove`), 409, 'last_owner');
  expectFailure(await owner.post(`${shop.base}/people/${self?.id}/role`, { role: 'viewer' }), 409, 'last_owner');
  const { id, link } = expectOk(await invite('second@example.com', 'owner'));
  const second = await follow(link);
  expectOk(await second.post(`${shop.base}/people/${self?.id}/role`, { role: 'manager' }));
  expectFailure(await owner.get(`${shop.base}/people`), 403, 'forbidden');
  expectFailure(await second.post(`${shop.base}/people/${id}/remove`), 409, 'last_owner');
  expectOk(await second.post(`${shop.base}/people/${self?.id}/role`, { role: 'owner' }));
  expectOk(await owner.post(`${shop.base}/people/${id}/remove`));
});

test('an invitation, a change of role and a removal are refused if the password was not entered recently', async () => {
  const { id } = expectOk(await invite('proof@example.com', 'viewer'));
  changeStore(shop, 'UPDATE sessions SET proved_at = 0');
  expectFailure(await invite('x@example.com'), 403, 'proof_needed');
  expectFailure(await owner.post(`${shop.base}/people/${id}/role`, { role: 'owner' }), 403, 'proof_needed');
  expectFailure(await owner.post(`${shop.base}/people/${id}/invite`), 403, 'proof_needed');
  expectFailure(await owner.post(`${shop.base}/people/${id}/remove`), 403, 'proof_needed');
  expectOk(await owner.post('/app/api/prove', { password: 'correct horse' }));
  expectFailure(await invite('not an address'), 422, 'validation_failed');
  expectFailure(await invite('PROOF@example.com'), 422, 'validation_failed');
});

test('an invitation link opens only its own workspace and does not invalidate the invited person’s other links', async () => {
  const workspaceId = await addWorkspace(shop.dir, 'Other');
  await addMember(shop.dir, workspaceId, { email: 'both@example.com' });
  const shown = await resetLink(shop.dir, 'both@example.com');
  const here = expectOk(await invite('both@example.com'));
  expect(here).toMatchObject({ told: 'link' });
  const token = new URL(shown).hash.slice(1);
  expectOk(await visitor(shop.url).post('/app/api/reset/check', { token }));
  const both = await follow(here.link);
  expect(expectOk(await both.get('/app/api/me')).workspaces).toMatchObject([{ name: 'Test shop' }]);
  await addMember(shop.dir, workspaceId, { email: 'known@example.com', password: PASSWORD });
  const { link } = expectOk(await invite('known@example.com'));
  const known = await signedIn(shop.url, 'known@example.com', PASSWORD);
  expectFailure(await known.get(`${shop.base}/orders`), 404, 'not_found');
  expectOk(await known.post('/app/api/join', { token: new URL(link).hash.slice(1) }));
  expectOk(await known.get(`${shop.base}/orders`));
  const { id } = expectOk(await known.get('/app/api/me')).person;
  expectOk(await owner.post(`${shop.base}/people/${id}/remove`));
  expectFailure(await known.get(`${shop.base}/orders`), 404, 'not_found');
  expectOk(await known.get(`/app/api/workspaces/${workspaceId}/orders`));
});
