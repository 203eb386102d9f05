/**
 * Typed searches, kept in the tab. A page's address contains a number instead of the search text, because the browser's
 * history and logs show addresses.
 */

import { keepDraft, keptDraft } from './drafts.ts';
import { reader } from './reader.ts';

const NAME = 'searches';
const OPEN = 'q';
const NUMBER = 'search';
/** The number of searches that are kept. Nobody returns to older ones. */
const MOST = 50;

type Search = readonly [number: string, text: string];

/** The searches in memory, for a browser that denies storage to pages. */
let last: { readonly reader: string | undefined; readonly searches: readonly Search[] } | undefined;

function known(): readonly Search[] {
  if (last !== undefined && last.reader === reader.peek()) return last.searches;
  const kept = keptDraft(NAME);
  return Array.isArray(kept) ? (kept as readonly Search[]) : [];
}

function numberOf(text: string): string {
  const found = known().find(([, other]) => other === text);
  if (found !== undefined) return found[0];
  const number = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '0';
  last = { reader: reader.peek(), searches: [...known(), [number, text] as const].slice(-MOST) };
  keepDraft(NAME, last.searches);
  return number;
}

function hideTyped(query: URLSearchParams): URLSearchParams {
  const hidden = new URLSearchParams(query);
  const text = hidden.get(OPEN);
  hidden.delete(OPEN);
  if (text !== null && text !== '') hidden.set(NUMBER, numberOf(text));
  return hidden;
}

/** Returns the query with the text of the typed search. The page's address has only a number in place of that text. */
export function showTyped(query: URLSearchParams): URLSearchParams {
  const shown = new URLSearchParams(query);
  const found = known().find(([number]) => number === shown.get(NUMBER));
  shown.delete(NUMBER);
  if (found !== undefined) shown.set(OPEN, found[1]);
  return shown;
}

export function addressWith(path: string, query: URLSearchParams): string {
  const text = hideTyped(query).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Replaces a search text in the page's address by a number, so that the browser's history hides the text. */
export function hideOpened(): void {
  const query = new URLSearchParams(location.search);
  if (!query.has(OPEN)) return;
  history.replaceState(history.state, '', `${addressWith(location.pathname, query)}${location.hash}`);
}
