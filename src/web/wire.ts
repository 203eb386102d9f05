/** The parts of models that the public API and the dashboard share. */

import { Kind, type TSchema, TypeRegistry } from '@sinclair/typebox';
import { t } from 'elysia';
import { isScalar } from '../base/index.ts';

TypeRegistry.Set('DocketScalar', (_schema, value) => value === null || isScalar(value));
/**
 * Returns the schema of a value that is stored and returned unchanged: a text, number, boolean or null, in the type
 * that was sent.
 */
export const ownScalar = (keywords: object) =>
  t.Unsafe<string | number | boolean | null>({ [Kind]: 'DocketScalar', ...keywords });

export const nullable = <T extends TSchema>(schema: T) => t.Union([schema, t.Null()]);

/** Returns an optional schema. Null means the same as absent. */
export const maybe = <T extends TSchema>(schema: T) => t.Optional(nullable(schema));

/** The options of an object that keeps unknown properties and returns them as sent (contract, section 3). */
export const OPEN = { additionalProperties: true } as const;
/**
 * The options of an object that refuses unknown properties. Otherwise a property with a typo would be ignored, and its
 * value lost.
 */
export const CLOSED = { additionalProperties: false } as const;

/**
 * The key under which a schema keeps hints for misplaced properties. Each hint names a property and says in which other
 * part of the request it belongs. The key is a symbol, so no API document contains it.
 */
export const ELSEWHERE = Symbol('known elsewhere');
export type Elsewhere = Readonly<Record<string, string>>;

TypeRegistry.Set('DocketFile', () => true);
/** A file, or an endless stream, in place of JSON. */
export const FileAnswer = t.Unsafe<Response>({ [Kind]: 'DocketFile' });
