import { ask } from '../data/api.ts';
import { here } from '../data/me.ts';

export const SCOPES = [
  'svc:orders:create',
  'svc:orders:update',
  'svc:orders:read',
  'svc:orders:delete',
  'svc:inquiries:create',
] as const;
export type Scope = (typeof SCOPES)[number];

export const PRESETS: Readonly<Record<'website' | 'readOnly' | 'everything', readonly Scope[]>> = {
  website: ['svc:orders:create', 'svc:orders:update', 'svc:orders:read', 'svc:inquiries:create'],
  readOnly: ['svc:orders:read'],
  everything: SCOPES,
};

export const keysOf = () => here().keys;

export const loadKeys = () => ask(keysOf().get());

export type Key = Awaited<ReturnType<typeof loadKeys>>['keys'][number];

export interface MadeKey {
  readonly secret: string;
  readonly note?: string;
}
