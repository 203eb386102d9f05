import { expect, spyOn, test } from 'bun:test';
import { createThrottle, silentLog } from '../../src/base/index.ts';
import { createFairQueue } from '../../src/people/fair-queue.ts';
import { addPerson, knock, signIn } from '../../src/people/index.ts';
import { CHECKS_AT_ONCE, checksAtOnce, hashInTurn } from '../../src/people/password-check.ts';
import { turnOfPerson } from '../../src/people/sign-in.ts';
import { trustDevice } from '../../src/people/trusted-devices.ts';
import type { Workspace } from '../../src/workspaces/index.ts';
import { addCourier } from '../support/couriers.ts';
import { openTestStore, secondWorkspace } from '../support/store.ts';
import { openTimedShop } from '../support/timed-shop.ts';

/** Fifty known callers may wait. */
const ROOM = CHECKS_AT_ONCE + 50;
const EMAIL = 'owner@example.com';
const PASSWORD = 'correct horse';
const BROWSER = { userAgent: null, address: '203.0.113.7', knownBy: 'known browser' };

test('fifty waiting members of one workspace block no member of another workspace from signing in', async () => {
  await using store = await openTestStore();
  const { storage, workspace } = store;
  const other = await secondWorkspace(store);
  const add = (to: Workspace, name: string) => storage.write((tx) => addCourier(tx, to, name));
  const queue = createFairQueue(1);
  const ends: (() => void)[] = [];
  const events: string[] = [];
  const enter = (name: string, person: Parameters<typeof turnOfPerson>[1]): void => {
    const work = () => {
      events.push(`${name} begins`);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    queue
      .run(turnOfPerson(storage, person), () => new Error('full'), work)
      .catch(() => events.push(`${name} is refused`));
  };
  for (let at = 0; at <= 50; at += 1) enter(`courier ${at}`, await add(workspace, `courier ${at}`));
  enter('owner', await add(other, EMAIL));
  ends[0]?.();
  await Bun.sleep(0);
  expect(events).toEqual(['courier 0 begins', 'courier 50 is refused', 'owner begins']);
});

/**
 * Fills the queue.
 * @param hashed the number of callers whose passwords are hashed; all others leave the queue when their turn comes
 */
function fill(hashed = 0): void {
  for (let at = 0; at < ROOM; at += 1) {
    const turn = { known: true, groups: [`workspace ${at}`, `person ${at}`] };
    hashInTurn('a password', turn, () => {
      if (at >= hashed) throw new Error('no longer allowed');
    }).catch(() => undefined);
  }
}

test('a sign-in uses up no try if it is refused because the queue is full', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const { seq } = await addPerson(store.ctx(), { email: EMAIL, password: PASSWORD, role: 'owner' });
  await storage.write((tx) => trustDevice(tx, seq, { ...BROWSER, token: BROWSER.knownBy }));
  const doing = { storage, random: world.random, throttle: createThrottle(world.clock), log: silentLog };
  const enter = (): Promise<string> =>
    signIn(doing, {
      email: EMAIL,
      password: PASSWORD,
      remember: false,
      at: knock(doing, { device: BROWSER, what: 'passwords' }),
    }).then(
      () => 'in',
      ({ kind }) => kind,
    );
  for (let at = 0; at < 11; at += 1) {
    fill();
    expect(await enter()).toBe('unavailable');
  }
  expect(await enter()).toBe('in');
});

test('a sign-in that is refused because too many others wait is not in the log', async () => {
  await using shop = await openTimedShop();
  const owner = await shop.owner();
  const logged = spyOn(shop.store.world.log, 'error');
  fill(2);
  const headers = { cookie: owner.cookie(), 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const body = JSON.stringify({ password: 'correct horse' });
  const { status } = await shop.fetch(new Request(`${shop.url}/app/api/prove`, { method: 'POST', headers, body }));
  expect([status, logged.mock.calls]).toEqual([503, []]);
});

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [64, 2],
])('on a machine of %p cores at most %p passwords are checked at a time', (cores, checks) => {
  expect(checksAtOnce(cores)).toBe(checks);
});
