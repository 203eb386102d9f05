import { expect, test } from 'bun:test';
import { AppError, createSlots, type SlotHolder, type Slots } from '../../src/base/index.ts';

const BOUNDS = { person: 3, workspace: 6, server: 32 };

/** Takes slots until one is refused. @returns the functions that give the slots back, and the rule of the refusal */
function takeAll(slots: Slots, holderOf: (at: number) => SlotHolder): { held: (() => void)[]; rule: string } {
  const held: (() => void)[] = [];
  for (;;) {
    try {
      held.push(slots.take(holderOf(held.length)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect([error.kind, error.details]).toEqual(['rate_limited', { retryAfter: 5 }]);
      return { held, rule: error.refusal.rule };
    }
  }
}

test('one person has at most three transfers at once, over all workspaces', () => {
  const { held, rule } = takeAll(createSlots(BOUNDS), (at) => ({ person: 'a', workspace: at }));
  expect([held.length, rule]).toEqual([3, 'slots_of_person']);
});

test('one workspace has at most six transfers at once, whatever the number of its people', () => {
  const { held, rule } = takeAll(createSlots(BOUNDS), (at) => ({ person: `p${at}`, workspace: 1 }));
  expect([held.length, rule]).toEqual([6, 'slots_of_workspace']);
});

test('half of the slots are reserved for workspaces without a running transfer', () => {
  const slots = createSlots(BOUNDS);
  for (let workspace = 0; workspace < 16; workspace += 1)
    takeAll(slots, (at) => ({ person: `${workspace} ${at}`, workspace }));
  // Two workspaces have six slots each, one has four, and thirteen have one each. So three slots are left.
  const others = takeAll(slots, (at) => ({ person: `other ${at}`, workspace: 1_000 + at }));
  expect([others.held.length, others.rule]).toEqual([3, 'slots_of_server']);
});

test('a freed slot for a transfer can be taken again, and freeing it twice frees only one', () => {
  const slots = createSlots({ person: 1, workspace: 2, server: 2 });
  const holder = { person: 'a', workspace: 1 };
  const back = slots.take(holder);
  expect(() => slots.take(holder)).toThrow('You have 1 of these under way');
  back();
  back();
  slots.take(holder);
  expect(() => slots.take(holder)).toThrow('You have 1 of these under way');
  slots.take({ person: 'b', workspace: 2 });
  expect(() => slots.take({ person: 'c', workspace: 3 })).toThrow('The server has as many');
});

test('people without a workspace can use all of the server’s transfer slots', () => {
  const { held, rule } = takeAll(createSlots(BOUNDS), (at) => ({ person: `p${at}`, workspace: undefined }));
  expect([held.length, rule]).toEqual([32, 'slots_of_server']);
});
