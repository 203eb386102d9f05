import { titlesOf } from '../../inquiries/index.ts';
import type { HistoryRow } from '../../orders/index.ts';
import { listEndpoints } from '../../webhooks/index.ts';
import { type Actor, type Ctx, namesOf } from '../../workspaces/index.ts';

/** Somebody who is invited is an address and nothing more; whoever came of it goes by their name. */
const invited = (rows: readonly HistoryRow[]): [string, string][] =>
  rows.flatMap(({ action, subject, changes }) => {
    const email = action.startsWith('person.invit') ? (changes?.['email']?.to ?? changes?.['email']?.from) : undefined;
    return typeof email === 'string' ? [[subject, email]] : [];
  });

/**
 * What those are called whom a page of the history is about, by their ids: a person's name or e-mail, a key's name, an inquiry's
 * title, an endpoint's address, the workspace's name. Orders bring their number themselves, products are written down by the
 * shop's own id; what is gone or has no name is left out.
 */
export function nameSubjects(ctx: Ctx, rows: readonly HistoryRow[]): ReadonlyMap<string, string> {
  const about = (prefix: string): string[] =>
    rows.flatMap(({ action, subject }) => (action.startsWith(prefix) ? [subject] : []));
  const asActors = (type: Actor['type'], prefix: string) => about(prefix).map((id): Actor => ({ type, id }));
  const named = namesOf(ctx, [...asActors('person', 'person.'), ...asActors('key', 'api_key.')]);
  const endpoints = about('webhook_endpoint.').length === 0 ? [] : listEndpoints(ctx.storage, ctx.workspace);
  return new Map([
    ...invited(rows),
    ...named,
    [ctx.workspace.id, ctx.workspace.name],
    ...titlesOf(ctx, about('inquiry.')),
    ...endpoints.map(({ id, url }): [string, string] => [id, url]),
  ]);
}
