import { fitsChars, type Issue, type JsonObject, type JsonValue } from '../base/index.ts';

/** The limits of a payload (contract, section 4). */
export const PAYLOAD_BOUNDS = {
  textChars: 16_384,
  keyChars: 256,
  objectKeys: 256,
  arrayItems: 1_000,
  depth: 20,
} as const;

/** The caller must limit the depth first. A payload that is too deep would overflow the stack here. */
export function checkPayload(payload: JsonObject): Issue[] {
  const issues: Issue[] = [];
  visit('payload', payload, issues);
  return issues;
}

function visit(path: string, value: JsonValue, issues: Issue[]): void {
  if (typeof value === 'string') {
    if (!fitsChars(value, PAYLOAD_BOUNDS.textChars)) {
      issues.push({ path, rule: 'chars_at_most', most: PAYLOAD_BOUNDS.textChars });
    }
  } else if (Array.isArray(value)) {
    if (value.length > PAYLOAD_BOUNDS.arrayItems) {
      issues.push({ path, rule: 'items_at_most', most: PAYLOAD_BOUNDS.arrayItems });
      return;
    }
    for (const [index, item] of value.entries()) visit(`${path}.${index}`, item, issues);
  } else if (typeof value === 'object' && value !== null) {
    visitObject(path, value, issues);
  }
}

function visitObject(path: string, value: JsonObject, issues: Issue[]): void {
  const members = Object.entries(value);
  if (members.length > PAYLOAD_BOUNDS.objectKeys) {
    issues.push({ path, rule: 'keys_at_most', most: PAYLOAD_BOUNDS.objectKeys });
    return;
  }
  for (const [key, member] of members) {
    if (!fitsChars(key, PAYLOAD_BOUNDS.keyChars)) {
      issues.push({
        path: `${path}.${key.slice(0, 32)}…`,
        rule: 'key_chars_at_most',
        most: PAYLOAD_BOUNDS.keyChars,
      });
    } else {
      visit(`${path}.${key}`, member, issues);
    }
  }
}
