import { Elysia, t } from 'elysia';
import { AppError, limitOf, toIso, toIsoOrNull } from '../../base/index.ts';
import {
  type AtSite,
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  countAt,
  hasPasskeys,
  listPasskeys,
  nameDevice,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from '../../people/index.ts';
import { admissionPlugin, deviceOf, knockOf, letIn, renewCookie, signedOf } from '../admission.ts';
import { ownCtxOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import { Done, Nothing } from '../wire.ts';
import { AddingBegun, MadePasskey, PasskeyOffer, PasskeysAnswer, SigningBegun } from './answers.ts';

/** base64url; the longest is a statement about the device, with its certificates. */
const binary = (maxLength: number) => t.String({ maxLength, pattern: '^[A-Za-z0-9_-]+$' });
const Assertion = t.Object(
  {
    id: binary(2_000),
    clientDataJSON: binary(10_000),
    authenticatorData: binary(10_000),
    signature: binary(10_000),
    userHandle: t.Optional(binary(200)),
  },
  { additionalProperties: false },
);
const Attestation = t.Object(
  {
    clientDataJSON: binary(10_000),
    attestationObject: binary(100_000),
    transports: t.Array(t.String({ maxLength: 50 }), { maxItems: 10 }),
  },
  { additionalProperties: false },
);
const SignIn = t.Object({ assertion: Assertion, remember: t.Boolean() }, { additionalProperties: false });
const Proof = t.Object({ assertion: Assertion }, { additionalProperties: false });
const New = t.Object({ attestation: Attestation }, { additionalProperties: false });
const Name = t.Object({ name: t.String({ maxLength: 1_000 }) }, { additionalProperties: false });
const Params = t.Object({ id: t.String({ maxLength: 100 }) });

/** Each challenge is a write, and a page asks for one before anybody is known. */
const CHALLENGES = { tries: 30, refillMs: 5_000 };
const NO_NAME = 'Passkey';

const ACCOUNT = '/app/api/account/passkeys';

/** Signing in with a passkey, and showing with one who one is. */
export function passkeySignInRoutes(deps: DashboardDeps) {
  const { storage, throttle, world } = deps;
  return new Elysia({ name: 'passkey-sign-in' })
    .use(admissionPlugin(deps))
    .get('/app/api/passkeys/offer', ({ request }) => answer(deps, request, { origin: offeredOrigin(deps) }), {
      admit: { who: 'anybody' },
      response: PasskeyOffer,
    })
    .post(
      '/app/api/passkeys/sign-in/begin',
      ({ request }) => {
        countAt({ storage, throttle }, 'challenges', deps.clientAddress(request), CHALLENGES);
        return answer(deps, request, beginPasskeySignIn(atSite(deps)));
      },
      { admit: { who: 'anybody' }, body: Nothing, response: SigningBegun },
    )
    .post(
      '/app/api/passkeys/sign-in',
      async ({ body, request }) => {
        const token = await signInByPasskey(
          { storage, ...world, throttle, ...atSite(deps) },
          { ...body, at: knockOf(request), noteTried: (personId) => deps.noteTried(request, personId) },
        );
        letIn(deps, request, token, body.remember);
        return answer(deps, request, {});
      },
      { admit: { who: 'anybody', guess: 'passkeys' }, body: SignIn, response: Done },
    )
    .post(
      '/app/api/prove/passkey/begin',
      ({ request }) => {
        const { session } = signedOf(request);
        throttle.spend([limitOf(`challenges of session ${session.id}`, CHALLENGES)]);
        return answer(deps, request, beginPasskeyProof({ ...ownCtxOf(deps, request), ...atSite(deps) }));
      },
      { admit: { who: 'signed-in' }, body: Nothing, response: SigningBegun },
    )
    .post(
      '/app/api/prove/passkey',
      async ({ body, request }) => {
        const token = await proveByPasskey({ ...ownCtxOf(deps, request), ...atSite(deps) }, body.assertion);
        renewCookie(deps, request, token);
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', tried: true }, body: Proof, response: Done },
    );
}

/** One's own passkeys. */
export function passkeyRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  return new Elysia({ name: 'passkeys' })
    .use(admissionPlugin(deps))
    .get(
      ACCOUNT,
      ({ request }) => {
        const site = deps.passkeySite();
        const shown = listPasskeys(storage, signedOf(request).session).map((passkey) => ({
          ...passkey,
          createdAt: toIso(passkey.createdAt),
          lastUsedAt: toIsoOrNull(passkey.lastUsedAt),
          works: passkey.domain === site?.rpId,
        }));
        return answer(deps, request, { origin: site?.origin ?? null, passkeys: shown });
      },
      { admit: { who: 'signed-in' }, response: PasskeysAnswer },
    )
    .post(
      `${ACCOUNT}/begin`,
      async ({ request }) => answer(deps, request, await beginPasskey({ ...ownCtxOf(deps, request), ...atSite(deps) })),
      { admit: { who: 'signed-in', proof: true }, body: Nothing, response: AddingBegun },
    )
    .post(
      ACCOUNT,
      async ({ body, request }) => {
        const name = nameDevice(deviceOf(deps, request).userAgent) ?? NO_NAME;
        const id = await addPasskey({ ...ownCtxOf(deps, request), ...atSite(deps) }, { ...body, name });
        return answer(deps, request, { id, name });
      },
      { admit: { who: 'signed-in', proof: true }, body: New, response: MadePasskey },
    )
    .post(
      `${ACCOUNT}/:id/rename`,
      async ({ body, params, request }) => {
        await renamePasskey(ownCtxOf(deps, request), { id: params.id, text: body.name });
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in' }, params: Params, body: Name, response: Done },
    )
    .post(
      `${ACCOUNT}/:id/remove`,
      async ({ params, request }) => {
        await removePasskey(ownCtxOf(deps, request), params.id);
        return answer(deps, request, {});
      },
      { admit: { who: 'signed-in', proof: true }, params: Params, body: Nothing, response: Done },
    );
}

function atSite({ passkeySite, challenges }: DashboardDeps): AtSite {
  const site = passkeySite();
  if (site !== undefined) return { site, challenges };
  throw new AppError({ rule: 'passkeys_nowhere' });
}

/** Where passkeys sign in; null where nobody has one, so that nobody is offered what cannot be. */
function offeredOrigin(deps: DashboardDeps): string | null {
  const site = deps.passkeySite();
  return site !== undefined && hasPasskeys(deps.storage.read, site) ? site.origin : null;
}
