import { t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { findImport, type ImportKindName, type ImportState, listImports } from '../../imports/index.ts';
import { CLOSED } from '../../web/index.ts';
import { namesOf } from '../../workspaces/index.ts';
import { answerAside, type Desk, group, type MemberCtx, oneOf, shown } from '../desk/index.ts';
import { ImportAnswer, ImportsAnswer, ShownImport, UndoPreviewAnswer } from './answers.ts';
import { previewOfUndo } from './readings.ts';

const BASE = '/app/api/workspaces/:workspace/imports';
const SHOWN = 10;
const Query = t.Object({ kind: oneOf<ImportKindName>(['orders', 'products', 'clients', 'payments']) }, CLOSED);

export const importsRoutes = (desk: Desk) =>
  group(desk, 'imports')
    .get(
      BASE,
      ({ ctx, query }) => {
        const found = listImports(ctx, { kind: query.kind, limit: SHOWN });
        return { imports: shapeImports(ctx, found) };
      },
      { manager: true, query: Query, response: ImportsAnswer },
    )
    .get(`${BASE}/:id`, ({ ctx, params }) => shownImport(ctx, params.id), {
      manager: true,
      response: ImportAnswer,
    })
    .get(`${BASE}/:id/undo`, ({ ctx, params }) => answerAside(ctx, previewOfUndo, shownImport(ctx, params.id)), {
      manager: { slot: 'reports' },
      response: UndoPreviewAnswer,
    })
    .post(
      `${BASE}/:id/undo`,
      async ({ ctx, params }) => {
        await ctx.staging.undo(ctx, params.id);
        return shownImport(ctx, params.id);
      },
      { manager: true, response: ImportAnswer },
    );

/**
 * Returns an import as the page shows it.
 * @throws not_found if the import does not exist or belongs to another workspace
 */
export function shownImport(ctx: MemberCtx, id: string) {
  const found = findImport(ctx, id);
  const [shown] = shapeImports(ctx, found === undefined ? [] : [found]);
  if (shown === undefined) throw new AppError({ rule: 'no_import' });
  return shown;
}

function shapeImports(ctx: MemberCtx, found: readonly ImportState[]) {
  const actors = found.map(({ actor }) => actor);
  const names = namesOf(ctx, actors);
  return found.map((state) =>
    shown(ShownImport, {
      ...state,
      by: names.get(state.actor.id ?? '') ?? null,
      // The reason why the import is paused; null while it runs.
      trouble: state.isDone && state.undo?.isDone !== false ? null : ctx.staging.trouble(state.id),
    }),
  );
}
