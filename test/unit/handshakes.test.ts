import { expect, test } from 'bun:test';
import { Handshakes } from '../../src/base/net/handshakes.ts';
import { turns, until } from '../support/until.ts';
import { fakeClock } from '../support/world.ts';

const [OURS, OTHERS] = [1, 2];

test('after a slow part of a TLS handshake, only the same workspace’s next part rests', async () => {
  const clock = fakeClock();
  const handshakes = new Handshakes(clock);
  const ran: string[] = [];
  const run = (name: string, ms: number, workspaceSeq = OURS) =>
    handshakes.of(workspaceSeq)(() => {
      ran.push(name);
      clock.advance(ms);
    });
  run('quick', 2);
  run('slow', 11);
  run('rested', 0);
  run('of others', 11, OTHERS);
  await until('the parts that need not rest', () => ran.length === 3);
  expect(ran).toEqual(['quick', 'of others', 'slow']);
  await turns();
  expect(ran).toHaveLength(3);
  await until('the part after the rest', () => ran.length === 4);
});

test('two parts of TLS handshakes never run in one turn of the event loop', async () => {
  const handshakes = new Handshakes(fakeClock());
  let turn = 0;
  const inTurns: number[] = [];
  const count = (): void => {
    turn += 1;
    if (inTurns.length < 6) setImmediate(count);
  };
  setImmediate(count);
  for (let at = 0; at < 6; at += 1) handshakes.of(at % 2)(() => void inTurns.push(turn));
  await until('all parts', () => inTurns.length === 6);
  expect(new Set(inTurns).size).toBe(6);
});
