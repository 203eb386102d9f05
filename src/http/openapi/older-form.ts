import type { ApiDocument } from '../docs/api-document.ts';
import { isNode, type Node, replaceNodes, SCHEMAS } from './node.ts';

/** The forms of OpenAPI in which the document can be had. */
export const FORMS = ['3.1', '3.0'] as const;
export type Form = (typeof FORMS)[number];

/**
 * The same document in OpenAPI 3.0.3. That knows no type `null`, no `const`, and no words beside a reference. Nor has it `webhooks`: the
 * events are under `x-webhooks`, where readers of that form look for them.
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
  // By the letter of 3.0 null passes the wrapper of such a component, and is then refused by the component.
  const nullable = [...usedWithNull].map((name) => [name, orNull((components.schemas[name] ?? {}) as Node)]);
  return {
    ...rest,
    openapi: '3.0.3',
    components: { ...components, schemas: { ...components.schemas, ...Object.fromEntries(nullable) } },
  };
}

/** An object that is no schema has none of these keywords, and stays as it is. */
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

/** A schema without a type already takes null. */
function orNull(schema: Node): Node {
  const { type, enum: values } = schema;
  if (type === undefined) return schema;
  return { ...schema, nullable: true, ...(Array.isArray(values) ? { enum: [...values, null] } : {}) };
}
