import type { Database } from 'bun:sqlite';
import {
  bytesToUuid,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStored,
  phoneKey,
  scalarText,
} from '../../base/index.ts';
import { digitsOf, foldText } from './search-text.ts';

/**
 * Identifies the client of an order. Orders belong to one client if they have the same key: the normalized phone, or
 * the e-mail if there is no phone. A client without either is known only by name, which identifies nobody.
 */
export interface ClientKeys {
  /** The phone, such as `+79123456789`. For a number outside every numbering plan, only its digits. */
  readonly phone: string | undefined;
  /** The e-mail in lower case. */
  readonly email: string | undefined;
  /** The key of the order's client: `p` and the phone, or `e` and the e-mail. */
  readonly key: string;
}

/** The length of the longest e-mail address (RFC 5321). */
const EMAIL_CHARS = 254;
/**
 * The maximum number of characters of a name, phone or e-mail in the search text. Longer values are cut to keep the
 * search index small.
 */
const TEXT_CHARS = 100;
/**
 * The size in bytes up to which a client's JSON is read whole. Of a larger JSON, only the needed fields are read. The
 * sender may add fields that make the JSON a megabyte long.
 */
export const READ_WHOLE = 2_000;
/**
 * The number of characters that are read from a field if the JSON is longer than `READ_WHOLE`. It exceeds the longest
 * e-mail address, because spaces may precede the address.
 */
const READ_OF_FIELD = 500;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function emailKey(text: string): string | undefined {
  const bare = text.trim().toLowerCase();
  return bare.length <= EMAIL_CHARS && EMAIL.test(bare) ? bare : undefined;
}

export const ofPhone = (phone: string): string => `p${phone}`;
const ofEmail = (email: string): string => `e${email}`;

/** Returns the keys of a client's stored JSON; undefined if the client has neither phone nor e-mail. */
export function clientKeys(client: string | null): ClientKeys | undefined {
  const person = personIn(client);
  return person && personKeys(person);
}

/** Parses the client of a stored order. @param client the stored JSON of the client */
export function personIn(client: string | null): JsonObject | undefined {
  const value: JsonValue = client === null ? null : parseStored<JsonValue>(client);
  return isJsonObject(value) ? value : undefined;
}

export const personKeys = (person: JsonObject): ClientKeys | undefined =>
  keysOf(scalarText(person['phone']) ?? '', scalarText(person['email']) ?? '');

export function keysOf(phoneText: string, emailText: string): ClientKeys | undefined {
  const [phone, email] = [phoneKey(phoneText), emailKey(emailText)];
  if (phone !== undefined) return { phone, email, key: ofPhone(phone) };
  return email === undefined ? undefined : { phone, email, key: ofEmail(email) };
}

const partOf = (field: string): string => `CASE WHEN json_type(client, '$.${field}') = 'text'
    THEN json_quote(substr(client ->> '$.${field}', 1, ${READ_OF_FIELD}))
  WHEN octet_length(client -> '$.${field}') <= ${READ_OF_FIELD} THEN client -> '$.${field}' ELSE 'null' END`;

/**
 * The SQL for the name, phone and e-mail of an order's client, for keys and search text. A small JSON is read whole. Of
 * a larger JSON only these fields are read, because the index reads thousands of orders at a time.
 */
export const CLIENT_PART = `iif(octet_length(client) > ${READ_WHOLE},
  '{"name":' || ${partOf('name')} || ',"phone":' || ${partOf('phone')} || ',"email":' || ${partOf('email')} || '}', client)`;

/** The version bits of a UUID of version 8, in which the other bits are free to choose (RFC 9562). */
const VERSION = 0x80;
const VARIANT = 0x80;

/**
 * Returns the id of the client with this key, always the same. Ids are in addresses of pages, and so in logs and
 * browsers. Anyone can hash all phone numbers in minutes, so the hash includes a secret of the installation.
 * @param idKey the secret that `clientIdKey` reads
 */
export function clientId(idKey: Uint8Array, workspaceSeq: number, key: string): string {
  const bytes = hashOf(idKey, workspaceSeq, key).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | VERSION, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | VARIANT, 8);
  return bytesToUuid(bytes);
}

const hashOf = (idKey: Uint8Array, workspaceSeq: number, key: string): Buffer =>
  new Bun.CryptoHasher('sha256', idKey).update(`client\n${workspaceSeq}\n${key}`).digest();

/** Returns the first four bytes of a client's id, for a small index. Ids may share them, so the key is compared too. */
export const idStart = (id: string): number => Number.parseInt(id.slice(0, 8), 16) | 0;

/** Returns `idStart` for the client with this key, in half the time that the whole id takes. */
export const startOfId = (idKey: Uint8Array, workspaceSeq: number, key: string): number =>
  hashOf(idKey, workspaceSeq, key).readInt32BE(0);

/**
 * Reads the key for client ids. Backups contain the key, so a client keeps its id after a restore. The same key also
 * encrypts cursors.
 */
export function clientIdKey(client: Database): Uint8Array {
  const found = client.query<{ key: Uint8Array | null }, []>('SELECT cursor_key AS key FROM installation').get();
  if (found?.key == null) throw new Error('the key of the ids of clients is gone');
  return found.key;
}

/** Returns the text by which a client is found: name, digits of the phone, e-mail, each on its own line. */
export function personText(person: JsonObject, key: string): string {
  const told = (field: string): string => (scalarText(person[field]) ?? '').slice(0, TEXT_CHARS);
  const parts = [foldText(told('name')), digitsOf(key.startsWith('p') ? key : told('phone')), foldText(told('email'))];
  return parts.filter((part) => part !== '').join('\n');
}
