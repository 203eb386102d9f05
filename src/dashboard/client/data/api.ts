import type { treaty } from '@elysiajs/eden';
import type { dashboardRoutes } from '../../routes.ts';
import { createPathClient } from './path-client.ts';
import { fetchSignedIn } from './session-ended.ts';

type Routes = ReturnType<typeof treaty<ReturnType<typeof dashboardRoutes>>>['app']['api'];

/** The imported routes are only types. Otherwise the server's code would end up in the bundle. */
export const api = createPathClient('/app/api', fetchSignedIn) as Routes;

type Good<R> = Extract<R, { readonly error: null }> extends { readonly data: infer Data } ? Data : never;

/**
 * Corrects the type of a call's answer. `api` has the type of Elysia's client, which wraps the data in an object. In
 * fact, `api` returns the data without the object.
 */
export const ask = <R>(call: Promise<R>) => call as Promise<unknown> as Promise<Good<R>>;
