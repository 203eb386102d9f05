import { expect, test } from 'bun:test';
import { createThrottle, silentLog } from '../../src/base/index.ts';
import {
  addPerson,
  chooseByLink,
  createOneTimeLink,
  describeLink,
  findSession,
  invitePerson,
  isProved,
  knock,
  LINK_LIFETIME_MS,
  signIn,
} from '../../src/people/index.ts';
import { PROOF_MS } from '../../src/people/sign-in.ts';
import { DAY } from '../support/scheduling.ts';
import { openTestStore, refusalOf } from '../support/store.ts';

const EMAIL = 'owner@example.com';
const PASSWORD = 'long enough for this';
const DEVICE = { userAgent: null, address: null };

test('correcting a fast clock ends a session from before the correction and lifts the limit on invitations', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const { clock, random } = world;
  const acting = store.ctx();
  const { seq } = await addPerson(acting, { email: EMAIL, password: PASSWORD, role: 'owner' });
  const right = clock.now();
  clock.set(right + 365 * DAY);
  const throttle = createThrottle(clock);
  const credentials = { email: EMAIL, password: PASSWORD, remember: true };
  const at = knock({ storage, throttle }, { device: DEVICE, what: 'passwords' });
  const cookie = await signIn({ storage, random, throttle, log: silentLog }, { ...credentials, at });
  const inviting = { random, mailUrl: null, shownUrl: 'http://localhost', inviter: { seq, name: null } };
  let nth = 0;
  const invite = async (): Promise<string> => {
    nth += 1;
    const wish = { email: `n${nth}@example.com`, role: 'viewer', language: 'en' } as const;
    return (await refusalOf(invitePerson({ ...acting, inviting }, wish)))?.kind ?? 'invited';
  };
  for (let sent = 0; sent < 20; sent += 1) expect(await invite()).toBe('invited');
  expect(await invite()).toBe('rate_limited');
  clock.advance(-DAY / 24);
  expect(await invite()).toBe('rate_limited');
  clock.set(right);
  expect(findSession(storage, { token: cookie, nowMs: clock.now() })).toBeUndefined();
  for (let sent = 0; sent < 20; sent += 1) expect(await invite()).toBe('invited');
});

test('setting the clock back extends a password proof or a one-time link by at most its own lifetime', async () => {
  await using store = await openTestStore();
  const { storage, world } = store;
  const { clock, random } = world;
  const { seq } = await addPerson(store.ctx(), { email: EMAIL, password: PASSWORD, role: 'owner' });
  const credentials = { email: EMAIL, password: PASSWORD, remember: true };
  const throttle = createThrottle(clock);
  const cookie = await signIn(
    { storage, ...world, throttle },
    { ...credentials, at: knock({ storage, throttle }, { device: DEVICE, what: 'passwords' }) },
  );
  const token = await createOneTimeLink({ storage, random }, { purpose: 'reset', personSeq: seq });
  const proved = (): boolean | undefined => {
    const session = findSession(storage, { token: cookie, nowMs: clock.now() });
    return session && isProved(session, clock.now());
  };
  const made = clock.now();
  clock.set(made - PROOF_MS / 2);
  expect(proved()).toBe(true);
  expect(describeLink({ storage }, { token, nowMs: clock.now() }).email).toBe(EMAIL);
  clock.set(made - 30 * DAY);
  expect(proved()).toBe(false);
  const choice = { password: 'another one for this', stay: false, name: '' };
  const visit = { token, nowMs: clock.now(), random, device: DEVICE };
  expect(() => describeLink({ storage }, { token, nowMs: clock.now() })).toThrow('This link has been used');
  expect(await chooseByLink({ storage, throttle, log: silentLog, visit }, choice).catch(({ kind }) => kind)).toBe(
    'not_found',
  );
  clock.set(made + LINK_LIFETIME_MS - 1);
  expect(describeLink({ storage }, { token, nowMs: clock.now() }).email).toBe(EMAIL);
});
