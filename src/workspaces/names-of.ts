import { and, eq, inArray } from 'drizzle-orm';
import { isUuid } from '../base/index.ts';
import { apiKeys, memberships, people, withinWorkspace } from '../storage/index.ts';
import type { Actor, ReadCtx } from './context.ts';

/** Returns the names of actors in a workspace's history, by their ids: an API key's name, a person's name or e-mail. */
export function namesOf({ storage, workspace }: ReadCtx, actors: readonly Actor[]): ReadonlyMap<string, string> {
  const idsOf = (type: Actor['type']): string[] => [
    ...new Set(
      actors.flatMap((actor) => (actor.type === type && actor.id !== null && isUuid(actor.id) ? [actor.id] : [])),
    ),
  ];
  const keys = idsOf('key');
  const persons = idsOf('person');
  const named = new Map<string, string>();
  if (keys.length > 0) {
    const rows = storage.read
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(and(withinWorkspace(apiKeys.workspaceSeq, workspace.seq), inArray(apiKeys.id, keys)))
      .all();
    for (const { id, name } of rows) named.set(id, name);
  }
  if (persons.length > 0) {
    const rows = storage.read
      .select({ id: people.id, name: people.name, email: people.email, role: memberships.role })
      .from(people)
      // A person who has left the workspace is still shown as the author.
      .leftJoin(memberships, and(eq(memberships.personSeq, people.seq), eq(memberships.workspaceSeq, workspace.seq)))
      .where(inArray(people.id, persons))
      .all();
    // Shows the e-mail address of a person who has left. The name that they use elsewhere is hidden from this
    // workspace.
    for (const { id, name, email, role } of rows) named.set(id, role === null ? email : (name ?? email));
  }
  return named;
}
