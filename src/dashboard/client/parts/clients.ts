import { ask } from '../data/api.ts';
import { given } from '../data/given.ts';
import { here } from '../data/me.ts';
import { words } from '../words/words.ts';

export const clientsOf = () => here().clients;

export const loadClients = (q: string, cursor?: string) => ask(clientsOf().get({ query: given({ q, cursor }) }));
export const loadFewClients = (q: string, signal: AbortSignal | null = null) =>
  ask(clientsOf().get({ query: { q, few: '1' }, fetch: { signal } }));
export const loadClient = (id: string, cursor?: string) => ask(clientsOf()({ id }).get({ query: given({ cursor }) }));

export type ListedClient = Awaited<ReturnType<typeof loadClients>>['clients'][number];
export type ClientAnswer = Awaited<ReturnType<typeof loadClient>>;
export type ClientData = ClientAnswer['client'];

export const clientName = ({ name, phone, email }: Pick<ListedClient, 'name' | 'phone' | 'email'>): string =>
  name || phone || email || words.value.orders.noName;
