import { beforeAll, expect, test } from 'bun:test';
import { ROUTES_OF_DATA } from '../support/answer-models.ts';
import { type Visitor, visitor } from '../support/browser-session.ts';
import { docket, openShop } from '../support/docket.ts';
import { rawRequest, UNKNOWN_ID } from '../support/http-answers.ts';
import { addMember, addWorkspace, enterAs } from '../support/members.ts';
import { shared } from '../support/shared.ts';

const ROLES = ['installation', 'owner', 'manager', 'viewer', 'orders', 'courier'] as const;
type Role = (typeof ROLES)[number];
/**
 * The roles that each admission lets in. `installation` is an owner who also owns the first workspace, and so the
 * installation.
 */
const LETS_IN = {
  'signed-in': ROLES,
  member: ROLES,
  courier: ['installation', 'owner', 'manager', 'orders', 'courier'],
  'orders-reader': ['installation', 'owner', 'manager', 'viewer', 'orders'],
  'orders-keeper': ['installation', 'owner', 'manager', 'orders'],
  viewer: ['installation', 'owner', 'manager', 'viewer'],
  manager: ['installation', 'owner', 'manager'],
  owner: ['installation', 'owner'],
  installation: ['installation'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
/** The callers that each data route of the dashboard admits. A missing route fails the test. */
type Who = 'anybody' | keyof typeof LETS_IN;
const BACKUPS = '/app/api/workspaces/:workspace/backups';
const WEBHOOKS = '/app/api/workspaces/:workspace/webhooks';
const SETTINGS = '/app/api/workspaces/:workspace/settings';
const PEOPLE = '/app/api/workspaces/:workspace/people';
const ORDERS = '/app/api/workspaces/:workspace/orders';
const FLOWS = '/app/api/workspaces/:workspace/flows/:flow';
const STOCK = '/app/api/workspaces/:workspace/stock';
const CLIENTS = '/app/api/workspaces/:workspace/clients';
const INQUIRIES = '/app/api/workspaces/:workspace/inquiries';
const DELIVERIES = '/app/api/workspaces/:workspace/deliveries';
const LOGO = '/app/api/workspaces/:workspace/logo';
const LEAST: Readonly<Record<string, Who>> = {
  'POST /app/api/setup': 'anybody',
  'POST /app/api/setup/check': 'anybody',
  // For a caller with the set-up link, see test/http/setup-backups.test.ts.
  'POST /app/api/setup/backups': 'anybody',
  'POST /app/api/setup/backups/verify': 'anybody',
  'POST /app/api/setup/backups/upload': 'anybody',
  'POST /app/api/setup/backups/key': 'anybody',
  'POST /app/api/setup/backups/restore': 'anybody',
  'POST /app/api/setup/backups/restored': 'anybody',
  // test/http/held-access.test.ts tests these routes while a restore blocks all access.
  'POST /app/api/setup/access': 'anybody',
  'POST /app/api/setup/access/strike': 'anybody',
  'POST /app/api/setup/access/open': 'anybody',
  'POST /app/api/reset': 'anybody',
  'POST /app/api/reset/check': 'anybody',
  'POST /app/api/sign-in': 'anybody',
  'GET /app/api/me': 'anybody',
  'POST /app/api/sign-out': 'signed-in',
  'GET /app/api/sessions': 'signed-in',
  'POST /app/api/sessions/revoke': 'signed-in',
  'POST /app/api/sessions/revoke-others': 'signed-in',
  'POST /app/api/prove': 'signed-in',
  'POST /app/api/account': 'signed-in',
  'POST /app/api/account/address': 'signed-in',
  'POST /app/api/join': 'signed-in',
  'POST /app/api/account/password': 'signed-in',
  [`GET ${LOGO}`]: 'member',
  [`POST ${LOGO}`]: 'owner',
  [`POST ${LOGO}/remove`]: 'owner',
  'GET /app/api/account/second-factor': 'signed-in',
  'POST /app/api/account/second-factor/begin': 'signed-in',
  'POST /app/api/account/second-factor/confirm': 'signed-in',
  'POST /app/api/account/second-factor/codes': 'signed-in',
  'POST /app/api/account/second-factor/off': 'signed-in',
  'GET /app/api/forgotten': 'anybody',
  'POST /app/api/forgotten': 'anybody',
  'GET /app/api/passkeys/offer': 'anybody',
  'POST /app/api/passkeys/sign-in/begin': 'anybody',
  'POST /app/api/passkeys/sign-in': 'anybody',
  'POST /app/api/prove/passkey/begin': 'signed-in',
  'POST /app/api/prove/passkey': 'signed-in',
  'GET /app/api/account/passkeys': 'signed-in',
  'POST /app/api/account/passkeys': 'signed-in',
  'POST /app/api/account/passkeys/begin': 'signed-in',
  'POST /app/api/account/passkeys/:id/rename': 'signed-in',
  'POST /app/api/account/passkeys/:id/remove': 'signed-in',
  'GET /app/api/workspaces/:workspace/start': 'viewer',
  'GET /app/api/workspaces/:workspace/overview': 'viewer',
  [`GET ${WEBHOOKS}/:id/hours`]: 'viewer',
  'GET /app/api/workspaces/:workspace/keys': 'owner',
  'POST /app/api/workspaces/:workspace/keys': 'owner',
  'GET /app/api/workspaces/:workspace/calls': 'owner',
  'POST /app/api/workspaces/:workspace/keys/:id/revoke': 'owner',
  'POST /app/api/workspaces/:workspace/keys/:id/rotate': 'owner',
  [`GET ${WEBHOOKS}`]: 'viewer',
  [`POST ${WEBHOOKS}`]: 'owner',
  [`POST ${WEBHOOKS}/:id/update`]: 'owner',
  [`POST ${WEBHOOKS}/:id/remove`]: 'owner',
  [`POST ${WEBHOOKS}/:id/rotate`]: 'owner',
  [`POST ${WEBHOOKS}/:id/test`]: 'owner',
  [`POST ${WEBHOOKS}/:id/resend`]: 'manager',
  [`POST ${WEBHOOKS}/:id/resend-missed`]: 'owner',
  [`POST ${WEBHOOKS}/:id/resume`]: 'owner',
  [`GET ${WEBHOOKS}/:id/attempts`]: 'viewer',
  [`GET ${ORDERS}`]: 'orders-reader',
  [`GET ${ORDERS}/sums`]: 'viewer',
  [`GET ${ORDERS}/board`]: 'orders-reader',
  [`GET ${ORDERS}/day`]: 'orders-reader',
  [`GET ${ORDERS}/find`]: 'orders-reader',
  [`GET ${ORDERS}/choices`]: 'orders-reader',
  [`GET ${ORDERS}/export`]: 'viewer',
  [`GET ${ORDERS}/couriers`]: 'orders-reader',
  [`GET ${ORDERS}/schedules`]: 'orders-reader',
  [`GET ${ORDERS}/schedules/export`]: 'viewer',
  [`GET ${ORDERS}/:id/prices`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule/pause`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule/end`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule/confirm`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule/skip`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/schedule/unskip`]: 'orders-keeper',
  [`GET ${ORDERS}/usual`]: 'orders-reader',
  [`GET ${ORDERS}/slots`]: 'orders-reader',
  [`POST ${ORDERS}/slots`]: 'manager',
  [`GET ${ORDERS}/clients`]: 'orders-reader',
  [`GET ${ORDERS}/products`]: 'orders-reader',
  [`GET ${ORDERS}/price-list`]: 'orders-keeper',
  [`GET ${ORDERS}/scanned`]: 'orders-keeper',
  [`GET ${ORDERS}/:id`]: 'orders-reader',
  [`POST ${ORDERS}`]: 'orders-keeper',
  [`POST ${ORDERS}/statuses`]: 'orders-keeper',
  [`POST ${ORDERS}/statuses/undo`]: 'orders-keeper',
  [`POST ${ORDERS}/remove`]: 'orders-keeper',
  [`POST ${ORDERS}/restore`]: 'orders-keeper',
  [`POST ${ORDERS}/import`]: 'manager',
  'GET /app/api/workspaces/:workspace/imports': 'manager',
  'GET /app/api/workspaces/:workspace/imports/:id': 'manager',
  'GET /app/api/workspaces/:workspace/imports/:id/undo': 'manager',
  'POST /app/api/workspaces/:workspace/imports/:id/undo': 'manager',
  [`POST ${ORDERS}/:id/update`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/status`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/remove`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/restore`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments/:payment/confirm`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments/:payment/edit`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments/:payment/refund`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments/:payment/remove`]: 'orders-keeper',
  [`POST ${ORDERS}/:id/payments/:payment/undo`]: 'orders-keeper',
  'GET /app/api/workspaces/:workspace/payments': 'viewer',
  'GET /app/api/workspaces/:workspace/payments/sums': 'viewer',
  'GET /app/api/workspaces/:workspace/payments/export': 'viewer',
  'GET /app/api/workspaces/:workspace/payments/till': 'viewer',
  'GET /app/api/workspaces/:workspace/payments/till/days': 'viewer',
  'GET /app/api/workspaces/:workspace/payments/till/export': 'viewer',
  'POST /app/api/workspaces/:workspace/payments/till': 'manager',
  'GET /app/api/workspaces/:workspace/reports': 'viewer',
  'GET /app/api/workspaces/:workspace/reports/items': 'viewer',
  'GET /app/api/workspaces/:workspace/reports/export': 'viewer',
  [`GET ${DELIVERIES}`]: 'courier',
  [`POST ${DELIVERIES}/:id/paid`]: 'courier',
  [`POST ${DELIVERIES}/:id/unpaid`]: 'courier',
  [`POST ${DELIVERIES}/:id/delivered`]: 'courier',
  [`POST ${DELIVERIES}/:id/undelivered`]: 'courier',
  'GET /app/api/workspaces/:workspace/views': 'orders-reader',
  'POST /app/api/workspaces/:workspace/views': 'orders-reader',
  'POST /app/api/workspaces/:workspace/views/:id/remove': 'orders-reader',
  'GET /app/api/workspaces/:workspace/history': 'owner',
  'GET /app/api/workspaces/:workspace/history/actors': 'owner',
  'GET /app/api/workspaces/:workspace/history/export': 'owner',
  'GET /app/api/workspaces/:workspace/live': 'member',
  [`GET ${WEBHOOKS}/health`]: 'viewer',
  [`GET ${WEBHOOKS}/samples`]: 'viewer',
  [`GET ${WEBHOOKS}/:id/missed`]: 'viewer',
  [`GET ${WEBHOOKS}/:id/events/:event`]: 'viewer',
  [`POST ${WEBHOOKS}/check-address`]: 'owner',
  [`POST ${WEBHOOKS}/:id/sign`]: 'manager',
  'GET /app/api/workspaces/:workspace/mails': 'owner',
  [`GET ${FLOWS}`]: 'owner',
  [`POST ${FLOWS}`]: 'owner',
  [`POST ${FLOWS}/order`]: 'owner',
  [`POST ${FLOWS}/:id/update`]: 'owner',
  [`POST ${FLOWS}/:id/remove`]: 'owner',
  [`GET ${CLIENTS}`]: 'viewer',
  [`GET ${CLIENTS}/export`]: 'viewer',
  [`GET ${CLIENTS}/:id`]: 'viewer',
  [`POST ${CLIENTS}/:id/update`]: 'manager',
  [`POST ${CLIENTS}/:id/merge`]: 'manager',
  [`POST ${CLIENTS}/:id/separate`]: 'manager',
  [`POST ${CLIENTS}/import`]: 'manager',
  [`GET ${STOCK}`]: 'viewer',
  [`GET ${STOCK}/export`]: 'viewer',
  [`GET ${STOCK}/categories`]: 'viewer',
  [`GET ${STOCK}/for-item`]: 'orders-reader',
  [`GET ${STOCK}/:id`]: 'viewer',
  [`POST ${STOCK}`]: 'manager',
  [`GET ${STOCK}/stocktakes`]: 'viewer',
  [`POST ${STOCK}/stocktakes`]: 'manager',
  [`GET ${STOCK}/stocktakes/:id`]: 'viewer',
  [`GET ${STOCK}/stocktakes/:id/export`]: 'viewer',
  [`POST ${STOCK}/stocktakes/:id/count`]: 'manager',
  [`POST ${STOCK}/stocktakes/:id/apply`]: 'manager',
  [`POST ${STOCK}/stocktakes/:id/drop`]: 'manager',
  [`POST ${STOCK}/import`]: 'manager',
  'POST /app/api/workspaces/:workspace/payments/import': 'manager',
  [`GET ${STOCK}/:id/picture`]: 'orders-reader',
  [`POST ${STOCK}/:id/update`]: 'manager',
  [`POST ${STOCK}/:id/correct`]: 'manager',
  'POST /app/api/workspaces': 'installation',
  [`GET ${SETTINGS}`]: 'owner',
  [`GET ${SETTINGS}/numbers`]: 'owner',
  [`POST ${SETTINGS}/numbers`]: 'owner',
  [`POST ${SETTINGS}/profile`]: 'owner',
  [`POST ${SETTINGS}/plan`]: 'owner',
  [`GET ${PEOPLE}`]: 'owner',
  [`POST ${PEOPLE}`]: 'owner',
  [`POST ${PEOPLE}/second-factor`]: 'owner',
  [`POST ${PEOPLE}/:id/end-sessions`]: 'owner',
  [`POST ${PEOPLE}/:id/invite`]: 'owner',
  [`POST ${PEOPLE}/:id/role`]: 'owner',
  [`POST ${PEOPLE}/:id/remove`]: 'owner',
  [`POST ${PEOPLE}/:id/vouch`]: 'installation',
  [`POST ${PEOPLE}/:id/password-link`]: 'installation',
  'GET /app/api/workspaces/:workspace/mail': 'installation',
  'POST /app/api/workspaces/:workspace/mail': 'installation',
  'POST /app/api/workspaces/:workspace/mail/test': 'installation',
  'POST /app/api/workspaces/:workspace/mail/remove': 'installation',
  'GET /app/api/workspaces/:workspace/system': 'installation',
  'GET /app/api/workspaces/:workspace/system/diagnostics': 'installation',
  'GET /app/api/workspaces/:workspace/retention': 'installation',
  'POST /app/api/workspaces/:workspace/retention': 'installation',
  'GET /app/api/workspaces/:workspace/client-data': 'owner',
  'POST /app/api/workspaces/:workspace/client-data/file': 'owner',
  'POST /app/api/workspaces/:workspace/client-data/forget': 'owner',
  [`GET ${SETTINGS}/orders-kept`]: 'owner',
  [`POST ${SETTINGS}/orders-kept`]: 'owner',
  [`GET ${BACKUPS}`]: 'installation',
  [`POST ${BACKUPS}`]: 'installation',
  [`POST ${BACKUPS}/settings`]: 'installation',
  [`POST ${BACKUPS}/test`]: 'installation',
  [`POST ${BACKUPS}/key`]: 'installation',
  [`POST ${BACKUPS}/key/enter`]: 'installation',
  [`POST ${BACKUPS}/upload`]: 'installation',
  [`GET ${BACKUPS}/:name/file`]: 'installation',
  [`POST ${BACKUPS}/:name/verify`]: 'installation',
  [`POST ${BACKUPS}/:name/restore`]: 'installation',
  [`GET ${INQUIRIES}`]: 'viewer',
  [`GET ${INQUIRIES}/board`]: 'viewer',
  [`GET ${INQUIRIES}/untouched`]: 'viewer',
  [`GET ${INQUIRIES}/:id`]: 'viewer',
  [`POST ${INQUIRIES}/sample`]: 'manager',
  [`POST ${INQUIRIES}/:id/move`]: 'manager',
  [`POST ${INQUIRIES}/:id/notes`]: 'manager',
  [`POST ${INQUIRIES}/:id/order`]: 'manager',
  'GET /app/api/workspaces/:workspace/inquiry-settings': 'viewer',
  'POST /app/api/workspaces/:workspace/inquiry-settings': 'owner',
};
/** A later workspace, whose owners are not those of the installation. */
let workspace: string;
let otherWorkspace: string;
let people: Readonly<Record<Role | 'stranger' | 'neighbour', Visitor>>;

const shop = shared(() => openShop(['--trust-proxy']));
beforeAll(async () => {
  workspace = await addWorkspace(shop.dir, 'Later');
  otherWorkspace = await addWorkspace(shop.dir, 'Other');
  const person = (name: string, role: string, of = workspace) =>
    enterAs(shop, { email: `${name}@example.com`, role }, of);
  people = {
    owner: await person('later', 'owner'),
    manager: await person('manager', 'manager'),
    viewer: await person('viewer', 'viewer'),
    orders: await person('orders', 'orders'),
    courier: await person('courier', 'courier'),
    installation: await person('installation', 'owner', shop.workspaceId),
    stranger: await person('stranger', 'owner', otherWorkspace),
    neighbour: await person('neighbour', 'owner', otherWorkspace),
  };
  await addMember(shop.dir, workspace, { email: 'installation@example.com', role: 'owner', password: 'long enough' });
});

const call = (who: Visitor, route: string, workspace: string) => {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(':workspace', workspace).replaceAll(/:(?:id|payment|event|name)/g, UNKNOWN_ID);
  // No route accepts this body, so the call changes nothing even if the caller is admitted.
  return method === 'GET' ? who.get(filled) : who.post(filled, { 'not a field of any': 1 });
};

test('the table of rights has every data route of the dashboard and no other route', () => {
  expect(ROUTES_OF_DATA.toSorted()).toEqual(Object.keys(LEAST).toSorted());
});

const REFUSED = new Set([401, 403]);

test('a signed-out person is refused on every route that is not public', async () => {
  for (const [route, least] of Object.entries(LEAST)) {
    const { status, body } = await call(visitor(shop.url), route, workspace);
    const refused = status === 401 && body.code === 'signed_out';
    expect({ route, refused }).toEqual({ route, refused: least !== 'anybody' });
  }
});

test.each(ROLES)('the role %s is admitted on exactly its own routes', async (role) => {
  for (const [route, least] of Object.entries(LEAST)) {
    if (least === 'anybody') continue;
    const { status, body } = await call(people[role], route, workspace);
    const roles: readonly Role[] = LETS_IN[least];
    const mayEnter = roles.includes(role);
    expect({ route, role, refused: REFUSED.has(status) }).toEqual({ route, role, refused: !mayEnter });
    if (!mayEnter) expect(body.code).toBe('forbidden');
  }
});

test('an owner of another workspace gets the same answers as for a missing workspace', async () => {
  for (const [route, least] of Object.entries(LEAST)) {
    if (least === 'anybody' || !route.includes(':workspace')) continue;
    const { status, body } = await call(people.stranger, route, workspace);
    expect({ route, status, code: body.code }).toEqual({ route, status: 404, code: 'not_found' });
    // Another person makes the second call of each route, because all calls together would exceed one person's rate
    // limit.
    const own = await call(people.neighbour, route, otherWorkspace);
    expect(own.body.message ?? '').not.toContain('no such workspace');
  }
});

let strangers = 0;

/**
 * The head of a request with a body, as the dashboard's own page would send it. Each head has another network's
 * address.
 */
function headOf(path: string, ...headers: string[]): string {
  strangers += 1;
  const from = `X-Forwarded-For: 198.18.${strangers % 256}.1`;
  return [
    `POST ${path} HTTP/1.1`,
    'Host: docket',
    'Sec-Fetch-Site: same-origin',
    'Content-Type: application/json',
    from,
  ]
    .concat(headers, '', '')
    .join('\r\n');
}

test('the dashboard reads at most 8 KiB of a request’s body if the request has no session', async () => {
  const chunk = `2100\r\n${' '.repeat(0x2100)}\r\n`;
  for (const [route, least] of Object.entries(LEAST)) {
    const [method = '', path = ''] = route.split(' ');
    if (method !== 'POST') continue;
    const answers = [
      // The announced body is not sent, and the chunks never end: a server that waited for more would not answer.
      await rawRequest(shop.url, headOf(path, 'Content-Length: 8193')),
      await rawRequest(shop.url, headOf(path, 'Transfer-Encoding: chunked'), chunk),
    ];
    // The upload route allows large bodies. So instead of refusing the size, it refuses the missing set-up token.
    const code = path.endsWith('/setup/backups/upload')
      ? 'not_found'
      : least === 'anybody'
        ? 'body_too_large'
        : 'signed_out';
    for (const { body } of answers) expect({ route, code: body.code }).toEqual({ route, code });
    if (code === 'body_too_large') for (const { body } of answers) expect(body.details).toEqual({ limit: 8_192 });
  }
});

test('the body of an API call without an API key is not read', async () => {
  const document: { paths: Record<string, object> } = JSON.parse((await docket(['openapi'])).stdout);
  const posts = Object.entries(document.paths).filter(([, operations]) => 'post' in operations);
  expect(posts.length).toBeGreaterThan(5);
  for (const [path] of posts) {
    const { body } = await rawRequest(shop.url, headOf(path, 'Content-Length: 1000000'));
    expect({ path, code: body.code }).toEqual({ path, code: 'unauthorized' });
  }
});

test('every change is refused when another site requests it', async () => {
  for (const route of Object.keys(LEAST)) {
    const [method = '', path = ''] = route.split(' ');
    if (method !== 'POST') continue;
    const filled = path.replace(':workspace', workspace).replace(':id', UNKNOWN_ID).replace(':payment', UNKNOWN_ID);
    const { status, body } = await people.owner.post(filled, {}, { 'sec-fetch-site': 'cross-site' });
    expect({ route, status, code: body.code }).toEqual({ route, status: 403, code: 'foreign_origin' });
  }
});
