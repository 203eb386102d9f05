/** The terms of a search. Each term is the list of its spellings, normalized as on the server (searchTerms). */
export type Terms = readonly (readonly string[])[];

interface Part {
  readonly from: number;
  readonly part: string;
  readonly isFound: boolean;
}

/**
 * Splits a text where a match begins and ends. A term of digits also matches digits with other characters between them,
 * as in `912 345-67`.
 */
export function partsOf(text: string, terms: Terms): Part[] {
  const found = Array.from({ length: text.length }, () => false);
  for (const spellings of terms) {
    for (const term of spellings) {
      if (mark(found, fold(text), term) || !/^\d+$/.test(term)) continue;
      mark(found, fold(text, /\d/), term);
    }
  }
  const parts: Part[] = [];
  for (let from = 0; from < text.length; ) {
    const isFound = found[from] === true;
    let to = from + 1;
    while (to < text.length && (found[to] === true) === isFound) to += 1;
    parts.push({ from, part: text.slice(from, to), isFound });
    from = to;
  }
  return parts;
}

interface FoldedText {
  readonly text: string;
  /** The range of the original text that corresponds to each code unit of `text`. */
  readonly from: readonly (readonly [start: number, end: number])[];
}

function fold(text: string, only = /./su): FoldedText {
  let [folded, at]: [string, number] = ['', 0];
  const from: [number, number][] = [];
  for (const char of text) {
    const small = only.test(char) ? char.toLowerCase().replace('ё', 'е').replace(/\s/u, ' ') : '';
    for (let nth = 0; nth < small.length; nth += 1) from.push([at, at + char.length]);
    folded += small;
    at += char.length;
  }
  return { text: folded, from };
}

/** Marks the first place in the text that matches the term. @returns true if the term was found */
function mark(found: boolean[], { text, from }: FoldedText, term: string): boolean {
  const start = term === '' ? -1 : text.indexOf(term);
  if (start === -1) return false;
  found.fill(true, from[start]?.[0], from[start + term.length - 1]?.[1]);
  return true;
}
