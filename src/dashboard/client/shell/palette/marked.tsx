import { partsOf, type Terms } from './parts-of.ts';

/** Shows a text in which the matches of a search are highlighted. */
export function Marked({ text, terms }: { readonly text: string; readonly terms: Terms }) {
  return (
    <>
      {partsOf(text, terms).map(({ from, part, isFound }) =>
        isFound ? <mark key={from}>{part}</mark> : <span key={from}>{part}</span>,
      )}
    </>
  );
}
