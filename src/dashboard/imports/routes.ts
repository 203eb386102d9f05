import { Elysia, t } from 'elysia';
import { AppError, toIso } from '../../base/index.ts';
import { findImport, type ImportState, listImports } from '../../imports/index.ts';
import { type Ctx, namesOf } from '../../workspaces/index.ts';
import { admissionPlugin } from '../admission.ts';
import { ctxOf, momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { ImportAnswer, ImportsAnswer } from './answers.ts';

const BASE = '/app/api/workspaces/:workspace/imports';
const SHOWN = 10;
const Query = t.Object({ kind: t.UnionEnum(['orders', 'products']) }, { additionalProperties: false });

/** What a page shows of imports: those under way and the last ones. */
export function importsRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'imports' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ query, request }) => {
        const ctx = ctxOf(deps, request);
        const found = listImports(ctx, { kind: query.kind, limit: SHOWN });
        return answer(deps, request, { imports: shapeImports(deps, ctx, found) });
      },
      { admit: { who: 'manager' }, query: Query, response: ImportsAnswer },
    )
    .get(
      `${BASE}/:id`,
      ({ params, request }) => answer(deps, request, shownImport(deps, ctxOf(deps, request), params.id)),
      {
        admit: { who: 'manager' },
        response: ImportAnswer,
      },
    );
}

/** As the page has made it; whoever sends none cannot send the same twice. */
export const idOfImport = (deps: Pick<DashboardDeps, 'world'>, request: Request, made: string | undefined): string =>
  made?.toLowerCase() ?? deps.world.newId(momentOf(deps, request));

/** @throws not_found for an import of another workspace, or none */
export function shownImport(deps: Pick<DashboardDeps, 'storage' | 'imports'>, ctx: Ctx, id: string) {
  const found = findImport(ctx, id);
  const [shown] = shapeImports(deps, ctx, found === undefined ? [] : [found]);
  if (shown === undefined) throw new AppError({ rule: 'no_import' });
  return shown;
}

function shapeImports(
  { storage, imports }: Pick<DashboardDeps, 'storage' | 'imports'>,
  { workspace }: Ctx,
  found: readonly ImportState[],
) {
  const actors = found.map(({ actor }) => actor);
  const names = namesOf({ storage, workspace }, actors);
  return found.map(({ actor, createdAt, finishedAt, ...state }) => ({
    ...state,
    by: names.get(actor.id ?? '') ?? null,
    createdAt: toIso(createdAt),
    finishedAt: finishedAt === null ? null : toIso(finishedAt),
    /** Why it does not go on just now. */
    trouble: state.isDone ? null : imports.trouble(state.id),
  }));
}
