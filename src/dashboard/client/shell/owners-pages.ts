import { isOwner, mayChange, ownsInstallation } from '../data/me.ts';

const OWNERS = ['/app/connect', '/app/keys', '/app/history', '/app/settings'];
/** The addresses of pages for owners of the installation. */
const FIRST_OWNERS = ['mail', 'backups', 'system'].map((page) => `/app/settings/${page}`);

/** The only page of the settings that managers see. */
const SLOTS = '/app/settings/slots';

export const settingsHome = (): string | undefined =>
  isOwner() ? '/app/settings/workspace' : mayChange() ? SLOTS : undefined;

/** Addresses of the pages for roles that do not see the whole shop. */
const OF_ROLE: Readonly<Record<string, RegExp>> = {
  orders: /^\/app\/(?:orders(?!\/import$)|print\/|deliveries(?:\/couriers)?$|account$)/,
  courier: /^\/app\/(?:deliveries|account)$/,
};

/** The addresses of pages that serve only to change something. */
const WRITES = /^\/app\/(?:deliveries|orders\/new|orders\/[^/]+\/edit|(?:orders|stock)\/import)$/;

export const onlyChanges = (path: string): boolean => WRITES.test(path);

export function isHidden(path: string, role: string): boolean {
  const own = OF_ROLE[role];
  if (own !== undefined) return !own.test(path);
  if (role === 'owner' && ownsInstallation()) return false;
  if (role === 'manager' && path === SLOTS) return false;
  return (role === 'owner' ? FIRST_OWNERS : OWNERS).some((one) => path.startsWith(one));
}
