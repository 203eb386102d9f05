import { api, ask } from './api.ts';

export const SCOPES = [
  'svc:orders:create',
  'svc:orders:update',
  'svc:orders:read',
  'svc:orders:delete',
  'svc:inquiries:create',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What keys are mostly for. */
export const PRESETS: Readonly<Record<'website' | 'readOnly' | 'everything', readonly Scope[]>> = {
  website: ['svc:orders:create', 'svc:orders:update', 'svc:orders:read', 'svc:inquiries:create'],
  readOnly: ['svc:orders:read'],
  everything: SCOPES,
};

/** The keys of a workspace. */
export const keysOf = (id: string) => api.workspaces({ workspace: id }).keys;

export const loadKeys = (id: string) => ask(keysOf(id).get());

export type Key = Awaited<ReturnType<typeof loadKeys>>['keys'][number];

/** A key that was just made, to be shown. */
export interface MadeKey {
  readonly secret: string;
  readonly note?: string;
}
