/**
 * JSON that strangers send: read within bounds, kept to the digit, brought to one form, made a text.
 * Must never: know what a field is called or means, or recurse on a depth that nobody has bounded.
 */
export {
  canonicalJson,
  fitsChars,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  memberText,
  type OwnNumbers,
  parseExact,
  parseLegible,
  parseStored,
} from './json.ts';
export { type BodyBounds, readJson, readJsonBody, requireFile } from './read-json-body.ts';
export { inLine, isScalar, scalarText } from './scalar.ts';
