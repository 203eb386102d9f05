import { Elysia, t } from 'elysia';
import { listRestoredAccess, STRIKES } from '../../backups/index.ts';
import { AppError, toIsoOrNull } from '../../base/index.ts';
import { checkAccessLink, dropPasskeys, findPersonByEmail, type Role } from '../../people/index.ts';
import { findWorkspace, openAccess } from '../../workspaces/index.ts';
import { admissionPlugin } from '../admission.ts';
import { momentOf } from '../context.ts';
import { answer, type DashboardDeps } from '../deps.ts';
import {
  answers,
  CLOSED,
  Count,
  closed,
  Done,
  Text as Given,
  list,
  MaybeInstant,
  MaybeText,
  oneOf,
  word,
} from '../wire.ts';

const BASE = '/app/api/setup/access';
const Text = t.String({ maxLength: 2_000 });
const Link = t.Object({ token: Text }, CLOSED);
const KINDS = ['person', 'passkeys', 'key', 'endpoint'] as const;
/** `id`: where somebody's passkeys go, their email. */
const Strike = t.Object({ token: Text, workspace: Text, kind: oneOf(KINDS), id: Text }, CLOSED);

const RestoredPerson = closed({
  id: Given,
  email: Given,
  name: MaybeText,
  role: word<Role>(),
  pending: t.Boolean(),
  hasSecondFactor: t.Boolean(),
  passkeys: Count,
});
const RestoredKey = closed({ id: Given, name: Given, source: Given, scopes: list(Given), lastUsedAt: MaybeInstant });
const AccessAnswer = answers(
  closed({
    workspaces: list(
      closed({
        id: Given,
        name: Given,
        people: list(RestoredPerson),
        keys: list(RestoredKey),
        endpoints: list(closed({ id: Given, url: Given, enabled: t.Boolean() })),
      }),
    ),
  }),
);

/** For whoever holds the link of the machine: to go through what a restore brought back, before any of it lets anybody in. */
export function heldAccessRoutes(deps: DashboardDeps) {
  const { storage } = deps;
  const admit = { who: 'anybody', whileHeld: true } as const;
  const may = (request: Request, token: string): void =>
    checkAccessLink({ storage }, { token, nowMs: momentOf(deps, request) });
  const actorOf = (request: Request) => ({ type: 'system', id: null, requestId: deps.requestId(request) }) as const;
  return new Elysia({ name: 'held-access' })
    .use(admissionPlugin(deps))
    .post(
      BASE,
      ({ body, request }) => {
        may(request, body.token);
        const found = listRestoredAccess(storage, momentOf(deps, request));
        const workspaces = found.map(({ workspace: { id, name }, keys, people, endpoints }) => {
          const told = keys.map((key) => ({ ...key, lastUsedAt: toIsoOrNull(key.lastUsedAt) }));
          return { id, name, people, keys: told, endpoints };
        });
        return answer(deps, request, { workspaces });
      },
      { admit, body: Link, response: AccessAnswer },
    )
    .post(
      `${BASE}/strike`,
      async ({ body: { token, workspace: of, kind, id }, request }) => {
        may(request, token);
        const workspace = findWorkspace(storage, of);
        if (workspace === undefined) throw new AppError({ rule: 'no_workspace' });
        const ctx = { storage, workspace, actor: actorOf(request) };
        const person = kind === 'passkeys' ? findPersonByEmail(storage.read, id) : undefined;
        if (person !== undefined) await dropPasskeys(ctx, person);
        else if (kind !== 'passkeys') await STRIKES[kind](ctx, id);
        return answer(deps, request, {});
      },
      { admit, body: Strike, response: Done },
    )
    .post(
      `${BASE}/open`,
      async ({ body, request }) => {
        may(request, body.token);
        await openAccess({ storage, actor: actorOf(request) });
        return answer(deps, request, {});
      },
      { admit, body: Link, response: Done },
    );
}
