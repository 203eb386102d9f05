import { paperKey, SEAL_KEY_BYTES, systemRandom } from '../base/index.ts';
import {
  ensureSealRing,
  putSealKey,
  type SealKey,
  type Storage,
  sealKeyOf,
  sealKeyPath,
  type Tx,
} from '../storage/index.ts';
import { type Actor, findFirstWorkspace, writeAudit } from '../workspaces/index.ts';

export interface SealCtx {
  readonly storage: Storage;
  readonly actor: Actor;
}

/** A key as it is printed. */
export interface PaperKey {
  /** 8 letters by which people tell keys apart; no secret. */
  readonly name: string;
  /** Four lines of four groups: the key itself. */
  readonly text: string;
}

const onPaper = ({ name, bytes }: SealKey): PaperKey => ({ name, text: paperKey(bytes) });

/** The key that new backups and secrets are sealed with, to be printed or saved; made at first need. @throws unavailable */
export async function showSealKey({ storage, actor }: SealCtx): Promise<PaperKey> {
  const [current] = ensureSealRing(sealKeyPath(storage.path));
  await storage.write((tx) => record(tx, actor, 'seal_key.shown', current));
  return onPaper(current);
}

/** A new key. What the one before has sealed still opens, for that stays beside it. @throws unavailable */
export async function rotateSealKey({ storage, actor }: SealCtx): Promise<PaperKey> {
  const fresh = sealKeyOf(systemRandom.bytes(SEAL_KEY_BYTES));
  await putInForce({ storage, actor }, fresh, 'seal_key.rotated');
  return onPaper(fresh);
}

/** The key is on the disk before anything is that only it opens. */
export async function putInForce(
  { storage, actor }: SealCtx,
  key: SealKey,
  action: 'seal_key.rotated' | 'seal_key.entered',
): Promise<void> {
  putSealKey(sealKeyPath(storage.path), key);
  await storage.write((tx) => record(tx, actor, action, key));
}

function record(
  tx: Tx,
  actor: Actor,
  action: 'seal_key.shown' | 'seal_key.rotated' | 'seal_key.entered',
  key: SealKey,
): void {
  const first = findFirstWorkspace(tx.db);
  if (first !== undefined) writeAudit(tx, { workspaceSeq: first.seq, actor, action, subject: key.name });
}
