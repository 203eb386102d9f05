import { notInArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { seal, systemRandom, unseal } from '../../base/index.ts';
import { ensureSealRing, readSealKeys, type SealKey, sealKeyMark, subkey } from './ring.ts';

/** Texts that lie sealed in the database, each as `sealed.KEY.BYTES`: by the name of its key, and in base64url. */
export interface Secrets {
  /** Seals under the present key, which is made at first need. @param bound the row that it belongs to @throws unavailable */
  seal(secret: string, bound: string): string;
  /** Undefined when no key here opens it, or when it belongs to another row. @throws unavailable */
  open(sealed: string, bound: string): string | undefined;
  /** True if a text lies sealed, whatever the key. */
  isSealed(text: string): boolean;
  /** True if it is sealed under the present key. */
  isCurrent(sealed: string): boolean;
  /** A condition in SQL: no key here has the name of the one that sealed a text. Opens nothing. @throws unavailable */
  isLost(column: SQLWrapper): SQL;
}

const FORM = /^sealed\.([A-Z2-7]{8})\.([\w-]+)$/;
/** The place of the key's name in FORM, counted from 1. */
const [NAME_AT, NAME_CHARS] = [8, 8];
const BASE64 = { alphabet: 'base64url', omitPadding: true } as const;
/** The same few endpoints send again and again; any other secret is opened in some microseconds. */
const OPENED_KEPT = 1_024;

/** Works with the keys at this path, as they are at each moment: another process may change them. */
export function openSecrets(path: string): Secrets {
  let mark: string | undefined;
  let keys = new Map<string, Uint8Array>();
  let current = '';
  /** True if the first of the keys is the present one: it may be missing. */
  let isSure = false;
  const opened = new Map<string, string>();

  function take(ring: readonly SealKey[], at: string): void {
    keys = new Map(ring.map((key) => [key.name, subkey(key.bytes, 'secrets')]));
    current = ring[0]?.name ?? '';
    mark = at;
  }

  /** Before the keys are read: what changes meanwhile is read again. */
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
