import { notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { seal, systemRandom, unseal } from '../../base/index.ts';
import { ensureSealRing, readSealKeys, type SealKey, sealKeyMark, subkey } from './ring.ts';

/** Seals and opens texts in the database as `sealed.KEY.BYTES`: the key's name, and the encrypted text in base64url. */
export interface Secrets {
  /** Seals a secret for the row `bound` with the current key. Creates the key if it is missing. @throws unavailable */
  seal(secret: string, bound: string): string;
  /**
   * Decrypts a secret. Returns undefined if no key here can decrypt it, or if it belongs to another row.
   * @throws unavailable
   */
  open(sealed: string, bound: string): string | undefined;
  isSealed(text: string): boolean;
  isCurrent(sealed: string): boolean;
  /**
   * Returns an SQL condition that is true if the key of a sealed text is missing. It compares only the key's name.
   * @throws unavailable
   */
  isLost(column: SQLWrapper): SQL;
}

const FORM = /^sealed\.([A-Z2-7]{8})\.([\w-]+)$/;
/** The position of the key's name in FORM, counted from 1, and its length. */
const [NAME_AT, NAME_CHARS] = [8, 8];
const BASE64 = { alphabet: 'base64url', omitPadding: true } as const;
/**
 * The limit on decrypted secrets that are kept in memory. Events go to the same few endpoints again and again, so their
 * secrets are usually among these. Decrypting a secret that is not kept takes only some microseconds.
 */
const OPENED_KEPT = 1_024;

/**
 * Seals and opens secrets with the keys at this path. Reads the keys again when they change, because another process
 * may change them.
 */
export function openSecrets(path: string): Secrets {
  let mark: string | undefined;
  let keys = new Map<string, Uint8Array>();
  let current = '';
  /** True if `current` is known to be the key in `seal.key`. An old key must not seal new secrets. */
  let isSure = false;
  const opened = new Map<string, string>();

  function take(ring: readonly SealKey[], at: string): void {
    keys = new Map(ring.map((key) => [key.name, subkey(key.bytes, 'secrets')]));
    current = ring[0]?.name ?? '';
    mark = at;
  }

  /**
   * Reads the keys again if they have changed. The mark changes whenever the keys change. It is read before the keys.
   * If the keys change during the reading, the kept mark is outdated, so the next call reads the keys again.
   */
  function look(): void {
    const now = sealKeyMark(path);
    if (now === mark) return;
    take(readSealKeys(path), now);
    isSure = false;
  }

  function lookOrMake(): void {
    if (isSure && sealKeyMark(path) === mark) return;
    ensureSealRing(path);
    const now = sealKeyMark(path);
    take(ensureSealRing(path), now);
    isSure = true;
  }

  return {
    seal(secret, bound) {
      lookOrMake();
      const key = keys.get(current);
      if (key === undefined) throw new Error('there is no key to seal with');
      return `sealed.${current}.${seal(key, secret, bound, systemRandom).toBase64(BASE64)}`;
    },
    open(sealed, bound) {
      const known = opened.get(sealed + bound);
      if (known !== undefined) return known;
      const [, name = '', bytes = ''] = FORM.exec(sealed) ?? [];
      if (!keys.has(name)) look();
      const key = keys.get(name);
      const secret = key && unseal(key, Buffer.from(bytes, 'base64url'), bound);
      if (secret === undefined) return undefined;
      if (opened.size >= OPENED_KEPT) opened.clear();
      opened.set(sealed + bound, secret);
      return secret;
    },
    isSealed: (text) => FORM.test(text),
    isCurrent(sealed) {
      lookOrMake();
      return FORM.exec(sealed)?.[1] === current;
    },
    isLost(column) {
      look();
      return notInArray(sql`substr(${column}, ${NAME_AT}, ${NAME_CHARS})`, [...keys.keys()]);
    },
  };
}
