/** Checks of the signature without a library, as Standard Webhooks 1.0.0 has it; a test runs each of them. */
export const SNIPPETS: readonly { readonly language: string; readonly text: string }[] = [
  {
    language: 'Node.js',
    text: `import { createHmac, timingSafeEqual } from 'node:crypto';

// body: the raw text of the request. secret: whsec_...
export function isFromDocket(headers, body, secret) {
  const id = headers['webhook-id'];
  const time = headers['webhook-timestamp'];
  if (Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const right = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`).digest();
  return headers['webhook-signature'].split(' ').some((one) => {
    const given = Buffer.from(one.split(',')[1] ?? '', 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
`,
  },
  {
    language: 'PHP',
    text: `<?php
// $headers: names in lower case. $body: file_get_contents('php://input'). $secret: whsec_...
function is_from_docket(array $headers, string $body, string $secret): bool {
  $id = $headers['webhook-id'];
  $time = $headers['webhook-timestamp'];
  if (abs(time() - (int) $time) > 300) return false;
  $key = base64_decode(substr($secret, strlen('whsec_')));
  $right = base64_encode(hash_hmac('sha256', "$id.$time.$body", $key, true));
  foreach (explode(' ', $headers['webhook-signature']) as $one) {
    if (hash_equals("v1,$right", $one)) return true;
  }
  return false;
}
`,
  },
  {
    language: 'Python',
    text: `import base64, hashlib, hmac, time

# headers: names in lower case. body: the raw bytes of the request. secret: whsec_...
def is_from_docket(headers, body, secret):
    event_id, sent = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(sent)) > 300:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{event_id}.{sent}.".encode() + body
    right = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(right, one) for one in headers["webhook-signature"].split(" "))
`,
  },
];
