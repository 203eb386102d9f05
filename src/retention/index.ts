/**
 * Retention: an owner's settings, the removal of old rows, and the size of each kind of data. Old mails and events may
 * still wait to be sent.
 * Must never: remove anything that waits, trust a clock that jumped, or delay a writer for more than a step.
 */
export { callsKeptSince } from './calls.ts';
export { DISTRUSTED_MS } from './clock.ts';
export { changeRetention, RETENTION_BOUNDS, type Retention, readRetention } from './settings.ts';
export { keepSizes, readSizes } from './sizes.ts';
export { judge, readJudgedAt, type SweepCounts, sweep } from './sweep.ts';
