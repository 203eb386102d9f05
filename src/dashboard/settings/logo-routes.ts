import { t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import { findLogo, removeLogo, setLogo } from '../../workspaces/index.ts';
import { type Desk, Done, group, Nothing, PictureText, pictureResponse, readPictureText } from '../desk/index.ts';

const Picture = t.Object({ image: PictureText }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/logo';

export const logoRoutes = (desk: Desk) =>
  group(desk, 'workspace-logo')
    .get(
      BASE,
      ({ ctx }) => {
        const logo = findLogo(ctx.storage, ctx.workspace.seq);
        if (logo === undefined) throw new AppError({ rule: 'no_picture' });
        return pictureResponse(ctx.call, logo, { isKept: true });
      },
      { member: true, response: FileAnswer },
    )
    .post(BASE, ({ ctx, body }) => setLogo(ctx, readPictureText(body.image)), {
      owner: { slot: 'uploads', large: true },
      body: Picture,
      response: Done,
    })
    .post(`${BASE}/remove`, ({ ctx }) => removeLogo(ctx), { owner: true, body: Nothing, response: Done });
