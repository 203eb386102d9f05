/**
 * How long things are kept: what an owner sets, what goes when its time is over, and what takes how much.
 * Must never: take away anything that waits, or go by a clock that jumped. Nor hold up whoever writes for more than a
 * step.
 */
export { callsKeptSince } from './calls.ts';
export { DISTRUSTED_MS } from './clock.ts';
export { changeRetention, RETENTION_BOUNDS, type Retention, readRetention } from './settings.ts';
export { keepSizes, readSizes } from './sizes.ts';
export { judge, readJudgedAt, type Swept, sweep } from './sweep.ts';
