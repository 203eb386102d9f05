import type { Database } from 'bun:sqlite';
import { bytesToUuid, isJsonObject, type JsonValue, parseStored, phoneKey, scalarText } from '../../base/index.ts';
import { digitsOf, foldText } from './search-text.ts';

/**
 * The client of an order. Two orders are of one client if their keys are the same: the phone in one spelling, and
 * where there is none the e-mail. A client without both is known by name alone, which says nothing of who it is.
 */
export interface ClientKeys {
  /** `+79123456789`; of a number that no plan knows its digits. */
  readonly phone: string | undefined;
  /** In small letters. */
  readonly email: string | undefined;
  /** The key by which the order counts: `p` and the phone, or `e` and the e-mail. */
  readonly key: string;
}

/** The longest e-mail address (RFC 5321). */
const EMAIL_CHARS = 254;
/** Longer names are cut, since an index has the text. */
const TEXT_CHARS = 100;
/** Bytes of a client that is read whole. With its own fields one may have a megabyte. */
const READ_WHOLE = 2_000;
/** The characters that are read of a longer field: blanks may precede an e-mail. */
const READ_OF_FIELD = 500;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** An e-mail address in one spelling; undefined for a text that is none. */
export function emailKey(text: string): string | undefined {
  const bare = text.trim().toLowerCase();
  return bare.length <= EMAIL_CHARS && EMAIL.test(bare) ? bare : undefined;
}

export const ofPhone = (phone: string): string => `p${phone}`;
const ofEmail = (email: string): string => `e${email}`;

/** @param client an order's column. @returns undefined where it has neither phone nor e-mail */
export function clientKeys(client: string | null): ClientKeys | undefined {
  const value: JsonValue = client === null ? null : parseStored<JsonValue>(client);
  if (!isJsonObject(value)) return undefined;
  return keysOf(scalarText(value['phone']) ?? '', scalarText(value['email']) ?? '');
}

export function keysOf(phoneText: string, emailText: string): ClientKeys | undefined {
  const [phone, email] = [phoneKey(phoneText), emailKey(emailText)];
  if (phone !== undefined) return { phone, email, key: ofPhone(phone) };
  return email === undefined ? undefined : { phone, email, key: ofEmail(email) };
}

const partOf = (field: string): string => `CASE WHEN json_type(client, '$.${field}') = 'text'
    THEN json_quote(substr(client ->> '$.${field}', 1, ${READ_OF_FIELD}))
  WHEN octet_length(client -> '$.${field}') <= ${READ_OF_FIELD} THEN client -> '$.${field}' ELSE 'null' END`;

/**
 * SQL for as much of an order's client as its keys and its text are made of: a step reads thousands of orders at once,
 * and memory must not grow with what their clients hold beside.
 */
export const CLIENT_PART = `iif(octet_length(client) > ${READ_WHOLE},
  '{"name":' || ${partOf('name')} || ',"phone":' || ${partOf('phone')} || ',"email":' || ${partOf('email')} || '}', client)`;

/** RFC 9562: a UUID of version 8 says nothing of how it was made. */
const VERSION = 0x80;
const VARIANT = 0x80;

/**
 * The id of the client of a key, the same each time. Addresses of pages contain it, and so do logs and browsers. Anyone
 * can hash all phones in minutes, so it is made with a key that only the installation has.
 *
 * @param idKey what `clientIdKey` reads
 */
export function clientId(idKey: Uint8Array, workspaceSeq: number, key: string): string {
  const hash = new Bun.CryptoHasher('sha256', idKey).update(`client\n${workspaceSeq}\n${key}`).digest();
  const bytes = hash.subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8);
  return bytesToUuid(bytes);
}

/** The key of the cursors, which goes with the file and its backups: their texts and these begin differently. */
export function clientIdKey(client: Database): Uint8Array {
  const found = client.query<{ key: Uint8Array | null }, []>('SELECT cursor_key AS key FROM installation').get();
  if (found?.key == null) throw new Error('the key of the ids of clients is gone');
  return found.key;
}

/** The text by which a client is found: name, digits of the phone, e-mail, one below the other. */
export function clientText(client: string | null, key: string): string {
  const value: JsonValue = client === null ? null : parseStored<JsonValue>(client);
  const person = isJsonObject(value) ? value : {};
  const told = (field: string): string => (scalarText(person[field]) ?? '').slice(0, TEXT_CHARS);
  const parts = [foldText(told('name')), digitsOf(key.startsWith('p') ? key : told('phone')), foldText(told('email'))];
  return parts.filter((part) => part !== '').join('\n');
}
