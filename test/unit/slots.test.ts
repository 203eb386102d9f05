import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createSlots, FIRST_PACE, noneTaken, type Pace, paceAfter, SLOTS } from '../../src/worker/slots.ts';

const FAST: Pace = { lane: 'fast', allowed: 64, bestMs: 20 };

/** Takes slots until no more are given. @returns how many */
function takeAll(slots: ReturnType<typeof createSlots>, pace: Pace, endpoints: number, workspaces: number): number {
  const byWorkspace = Array.from({ length: workspaces }, noneTaken);
  const own = Array.from({ length: endpoints }, noneTaken);
  let taken = 0;
  for (let progress = true; progress; ) {
    progress = false;
    for (const [at, endpoint] of own.entries()) {
      const workspace = byWorkspace[at % workspaces] ?? noneTaken();
      if (!slots.mayBegin(pace, endpoint, workspace)) continue;
      slots.begin(pace.lane, endpoint, workspace);
      taken += 1;
      progress = true;
    }
  }
  return taken;
}

test('endpoints that hang hold half of the slots at most, however many they are, and leave the rest to the quick ones', () => {
  for (const hanging of [1, 50, 500]) {
    const slots = createSlots();
    const held = takeAll(slots, FIRST_PACE, hanging, hanging);
    expect(held).toBeLessThanOrEqual(SLOTS / 2);
    if (hanging >= 50) expect(held).toBeGreaterThanOrEqual(60);
    expect(takeAll(slots, FAST, 50, 50)).toBe(SLOTS - held);
  }
});

test('one hanging endpoint holds four slots', () => {
  expect(takeAll(createSlots(), FIRST_PACE, 1, 1)).toBe(4);
});

test('one workspace leaves slots to others on both lanes', () => {
  const slots = createSlots();
  expect(takeAll(slots, FAST, 100, 1)).toBeLessThan(SLOTS);
  expect(takeAll(slots, FAST, 1, 1)).toBeGreaterThan(0);
  const slow = createSlots();
  takeAll(slow, FIRST_PACE, 500, 1);
  expect(takeAll(slow, FIRST_PACE, 1, 1)).toBeGreaterThan(0);
});

test('an endpoint is given more while it answers as quickly as ever, fewer when it takes longer, and the least when it fails', () => {
  let pace = FIRST_PACE;
  for (let answered = 0; answered < 200; answered += 1) pace = paceAfter(pace, true, 20);
  expect(pace).toEqual(FAST);
  const slower = paceAfter(pace, true, 60);
  expect(slower).toMatchObject({ lane: 'fast', allowed: 63 });
  for (let answered = 0; answered < 80; answered += 1) pace = paceAfter(pace, true, 60);
  expect(pace).toMatchObject({ lane: 'fast', allowed: 4 });
  expect(paceAfter(slower, true, 3_000)).toEqual(FIRST_PACE);
  expect(paceAfter(slower, false, 5)).toEqual(FIRST_PACE);
});

test('a receiver far away is asked as much at once as one nearby, and one that became slower for good in time as well', () => {
  let pace = FIRST_PACE;
  for (let answered = 0; answered < 200; answered += 1) pace = paceAfter(pace, true, 300);
  expect(pace.allowed).toBe(64);
  for (let answered = 0; answered < 2_000; answered += 1) pace = paceAfter(pace, true, 700);
  expect(pace.allowed).toBe(64);
});

test('whatever begins and ends, the count is of those under way and never above the bound', () => {
  const steps = fc.array(fc.tuple(fc.nat(9), fc.boolean(), fc.boolean()), { maxLength: 400 });
  fc.assert(
    fc.property(steps, (story) => {
      const slots = createSlots();
      const endpoints = Array.from({ length: 10 }, noneTaken);
      const workspace = noneTaken();
      const open: (() => void)[] = [];
      for (const [which, quick, ends] of story) {
        const pace = quick ? FAST : FIRST_PACE;
        const endpoint = endpoints[which] ?? noneTaken();
        if (ends) open.shift()?.();
        else if (slots.mayBegin(pace, endpoint, workspace)) {
          slots.begin(pace.lane, endpoint, workspace);
          open.push(() => slots.end(pace.lane, endpoint, workspace));
        }
        expect(slots.count()).toBe(open.length);
        expect(slots.count()).toBeLessThanOrEqual(SLOTS);
      }
    }),
  );
});
