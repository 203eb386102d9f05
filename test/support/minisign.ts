import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export function newSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const id = randomBytes(8);
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    /** The public key on one line, as it is built into an executable. */
    publicKey: Buffer.concat([Buffer.from('Ed'), id, raw]).toString('base64'),
    /** @returns the text of a .minisig, as `minisign -S` writes it */
    sign(bytes: Uint8Array, trustedComment: string): string {
      const signature = sign(null, createHash('blake2b512').update(bytes).digest(), privateKey);
      const global = sign(null, Buffer.concat([signature, Buffer.from(trustedComment)]), privateKey);
      const line = Buffer.concat([Buffer.from('ED'), id, signature]).toString('base64');
      return `untrusted comment: a test\n${line}\ntrusted comment: ${trustedComment}\n${global.toString('base64')}\n`;
    },
  };
}
