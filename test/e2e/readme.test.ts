/**
 * Each block of the README is pasted whole into a shell. The folder is like a fresh clone that has been built. Values
 * that a reader copies from the screen are copied from there: the key, the secret, the endpoint's id. The ports are
 * free ones in place of 8080 and 3000. `DOCKET_TEST_README=typed` keeps the ports of the README, and pastes each block
 * ten times.
 */

import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDir, EXECUTABLE } from '../support/docket.ts';
import { cleanEnv, freePort } from '../support/run-program.ts';
import { lacksTool, testUnless } from '../support/tools.ts';
import { until } from '../support/until.ts';

const ROOT = resolve(import.meta.dir, '../..');
const TYPED = process.env['DOCKET_TEST_README'] === 'typed';
const ROUNDS = TYPED ? 10 : 2;
/** Names that are not part of the clone, or are created by running the product. */
const NOT_CLONED = new Set(['.git', 'dist', 'docket-data', 'test-artefacts']);

const BLOCKS = [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, code = '']) => code,
);

function blockWith(words: string): string {
  const [only, ...more] = BLOCKS.filter((block) => block.includes(words));
  if (only === undefined || more.length > 0) throw new Error(`not one block of the README has ${words}`);
  return only;
}

interface Ports {
  readonly docket: number;
  readonly receiver: number;
}

const portsFor = (): Ports => (TYPED ? { docket: 8080, receiver: 3000 } : { docket: freePort(), receiver: freePort() });

interface Clone extends Disposable {
  readonly path: string;
}

function freshClone(): Clone {
  const dir = dataDir();
  for (const name of readdirSync(ROOT)) {
    if (!NOT_CLONED.has(name)) symlinkSync(join(ROOT, name), join(dir.path, name));
  }
  mkdirSync(join(dir.path, 'dist'));
  // The executable is linked last, so that it is newer than its sources.
  symlinkSync(EXECUTABLE, join(dir.path, 'dist/docket'));
  return dir;
}

interface Terminal extends AsyncDisposable {
  paste(text: string): void;
  screen(): string;
  /** Waits for a text on the screen. @returns its first group */
  shows(what: RegExp): Promise<string>;
}

/** A shell that reads the pasted text. It leads a group of processes that ends with the shell, as in a terminal. */
function openTerminal(shell: string, cwd: string, { docket, receiver }: Ports): Terminal {
  const child = Bun.spawn([shell], {
    cwd,
    detached: true,
    env: cleanEnv(TYPED ? {} : { DOCKET_PORT: String(docket) }),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let screen = '';
  const read = async (stream: ReadableStream<Uint8Array>): Promise<void> => {
    for await (const chunk of stream) screen += Buffer.from(chunk).toString();
  };
  const reading = Promise.all([read(child.stdout), read(child.stderr)]);
  return {
    paste(text) {
      child.stdin.write(text.replaceAll(':8080', `:${docket}`).replaceAll(':3000', `:${receiver}`));
      void child.stdin.flush();
    },
    screen: () => screen,
    async shows(what) {
      const found = () => what.exec(screen);
      const match = await until(`${what} on the screen`, found).catch((error) => {
        throw new Error(`${error}; it shows:\n${screen}`);
      });
      return match[1] ?? match[0];
    },
    async [Symbol.asyncDispose]() {
      process.kill(-child.pid, 'SIGKILL');
      await child.exited;
      await reading;
    },
  };
}

test('this test runs every code block of the README', () => {
  const pasted = ['./scripts/start', 'docket init', 'curl', 'webhook add', '--secret', 'webhook test'].map(blockWith);
  expect(BLOCKS).toEqual(pasted);
});

const SHELLS = Array.from({ length: ROUNDS }, (_, round) => ['sh', 'bash'].map((shell) => [shell, round + 1] as const));

for (const [shell, round] of SHELLS.flat())
  testUnless(
    lacksTool(shell, 'curl'),
    `the blocks of the README, pasted whole into ${shell}, do what it says (round ${round})`,
    async () => {
      using clone = freshClone();
      const ports = portsFor();
      await using first = openTerminal(shell, clone.path, ports);
      first.paste(blockWith('docket init'));
      const key = await first.shows(/^key (dk_\S+)$/m);
      await first.shows(/ready at/);
      first.paste(blockWith('curl').replace('dk_...', key));
      await first.shows(/"ok":true,.*"num":"1"/);
      first.paste(blockWith('webhook add'));
      const secret = await first.shows(/(whsec_\S+)/);
      const id = await first.shows(/endpoint (\S+) gets/);
      await using second = openTerminal(shell, clone.path, ports);
      const receiver = blockWith('--secret').replace('whsec_...', secret);
      second.paste(TYPED ? receiver : receiver.replace('\n', ` --port ${ports.receiver}\n`));
      await second.shows(/listening on/);
      first.paste(blockWith('webhook test').replace('...', id));
      await first.shows(/succeeded, answered 200/);
      await second.shows(/ verified webhook\.test .* -> 200/);
      // Without a terminal, `kill %1` works in bash but not in sh.
      if (shell === 'bash') {
        first.paste('kill %1; wait; echo "it ended"\n');
        await first.shows(/^it ended/m);
      }
      expect(first.screen()).not.toContain('docket: ');
    },
  );

for (const [shell, round] of SHELLS.flat())
  testUnless(
    lacksTool(shell),
    `the first block of the README, pasted whole into ${shell}, starts a server (round ${round})`,
    async () => {
      using clone = freshClone();
      await using terminal = openTerminal(shell, clone.path, portsFor());
      // The second line of the block runs all tests, this one included. That line does not begin here, because it waits
      // for the end of the server.
      terminal.paste(blockWith('./scripts/start'));
      await terminal.shows(/ready at/);
    },
  );
