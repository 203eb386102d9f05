import { and, eq } from 'drizzle-orm';
import { AppError } from '../base/index.ts';
import { memberships, people, type Tx } from '../storage/index.ts';
import type { Actor, Workspace } from './context.ts';

/**
 * Refuses an access that an owner grants if they have lost that role since their call began. A change waits for its
 * turn, perhaps behind the one that removed them. Keys and commands are no people, and pass.
 *
 * @throws forbidden
 */
export function refuseFormerOwner(tx: Tx, workspace: Workspace, actor: Actor): void {
  if (actor.type !== 'person' || actor.id === null) return;
  const isHere = and(eq(memberships.personSeq, people.seq), eq(memberships.workspaceSeq, workspace.seq));
  const row = tx.db
    .select({ role: memberships.role })
    .from(people)
    .innerJoin(memberships, isHere)
    .where(eq(people.id, actor.id))
    .get();
  if (row?.role !== 'owner') throw new AppError({ rule: 'role_needed', needed: 'owner', own: row?.role ?? 'none' });
}
