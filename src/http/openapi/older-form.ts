import type { ApiDocument } from '../docs/api-document.ts';
import { isNode, type Node, replaceNodes, SCHEMAS } from './node.ts';

export const FORMS = ['3.1', '3.0'] as const;
export type Form = (typeof FORMS)[number];

/**
 * Converts to OpenAPI 3.0.3, which lacks webhooks, `const` and the type `null`. It also ignores a `description` beside
 * a `$ref`.
 */
export function asOpenApi30({ webhooks, ...document }: ApiDocument): object {
  const { schemas } = document.components;
  const usedWithNull = new Set<string>();
  const nullableOf = (name: string): Node => {
    usedWithNull.add(name);
    return { type: schemas[name]?.type, nullable: true, allOf: [{ $ref: `${SCHEMAS}${name}` }] };
  };
  const older = replaceNodes({ ...document, 'x-webhooks': webhooks }, (node) => olderSchema(node, nullableOf));
  const { components, ...rest } = older as ApiDocument;
  // In 3.0, a component that is used with null must itself accept null. A nullable wrapper around it is not enough.
  const nullable = [...usedWithNull].map((name) => [name, orNull((components.schemas[name] ?? {}) as Node)]);
  return {
    ...rest,
    openapi: '3.0.3',
    components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(nullable) } },
  };
}

/** Converts a schema to OpenAPI 3.0. Objects that are not schemas come here too, and are returned unchanged. */
function olderSchema(schema: Node, nullableOf: (name: string) => Node): Node {
  const { const: only, examples, anyOf, $ref, ...rest } = schema;
  if ($ref !== undefined) return 'description' in rest ? { ...rest, allOf: [{ $ref }] } : schema;
  if (Array.isArray(examples)) return { ...rest, example: examples[0] };
  if (only !== undefined) return { ...rest, enum: [only] };
  return Array.isArray(anyOf) ? { ...rest, ...choiceOf(anyOf.filter(isNode), nullableOf) } : schema;
}

function choiceOf(members: readonly Node[], nullableOf: (name: string) => Node): Node {
  const others = members.filter(({ type }) => type !== 'null');
  const [first = {}, ...more] = others;
  if (others.length === members.length) return { anyOf: members };
  if (more.length > 0) return { anyOf: [orNull(first), ...more] };
  const { $ref } = first;
  return typeof $ref === 'string' ? nullableOf($ref.slice(SCHEMAS.length)) : orNull(first);
}

/** A schema without a type accepts null already. */
function orNull(schema: Node): Node {
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return { ...schema, nullable: true, ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
