import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { curlOf } from '../../src/dashboard/client/webhooks/curl.ts';
import { SNIPPETS } from '../../src/dashboard/client/webhooks/snippets.ts';
import { requestHeaders } from '../../src/webhooks/index.ts';
import { startReceiver, verify } from '../support/receiver.ts';
import { tempDir } from '../support/store.ts';

/** What the dashboard gives a developer to copy is run as it stands. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const BODY = JSON.stringify({
  id: '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11',
  type: 'order.created',
  data: { orderNumber: `Ёж 'n' "$HOME" @x \`id\` \\ 🌷` },
});

const textOf = (language: string): string => SNIPPETS.find((one) => one.language === language)?.text ?? '';

interface Case {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
}

const signed = (secrets: readonly string[], atMs = Date.now()) => requestHeaders(secrets, BODY, atMs);
const CASES: readonly (readonly [name: string, right: boolean, of: Case])[] = [
  ['a right signature', true, { headers: signed([SECRET]), body: BODY, secret: SECRET }],
  ['the second of two', true, { headers: signed([OTHER, SECRET]), body: BODY, secret: SECRET }],
  ['another secret', false, { headers: signed([OTHER]), body: BODY, secret: SECRET }],
  ['a changed body', false, { headers: signed([SECRET]), body: `${BODY} `, secret: SECRET }],
  ['an old one', false, { headers: signed([SECRET], Date.now() - 600_000), body: BODY, secret: SECRET }],
];

type Runner = readonly [language: string, command: string, file: string, wrap: (text: string) => string];
const CALL_JS = `
import { readFileSync } from 'node:fs';
const { headers, body, secret } = JSON.parse(readFileSync(0, 'utf8'));
console.log(isFromDocket(headers, body, secret));`;
const CALL_PHP = `
$in = json_decode(file_get_contents('php://stdin'), true);
echo is_from_docket($in['headers'], $in['body'], $in['secret']) ? 'true' : 'false';`;
const CALL_PYTHON = `
import json, sys
given = json.load(sys.stdin)
print(str(is_from_docket(given["headers"], given["body"].encode(), given["secret"])).lower())`;
const RUNNERS: readonly Runner[] = [
  ['Node.js', process.execPath, 'check.mjs', (text) => text + CALL_JS],
  ['PHP', 'php', 'check.php', (text) => text + CALL_PHP],
  ['Python', 'python3', 'check.py', (text) => text + CALL_PYTHON],
];

test('there is a snippet for each of three languages', () => {
  expect(SNIPPETS.map(({ language }) => language)).toEqual(RUNNERS.map(([language]) => language));
});

test.each(RUNNERS)(
  'the snippet in %s takes what Docket signed and nothing else',
  async (language, command, file, wrap) => {
    if (Bun.which(command) === null) return;
    using dir = tempDir();
    const path = join(dir.path, file);
    writeFileSync(path, wrap(textOf(language)));
    for (const [name, right, given] of CASES) {
      const child = Bun.spawn([command, path], { stdin: Buffer.from(JSON.stringify(given)), stderr: 'pipe' });
      const [said, wrong] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      expect({ language, name, said: said.trim(), wrong }).toEqual({ language, name, said: String(right), wrong: '' });
    }
  },
);

test('the line for curl sends the very bytes with a signature that verifies, whatever an order is called', async () => {
  if (Bun.which('curl') === null) return;
  using receiver = startReceiver();
  const line = curlOf({ url: receiver.url, headers: signed([SECRET]), body: BODY });
  const child = Bun.spawn(['sh', '-c', line], {
    stdout: 'ignore',
    stderr: 'ignore',
    env: { PATH: process.env['PATH'] ?? '' },
  });
  await child.exited;
  expect(receiver.received.map(({ body }) => body)).toEqual([BODY]);
  for (const one of receiver.received) verify(SECRET, one);
});
