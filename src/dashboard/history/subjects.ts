import { nameClients } from '../../clients/index.ts';
import { listStages, titlesOf } from '../../inquiries/index.ts';
import { type HistoryRow, listStatuses } from '../../orders/index.ts';
import { nameProducts } from '../../stock/index.ts';
import { nameEndpoints } from '../../webhooks/index.ts';
import { type Actor, type Ctx, namesOf } from '../../workspaces/index.ts';

/** Maps each invitation to its e-mail address. A person who has joined is shown by name instead. */
const invited = (rows: readonly HistoryRow[]): [string, string][] =>
  rows.flatMap(({ action, subject, changes }) => {
    const email = action.startsWith('person.invit') ? (changes?.['email']?.to ?? changes?.['email']?.from) : undefined;
    return typeof email === 'string' ? [[subject, email]] : [];
  });

/**
 * Collects names of statuses and stages from these rows. A removed status or stage has its name nowhere else. The
 * newest name is last, so that it wins in a map.
 */
const onceNamed = (rows: readonly HistoryRow[]): [string, string][] =>
  rows.toReversed().flatMap(({ action, subject, changes }) => {
    if (!/^(?:status|inquiry_stage)\./.test(action)) return [];
    const name = changes?.['name']?.to ?? changes?.['name']?.from;
    return typeof name === 'string' ? [[subject, name]] : [];
  });

/** Returns names for the subjects of history rows, by id. For a person without a name, returns the e-mail address. */
export async function nameSubjects(ctx: Ctx, rows: readonly HistoryRow[]): Promise<ReadonlyMap<string, string>> {
  const about = (prefix: string): string[] =>
    rows.flatMap(({ action, subject }) => (action.startsWith(prefix) ? [subject] : []));
  const asActors = (type: Actor['type'], prefix: string) => about(prefix).map((id): Actor => ({ type, id }));
  const named = namesOf(ctx, [...asActors('person', 'person.'), ...asActors('key', 'api_key.')]);
  const { storage, workspace } = ctx;
  const stages = about('inquiry_stage.').length === 0 ? [] : listStages(storage.read, workspace.seq);
  const statuses = about('status.').length === 0 ? [] : listStatuses(storage.read, workspace.seq);
  return new Map([
    ...invited(rows),
    ...onceNamed(rows),
    ...[...stages, ...statuses].map(({ id, name }): [string, string] => [id, name]),
    ...named,
    [ctx.workspace.id, ctx.workspace.name],
    ...(await titlesOf(ctx, about('inquiry.'))),
    ...nameClients(ctx, about('client.')),
    ...nameProducts(ctx, about('product.')),
    ...nameEndpoints(ctx, about('webhook_endpoint.')),
  ]);
}
