/** Finds the shop's goods in the first or last words of a phrase, such as "весна" in "улица Мира весна". */

import { isProduct } from './match-product.ts';
import { type Part, unsure } from './part.ts';
import { HAS_STREET } from './place.ts';
import { isWayToPay } from './remarks.ts';
import { PLUS, type Span } from './scan.ts';

const MOST_WORDS = 8;
export const NO = "(?:не|нет|без|no|not|without|don['’]t)";
/**
 * Matches words that deny or only mention the goods after them: "не класть" in "не класть пионы", "аллергия на" in
 * "аллергия на пионы".
 */
const DENIES = new RegExp(
  `(?<!\\p{L})(?:${NO}(?!\\p{L})|(?:вместо|на|в|во|с|со|к|для|от|как|of|for|to|with|in|on|like)$)`,
  'iu',
);
const JOIN = new RegExp(`\\s+${PLUS}$`, 'iu');
const DENIED = /^(?:не|нет|not?)(?!\p{L})/iu;

interface Edge {
  readonly good: Span;
  readonly rest: Span;
}

const cutAt = (at: number, text: string, end: number): readonly [Span, Span] => {
  const [ahead, behind] = [text.slice(0, end), text.slice(end)];
  return [
    { at, text: ahead.trimEnd() },
    { at: at + text.length - behind.trimStart().length, text: behind.trimStart() },
  ];
};

function edgesOf({ at, text }: Span): Edge[] {
  const gaps = [...text.matchAll(/\s+/gu)].map(({ index }) => index);
  if (gaps.length === 0 || gaps.length >= MOST_WORDS) return [];
  const heads = [gaps[1], gaps[0]].flatMap((end): Edge[] => {
    const [good, rest] = end === undefined ? [] : cutAt(at, text, end);
    return good === undefined || rest === undefined || DENIED.test(rest.text) ? [] : [{ good, rest }];
  });
  const [whole, good] = cutAt(at, text, gaps.at(-1) ?? 0);
  const rest = { ...whole, text: whole.text.replace(JOIN, '') };
  const edges = DENIES.test(rest.text) ? heads : [...heads, { good, rest }];
  return edges.filter((edge) => /^\p{L}{3}/u.test(edge.good.text));
}

/** Returns the goods beside an address: "весна мира 5", "улица Мира весна". */
function edgesOfAddress({ at, text }: Span): Edge[] {
  const [ahead] = /^\p{Ll}{3,}(?=\s+\p{L}+.*\d)/u.exec(text) ?? [];
  const [, tail = ''] = /^(?:.*\d\S*|\S+\s\S+)\s+(\p{L}[\p{L} ]{2,30})$/u.exec(text) ?? [];
  const behind = HAS_STREET.test(tail) ? (/\p{L}+$/u.exec(tail)?.[0] ?? '') : tail;
  const heads = ahead === undefined ? [] : [cutAt(at, text, ahead.length)];
  const tails = behind === '' ? [] : [cutAt(at, text, text.length - behind.length)];
  return [...heads.map(([good, rest]) => ({ good, rest })), ...tails.map(([rest, good]) => ({ good, rest }))];
}

const edges = (part: Part): Edge[] =>
  part.kind === 'address'
    ? edgesOfAddress(part)
    : part.kind === 'unsure' && !isWayToPay(part.value)
      ? edgesOf(part)
      : [];

export function goodsAtEdges(part: Part): string[] {
  if (part.kind !== 'item') return edges(part).map(({ good }) => good.text);
  const words = part.value.price === '' ? part.value.name.split(' ') : [];
  return words.length > 1 ? [words[0] ?? '', words.at(-1) ?? ''] : [];
}

interface Products {
  readonly products: Parameters<typeof isProduct>[1];
}

export const withEdges = (parts: readonly Part[], { products }: Products): Part[] =>
  parts.flatMap((part): Part[] => {
    if (part.kind !== 'address' && (part.kind !== 'unsure' || products.has(part.value))) return [part];
    const edge = edges(part).find(({ good }) => isProduct(good.text, products));
    if (edge === undefined) return [part];
    const { good, rest } = edge;
    const left: Part = part.kind === 'address' ? { ...part, ...rest, value: rest.text } : unsure(rest);
    return [unsure(good), ...withEdges([left], { products })].toSorted((a, b) => a.at - b.at);
  });
