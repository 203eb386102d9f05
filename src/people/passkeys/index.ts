/**
 * Passkeys: adding and naming them, signing in with one, and the challenges that devices sign. May know: people,
 * sessions and tries. Must never: accept a challenge twice, or reveal which part of an answer was wrong.
 */
export { addPasskey, beginPasskey } from './add-passkey.ts';
export {
  countPasskeys,
  dropPasskeys,
  hasPasskeys,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from './keep-passkeys.ts';
export { beginPasskeyProof, beginPasskeySignIn, proveByPasskey, signInByPasskey } from './use-passkey.ts';
