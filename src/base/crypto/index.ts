/**
 * Stateless functions for passwords, tokens, sealed secrets, hidden numbers, one-time codes, and the signatures of
 * passkeys.
 * Must never: keep a secret, or know whose it is.
 */
export { hideNumbers, showNumbers } from './hidden-numbers.ts';
export { paperKey, readPaperKey } from './paper-key.ts';
export { type PasskeySite, passkeySiteOf } from './passkey-site.ts';
export { SEAL_KEY_BYTES, seal, unseal } from './seal.ts';
export { hashPassword, hashToken, sameSecret, tokenText, verifyPassword } from './secrets.ts';
export { codeAt, fromBase32, stepAt, toBase32 } from './totp.ts';
export {
  ALGORITHMS,
  type Assertion,
  type Attestation,
  challengeIn,
  readAssertion,
  readAttestation,
} from './webauthn.ts';
