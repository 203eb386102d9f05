/**
 * Chance, and the ids that are made of it.
 * Must never: take chance from anywhere but `Random`.
 */
export { bytesToUuid, createIdSource, firstIdAt, isIdempotencyKey, isUuid, type NewId, uuidToBytes } from './ids.ts';
export { type Random, systemRandom } from './random.ts';
