import { INSTANT, UUID } from './http-answers.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value !== 'string') return typeof value;
  if (UUID.test(value)) return 'an id of ours';
  if (INSTANT.test(value)) return 'an instant';
  return DAY.test(value) ? 'a day' : 'a text';
}

/**
 * The names and types of everything in a value; a text that looks like one of Docket's ids counts as a separate type.
 */
export function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return kindOf(value);
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}
