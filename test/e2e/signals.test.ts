import { expect, test } from 'bun:test';
import { client, dataDir, serve } from '../support/docket.ts';
import { until } from '../support/until.ts';

/** The server must not end because a terminal closes or a script asks for new log files. */
const PASSED = ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGPROF', 'SIGIO'] as const;
/**
 * Signals that end a process: from service managers, from people, and from the system once the processor time is used
 * up.
 */
const ENDING = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGXCPU'] as const;

test.each(PASSED)('%s does not stop the server and is recorded in its log', async (signal) => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  for (let sent = 1; sent <= 2; sent += 1) {
    process.kill(server.pid, signal);
    await until('its line', () => server.stderr().split(`signal=${signal}`).length === sent + 1);
  }
  expect((await client(server.url).get('/health/ready')).status).toBe(200);
  expect(await server.end()).toBe(0);
  expect(server.stdout()).toContain('stopping (SIGTERM)');
});

test.each(ENDING)('%s stops the server cleanly with exit status 0', async (signal) => {
  using dir = dataDir();
  await using server = await serve(dir.path);
  process.kill(server.pid, signal);
  expect(await server.exited).toBe(0);
  expect(server.stdout()).toContain(`stopping (${signal})`);
});
