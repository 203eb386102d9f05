import type { ApiDocument } from '../docs/api-document.ts';
import { COMPONENT, type Component } from '../wire.ts';
import { isNode, type Node, replaceNodes } from './node.ts';

type Sections = Record<string, Record<string, unknown>>;

export function withComponents(document: ApiDocument): ApiDocument {
  const found: Sections = {};
  const lifted = replaceNodes(document, ({ [COMPONENT]: component, ...content }) =>
    component === undefined ? nullOutside(content) : keep(found, component as Component, content),
  ) as ApiDocument;
  const components: Sections = { ...lifted.components };
  for (const [section, named] of Object.entries(found)) {
    const all = Object.entries({ ...components[section], ...named });
    components[section] = Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
  }
  return { ...lifted, components: components as ApiDocument['components'] };
}

function keep(found: Sections, { section, name, description }: Component, part: Node): Node {
  const { description: here, ...content } = part;
  const named = found[section] ?? {};
  found[section] = named;
  const known = named[name];
  if (known !== undefined && !Bun.deepEquals(known, { description, ...content })) {
    throw new Error(`two different ${section} of the OpenAPI document are called ${name}`);
  }
  named[name] = { description, ...content };
  const $ref = `#/components/${section}/${name}`;
  return here === description ? { $ref } : { $ref, description: here };
}

/**
 * Moves the description of a nullable value up to the whole schema, so that it covers null too. If the value's schema
 * is itself a list of choices, null becomes one more choice in that list.
 */
function nullOutside(schema: Node): Node {
  const { anyOf, description } = schema;
  if (!Array.isArray(anyOf) || description !== undefined) return schema;
  const [main, nothing, ...more] = anyOf;
  if (more.length > 0 || !isNode(main) || !isNode(nothing) || nothing['type'] !== 'null') return schema;
  const { description: said, ...bare } = main;
  const choices = Array.isArray(bare['anyOf']) ? bare['anyOf'] : [bare];
  return { ...schema, anyOf: [...choices, nothing], ...(said === undefined ? {} : { description: said }) };
}
