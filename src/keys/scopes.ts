/** The rights that an API key may have, from the section "Authentication" of the original specification (the seed). */
export const SCOPES = [
  'svc:inquiries:create',
  'svc:orders:create',
  'svc:orders:update',
  'svc:orders:read',
  'svc:orders:delete',
] as const;

export type Scope = (typeof SCOPES)[number];

export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** Parses `all` or a comma-separated list. Returns undefined for an empty list or an unknown scope. */
export function parseScopes(text: string): readonly Scope[] | undefined {
  if (text.trim() === 'all') return SCOPES;
  const words = text.split(',').map((word) => word.trim());
  return words.every(isScope) ? SCOPES.filter((scope) => words.includes(scope)) : undefined;
}

export const joinScopes = (scopes: readonly Scope[]): string => scopes.join(' ');

export const splitScopes = (text: string): readonly Scope[] => text.split(' ').filter(isScope);
