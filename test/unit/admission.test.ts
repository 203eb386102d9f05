import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { createDesk, type DashboardDeps, Done } from '../../src/dashboard/desk/index.ts';

/** A stand-in that answers every property and call: the routes are made here and never called. */
const anything: unknown = new Proxy(() => undefined, { get: () => anything });
const desk = createDesk(anything as DashboardDeps);

/** The compiler judges these: `bun run check` fails if a line that must be refused is accepted. */
const routes = new Elysia()
  .use(desk)
  // @ts-expect-error without an admission a handler has nothing to work with
  .post('/no-admission', ({ ctx }) => void ctx, { response: Done })
  // @ts-expect-error a route for anybody has no session
  .post('/anybody', ({ ctx }) => void ctx.session, { anybody: true, response: Done })
  // @ts-expect-error a route for every signed-in person has no workspace
  .post('/person', ({ ctx }) => void ctx.workspace, { person: true, response: Done })
  // @ts-expect-error a route for managers has no file
  .post('/manager', ({ ctx }) => void ctx.file, { manager: true, response: Done })
  // @ts-expect-error a route that answers with Done must not return data
  .post('/leak', ({ ctx }) => ctx.workspace, { owner: true, response: Done })
  .post('/owner', ({ ctx }) => void ctx.workspace.seq, { owner: { proof: true }, response: Done })
  .post('/guess', ({ ctx }) => void ctx.guess.at.device, { guess: 'passwords', response: Done });

test('a route’s handler gets only what the route’s admission grants, and every route needs an admission', () => {
  const without = routes.routes.filter(({ hooks }) => hooks.transform === undefined);
  expect(without.map(({ path }) => path)).toEqual(['/no-admission']);
});
