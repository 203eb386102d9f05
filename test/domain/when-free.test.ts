import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { createIdSource } from '../../src/base/index.ts';
import { noteServing, openForCommand, openForServe, type Storage } from '../../src/storage/index.ts';
import { acquireServeLock } from '../../src/storage/store/lock.ts';
import { whenFree } from '../../src/storage/store/when-free.ts';
import { HOLDER, tempDir } from '../support/store.ts';
import { fakeClock, START_MS, seededRandom } from '../support/world.ts';

const INIT = { ...HOLDER, pid: 77, command: 'init' };
const KEY = { ...HOLDER, pid: 78, command: 'key create' };
const SERVER = { ...HOLDER, pid: 79 };

const optionsFor = (dataDir: string) => ({ dataDir, now: () => START_MS, newId: createIdSource(seededRandom(1)) });

/** Opens the folder while another process holds it. @param meanwhile called at each pause */
async function openBeside(open: () => Storage, meanwhile: (pauses: number) => void | Promise<void>) {
  const clock = fakeClock();
  let pauses = 0;
  const outcome = await whenFree(clock, open, async (ms) => {
    clock.advance(ms);
    pauses += 1;
    await meanwhile(pauses);
  }).catch(String);
  if (typeof outcome === 'string') return { refused: outcome, pauses };
  await outcome.probe();
  await outcome.close();
  return { refused: undefined, pauses };
}

test('a server waits until a running docket init has finished', async () => {
  using dir = tempDir();
  const options = optionsFor(dir.path);
  const init = openForServe(options, INIT);
  const { refused, pauses } = await openBeside(
    () => openForServe(options, SERVER),
    () => init.close(),
  );
  expect({ refused, pauses }).toEqual({ refused: undefined, pauses: 1 });
});

test.each([
  [INIT, 'create'],
  [KEY, 'refuse'],
] as const)(
  '%p waits for the database of a starting server, and then works beside that server',
  async (command, absent) => {
    using dir = tempDir();
    const options = optionsFor(dir.path);
    // The state before the server has made its tables: the folder is held and empty.
    const begun = acquireServeLock(dir.path, SERVER);
    let server: Storage | undefined;
    const { refused, pauses } = await openBeside(
      () => openForCommand(options, command, absent),
      () => {
        begun.release();
        server = openForServe(options, SERVER);
      },
    );
    expect({ refused, pauses }).toEqual({ refused: undefined, pauses: 1 });
    await server?.close();
  },
);

test('a command started during docket init waits until docket init has ended', async () => {
  using dir = tempDir();
  const options = optionsFor(dir.path);
  const init = openForServe(options, INIT);
  const { refused, pauses } = await openBeside(
    () => openForCommand(options, KEY, 'refuse'),
    (waited) => (waited === 2 ? init.close() : undefined),
  );
  expect({ refused, pauses }).toEqual({ refused: undefined, pauses: 2 });
});

test('a second server is refused at once with the name of the process that uses the folder', async () => {
  using dir = tempDir();
  const options = optionsFor(dir.path);
  const server = openForServe(options, SERVER);
  await using _ = { [Symbol.asyncDispose]: () => server.close() };
  for (const ready of [false, true]) {
    if (ready) noteServing(dir.path, { url: 'http://127.0.0.1:1', publicUrl: 'http://127.0.0.1:1', version: '0' });
    const { refused, pauses } = await openBeside(() => openForServe(options, HOLDER), nothing);
    expect(pauses).toBe(0);
    expect(refused).toContain('docket serve, process 79, runs on it since');
  }
});

test('a command that waits ten seconds for another process fails with the name of that process', async () => {
  using dir = tempDir();
  const options = optionsFor(dir.path);
  const init = openForServe(options, INIT);
  await using _ = { [Symbol.asyncDispose]: () => init.close() };
  const clock = fakeClock();
  let waitedMs = 0;
  const open = () => openForCommand(options, KEY, 'refuse');
  const waiting = whenFree(clock, open, async (ms) => {
    waitedMs += ms;
    clock.advance(ms);
  });
  expect(String(await waiting.catch((error) => error))).toContain('docket init, process 77, runs on it since');
  expect(waitedMs).toBe(10_000);
});

test('a command is refused at once if its folder has neither a database nor a running process', async () => {
  using dir = tempDir();
  const { refused, pauses } = await openBeside(() => openForCommand(optionsFor(dir.path), KEY, 'refuse'), nothing);
  expect({ refused: refused?.includes('there is no Docket database'), pauses }).toEqual({ refused: true, pauses: 0 });
});

const nothing = (): void => undefined;

test('a server that starts during a check for running servers waits for the check', async () => {
  using dir = tempDir();
  acquireServeLock(dir.path, HOLDER).release();
  const look = `
    import { Database } from 'bun:sqlite';
    import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
    const file = new Database(${JSON.stringify(join(dir.path, 'serve.lock'))});
    file.run('BEGIN EXCLUSIVE');
    console.log('held');
    const holds = () => readdirSync('/proc/' + process.ppid + '/fd').some((name) => {
      try { return readlinkSync('/proc/' + process.ppid + '/fd/' + name) === file.filename; } catch { return false; }
    });
    while (!holds() || !readFileSync('/proc/' + process.ppid + '/stat', 'latin1').includes(') S ')) Bun.sleepSync(1);
    file.run('ROLLBACK');`;
  const looking = Bun.spawn([process.execPath, '--eval', look], { stdout: 'pipe' });
  await looking.stdout.getReader().read();
  acquireServeLock(dir.path, HOLDER).release();
  expect(await looking.exited).toBe(0);
});
