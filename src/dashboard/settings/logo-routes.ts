import { Elysia, t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { CLOSED, FileAnswer } from '../../web/index.ts';
import { findLogo, LOGO_MOST, type Logo, removeLogo, setLogo } from '../../workspaces/index.ts';
import { type Desk, Done, Nothing } from '../desk/index.ts';

/** Base64, four letters for three bytes. The bound is somewhat wider, so that the refusal names the true one. */
const Picture = t.Object({ image: t.String({ maxLength: LOGO_MOST * 2 }) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/logo';

/** A workspace's logo: shown to who belongs to it, set and taken away by its owners. */
export const logoRoutes = (desk: Desk) =>
  new Elysia({ name: 'workspace-logo' })
    .use(desk)
    .get(
      BASE,
      ({ ctx }) => {
        const logo = findLogo(ctx.storage, ctx.workspace.seq);
        if (logo === undefined) throw new AppError({ rule: 'no_logo' });
        return pictureResponse(logo);
      },
      { member: true, response: FileAnswer },
    )
    .post(BASE, ({ ctx, body }) => setLogo(ctx, Buffer.from(body.image, 'base64')), {
      owner: { slot: 'uploads', large: true },
      body: Picture,
      response: Done,
    })
    .post(`${BASE}/remove`, ({ ctx }) => removeLogo(ctx), { owner: true, body: Nothing, response: Done });

/** Opened by itself it can do nothing, whatever its bytes say beyond the first. Its address changes with it (me.ts). */
const pictureResponse = ({ type, image }: Logo): Response =>
  new Response(new Uint8Array(image), {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
