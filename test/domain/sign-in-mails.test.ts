import { expect, test } from 'bun:test';
import { createThrottle, silentLog } from '../../src/base/index.ts';
import { addPerson, knock, signIn } from '../../src/people/index.ts';
import { mails, people } from '../../src/storage/index.ts';
import { demandCode } from '../support/couriers.ts';
import { openTestStore, secondWorkspace } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const NETWORKS = ['192.0.2.1', '198.51.100.1', '203.0.113.1'];

type Program = string | null;

async function openEntering(userAgent: Program = null) {
  const store = await openTestStore();
  const { storage, world } = store;
  const { seq } = await addPerson(store.ctx(), { email: EMAIL, password: PASSWORD, role: 'owner' });
  const doing = { storage, random: world.random, throttle: createThrottle(world.clock), log: silentLog };
  const enter = (address: string): Promise<string> =>
    signIn(doing, {
      email: EMAIL,
      password: PASSWORD,
      code: '000000',
      remember: false,
      at: knock(doing, { device: { userAgent, address }, what: 'passwords' }),
    }).catch(({ kind }) => kind);
  const told = () => storage.read.select({ kind: mails.kind, text: mails.text, html: mails.html }).from(mails).all();
  return { ...store, seq, enter, told };
}

test('an unproved address gets no mail about a sign-in or wrong code unless its account was created in the first workspace', async () => {
  await using at = await openEntering();
  const { storage, workspace, seq, enter, told } = at;
  const later = await secondWorkspace(at);
  const setUnproved = (unprovedIn: number) =>
    storage.write((tx) => void tx.db.update(people).set({ unprovedIn }).run());
  await setUnproved(later.seq);
  for (const address of NETWORKS) await enter(address);
  await storage.write((tx) => demandCode(tx, seq));
  expect(await enter(NETWORKS[0] ?? '')).toBe('wrong_code');
  expect(told()).toEqual([]);
  // The owners of the first workspace know whom they invite, so an unproved address there gets the mail.
  await setUnproved(workspace.seq);
  expect(await enter(NETWORKS[0] ?? '')).toBe('wrong_code');
  expect(told().map(({ kind }) => kind)).toEqual(['wrong_code']);
});

test.each([
  ['You won - call +7 900 000 or see evil.example/prize', 'an unknown browser'],
  ['Second notice evil.example/prize', 'Second notice evil example prize'],
  ['curl/8.5.0', 'curl 8.5.0'],
])('a mail about a sign-in describes the user agent %p as %p', async (userAgent, named) => {
  await using at = await openEntering(userAgent);
  const { storage, seq, enter, told } = at;
  for (const address of NETWORKS.slice(0, 2)) await enter(address);
  await storage.write((tx) => demandCode(tx, seq));
  await enter(NETWORKS[0] ?? '');
  const mailed = told().map(({ kind, text, html }) => [
    kind,
    text.replaceAll(/\s+/g, ' ').includes(`from ${named} at the address`),
    html.includes(`from ${named} at the address`),
  ]);
  expect(mailed).toEqual([
    ['new_sign_in', true, true],
    ['wrong_code', true, true],
  ]);
});
