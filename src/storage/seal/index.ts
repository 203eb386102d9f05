/**
 * The keys stored next to the database and never in it, and the secrets sealed with them. Must never: put a key into
 * the database or a backup, or remove one.
 */
export { ensureKeyFile, keyFilePath, putFile, readKeyFile } from './key-file.ts';
export {
  ensureSealRing,
  putSealKey,
  readSealKeys,
  type SealKey,
  sealKeyOf,
  sealKeyPath,
  subkey,
} from './ring.ts';
export { openAll, rowsOf, type SealedRows, sealAll, sealedFor } from './sealed-columns.ts';
export { openSecrets, type Secrets } from './secrets.ts';
