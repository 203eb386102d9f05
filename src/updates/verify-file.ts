import { createHash } from 'node:crypto';
import { errorText, UsageError } from '../base/index.ts';
import { type PublicKey, parsePublicKey, parseSignature, refusalOfSignature } from './minisign.ts';

interface Credentials {
  /** The public key in this executable; empty if it has none. */
  readonly key: string;
  readonly signature: string | undefined;
  /** The SHA-256 from the operator, in hexadecimal. */
  readonly pinned: string | undefined;
  readonly sums: string | undefined;
}

export interface VerifiedFile {
  readonly sha256: string;
  /**
   * The comment that is signed along with the file. It is undefined if the operator's SHA-256 was checked instead of a
   * signature.
   */
  readonly trustedComment: string | undefined;
}

const SHA256 = /^[0-9a-f]{64}$/;

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the hash in a line `HASH  name` or `HASH *name`, as sha256sum writes it; undefined if the list does not have
 * the name.
 */
function sumOf(sums: string, name: string): string | undefined {
  const lines = sums.split(/\r?\n/).map((line) => /^([0-9a-f]{64}) [ *](.+)$/.exec(line));
  return lines.find((match) => match?.[2] === name)?.[1];
}

/**
 * Checks that a file is from the maker. If Docket was built without a public key, the operator's SHA-256 is required
 * instead.
 * @throws UsageError if the signature is missing or wrong, or if the SHA-256 is not the expected one
 */
export function verifyFile(name: string, bytes: Uint8Array, credentials: Credentials): VerifiedFile {
  const { key, signature, pinned, sums } = credentials;
  const sha256 = sha256Of(bytes);
  const refuse = (why: string): never => {
    throw new UsageError(`${name} is refused: ${why} (nothing was changed)`, 1);
  };
  if (pinned !== undefined && !SHA256.test(pinned.toLowerCase())) {
    throw new UsageError('--sha256: must be the 64 hexadecimal digits of a SHA-256');
  }
  if (pinned !== undefined && pinned.toLowerCase() !== sha256) refuse(`its SHA-256 is ${sha256}, not the one given`);
  const listed = sums === undefined ? undefined : sumOf(sums, name);
  if (listed !== undefined && listed !== sha256)
    refuse(`its SHA-256 is ${sha256}, the SHA256SUMS beside it says ${listed}`);
  if (key === '') {
    if (pinned !== undefined) return { sha256, trustedComment: undefined };
    return refuse(
      `this executable was built without a key to check signatures with; compare the SHA-256 with what the maker publishes and say --sha256 HEX`,
    );
  }
  if (signature === undefined)
    return refuse('there is no signature; put its .minisig beside it, or say --signature FILE');
  return { sha256, trustedComment: checkSignature(bytes, signature, parsePublicKey(key), refuse) };
}

function checkSignature(bytes: Uint8Array, text: string, key: PublicKey, refuse: (why: string) => never): string {
  const signature = parsed(text, refuse);
  const refusal = refusalOfSignature(bytes, signature, key);
  return refusal === undefined ? signature.trustedComment : refuse(refusal);
}

function parsed(text: string, refuse: (why: string) => never) {
  try {
    return parseSignature(text);
  } catch (error) {
    return refuse(errorText(error));
  }
}
