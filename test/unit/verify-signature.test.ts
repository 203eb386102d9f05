import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { type SignedMessage, verifySignature } from '../../src/dashboard/client/features/connect/verify-signature.ts';
import { RECEIVERS } from '../../src/dashboard/client/parts/receivers.ts';
import guide from '../../src/manual/webhooks.md' with { type: 'text' };
import { signatureHeaders } from '../../src/webhooks/sign.ts';
import { tempDir } from '../support/store.ts';
import { lacksTool, testUnless } from '../support/tools.ts';

const secretOf = (fill: number): string => `whsec_${Buffer.alloc(32, fill).toString('base64')}`;
const [SECRET, OTHER, THIRD] = [secretOf(1), secretOf(2), secretOf(3)];
const ID = '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e11';
const AT = Date.UTC(2026, 2, 8, 7);
const BODY = JSON.stringify({
  id: ID,
  type: 'order.payment.created',
  occurredAt: '2026-03-08T07:00:00.000Z',
  data: { orderNumber: 'Ёж-17 🌷', payment: { paymentId: 'p', amount: 3350.5, currency: 'RUB' } },
});

/** A delivery as Docket sends it; `changed` is inserted after the signing. */
function signed(
  changed: Partial<SignedMessage> = {},
  secrets: readonly string[] = [SECRET],
  body = BODY,
): SignedMessage {
  const headers = signatureHeaders(secrets, ID, AT, body);
  return {
    body,
    id: headers['webhook-id'] ?? '',
    timestamp: headers['webhook-timestamp'] ?? '',
    signature: headers['webhook-signature'] ?? '',
    secret: SECRET,
    ...changed,
  };
}

const VALID = { valid: true, nth: 1, of: 1, remarks: [] };

test('a signature by Docket is valid, even pasted with header names and white space', async () => {
  expect(await verifySignature(crypto.subtle, signed(), AT)).toEqual(VALID as never);
  const { id, timestamp, signature } = signed();
  const pasted = {
    id: `webhook-id: ${id} `,
    timestamp: `Webhook-Timestamp:${timestamp}\n`,
    signature: ` webhook-signature: ${signature}`,
    secret: ` ${SECRET}\n`,
  };
  expect(await verifySignature(crypto.subtle, signed(pasted), AT)).toEqual(VALID as never);
});

test.each([
  [[SECRET, OTHER], 1],
  [[OTHER, SECRET], 2],
])('either signature of a rotation is enough (%#)', async (secrets, nth) => {
  expect(await verifySignature(crypto.subtle, signed({}, secrets), AT)).toEqual({
    valid: true,
    nth,
    of: 2,
    remarks: [],
  });
  expect(await verifySignature(crypto.subtle, signed({ secret: THIRD }, secrets), AT)).toMatchObject({
    faults: ['other'],
  });
});

test('a signature of an unknown scheme is ignored, as the standard requires', async () => {
  const { signature } = signed();
  const both = { signature: `v1a,abcdef ${signature}` };
  expect(await verifySignature(crypto.subtle, signed(both), AT)).toEqual({ valid: true, nth: 2, of: 2, remarks: [] });
});

test.each([
  [{ secret: '' }, 'secret_missing'],
  [{ secret: SECRET.slice(0, -9) }, 'secret_malformed'],
  [{ secret: SECRET.slice('whsec_'.length) }, 'secret_malformed'],
  [{ secret: `${SECRET.slice(0, -2)}*=` }, 'secret_malformed'],
  [{ id: ' ' }, 'id_missing'],
  [{ timestamp: String(AT) }, 'timestamp_malformed'],
  [{ timestamp: '2026-03-08T07:00:00Z' }, 'timestamp_malformed'],
  [{ signature: '' }, 'signature_missing'],
  [{ signature: 'v1,short' }, 'signature_malformed'],
  [{ signature: signed().signature.slice('v1,'.length) }, 'signature_malformed'],
  [{ body: '' }, 'body_missing'],
  [{ body: `${BODY}\n` }, 'body_space'],
  [{ body: JSON.stringify(JSON.parse(BODY), null, 2) }, 'body_rewritten'],
  [{ body: BODY.replace('3350.5', '3350.6') }, 'other'],
  [{ id: '019a5b6e-7a10-7c3f-9d0e-3f1f5f0d7e12' }, 'id_differs'],
  [{ secret: OTHER }, 'other'],
  [{ timestamp: String(AT / 1000 + 1) }, 'other'],
])('the remark on a message with %j is: %s', async (changed, fault) => {
  expect(await verifySignature(crypto.subtle, signed(changed as Partial<SignedMessage>), AT)).toMatchObject({
    valid: false,
    faults: [fault],
  });
});

test('all missing and malformed parts are reported together', async () => {
  const empty = { body: '', id: '', timestamp: '', signature: '', secret: '' };
  expect(await verifySignature(crypto.subtle, empty, AT)).toEqual({
    valid: false,
    faults: ['secret_missing', 'id_missing', 'timestamp_malformed', 'signature_missing', 'body_missing'],
    remarks: [],
  });
});

test.each([
  [AT + 300_000, []],
  [AT + 300_001, ['old']],
  [AT - 300_000, []],
  [AT - 300_001, ['future']],
])(
  'a valid signature gets a remark if its time is more than five minutes in the past or future (%#)',
  async (nowMs, remarks) => {
    expect(await verifySignature(crypto.subtle, signed(), nowMs)).toMatchObject({
      valid: true,
      remarks: remarks as never,
    });
  },
);

test('a webhook-id that differs from the id in the body causes a remark, even if the signature is valid', async () => {
  const body = JSON.stringify({ id: 'another' });
  expect(await verifySignature(crypto.subtle, signed({}, [SECRET], body), AT)).toMatchObject({
    valid: true,
    remarks: ['other_id'],
  });
});

test('the published vector of Standard Webhooks is valid', async () => {
  const vector = {
    body: '{"test": 2432232314}',
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: '1614265330',
    signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  };
  expect(await verifySignature(crypto.subtle, vector, 1_614_265_330_000)).toEqual(VALID as never);
});

test('the verdict equals that of the Standard Webhooks library for any body', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), fc.boolean(), async (body, spoilt) => {
      const signature = new Webhook(SECRET).sign(ID, new Date(AT), body);
      const secret = spoilt ? OTHER : SECRET;
      const verdict = await verifySignature(crypto.subtle, signed({ body, signature, secret }), AT);
      expect(verdict.valid).toBe(!spoilt);
    }),
  );
});

test('each sample receiver on the pages has complete code and commands', () => {
  expect(RECEIVERS.map(({ language }) => language)).toEqual(['TypeScript', 'Python', 'PHP', 'Go']);
  for (const { code, commands } of RECEIVERS) {
    expect(code).toContain('DOCKET_WEBHOOK_SECRET');
    expect(code).not.toContain('```');
    expect(commands.length).toBeGreaterThanOrEqual(2);
  }
});

/**
 * Each function of the manual's page: its file, a caller that reads a case from the standard input, and the command.
 */
const RUNNERS = {
  js: {
    file: 'verify.mjs',
    call: `const one = JSON.parse(await new Response(process.stdin).text());
console.log(isFromDocket(Buffer.from(one.body), one.headers, one.secret));`,
    command: 'node',
  },
  php: {
    file: 'verify.php',
    call: `$one = json_decode(stream_get_contents(STDIN), true);
echo isFromDocket($one['body'], $one['headers'], $one['secret']) ? 'true' : 'false';`,
    command: 'php',
  },
  python: {
    file: 'verify.py',
    call: `import json, sys
one = json.load(sys.stdin)
print("true" if is_from_docket(one["body"].encode(), one["headers"], one["secret"]) else "false")`,
    command: 'python3',
  },
};

for (const [fence, { file, call, command }] of Object.entries(RUNNERS)) {
  const [, code] = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, 'ms').exec(guide) ?? [];
  if (code === undefined) throw new Error(`the page has no code in ${fence}`);
  testUnless(lacksTool(command), `the function in ${fence} accepts Docket’s signatures and nothing else`, async () => {
    using dir = tempDir();
    await Bun.write(`${dir.path}/${file}`, `${code}\n${call}\n`);
    const answerTo = async (one: { body: string; headers: object; secret: string }): Promise<string> => {
      const child = Bun.spawn([command, `${dir.path}/${file}`], {
        stdin: new TextEncoder().encode(JSON.stringify(one)),
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const [out, problem] = await Promise.all([child.stdout.text(), child.stderr.text()]);
      return out.trim() + problem;
    };
    const nowMs = Date.now();
    const headers = signatureHeaders([OTHER, SECRET], ID, nowMs, BODY);
    const late = signatureHeaders([SECRET], ID, nowMs - 400_000, BODY);
    const good = { body: BODY, headers, secret: SECRET };
    const without = (name: string) => ({ ...good, headers: { ...headers, [name]: undefined } });
    const cases = [
      [good, 'true'],
      [{ ...good, secret: OTHER }, 'true'],
      [{ ...good, secret: THIRD }, 'false'],
      [{ ...good, secret: '' }, 'false'],
      [{ ...good, secret: 'whsec_' }, 'false'],
      [{ ...good, body: `${BODY} ` }, 'false'],
      [{ ...good, headers: late }, 'false'],
      [{ ...good, headers: { ...headers, 'webhook-id': 'x' } }, 'false'],
      [{ ...good, headers: { ...headers, 'webhook-timestamp': 'soon' } }, 'false'],
      [{ ...good, headers: { ...headers, 'webhook-signature': 'v1, v1,!! nonsense' } }, 'false'],
      [without('webhook-id'), 'false'],
      [without('webhook-timestamp'), 'false'],
      [without('webhook-signature'), 'false'],
      [{ ...good, headers: {} }, 'false'],
    ] as const;
    const seen = await Promise.all(cases.map(([one]) => answerTo(one)));
    expect(seen).toEqual(cases.map(([, expected]) => expected));
  });
}
