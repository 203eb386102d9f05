/** Seals data that outlives a tab. The key is a cookie until the day's end, after which nobody can read the data. */

/** The browser globals that this file uses. They are declared because the tests are compiled without the DOM types. */
declare const document: { cookie: string };
declare const location: { readonly protocol: string };

/** The browser's cryptography; undefined over plain http, where pages have none. */
export type Subtle = SubtleCrypto | undefined;

const COOKIE = 'docket-day';
const KEY_BYTES = 32;
const IV_BYTES = 12;

const toText = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
const toBytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

function setCookie(key: string, seconds: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${COOKIE}=${key}; Path=/app; SameSite=Strict; Max-Age=${seconds}${secure}`;
}

async function useKey<T>(by: Subtle, act: (key: CryptoKey, by: SubtleCrypto) => Promise<T>): Promise<T> {
  if (by === undefined) throw new Error('no seal over plain http');
  const bytes = Uint8Array.from(keptKey().match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return act(await by.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']), by);
}

const keptKey = (): string => new RegExp(`(?:^|; )${COOKIE}=([0-9a-f]{64})`).exec(document.cookie)?.[1] ?? '';

const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param seconds the time for which the text can be decrypted */
export function seal(by: Subtle, text: string, seconds: number): Promise<string> {
  // The kept key is used again. A new key could not decrypt a text that another tab has just sealed.
  setCookie(keptKey() || newKey(), seconds);
  return useKey(by, async (key, subtle) => {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text));
    return toText(iv) + toText(new Uint8Array(sealed));
  });
}

/** @throws if the key is gone or has changed */
export const unseal = (by: Subtle, text: string): Promise<string> =>
  useKey(by, async (key, subtle) => {
    const [iv, sealed] = [toBytes(text.slice(0, IV_BYTES)), toBytes(text.slice(IV_BYTES))];
    return new TextDecoder().decode(await subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
  });
