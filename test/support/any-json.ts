import fc from 'fast-check';
import type { JsonValue } from '../../src/base/index.ts';

/** Any small JSON value with these scalars and these names of members. */
export const jsonOf = (scalar: fc.Arbitrary<JsonValue>, name: fc.Arbitrary<string>): fc.Arbitrary<JsonValue> =>
  fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      scalar,
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
    ),
  })).value;

/** The same value with the members of each object in the opposite sequence. */
export function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
