/** Verifying without a library: raw body, constant time, five minutes, either of two signatures. A test runs each. */
export const SNIPPETS = [
  {
    language: 'Node.js',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

// rawBody: a Buffer with the bytes as they came, before any JSON parser
export function isFromDocket(rawBody, headers, secret) {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (!secret?.startsWith('whsec_') || !id || !timestamp || !signatures) return false;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const key = Buffer.from(secret.slice(6), 'base64');
  if (key.length < 24) return false;
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(rawBody).digest();
  return signatures.split(' ').some((signature) => {
    const [version, text = ''] = signature.split(',');
    const given = Buffer.from(text, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  },
  {
    language: 'PHP',
    code: `<?php
// $rawBody = file_get_contents('php://input');
// $headers = array_change_key_case(getallheaders());
function isFromDocket(string $rawBody, array $headers, string $secret): bool {
    $id = $headers['webhook-id'] ?? '';
    $timestamp = $headers['webhook-timestamp'] ?? '';
    $signatures = $headers['webhook-signature'] ?? '';
    if (!str_starts_with($secret, 'whsec_') || $id === '' || !ctype_digit($timestamp)) return false;
    if (abs(time() - (int) $timestamp) > 300) return false;
    $key = base64_decode(substr($secret, 6), true);
    if ($key === false || strlen($key) < 24) return false;
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$rawBody", $key, true));
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) return true;
    }
    return false;
}`,
  },
  {
    language: 'Python',
    code: `import base64, hashlib, hmac, time

# raw_body: bytes as they came (Flask: request.get_data(), Django: request.body)
def is_from_docket(raw_body, headers, secret):
    message_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    signatures = headers.get("webhook-signature", "")
    if not secret.startswith("whsec_") or not message_id or not timestamp.isdecimal():
        return False
    if abs(time.time() - int(timestamp)) > 300:
        return False
    try:
        key = base64.b64decode(secret[6:], validate=True)
    except ValueError:
        return False
    if len(key) < 24:
        return False
    content = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest())
    return any(hmac.compare_digest(expected, given.encode()) for given in signatures.split(" "))`,
  },
] as const;
