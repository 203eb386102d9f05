import { eq } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import {
  type AuditAction,
  auditLog,
  givenEach,
  insertedSeq,
  memberships,
  prepared,
  type Tx,
} from '../storage/index.ts';
import type { Actor } from './context.ts';

/** The old and the new value of each field, by the field's name; never secrets. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** Lists changed fields. Undefined in `after` counts as unchanged; a value missing in `before` counts as null. */
export function diff(before: object, after: object): Changes {
  const was: Readonly<Record<string, unknown>> = { ...before };
  const named = Object.entries(after).filter(([, to]) => to !== undefined);
  return Object.fromEntries(
    named.flatMap(([field, to]) => {
      const from = was[field] ?? null;
      return from === to ? [] : [[field, { from, to }]];
    }),
  );
}

export const isSame = (changes: Changes): boolean => Object.keys(changes).length === 0;

interface AuditEntry {
  readonly workspaceSeq: number;
  readonly actor: Actor;
  readonly requestId?: string | null;
  readonly action: AuditAction;
  readonly subject: string;
  readonly changes?: Changes;
}

const statements = prepared((db) => ({
  insert: db
    .insert(auditLog)
    .values(givenEach('workspaceSeq', 'at', 'actorType', 'actorId', 'requestId', 'action', 'subject', 'changes'))
    .prepare(),
}));

/** Records a change in the change's own transaction, so that each change has a record. */
export function writeAudit(tx: Tx, entry: AuditEntry): void {
  beginAudit(tx, entry);
}

/** Begins the record of an action that takes several transactions. @returns the row for `amendAudit` */
export function beginAudit(tx: Tx, entry: AuditEntry): number {
  const inserted = statements(tx.db).insert.run({
    workspaceSeq: entry.workspaceSeq,
    at: tx.now,
    actorType: entry.actor.type,
    actorId: entry.actor.id,
    requestId: entry.requestId ?? entry.actor.requestId ?? null,
    action: entry.action,
    // A caller may write an id in capitals (RFC 9562, 4), but the history looks ids up as lower-case text.
    subject: isUuid(entry.subject) ? entry.subject.toLowerCase() : entry.subject,
    changes: entry.changes === undefined ? null : JSON.stringify(entry.changes),
  });
  return insertedSeq(inserted);
}

/** Sets the changes in a row that `beginAudit` inserted. So one row covers all transactions of the action. */
export function amendAudit(tx: Tx, seq: number, changes: Changes): void {
  const text = JSON.stringify(changes);
  tx.db.update(auditLog).set({ changes: text }).where(eq(auditLog.seq, seq)).run();
}

/** Records a person's action on their own account, in the history of each of their workspaces. */
export function writeOwnAudit(
  tx: Tx,
  person: { readonly seq: number; readonly id: string },
  entry: Pick<AuditEntry, 'actor' | 'action' | 'changes'>,
): void {
  const own = eq(memberships.personSeq, person.seq);
  for (const { seq } of tx.db.select({ seq: memberships.workspaceSeq }).from(memberships).where(own).all()) {
    writeAudit(tx, { ...entry, workspaceSeq: seq, subject: person.id });
  }
}
