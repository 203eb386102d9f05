import { makeShop, median } from './processes.ts';

/** How an owner gets in while strangers guess the password, whose networks the header of a proxy tells. */

const NETWORKS = 10;
const GUESSING_MS = 15_000;
const TRIES = 5;
const PAUSE_MS = 1_000;
const HOME = '203.0.113.7';
const NEW_PLACE = '192.0.2.7';

type Wish = 'from a network that it knows' | 'from another network';

export async function benchGuesses(dir: string, name: string, executable: string): Promise<void> {
  const shop = makeShop(dir, executable);
  const server = await shop.serve('--trust-proxy');
  const signIn = async (address: string, password: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address };
    const body = JSON.stringify({ email: shop.email, password, remember: false });
    const answer = await fetch(`${server.url}/app/api/sign-in`, { method: 'POST', headers, body });
    await answer.text();
    return answer.status;
  };
  const timed = async (address: string) => {
    const startedMs = performance.now();
    const status = await signIn(address, shop.password);
    return { isIn: status === 200, ms: performance.now() - startedMs };
  };
  try {
    const alone = await timed(HOME);
    let isOver = false;
    const guess = async (network: number): Promise<void> => {
      while (!isOver) await signIn(`198.51.${network}.7`, 'wrong');
    };
    const guessing = Array.from({ length: NETWORKS }, (_, at) => guess(at));
    await Bun.sleep(GUESSING_MS);
    const wishes: Record<Wish, string> = { 'from a network that it knows': HOME, 'from another network': NEW_PLACE };
    for (const [wish, address] of Object.entries(wishes)) {
      const tries: Awaited<ReturnType<typeof timed>>[] = [];
      for (let at = 0; at < TRIES; at += 1) {
        tries.push(await timed(address));
        await Bun.sleep(PAUSE_MS);
      }
      const ins = tries.filter(({ isIn }) => isIn);
      const how = `${ins.length} of ${TRIES} let in, ${median(ins.map(({ ms }) => ms)).toFixed(0)} ms`;
      process.stdout.write(
        `strangers: guesses, ${wish.padEnd(30)} ${name.padEnd(6)} ${how} (${alone.ms.toFixed(0)} alone)\n`,
      );
    }
    isOver = true;
    await Promise.all(guessing);
  } finally {
    await server.stop();
  }
}
