/**
 * The public API in Elysia: routes, models, envelope, errors, key and rate checks, the reference, health.
 * Must never: import drizzle or bun:sqlite, decide what an order may do, or be imported by the dashboard.
 */
export { createCallLines, createLargeCreateLines } from './call-lines.ts';
export type { HttpDeps } from './deps.ts';
export { createKeyUse } from './key-use.ts';
export { addGauges, measureRequests, type RequestWatch } from './metrics/index.ts';
export { describeApi } from './openapi/describe.ts';
export { FORMS } from './openapi/older-form.ts';
export { createRateLimiter } from './rate-limit.ts';
export { createHttpServer } from './server.ts';
export { createTraffic, type Traffic } from './traffic.ts';
export { createCallTurns } from './turns.ts';
