export interface AdmissionRequest {
  readonly request: Request;
  readonly bearer?: string | undefined;
  readonly params?: unknown;
  readonly query: Record<string, unknown>;
}

/** An admitted caller: the handler's context, and the values that the route's shapes must still check. */
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
 * Creates an Elysia macro that admits callers before validation, so that a refused caller learns no route's shape.
 * @param admit checks the caller, then reads the body within its bounds
 */
export const admission =
  <Access, C extends object>(admit: (access: Access, asked: AdmissionRequest) => Promise<AdmittedCall<C>>) =>
  (access: Access) => ({
    // Stops Elysia from reading the body. The transform below reads it after the caller is admitted.
    parse: () => null,
    // This must be an arrow function, because Elysia parses the source text of its hooks. With the shorthand
    // `transform() {}`, the parsing can fail, and Elysia then logs a warning.
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
