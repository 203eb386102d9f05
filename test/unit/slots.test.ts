import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  createSlots,
  FIRST_PACE,
  HUNG_PACE,
  noneTaken,
  type Pace,
  paceAfter,
  SLOTS,
  type Slots,
  type TakenSlots,
} from '../../src/worker/slots.ts';

const FAST: Pace = { lane: 'fast', allowed: 64, bestMs: 20 };

const several = (which: number | TakenSlots[]): TakenSlots[] =>
  typeof which === 'number' ? Array.from({ length: which }, noneTaken) : which;

function takeAll(
  slots: Slots,
  pace: Pace,
  endpoints: number | TakenSlots[],
  workspaces: number | TakenSlots[],
): number {
  const [own, byWorkspace] = [several(endpoints), several(workspaces)];
  let taken = 0;
  for (let progress = true; progress; ) {
    progress = false;
    for (const [at, endpoint] of own.entries()) {
      const workspace = byWorkspace[at % byWorkspace.length] ?? noneTaken();
      if (!slots.mayBegin(pace, endpoint, workspace)) continue;
      slots.begin(pace.lane, endpoint, workspace);
      taken += 1;
      progress = true;
    }
  }
  return taken;
}

test('hanging endpoints use at most half of the slots for attempts, however many endpoints hang', () => {
  for (const hanging of [1, 50, 500]) {
    const slots = createSlots();
    const held = takeAll(slots, FIRST_PACE, hanging, hanging);
    expect(held).toBeLessThanOrEqual(SLOTS / 2);
    if (hanging >= 50) expect(held).toBeGreaterThanOrEqual(60);
    // Endpoints that have a slot leave the other slots to endpoints without one.
    const taken = takeAll(slots, FAST, 50, 50);
    expect(taken).toBeGreaterThanOrEqual(SLOTS - held - 30);
    expect(takeAll(slots, FAST, 100, 100)).toBe(SLOTS - held - taken);
  }
});

test('a hanging endpoint delays no other endpoint, in any workspace', () => {
  for (const workspaces of [1, 2, 10]) {
    const slots = createSlots();
    const byWorkspace = Array.from({ length: workspaces }, noneTaken);
    const own = Array.from({ length: 500 }, noneTaken);
    expect(takeAll(slots, HUNG_PACE, own, byWorkspace)).toBeGreaterThanOrEqual(45);
    // These three quick endpoints took all the slots they may have, and now they hang. Every other endpoint still gets
    // a first slot.
    takeAll(slots, FAST, own.map(noneTaken).slice(0, 3), byWorkspace);
    for (const pace of [FAST, FIRST_PACE]) {
      for (const workspace of [...byWorkspace, noneTaken()]) {
        expect(slots.mayBegin(pace, noneTaken(), workspace)).toBe(true);
      }
    }
  }
});

test('one workspace uses at most three quarters of the slots for attempts', () => {
  for (const paces of [
    [FAST, FIRST_PACE, HUNG_PACE],
    [HUNG_PACE, FIRST_PACE, FAST],
  ]) {
    const slots = createSlots();
    const workspace = [noneTaken()];
    for (const pace of paces) takeAll(slots, pace, 500, workspace);
    expect(slots.count()).toBeLessThanOrEqual(SLOTS * 0.75);
    for (const pace of paces) expect(slots.mayBegin(pace, noneTaken(), noneTaken())).toBe(true);
  }
});

test('up to four test events of an endpoint get slots even if its other attempts hang', () => {
  const slots = createSlots();
  const [endpoint, workspace] = [noneTaken(), noneTaken()];
  takeAll(slots, HUNG_PACE, [endpoint], [workspace]);
  let asked = 0;
  for (; slots.mayAsk(endpoint, workspace); asked += 1) slots.begin('asked', endpoint, workspace);
  expect(asked).toBe(4);
  expect(slots.mayAsk(noneTaken(), noneTaken())).toBe(true);
});

test('hanging test events delay neither scheduled attempts nor other workspaces’ test events', () => {
  const slots = createSlots();
  for (let workspaces = 0; workspaces < 3; workspaces += 1) {
    const workspace = noneTaken();
    const endpoints = Array.from({ length: 50 }, noneTaken);
    for (let round = 0; round < 4; round += 1) {
      for (const endpoint of endpoints)
        if (slots.mayAsk(endpoint, workspace)) slots.begin('asked', endpoint, workspace);
    }
    for (const pace of [FAST, FIRST_PACE, HUNG_PACE]) {
      for (const other of [workspace, noneTaken()]) expect(slots.mayBegin(pace, noneTaken(), other)).toBe(true);
    }
    expect(slots.mayBegin(FIRST_PACE, endpoints[0] ?? noneTaken(), workspace)).toBe(true);
    expect(slots.mayAsk(noneTaken(), noneTaken())).toBe(true);
  }
  expect(slots.count()).toBeLessThan(SLOTS / 4);
});

test('one hanging endpoint gets at most four slots', () => {
  expect(takeAll(createSlots(), FIRST_PACE, 1, 1)).toBe(4);
});

test('one workspace leaves slots to others, both for quick and for slow endpoints', () => {
  const slots = createSlots();
  expect(takeAll(slots, FAST, 100, 1)).toBeLessThan(SLOTS);
  expect(takeAll(slots, FAST, 1, 1)).toBeGreaterThan(0);
  const slow = createSlots();
  takeAll(slow, FIRST_PACE, 500, 1);
  expect(takeAll(slow, FIRST_PACE, 1, 1)).toBeGreaterThan(0);
});

test('three busy workspaces cannot take every slot, so a fourth workspace can still begin an attempt', () => {
  const slots = createSlots();
  for (let strangers = 0; strangers < 3; strangers += 1) takeAll(slots, FIRST_PACE, 500, 1);
  expect(slots.mayBegin(FIRST_PACE, noneTaken(), noneTaken())).toBe(true);
  const hung = createSlots();
  for (let strangers = 0; strangers < 3; strangers += 1) takeAll(hung, HUNG_PACE, 500, 1);
  expect(hung.mayBegin(HUNG_PACE, noneTaken(), noneTaken())).toBe(true);
});

test('an endpoint gets more slots while it is quick and the fewest when it hangs', () => {
  let pace = FIRST_PACE;
  for (let answered = 0; answered < 200; answered += 1) pace = paceAfter(pace, true, 20);
  expect(pace).toEqual(FAST);
  const slower = paceAfter(pace, true, 60);
  expect(slower).toMatchObject({ lane: 'fast', allowed: 63 });
  for (let answered = 0; answered < 80; answered += 1) pace = paceAfter(pace, true, 60);
  expect(pace).toMatchObject({ lane: 'fast', allowed: 4 });
  expect(paceAfter(slower, true, 3_000)).toEqual(FIRST_PACE);
  expect(paceAfter(slower, false, 3_000)).toEqual(HUNG_PACE);
  expect(paceAfter(slower, false, 5)).toEqual(FIRST_PACE);
});

test('an endpoint with constantly slow answers gets as many slots as an endpoint with quick answers', () => {
  let pace = FIRST_PACE;
  for (let answered = 0; answered < 200; answered += 1) pace = paceAfter(pace, true, 300);
  expect(pace.allowed).toBe(64);
  for (let answered = 0; answered < 2_000; answered += 1) pace = paceAfter(pace, true, 700);
  expect(pace.allowed).toBe(64);
});

test('the count of taken slots equals the number of running attempts and never exceeds the limit', () => {
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
