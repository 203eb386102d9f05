import { AppError } from '../../base/index.ts';

/**
 * Accepts a change only from Docket's own pages, so that other sites cannot act in a visitor's name. Fetch Metadata
 * decides, or the Origin header in browsers without it. A request with neither is refused.
 */
export function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = origin !== null && URL.parse(origin)?.host === request.headers.get('host');
  if (site === 'same-origin' || (site === null && own)) return;
  throw new AppError({ rule: 'foreign_origin' });
}
