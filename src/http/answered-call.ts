import type { Call } from '../web/index.ts';
import type { HttpDeps } from './deps.ts';

interface AnsweredCall {
  readonly call: Call;
  readonly path: string;
  /** The pattern of the route; null for an unknown path. */
  readonly route: string | null;
  readonly method: string;
  readonly status: number;
  /** Returns the caller's address, if known. It is a function because reading the address costs as much as a query. */
  readonly client: () => string | undefined;
}

const API = '/api/';
/**
 * Paths that machines call every few seconds. They are logged at debug level, because they would drown the other
 * entries.
 */
const POLLED: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** Returns the method for the log; only known methods are logged, because a caller may send anything. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'other');

/** Reports an answer to the log, the metrics and the log of calls. None of them receives text that the caller sent. */
export function answeredCall(deps: HttpDeps, answered: AnsweredCall): void {
  const { clock } = deps.world;
  const ms = clock.monotonic() - answered.call.startedMs;
  const rounded = Math.round(ms * 10) / 10;
  deps.watch.answered(answered.route, answered.method, answered.status, ms);
  logCall(deps, answered, rounded);
  if (answered.path.startsWith(API) && deps.strangers.isNoted(answered.call, answered.status))
    noteCall(deps, answered, rounded);
}

/** Logs the route, never the path, because a path may contain a name or a phone number. */
function logCall({ world }: HttpDeps, { call, route, method, status, client }: AnsweredCall, ms: number): void {
  const { requestId, outcome, caller, endedKey, tried } = call;
  // The log's code is the outcome, because a page can report a failure without an error status.
  const code = outcome === 'ok' && status === 404 ? 'not_found' : outcome;
  const key = (caller ?? endedKey)?.keyId;
  const by = key === undefined ? (call.person === true ? 'person' : 'nobody') : 'key';
  const fields = () => ({
    requestId,
    method,
    route: route ?? 'none',
    status,
    code,
    ms,
    by,
    key,
    tried,
    client: client(),
  });
  if (route !== null && POLLED.has(route)) world.log.debug('request', fields);
  else world.log.info('request', fields);
}

function noteCall({ world, calls }: HttpDeps, { call, route, method, status }: AnsweredCall, ms: number): void {
  const key = call.caller ?? call.endedKey;
  calls.note({
    workspaceSeq: key?.workspace.seq ?? null,
    requestId: call.requestId,
    at: world.clock.now(),
    method,
    route,
    status,
    code: call.outcome,
    ms,
    keyId: key?.keyId ?? null,
    keyRefusal: call.keyRefusal ?? null,
    missingScope: call.missingScope ?? null,
    orderId: call.order?.id ?? null,
  });
}
