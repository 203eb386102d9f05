export type Node = Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The values under these keys are examples and not parts of the document, so nothing in them is replaced. */
const PAYLOADS: ReadonlySet<string> = new Set(['example', 'examples']);

/** Replaces each object in a value, from the innermost outwards. */
export function replaceNodes(value: unknown, replace: (node: Node) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceNodes(one, replace));
  if (!isNode(value)) return value;
  const entries = Object.entries(value).map(([key, member]) => {
    return [key, PAYLOADS.has(key) ? member : replaceNodes(member, replace)];
  });
  return replace(Object.fromEntries(entries));
}

export const SCHEMAS = '#/components/schemas/';
