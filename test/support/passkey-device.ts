/**
 * A software device with passkeys. Its answers have the bytes that a browser would send (Web Authentication Level 3).
 */

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

export type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor> | readonly Cbor[];

const head = (major: number, value: number): Buffer => {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 256) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 255]);
};

/** The part of RFC 8949 that passkeys need. */
export function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
  }
  const list = value as readonly Cbor[];
  return Buffer.concat([head(4, list.length), ...list.map(cbor)]);
}

const [PRESENT, VERIFIED, BACKED_UP, HAS_KEY] = [0x01, 0x04, 0x18, 0x40];

/** Faults of a device, or of an attacker in its place. */
export interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly verified?: boolean;
  readonly crossOrigin?: boolean;
  readonly counter?: number;
  readonly userHandle?: string | null;
  readonly id?: string;
  readonly statement?: readonly [format: string, Map<string, Cbor>];
  readonly alg?: number;
  /** The claimed length of a new passkey's id. */
  readonly idBytes?: number;
}

export interface PasskeyDevice {
  readonly id: string;
  create(options: CreationOptions, twist?: Twist): object;
  get(options: { readonly challenge: string }, twist?: Twist): Record<string, string>;
}

interface CreationOptions {
  readonly challenge: string;
  readonly user: { readonly id: string };
}

/** A device with one passkey, which counts its signatures. @param origin the origin of the page that uses it */
export function passkeyDevice(origin: string): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, challenge: string, twist: Twist): string =>
    JSON.stringify({
      type: twist.type ?? type,
      challenge,
      origin: twist.origin ?? origin,
      crossOrigin: twist.crossOrigin ?? false,
    });
  function authData(twist: Twist, more: Uint8Array = Buffer.alloc(0)): Buffer {
    counter += 1;
    const flags = PRESENT | (twist.verified === false ? 0 : VERIFIED) | BACKED_UP | (more.length > 0 ? HAS_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(twist.counter ?? counter);
    return Buffer.concat([sha256(twist.rpId ?? new URL(origin).hostname), Buffer.from([flags]), count, more]);
  }

  return {
    id,
    create({ challenge, user }, twist = {}) {
      handle = user.id;
      const coordinates = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')] as const;
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, twist.alg ?? -7],
        [-1, 1],
        [-2, coordinates[0]],
        [-3, coordinates[1]],
      ]);
      const claimed = twist.idBytes === undefined ? credentialId : randomBytes(twist.idBytes);
      const length = Buffer.from([claimed.length >> 8, claimed.length & 255]);
      const [format, statement] = twist.statement ?? ['none', new Map<string, Cbor>()];
      const object = new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData(twist, Buffer.concat([Buffer.alloc(16), length, claimed, cbor(key)]))],
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', challenge, twist));
      return { clientDataJSON, attestationObject: base64url(cbor(object)), transports: ['internal', 'hybrid'] };
    },
    get({ challenge }, twist = {}) {
      const data = clientData('webauthn.get', challenge, twist);
      const bytes = authData(twist);
      const userHandle = twist.userHandle === undefined ? handle : twist.userHandle;
      return {
        id: twist.id ?? id,
        clientDataJSON: base64url(data),
        authenticatorData: base64url(bytes),
        signature: base64url(sign('sha256', Buffer.concat([bytes, sha256(data)]), privateKey)),
        ...(userHandle == null ? {} : { userHandle }),
      };
    },
  };
}
