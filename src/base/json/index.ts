/**
 * JSON from outside Docket: parsed within bounds, without rounding long numbers, brought to a canonical form, written
 * as text. Must never: know the name or meaning of a field, or recurse to an unbounded depth.
 */
export {
  canonicalJson,
  fitsChars,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  mayHaveLongNumbers,
  memberText,
  type OwnNumbers,
  parseExact,
  parseFirst,
  parseForeign,
  parseLegible,
  parseMembers,
  parseStored,
} from './json.ts';
export { type BodyBounds, readJson, readJsonBody, requireFile } from './read-json-body.ts';
export { differInPlace, isSameJson } from './same-json.ts';
export { inLine, isScalar, scalarText } from './scalar.ts';
