import { sql } from 'drizzle-orm';
import { paperKey, SEAL_KEY_BYTES, systemRandom } from '../base/index.ts';
import {
  backupSettings,
  ensureSealRing,
  putSealKey,
  readSealKeys,
  type SealedRows,
  type SealKey,
  type Storage,
  sealAll,
  sealKeyOf,
  sealKeyPath,
  type Tx,
} from '../storage/index.ts';
import { type Actor, type ActorCtx, findFirstWorkspace, listWorkspaces, writeAudit } from '../workspaces/index.ts';

export interface PaperKey {
  /** A label of 8 characters by which people tell seal keys apart. The label is not secret. */
  readonly name: string;
  readonly text: string;
}

const onPaper = ({ name, bytes }: SealKey): PaperKey => ({ name, text: paperKey(bytes) });

/**
 * Returns the key that seals new backups and secrets, to be printed or saved. Creates the key if there is none.
 * @throws unavailable
 */
export async function showSealKey({ storage, actor }: ActorCtx): Promise<PaperKey> {
  const [current] = ensureSealRing(sealKeyPath(storage.path));
  await storage.write((tx) => {
    noteSheet(tx, current);
    record(tx, actor, 'seal_key.shown', current);
  });
  return onPaper(current);
}

function noteSheet({ db }: Tx, { name: sheetKey }: SealKey): void {
  const target = backupSettings.one;
  db.insert(backupSettings).values({ one: 1, sheetKey }).onConflictDoUpdate({ target, set: { sheetKey } }).run();
}

/**
 * Returns the name of the current seal key; null if no key was needed yet. `isKept` is true if the key's recovery sheet
 * was ever shown.
 */
export function readSheet(storage: Storage): { readonly key: string | null; readonly isKept: boolean } {
  const key = readSealKeys(sealKeyPath(storage.path))[0]?.name ?? null;
  const shown = storage.read.select({ key: backupSettings.sheetKey }).from(backupSettings).get()?.key;
  return { key, isKept: key !== null && shown === key };
}

/**
 * Creates a new key, which seals all secrets from now on. The earlier key is kept and still decrypts older backups.
 * @throws unavailable
 */
export async function rotateSealKey({ storage, actor }: ActorCtx): Promise<PaperKey> {
  const fresh = sealKeyOf(systemRandom.bytes(SEAL_KEY_BYTES));
  await putInForce({ storage, actor }, fresh, 'seal_key.rotated');
  return onPaper(fresh);
}

/**
 * Makes a seal key the current one. First stores the key on the disk. Then seals with it all secrets that can be
 * decrypted.
 */
export async function putInForce(
  { storage, actor }: ActorCtx,
  key: SealKey,
  action: 'seal_key.rotated' | 'seal_key.entered',
): Promise<void> {
  putSealKey(sealKeyPath(storage.path), key);
  await storage.write((tx) => {
    sealAll(rowsOf(tx), tx.secrets);
    // Records that the user has the recovery sheet of this key. For a new key, the sheet is shown right after this. For
    // an entered key, the user has just typed the key from its sheet.
    noteSheet(tx, key);
    record(tx, actor, action, key);
    // Workers must retry the endpoints and mails whose secrets only the new key can decrypt.
    for (const { seq } of listWorkspaces(storage)) tx.notify('workspaces', seq);
    tx.notify('mail', 0);
  });
}

const rowsOf = ({ db }: Tx): SealedRows => ({
  all: (text) => db.all(sql.raw(text)),
  set: ({ table, column }, text, at) =>
    db.run(sql`UPDATE ${sql.identifier(table)} SET ${sql.identifier(column)} = ${text} WHERE rowid = ${at}`),
});

function record(
  tx: Tx,
  actor: Actor,
  action: 'seal_key.shown' | 'seal_key.rotated' | 'seal_key.entered',
  key: SealKey,
): void {
  const first = findFirstWorkspace(tx.db);
  if (first !== undefined) writeAudit(tx, { workspaceSeq: first.seq, actor, action, subject: key.name });
}
