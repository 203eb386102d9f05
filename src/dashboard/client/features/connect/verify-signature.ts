export interface SignedMessage {
  readonly body: string;
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly secret: string;
}

type Fault =
  | 'secret_missing'
  | 'secret_malformed'
  | 'id_missing'
  | 'timestamp_malformed'
  | 'signature_missing'
  | 'signature_malformed'
  | 'body_missing'
  | 'body_space'
  | 'body_rewritten'
  | 'id_differs'
  | 'other';

/** A remark that deserves a look but does not make the signature invalid. */
type Remark = 'old' | 'future' | 'other_id';

export type Verdict =
  /** `nth`: the position, from 1, of the signature that fits the secret; `of`: the number of signatures. */
  | { readonly valid: true; readonly nth: number; readonly of: number; readonly remarks: readonly Remark[] }
  | { readonly valid: false; readonly faults: readonly Fault[]; readonly remarks: readonly Remark[] };

/** The tolerance that the Standard Webhooks libraries use. */
const TOLERANCE_MS = 5 * 60_000;
const SECRET = /^whsec_([A-Za-z0-9+/]{32,}={0,2})$/;
/** Base64 of the 32 bytes of an HMAC-SHA256. */
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

/** Accepts a header that was pasted together with its name. */
const headerValue = (name: string, text: string): string =>
  text.trim().replace(new RegExp(`^${name}\\s*:\\s*`, 'i'), '');

/** Checks a Standard Webhooks 1.0.0 signature. If it does not match, the result names the part that differs. */
export async function verifySignature(subtle: SubtleCrypto, given: SignedMessage, nowMs: number): Promise<Verdict> {
  const signed = {
    body: given.body,
    id: headerValue('webhook-id', given.id),
    timestamp: headerValue('webhook-timestamp', given.timestamp),
    signature: headerValue('webhook-signature', given.signature),
    secret: given.secret.trim(),
  };
  const faults = faultsOfForm(signed);
  const remarks = remarksOn(signed, nowMs);
  if (faults.length > 0) return { valid: false, faults, remarks };
  const signatures = signed.signature.split(/\s+/);
  const matches = await matcherOf(subtle, signed.secret, signatures);
  const nth = await matches(signed.id, signed.timestamp, signed.body);
  if (nth > 0) return { valid: true, nth, of: signatures.length, remarks };
  return { valid: false, faults: [await findDifference(signed, matches)], remarks };
}

function faultsOfForm({ body, id, timestamp, signature, secret }: SignedMessage): Fault[] {
  const faults: Fault[] = [];
  if (secret === '') faults.push('secret_missing');
  else if (!isSecret(secret)) faults.push('secret_malformed');
  if (id === '') faults.push('id_missing');
  if (!/^[1-9]\d{8,10}$/.test(timestamp)) faults.push('timestamp_malformed');
  if (signature === '') faults.push('signature_missing');
  else if (!signature.split(/\s+/).some((one) => SIGNATURE.test(one))) faults.push('signature_malformed');
  if (body === '') faults.push('body_missing');
  return faults;
}

function isSecret(secret: string): boolean {
  const text = SECRET.exec(secret)?.[1];
  return text !== undefined && text.length % 4 === 0;
}

function remarksOn({ body, id, timestamp }: SignedMessage, nowMs: number): Remark[] {
  const remarks: Remark[] = [];
  const ageMs = nowMs - Number(timestamp) * 1000;
  if (ageMs > TOLERANCE_MS && /^\d+$/.test(timestamp)) remarks.push('old');
  if (ageMs < -TOLERANCE_MS) remarks.push('future');
  const inside = idInside(body);
  if (inside !== undefined && id !== '' && inside !== id) remarks.push('other_id');
  return remarks;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function idInside(body: string): string | undefined {
  const value = parsed(body);
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}

/** @returns the position, from 1, of the signature that fits, or 0 */
type Matches = (id: string, timestamp: string, body: string) => Promise<number>;

async function matcherOf(subtle: SubtleCrypto, secret: string, signatures: readonly string[]): Promise<Matches> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const raw = bytesOf(secret.slice('whsec_'.length));
  const key = await subtle.importKey('raw', raw, algorithm, false, ['verify']);
  return async (id, timestamp, body) => {
    const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
    for (const [at, one] of signatures.entries()) {
      const text = SIGNATURE.exec(one)?.[1];
      if (text !== undefined && (await subtle.verify('HMAC', key, bytesOf(text), content))) return at + 1;
    }
    return 0;
  };
}

async function findDifference({ id, timestamp, body }: SignedMessage, matches: Matches): Promise<Fault> {
  const inside = idInside(body);
  if (inside !== undefined && (await matches(inside, timestamp, body)) > 0) return 'id_differs';
  if ((await matches(id, timestamp, body.trim())) > 0) return 'body_space';
  const value = parsed(body);
  if (value !== undefined && (await matches(id, timestamp, JSON.stringify(value))) > 0) return 'body_rewritten';
  return 'other';
}
