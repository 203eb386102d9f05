/**
 * Runs the example receivers as the manual prints them, with the libraries that the manual names. Only PHP's library
 * needs composer, so in PHP the manual's own function checks signatures.
 */

import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { lacksGoModules, pythonWith } from '../support/packages.ts';
import { freePort } from '../support/run-program.ts';
import { shared } from '../support/shared.ts';
import { tempDir } from '../support/temp-file.ts';
import { type Lack, lacksTool, testUnless } from '../support/tools.ts';
import { until } from '../support/until.ts';

const ROOT = resolve(import.meta.dir, '../..');
const SECRET = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const LIBRARIES = join(ROOT, 'test/fixtures/receivers');
const python = pythonWith(join(LIBRARIES, 'requirements.txt'));
const GUIDE = readFileSync(join(ROOT, 'src/manual/receivers.md'), 'utf8');

const folders = shared(tempDir);

interface Language {
  readonly fence: string;
  /** The file that the page describes, in a separate folder. */
  readonly file: string;
  readonly lack: Lack;
  readonly prepare: (folder: string) => void;
  readonly command: (folder: string, port: number) => readonly string[];
}

/**
 * Writes a stand-in for the webhook library, because installing the library needs composer. The stand-in calls
 * `isFromDocket`, the manual's own function.
 */
function givePhpLibrary(folder: string): void {
  const webhooks = readFileSync(join(ROOT, 'src/manual/webhooks.md'), 'utf8');
  const check = /^```php\n<\?php\n(.*?)^```/ms.exec(webhooks)?.[1] ?? '';
  mkdirSync(join(folder, 'vendor'));
  writeFileSync(
    join(folder, 'vendor/autoload.php'),
    `<?php namespace { ${check} }
    namespace StandardWebhooks { class Webhook {
      function __construct(private string $secret) {}
      function verify(string $body, array $headers) {
        if (!\\isFromDocket($body, $headers, $this->secret)) throw new \\Exception('not signed');
      }
    } }`,
  );
}

function lacksPhp(): Lack {
  const lack = lacksTool('php');
  if (lack !== undefined) return lack;
  const modules = Bun.spawnSync(['php', '-m']).stdout.toString();
  return modules.includes('pdo_sqlite') ? undefined : 'pdo_sqlite of php is not installed';
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  TypeScript: {
    fence: 'ts',
    file: 'receiver.ts',
    lack: undefined,
    prepare: (folder) => symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules')),
    command: () => [process.execPath, 'receiver.ts'],
  },
  Python: {
    fence: 'python',
    file: 'receiver.py',
    lack: python.lack,
    prepare: () => undefined,
    command: (_, port) => [
      python.lack === undefined ? python.path : '',
      '-m',
      'flask',
      '--app',
      'receiver',
      'run',
      '--port',
      String(port),
    ],
  },
  PHP: {
    fence: 'php',
    file: 'public/index.php',
    lack: lacksPhp(),
    prepare: givePhpLibrary,
    command: (_, port) => ['php', '-S', `127.0.0.1:${port}`, '-t', 'public'],
  },
  Go: {
    fence: 'go',
    file: 'main.go',
    lack: lacksGoModules(LIBRARIES),
    prepare: (folder) => {
      for (const name of ['go.mod', 'go.sum']) cpSync(join(LIBRARIES, name), join(folder, name));
      const built = Bun.spawnSync(['go', 'build', '-o', 'receiver', '.'], { cwd: folder });
      if (!built.success) throw new Error(built.stderr.toString());
    },
    command: (folder) => [join(folder, 'receiver')],
  },
};

const codeOf = (fence: string): string => new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(GUIDE)?.[1] ?? '';

async function start({ fence, file, prepare, command }: Language, secret: string) {
  const folder = mkdtempSync(join(folders.path, 'receiver-'));
  const port = freePort();
  mkdirSync(join(folder, 'public'));
  writeFileSync(join(folder, file), codeOf(fence).replaceAll('3000', String(port)));
  prepare(folder);
  const child = Bun.spawn([...command(folder, port)], {
    cwd: folder,
    env: { ...process.env, DOCKET_WEBHOOK_SECRET: secret },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  return { folder, url: `http://127.0.0.1:${port}/`, child };
}

/** Sends a request as Docket sends an event. A body other than `signed` makes the signature wrong. */
async function send(url: string, id: string, signed: string, body = signed): Promise<number> {
  const at = new Date();
  const signature = new Webhook(SECRET).sign(id, at, signed);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
  const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
  return answer?.status ?? 0;
}

const EVENT = JSON.stringify({ id: 'msg_1', type: 'order.created', data: { orderNumber: '«7» 🌷' } });

const testEach = (promise: string, run: (language: Language, name: string) => Promise<void>): void => {
  for (const [name, language] of Object.entries(LANGUAGES))
    testUnless(language.lack, `the receiver in ${name} ${promise}`, () => run(language, name));
};

testEach('keeps each verified event once, and nothing else', async (language) => {
  const { folder, url, child } = await start(language, SECRET);
  try {
    await until('the receiver listens', async () => (await send(url, 'msg_0', EVENT, '{}')) === 401);
    expect(await send(url, 'msg_1', EVENT)).toBe(200);
    expect(await send(url, 'msg_1', EVENT)).toBe(200);
    expect(await send(url, 'msg_2', EVENT, `${EVENT} `)).toBe(401);
    expect((await fetch(url, { method: 'POST', body: EVENT })).status).toBe(401);
    using db = new Database(join(folder, 'events.db'), { readonly: true });
    expect(db.query('SELECT id, body FROM events').all()).toEqual([{ id: 'msg_1', body: EVENT }]);
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
});

testEach('takes nothing while its secret is empty', async (language, name) => {
  const { folder, url, child } = await start(language, '');
  try {
    // PHP's server starts without the secret, because it runs the program only at each request. The other programs exit
    // at once.
    if (name === 'PHP') await until('the receiver listens', async () => (await send(url, 'msg_1', EVENT)) === 500);
    else expect(await child.exited).not.toBe(0);
    expect(existsSync(join(folder, 'events.db')) && name === 'PHP').toBe(false);
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
});
