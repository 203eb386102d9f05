import type { Answer } from './answer.ts';

type Json = Answer['body'];

/** The part that a reference names. @param $ref such as `#/components/schemas/Order` */
export const findReferenced = (document: Json, $ref: string): Json =>
  $ref
    .slice('#/'.length)
    .split('/')
    .reduce((node, part) => node?.[part], document);

/** Returns the document with every reference resolved. Fields next to a reference override those of its target. */
export function writtenOut(document: Json): Json {
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, ...rest } = node;
    const inside = Object.fromEntries(Object.entries(rest).map(([key, member]) => [key, walk(member)]));
    return typeof $ref === 'string' ? { ...walk(findReferenced(document, $ref)), ...inside } : inside;
  };
  return walk(document);
}

/** Every object of a document with its place, except the payloads of examples. */
export function nodesOf(node: Json, where = ''): { readonly where: string; readonly node: Json }[] {
  if (typeof node !== 'object' || node === null) return [];
  const below = Object.entries(node).filter(([key]) => key !== 'example' && key !== 'examples');
  const inside = below.flatMap(([key, member]) => nodesOf(member, `${where}/${key}`));
  return Array.isArray(node) ? inside : [{ where, node }, ...inside];
}
