import { Elysia, t } from 'elysia';
import { AppError } from '../../base/index.ts';
import { findLogo, LOGO_MOST, type Logo, removeLogo, setLogo } from '../../workspaces/index.ts';
import { admissionPlugin, memberOf } from '../admission.ts';
import { ctxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { CLOSED, Done, FileAnswer, Nothing } from '../wire.ts';

/** In base64, four letters for three bytes; somewhat more is let in, so that the refusal names the bound. */
const Picture = t.Object({ image: t.String({ maxLength: LOGO_MOST * 2 }) }, CLOSED);

const BASE = '/app/api/workspaces/:workspace/logo';

/** A workspace's logo: shown to who belongs to it, set and taken away by its owners. */
export function logoRoutes(deps: DashboardDeps) {
  return new Elysia({ name: 'workspace-logo' })
    .use(admissionPlugin(deps))
    .get(
      BASE,
      ({ request }) => {
        const logo = findLogo(deps.storage, memberOf(request).workspace.seq);
        if (logo === undefined) throw new AppError({ rule: 'no_logo' });
        return pictureResponse(logo);
      },
      { admit: { who: 'viewer' }, response: FileAnswer },
    )
    .post(
      BASE,
      async ({ body, request }) => {
        await setLogo(ctxOf(deps, request), Buffer.from(body.image, 'base64'));
        return answer(deps, request, {});
      },
      { admit: { who: 'owner', slot: 'uploads', large: true }, body: Picture, response: Done },
    )
    .post(
      `${BASE}/remove`,
      async ({ request }) => {
        await removeLogo(ctxOf(deps, request));
        return answer(deps, request, {});
      },
      { admit: { who: 'owner' }, body: Nothing, response: Done },
    );
}

/** Opened by itself it can do nothing, whatever its bytes say beyond the first. Its address changes with it (me.ts). */
const pictureResponse = ({ type, image }: Logo): Response =>
  new Response(new Uint8Array(image), {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=31536000, immutable',
    },
  });
