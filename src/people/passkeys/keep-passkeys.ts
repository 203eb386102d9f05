import { and, asc, count, eq } from 'drizzle-orm';
import { AppError, isUuid, type PasskeySite } from '../../base/index.ts';
import { type Db, passkeys, type Storage, type Tx } from '../../storage/index.ts';
import { type ActorCtx, cleanName, diff, isSame, writeOwnAudit } from '../../workspaces/index.ts';
import type { PersonCtx, Session } from '../sessions.ts';

interface PasskeyInfo {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly synced: boolean;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** Lists a person's passkeys, even those of other domains, sorted by the time of creation. */
export const listPasskeys = (storage: Storage, { person }: Session): PasskeyInfo[] =>
  storage.read
    .select({
      id: passkeys.id,
      name: passkeys.name,
      domain: passkeys.rpId,
      synced: passkeys.synced,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.personSeq, person.seq))
    .orderBy(asc(passkeys.seq))
    .all();

export const countPasskeys = (storage: Storage, personSeq: number): number =>
  storage.read.select({ n: count() }).from(passkeys).where(eq(passkeys.personSeq, personSeq)).get()?.n ?? 0;

/**
 * Returns true if the person can sign in with a passkey at this site. Without `personSeq`, returns true if anybody can.
 */
export function hasPasskeys(db: Db, site: PasskeySite, personSeq?: number): boolean {
  const here = eq(passkeys.rpId, site.rpId);
  const where = personSeq === undefined ? here : and(eq(passkeys.personSeq, personSeq), here);
  return db.select({ seq: passkeys.seq }).from(passkeys).where(where).limit(1).get() !== undefined;
}

/** @throws validation_failed; not_found */
export async function renamePasskey(
  { storage, session, actor }: PersonCtx & ActorCtx,
  { id, text }: { readonly id: string; readonly text: string },
): Promise<void> {
  const name = cleanName('name', text);
  return storage.write((tx) => {
    const { seq, name: before } = getOwn(tx, session, id);
    const changes = diff({ passkey: before }, { passkey: name });
    if (isSame(changes)) return;
    writeOwnAudit(tx, session.person, { actor, action: 'person.passkey_renamed', changes });
    tx.db.update(passkeys).set({ name }).where(eq(passkeys.seq, seq)).run();
  });
}

/** Removes a passkey, so that it can no longer sign anybody in. Sessions begun with it continue. @throws not_found */
export function removePasskey({ storage, session, actor }: PersonCtx & ActorCtx, id: string): Promise<void> {
  return storage.write((tx) => {
    const { seq, name } = getOwn(tx, session, id);
    tx.db.delete(passkeys).where(eq(passkeys.seq, seq)).run();
    const changes = { passkey: { from: name, to: null } };
    writeOwnAudit(tx, session.person, { actor, action: 'person.passkey_removed', changes });
  });
}

export function dropPasskeys(
  { storage, actor }: ActorCtx,
  person: { readonly seq: number; readonly id: string },
): Promise<number> {
  return storage.write((tx) => {
    const own = eq(passkeys.personSeq, person.seq);
    const dropped = tx.db.delete(passkeys).where(own).returning({ name: passkeys.name }).all();
    for (const { name } of dropped) {
      const changes = { passkey: { from: name, to: null } };
      writeOwnAudit(tx, person, { actor, action: 'person.passkey_removed', changes });
    }
    return dropped.length;
  });
}

function getOwn(tx: Tx, { person }: Session, id: string): { seq: number; name: string } {
  const own = and(eq(passkeys.id, id), eq(passkeys.personSeq, person.seq));
  const found = isUuid(id)
    ? tx.db.select({ seq: passkeys.seq, name: passkeys.name }).from(passkeys).where(own).get()
    : undefined;
  if (found === undefined) throw new AppError({ rule: 'no_passkey' });
  return found;
}
