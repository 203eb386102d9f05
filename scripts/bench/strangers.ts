import { join } from 'node:path';
import { run } from './load.ts';
import { createRequest } from './orders.ts';
import { docket, makeShop, median, script, start } from './processes.ts';

const ATTACKS = [
  'large sign-in',
  'large sign-in, chunked',
  'large set-up check',
  'wrong passwords',
  'no key, large body',
  'unknown key',
  'revoked key',
  'challenges of passkeys',
];
const CREATES = 3_000;
const CONNECTIONS = 8;

/** The p99 of creates beside each attack of a stranger, against that of the same creates alone, in turn. */
export async function benchStrangers(dir: string, rounds: number): Promise<void> {
  const shop = makeShop(join(dir, 'strangers'));
  const made = docket(['key', 'create', ...shop.data, '--source', 'revoked', '--json']);
  const { id, key } = JSON.parse(made) as { id: string; key: string };
  docket(['key', 'revoke', id, ...shop.data]);
  const server = await shop.serve();
  const p99 = async (): Promise<number> => {
    const next = (): string => createRequest(shop.key);
    return (await run({ requests: CREATES, next, url: server.url, connections: CONNECTIONS })).p99Ms;
  };
  try {
    await p99();
    for (const attack of ATTACKS) {
      const pairs: { alone: number; beside: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const alone = await p99();
        const stranger = await start(script('stranger.ts', server.url, attack, key));
        pairs.push({ alone, beside: await p99() });
        await stranger.stop();
      }
      const ratio = median(pairs.map(({ alone, beside }) => beside / alone));
      const [alone, beside] = [median(pairs.map((pair) => pair.alone)), median(pairs.map((pair) => pair.beside))];
      const figures = `p99 ${beside.toFixed(1)} ms beside it, ${alone.toFixed(1)} ms alone`;
      process.stdout.write(`strangers: ${attack.padEnd(24)} ratio ${ratio.toFixed(2)}  ${figures}\n`);
    }
  } finally {
    await server.stop();
  }
}
