import { expect } from 'bun:test';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { client, dataDir, initShop, makeKey, serve } from '../support/docket.ts';
import { changeStore, expectOk, placeOrder } from '../support/http-answers.ts';
import { movedClock } from '../support/moved-clock.ts';
import { lacksTool, testUnless } from '../support/tools.ts';
import { until } from '../support/until.ts';

const GUIDES = ['following-along.md', 'ru/following-along.md'];
const MANUAL = resolve(import.meta.dir, '../../src/manual');
const HOUR = 3_600_000;
const FOLLOWERS = [
  ['python', 'python3', 'follow.py'],
  ['ts', process.execPath, 'follow.ts'],
  ['php', 'php', 'follow.php'],
] as const;
/** Eleven bytes of the thousand that the header promises. */
const CUT_OFF = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"ok":true,';

/** A proxy that lets some answers through, and cuts off the others in the middle. */
function lossyProxy(target: string) {
  let count = 0;
  let lossy = true;
  let cut = 0;
  const relay = async (head: string): Promise<string> => {
    const path = head.split(' ')[1] ?? '/';
    const authorization = /^authorization: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
    const answer = await fetch(`${target}${path}`, { headers: { authorization } });
    const body = await answer.text();
    const length = new TextEncoder().encode(body).length;
    return `HTTP/1.1 ${answer.status} Relayed\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
  };
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async data(socket, bytes) {
        count += 1;
        if (lossy && count % 2 === 1) {
          cut += 1;
          socket.end(CUT_OFF);
          return;
        }
        // When a test ends, a request under way loses its server.
        const text = new TextEncoder().encode(await relay(new TextDecoder().decode(bytes)).catch(() => CUT_OFF));
        for (let sent = 0; sent < text.length; ) {
          sent += socket.write(text.subarray(sent));
          if (sent < text.length) await Bun.sleep(1);
        }
        socket.end();
      },
    },
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    cut: () => cut,
    let(through: boolean) {
      lossy = !through;
    },
    [Symbol.dispose]: () => listener.stop(true),
  };
}

for (const [fence, program, file] of FOLLOWERS)
  testUnless(
    lacksTool(program),
    `the loop in ${fence}, run by ${program.split('/').at(-1)}, keeps a whole copy although every second answer is cut off, the clock jumps and its cursor expires`,
    async () => {
      using dir = dataDir();
      using folder = dataDir();
      using clock = movedClock();
      const at = ['--data', dir.path];
      await initShop(at);
      const key = await makeKey(at, 'site');
      await using server = await serve(dir.path, ['--log-level', 'error'], { env: clock.env });
      using proxy = lossyProxy(server.url);
      const api = client(server.url, key);
      const [code = '', again = ''] = GUIDES.map(
        (guide) =>
          new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(readFileSync(join(MANUAL, guide), 'utf8'))?.[1],
      );
      expect(again).toBe(code);
      const fast = code.replace(/\b(sleep|wait)\((?:10|5)\)/g, fence === 'php' ? 'usleep(20000)' : '$1(0.02)');
      writeFileSync(join(folder.path, file), fast.replace('?? 5)', '?? 0.02)').replace(' : 5);', ' : 0);'));
      const follow = () =>
        Bun.spawn([program, file], {
          cwd: folder.path,
          env: { ...process.env, API: `${proxy.url}/api/v1`, KEY: key },
          stdin: 'ignore',
          stdout: 'ignore',
          stderr: 'inherit',
        });
      type CopiedOrders = Record<string, { num: string; client: { name: string }; platform: string; version?: number }>;
      const copied = (): CopiedOrders => {
        const path = join(folder.path, 'copy.json');
        return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).orders : {};
      };
      const make = async (): Promise<string> => (await placeOrder(api, { client: { name: 'Анна 🌷' } })).id;
      const say = async (id: string, platform: string) =>
        expectOk(await api.post('/api/v1/orders/update', { id, data: { platform } }));
      const remove = async (id: string) => expectOk(await api.post('/api/v1/orders/delete', { id }));
      const before = await Promise.all(Array.from({ length: 101 }, make));
      const [one = '', two = '', three = '', four = ''] = before;
      let child = follow();
      try {
        await until('both pages are copied', () => Object.keys(copied()).length === before.length, 30_000);
        expect(proxy.cut()).toBeGreaterThan(before.length);
        clock.set(2 * HOUR);
        let ahead = 0;
        await until('the clock ahead', async () => {
          // Each try writes another text. A repeated text would not count as a change, so the time would stay as it is.
          ahead += 1;
          const { updatedAt } = await say(one, `ahead ${ahead}`);
          return Date.parse(updatedAt) > Date.now() + HOUR;
        });
        await until('what changed ahead', () => copied()[one]?.platform === `ahead ${ahead}`);
        clock.set(0);
        await say(two, 'after');
        await remove(three);
        await until('what changed after, and the deletion', () => {
          const copy = copied();
          return copy[two]?.platform === 'after' && !(three in copy);
        });
        child.kill('SIGKILL');
        await child.exited;
        const later = await make();
        await say(one, 'while it was away');
        child = follow();
        await until('what came while it was away', () => {
          const copy = copied();
          return later in copy && copy[one]?.platform === 'while it was away';
        });
        expect(copied()[later]).toMatchObject({ client: { name: 'Анна 🌷' } });
        child.kill('SIGKILL');
        await child.exited;
        await remove(four);
        await say(two, 'long ago');
        // Deletes old changes, as happens after a month, including changes that the follower has not seen.
        changeStore({ dir: dir.path }, 'DELETE FROM order_feed WHERE number < (SELECT max(number) FROM order_feed)');
        child = follow();
        await until('a copy that was restarted', () => copied()[two]?.platform === 'long ago' && !(four in copied()));
        expect(Object.keys(copied()).toSorted()).toEqual(
          [...before, later].filter((id) => id !== three && id !== four).toSorted(),
        );
      } finally {
        child.kill('SIGKILL');
        await child.exited;
      }
    },
    120_000,
  );
