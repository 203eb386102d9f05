import { AppError } from '../../base/index.ts';

/**
 * A page of another site must not be able to act in its visitor's name: what changes anything takes requests of its own
 * pages alone (Fetch Metadata; the Origin header for browsers without it). Neither of them present is refused too.
 */
export function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get('sec-fetch-site');
  const origin = request.headers.get('origin');
  const own = origin !== null && URL.parse(origin)?.host === request.headers.get('host');
  if (site === 'same-origin' || (site === null && own)) return;
  throw new AppError({ rule: 'foreign_origin' });
}
