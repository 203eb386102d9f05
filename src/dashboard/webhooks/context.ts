import { AppError } from '../../base/index.ts';

export const BASE = '/app/api/workspaces/:workspace/webhooks';

/** The latest time that the 48 bits of an id can represent. */
export const LATEST_MS = 2 ** 48 - 1;

/** Returns a value that was looked up. @throws not_found if the endpoint or event does not exist */
export function found<T>(value: T | undefined | false): T {
  if (value === undefined || value === false) {
    throw new AppError({ rule: 'no_endpoint' });
  }
  return value;
}
