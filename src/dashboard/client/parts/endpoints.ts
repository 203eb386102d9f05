import { ask } from '../data/api.ts';
import { here } from '../data/me.ts';

/** The calls about webhooks of the open workspace. */
export const hooks = () => here().webhooks;

/** This call is separate from the others (webhooks.ts), because the menu needs it on the first page. */
export const loadEndpoints = async () => (await ask(hooks().get())).endpoints;
export type Endpoint = Awaited<ReturnType<typeof loadEndpoints>>[number];
