import { listSavedViews, removeView, saveView } from '../../orders/index.ts';
import { type Desk, Done, group, type MemberCtx, makeOnce, Nothing } from '../desk/index.ts';
import { ViewAnswer, ViewsAnswer } from './answers.ts';
import { filterIn } from './filter.ts';
import { NewView } from './model.ts';

const BASE = '/app/api/workspaces/:workspace/views';

export const viewRoutes = (desk: Desk) =>
  group(desk, 'views')
    .get(BASE, ({ ctx }) => ({ views: listSavedViews(own(ctx)) }), { ordersReader: true, response: ViewsAnswer })
    .post(
      BASE,
      ({ ctx, body }) => {
        // Parses the query only to refuse an invalid query.
        filterIn(ctx, body.query);
        return makeOnce(ctx, body, (once) => saveView(own(once), body));
      },
      { ordersReader: true, body: NewView, response: ViewAnswer },
    )
    .post(`${BASE}/:id/remove`, ({ ctx, params }) => removeView(own(ctx), params.id), {
      ordersReader: true,
      body: Nothing,
      response: Done,
    });

const own = (ctx: MemberCtx) => ({ ...ctx, personSeq: ctx.session.person.seq });
