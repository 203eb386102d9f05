/** The facts that an admission judges by: the request, and the parts of its address from Elysia. */
export interface AdmissionRequest {
  readonly request: Request;
  readonly bearer?: string | undefined;
  readonly params?: unknown;
  readonly query: Record<string, unknown>;
}

/** A caller who was let in: the handler's context, and the values that the route's shapes must still check. */
export interface AdmittedCall<C> {
  readonly ctx: C;
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
}

interface RouteContext<C> {
  readonly request: Request;
  readonly bearer?: string | undefined;
  readonly params?: unknown;
  body?: unknown;
  query?: Record<string, unknown>;
  ctx?: C;
}

/**
 * Makes an Elysia macro out of a rule that lets a caller in. It runs as a transform, because that is the last hook before
 * validation: nobody who is not let in learns what a route takes. Its handlers get a typed `ctx`; without the macro
 * there is none, and they do not compile.
 *
 * @param admit checks the caller, then reads the body within its bounds
 */
export const admission =
  <Access, C extends object>(admit: (access: Access, asked: AdmissionRequest) => Promise<AdmittedCall<C>>) =>
  (access: Access) => ({
    // Says that the body is taken care of; the transform below reads it once the caller may send one.
    parse: () => null,
    // An arrow: Elysia reads the text of its hooks, and prints it with a complaint where it cannot.
    transform: async (context: RouteContext<C>) => {
      const { request, bearer, params, query = {} } = context;
      const { ctx, body, query: asked } = await admit(access, { request, bearer, params, query });
      context.ctx = ctx;
      context.query = asked ?? query;
      context.body = body;
    },
    resolve: ({ ctx }: RouteContext<C>) => {
      if (ctx === undefined) throw new Error('a handler ran before anybody was let in');
      return { ctx };
    },
  });
