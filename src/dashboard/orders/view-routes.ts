import { Elysia } from 'elysia';
import { listSavedViews, removeView, saveView, shopTime } from '../../orders/index.ts';
import { admissionPlugin, memberOf, signedOf } from '../admission.ts';
import { momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { answerOnce } from '../make-once.ts';
import { Done, Nothing } from '../wire.ts';
import { ViewAnswer, ViewsAnswer } from './answers.ts';
import { parseFilter } from './filter.ts';
import { NewView } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/views';

/** Saved filters of the orders page, each person's own. */
export function viewRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  const whose = (request: Request) => ({
    workspace: memberOf(request).workspace,
    person: signedOf(request).session.person.seq,
  });
  return new Elysia({ name: 'views' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const { workspace, person } = whose(request);
        return answer(deps, request, { views: listSavedViews({ storage, workspace, personSeq: person }) });
      },
      { admit: { who: 'viewer' }, response: ViewsAnswer },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        const { workspace, person } = whose(request);
        // Read for its faults alone.
        parseFilter(body.query, shopTime(momentOf(deps, request), workspace.timeZone), () => []);
        return answerOnce(deps, { request, body }, (once) =>
          saveView({ storage: once, workspace, personSeq: person }, body),
        );
      },
      { admit: { who: 'viewer' }, body: NewView, response: ViewAnswer },
    )
    .post(
      `${BASE}/:id/remove`,
      async ({ params, request }) => {
        const { workspace, person } = whose(request);
        await removeView({ storage, workspace, personSeq: person }, params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'viewer' }, body: Nothing, response: Done },
    );
}
