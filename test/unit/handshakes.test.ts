import { expect, test } from 'bun:test';
import { Handshakes } from '../../src/base/net/handshakes.ts';
import { turns } from '../support/until.ts';
import { fakeClock } from '../support/world.ts';

const [OURS, OTHERS] = [1, 2];

test('after a slow TLS handshake, a workspace has one handshake at a time, with rests, for ten minutes', async () => {
  const clock = fakeClock();
  const handshakes = new Handshakes(clock);
  const [first, second] = [await handshakes.begin(OURS), await handshakes.begin(OURS)];
  for (const [one, ms] of [[second, 2] as const, [first, 5] as const]) {
    one.measure(() => clock.advance(ms));
    one.end();
  }
  clock.advance(50);
  const begun: string[] = [];
  const begin = async (name: string, workspaceSeq = OURS) => {
    const handshake = await handshakes.begin(workspaceSeq);
    begun.push(name);
    return handshake;
  };
  const third = await begin('third');
  const fourth = begin('fourth');
  await begin('of others', OTHERS);
  await turns();
  expect(begun).toEqual(['third', 'of others']);
  third.measure(() => clock.advance(4));
  third.end();
  await turns();
  expect(begun).toEqual(['third', 'of others']);
  (await fourth).end();
  clock.advance(600_001);
  await Promise.all([begin('fifth'), begin('sixth')]);
  expect(begun).toEqual(['third', 'of others', 'fourth', 'fifth', 'sixth']);
});
