import { Elysia, t } from 'elysia';
import { AppError, cameByProxy, METRICS_TYPE, sameSecret } from '../../base/index.ts';
import { callOf, FileAnswer } from '../../web/index.ts';
import type { HttpDeps } from '../deps.ts';
import { createReadiness } from './readiness.ts';

const State = t.Object({ status: t.String() });
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const OWN_NAMES = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Builds the routes for liveness, readiness and metrics (contract, section 6). */
export function healthRoutes(deps: HttpDeps) {
  const ready = createReadiness(deps);
  return new Elysia({ name: 'health' })
    .get('/health/live', () => ({ status: 'live' }), { response: State })
    .get(
      '/health/ready',
      async () => {
        await ready();
        const trouble = deps.schedulerTrouble();
        if (trouble !== undefined) throw new AppError({ rule: 'scheduler_silent', what: trouble });
        return { status: 'ready' };
      },
      { response: State },
    )
    .get(
      '/metrics',
      ({ request }) => {
        checkMetricsAccess(deps, request);
        const headers = { ...callOf(request).headers, 'content-type': METRICS_TYPE };
        return new Response(deps.metrics.text(), { headers });
      },
      { response: FileAnswer },
    );
}

function checkMetricsAccess(deps: HttpDeps, request: Request): void {
  if (deps.metricsToken !== undefined) {
    if (sameSecret(request.headers.get('authorization') ?? '', `Bearer ${deps.metricsToken}`)) return;
    throw new AppError({ rule: 'metrics_token' });
  }
  // A proxy on this machine may add no header and replace the host name. Its requests then look local, so `behindProxy`
  // is checked too.
  if (!deps.behindProxy && isFromHere(request, deps.peerAddress(request))) return;
  throw new AppError({ rule: 'no_metrics' });
}

/**
 * Checks whether this machine itself sent a request. A local proxy also connects from loopback, so proxy headers and
 * foreign host names are refused. The host check also stops web pages on a domain that resolves here.
 */
function isFromHere({ headers, url }: Request, peer: string | undefined): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  return !cameByProxy(headers) && LOOPBACK.has(peer ?? '') && OWN_NAMES.has(host);
}
