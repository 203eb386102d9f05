/** Where the pages are that are for owners alone. */
const OWNERS = ['/app/connect', '/app/keys', '/app/history', '/app/settings'];

/** Whether a page is not for somebody of this role. */
export const isHidden = (path: string, role: string): boolean =>
  role !== 'owner' && OWNERS.some((one) => path.startsWith(one));
