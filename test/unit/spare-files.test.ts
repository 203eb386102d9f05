import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { until } from '../support/until.ts';

const MODULE = join(import.meta.dir, '../../src/base/files/spare-files.ts');
const CROWDED = join(import.meta.dir, '../support/crowded-thread.ts');
const ASK = `import { hasSpareFiles } from ${JSON.stringify(MODULE)}; console.log(hasSpareFiles())`;

test.each([
  [18, 'false'],
  [256, 'true'],
])('hasSpareFiles reports whether a limit of %i open files leaves room to start a thread: %s', (files, answer) => {
  const script = `ulimit -n ${files}; exec "$0" --eval "$1"`;
  const { stdout } = Bun.spawnSync(['bash', '-c', script, process.execPath, ASK]);
  expect(stdout.toString().trim()).toBe(answer);
});

test('countSpareFiles returns a higher number when the limit of open files is higher', () => {
  const count = `import { countSpareFiles } from ${JSON.stringify(MODULE)}; console.log(countSpareFiles())`;
  const [few, many] = [128, 1_024].map((files) => {
    const script = `ulimit -n ${files}; exec "$0" --eval "$1"`;
    return Number(Bun.spawnSync(['bash', '-c', script, process.execPath, count]).stdout.toString());
  });
  expect(few).toBeGreaterThan(64);
  expect(few).toBeLessThan(128);
  expect((many ?? 0) - (few ?? 0)).toBe(1_024 - 128);
});

test('a thread starts even while callers use up each file descriptor that becomes free', async () => {
  const script = 'ulimit -n 64; exec "$0" "$1"';
  await using server = Bun.spawn(['bash', '-c', script, process.execPath, CROWDED], { stdout: 'pipe', stderr: 'pipe' });
  let said = '';
  const reading = (async () => {
    for await (const part of server.stdout.pipeThrough(new TextDecoderStream())) said += part;
  })();
  const port = Number(await until('the port', () => said.includes('\n') && said));
  const callers = await Promise.all(
    Array.from({ length: 100 }, () => Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })),
  );
  // The system hands a connection to the server only after its caller has sent something.
  for (const caller of callers) caller.write('GET / HTTP/1.1\r\nHost: x\r\n');
  server.kill('SIGUSR1');
  const code = await server.exited;
  await reading;
  for (const caller of callers) caller.end();
  expect([await new Response(server.stderr).text(), said, code]).toEqual(['', `${port}\nbegun\n`, 0]);
});
