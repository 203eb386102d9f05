import { ask } from '../data/api.ts';
import { here } from '../data/me.ts';

export const hooks = () => here().webhooks;

/** This call is separate from the others (webhooks.ts), because the menu needs it on the first page. */
export const loadEndpoints = async () => (await ask(hooks().get())).endpoints;
export type Endpoint = Awaited<ReturnType<typeof loadEndpoints>>[number];
