import { expect, test } from 'bun:test';
import { createPlaces } from '../../src/base/index.ts';

/** Begins work that ends on demand. @returns the begun pieces in order, and a function that ends one */
function begin(places: ReturnType<typeof createPlaces>) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (person: string, workspace: number, name: string): void => {
    void places({ person, workspace }, () => {
      begun.push(name);
      return new Promise<void>((end) => ends.set(name, end));
    });
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await Bun.sleep(0);
  };
  return { begun, add, end };
}

test('work above the limit of a person or a workspace waits, and begins in the order of its arrival', async () => {
  const { begun, add, end } = begin(createPlaces({ person: 2, workspace: 3 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) add('a', 1, name);
  for (const name of ['b1', 'b2']) add('b', 1, name);
  for (const name of ['a5', 'a6', 'a7']) add('a', 2, name);
  await Bun.sleep(0);
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a5', 'a6']);
  await end('b1');
  expect(begun.slice(5)).toEqual(['b2']);
  await end('a2');
  await end('a1');
  expect(begun.slice(6)).toEqual(['a3', 'a4']);
  await end('a5');
  expect(begun.slice(8)).toEqual(['a7']);
});

test('a place is free again after work that failed', async () => {
  const places = createPlaces({ person: 1, workspace: 1 });
  const holder = { person: 'a', workspace: 1 };
  const failed = places(holder, () => Promise.reject(new Error('on purpose')));
  const next = places(holder, async () => 'done');
  expect(failed).rejects.toThrow('on purpose');
  expect(await next).toBe('done');
});
