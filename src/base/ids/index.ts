/** Randomness, and the ids made from it. Must never: take randomness from anywhere but `Random`. */
export { bytesToUuid, createIdSource, firstIdAt, isIdempotencyKey, isUuid, type NewId, uuidToBytes } from './ids.ts';
export { type Random, systemRandom } from './random.ts';
